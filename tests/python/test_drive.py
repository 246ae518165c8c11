# SPDX-License-Identifier: Apache-2.0
"""Forces, motors, poses and velocities that are set from Python."""
import copy
import pickle

import numpy as np
import perpend
import pytest

DT = 0.01


def space(*bodies, gravity=(0, 0, 0)):
    scene = perpend.Scene("drive", dt=DT, gravity=list(gravity))
    for name, kind, shape, more in bodies:
        scene.body(name, kind=kind, shapes=[shape], **more)
    return scene


def brick():
    return space(("brick", "spatial", {"box": {"size": [0.2, 0.4, 0.6]}}, {"mass": 2.0})).build()


def motor(max_force):
    scene = perpend.Scene("motor", dt=DT, gravity=[0, 0])
    scene.body("wheel", shapes=[{"disc": {"radius": 0.5}}], mass=2.0)
    scene.joint("axle", "pin", a="wheel", anchor=[0, 0], coordinates=[{"motor": {"kind": "velocity", "target": 0.0, "max_force": max_force}}])
    return scene.build()


def test_an_applied_force_acts_once_and_a_held_one_in_every_step():
    world = brick()
    body = world.body("brick")
    body.apply_force([3.0, 0, 0])
    world.step(2)
    assert body.velocity == pytest.approx([3 / 2 * DT, 0, 0], abs=1e-15)
    body.hold_force([0, 4.0, 0])
    world.step(3)
    assert body.velocity == pytest.approx([3 / 2 * DT, 4 / 2 * 3 * DT, 0], abs=1e-14)
    world.clear_held()
    world.step()
    assert body.velocity[1] == pytest.approx(4 / 2 * 3 * DT, abs=1e-14)


def test_a_reset_drops_what_was_applied_to_the_next_step():
    world = brick()
    world.body("brick").apply_force([3.0, 0, 0])
    world.reset()
    world.step()
    assert not world.v.any()


def test_an_impulse_off_centre_gives_momentum_and_spin():
    world = brick()
    body, impulse, at = world.body("brick"), np.array([0.3, -0.2, 0.5]), np.array([0.1, 0.2, -0.3])
    body.apply_impulse(impulse, at=at)
    world.step()
    linear, angular = world.momentum
    assert linear == pytest.approx(impulse, abs=1e-14)
    about_start = angular - np.cross(body.pos, linear)
    assert about_start == pytest.approx(np.cross(at, impulse), rel=1e-3)


def test_frames_of_forces_are_named():
    world = brick()
    body = world.body("brick")
    half = np.sqrt(0.5)
    body.set_pose([0, 0, 0], [half, 0, 0, half])  # x of the body is y of the world
    body.apply_force([1.0, 0, 0], force_in="body")
    world.step()
    assert body.velocity == pytest.approx([0, DT / 2, 0], abs=1e-14)
    with pytest.raises(perpend.InvalidArgument, match="at_in is 'moon'"):
        body.apply_force([1, 0, 0], at_in="moon")
    with pytest.raises(perpend.InvalidArgument):
        body.apply_force([np.nan, 0, 0])


def test_poses_and_velocities_are_set():
    world = brick()
    body = world.body("brick")
    body.set_pose([1, 2, 3], [0.5, 0.5, 0.5, 0.5])
    body.set_velocity([1, 0, 0], [0, 0, 2])
    assert body.pos == pytest.approx([1, 2, 3]) and body.quat == pytest.approx([0.5] * 4)
    assert body.velocity == pytest.approx([1, 0, 0]) and body.omega == pytest.approx([0, 0, 2])
    with pytest.raises(perpend.InvalidArgument, match="rotation"):
        body.set_pose([0, 0, 0], 0.3)
    hello = perpend.World.load("hello")
    hello.body("box").set_pose([2, 3, 0], 0.25)
    assert hello.body("box").q == pytest.approx([2, 3, 0.25])


@pytest.mark.parametrize("limit", [0.5, 2.0])
def test_a_motor_gives_no_more_than_its_limit(limit):
    world = motor(10.0)
    joint = world.joint("axle")
    joint.set_motor_target(100.0)
    joint.set_motor_limit(limit)
    world.step(20)
    assert abs(joint.forces["motor"][0]) == pytest.approx(limit, rel=1e-9)
    inertia = 2.0 * 0.5**2 / 2
    assert abs(joint.rates[0]) == pytest.approx(limit / inertia * 20 * DT, rel=1e-9)


def test_a_force_on_a_coordinate_turns_the_joint():
    world = motor(0.0)
    joint = world.joint("axle")
    joint.apply_force(0.75)
    world.step(3)
    assert joint.rates[0] == pytest.approx(0.75 / 0.25 * DT, rel=1e-12)
    joint.hold_force(-0.75)
    world.step(1)
    assert joint.rates[0] == pytest.approx(0, abs=1e-14)


def test_copies_go_on_with_what_is_held():
    world = motor(10.0)
    world.joint("axle").set_motor_limit(1.5)
    world.joint("axle").hold_force(0.2)
    world.body("wheel").set_force([0, 0, 0], [0, 0, 0.1])
    world.body("wheel").hold_force([1, 0, 0], at=[0, 0.2, 0])
    world.ctrl[:] = 3.0
    world.step(2)
    twins = [copy.copy(world), pickle.loads(pickle.dumps(world))]
    world.step(5)
    for twin in twins:
        twin.step(5)
        assert twin.hash() == world.hash()
    world.set_options(dt=DT)
    for each in (world, twins[0]):
        each.step(5)
    assert world.joint("axle").rates[0] == pytest.approx(twins[0].joint("axle").rates[0], rel=1e-12)
    world.set_options(dt=DT / 2)
    before = world.joint("axle").rates[0]
    world.clear_held()
    world.step()
    assert world.joint("axle").rates[0] != before


def test_vectors_of_the_plane_have_two_numbers_and_others_are_refused_by_name():
    scene = perpend.Scene("plane", dt=DT, gravity=[0, 0])
    scene.body("disc", shapes=[{"disc": {"radius": 0.5}}], mass=2.0)
    world = scene.build()
    disc = world.body("disc")
    disc.apply_force([3.0, 4.0], at=[0, 0])
    disc.apply_impulse([0.2, 0])
    world.step()
    assert disc.velocity == pytest.approx([3 / 2 * DT + 0.1, 4 / 2 * DT, 0], abs=1e-14)
    disc.set_velocity([1.0, 2.0])
    assert disc.velocity == pytest.approx([1, 2, 0])
    disc.set_pose([1.0, 0.0], 0.0)
    assert world.cast_ray([-5, 0], [1, 0])[0].distance == pytest.approx(5.5)
    for name, act in (("force", lambda: disc.apply_force(3.0)), ("force", lambda: disc.set_force([1, 2, 3, 4])),
                      ("torque", lambda: disc.apply_force(torque=2.0)), ("omega", lambda: disc.set_velocity(omega=[1, 2])),
                      ("at", lambda: disc.apply_force([1, 0], at="top")), ("origin", lambda: world.cast_ray(1, [1, 0]))):
        with pytest.raises(perpend.InvalidArgument, match=f"^{name} must be "):
            act()


@pytest.mark.parametrize("kind", ["rigid", "particle"])
def test_what_leaves_the_plane_of_a_body_is_refused_by_name(kind):
    scene = perpend.Scene("plane", dt=DT, gravity=[0, 0])
    scene.body("slab", kind=kind, mass=2.0, **({"inertia": 1.0} if kind == "rigid" else {}))
    world = scene.build()
    slab, before = world.body("slab"), world.hash()
    for act, name in ((slab.apply_force, "force"), (slab.hold_force, "force"), (slab.set_force, "force"),
                      (slab.apply_impulse, "impulse"), (slab.set_velocity, "velocity"),
                      (lambda pos: slab.set_pose(pos, 0.5), "pos"),
                      (lambda at: slab.apply_force([1, 0], at=at), "at"),
                      (lambda at: slab.apply_force([1, 0], at=at, at_in="world"), "at")):
        for z in (7.0, -1e-9, 1e6):
            with pytest.raises(perpend.InvalidArgument) as error:
                act([1, 0, z])
            assert error.value.argument == name and str(error.value).startswith(
                f"{name} must be [x, y] or [x, y, 0] for 'slab', which is a body of the plane, got [1, 0, ")
    for act, name in ((slab.apply_force, "torque"), (slab.hold_force, "torque"), (slab.set_force, "torque"),
                      (slab.apply_impulse, "torque"), (slab.set_velocity, "omega")):
        for axis in ([5, 5, 0], [0, 1e-9, 2], [1, 0, 3]):
            with pytest.raises(perpend.InvalidArgument, match=f"^{name} must be .0, 0, z. for 'slab'"):
                act(**{name: axis})
    with pytest.raises(perpend.InvalidArgument, match="^rotation"):
        slab.set_pose([0, 0, 0], [1, 0, 0, 0])
    assert world.hash() == before
    slab.apply_force([4.0, 0, 0.0], [0, 0, 0.0], at=[0, 0, 0])
    world.step()
    assert slab.velocity == pytest.approx([2 * DT, 0, 0])


def turned(in_space, draw):
    """A world of a post and a plate of two pieces, off centre and turned; how the plate's frame turns, as a matrix."""
    scene = perpend.Scene("turned", dt=1e-5, gravity=[0, 0, 0] if in_space else [0, 0])
    if in_space:
        scene.body("post", kind="spatial_fixed", shapes=[{"sphere": {"radius": 0.1}}])
        quat = draw.normal(size=4)
        quat /= np.linalg.norm(quat)
        scene.body("plate", kind="spatial", position=draw.uniform(1, 2, 3).tolist(), orientation=quat.tolist(),
                   mass=1.5,
                   shapes=[{"box": {"size": [0.2, 0.4, 0.6]}, "position": [0.3, 0.1, -0.2]},
                           {"sphere": {"radius": 0.2}}])
        return scene.build(), rotation(quat)
    angle = draw.uniform(-3, 3)
    scene.body("post", kind="fixed", shapes=[{"disc": {"radius": 0.1}}])
    scene.body("plate", position=draw.uniform(1, 2, 2).tolist(), angle=angle, mass=1.5,
               shapes=[{"box": {"size": [0.2, 0.4]}, "position": [0.3, 0.1]}, {"disc": {"radius": 0.2}}])
    return scene.build(), rotation([np.cos(angle / 2), 0, 0, np.sin(angle / 2)])


def rotation(quat):
    w, v = quat[0], np.asarray(quat[1:])
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


@pytest.mark.parametrize("in_space", [False, True])
@pytest.mark.parametrize("act, steps", [("apply_impulse", 0), ("apply_force", 1), ("hold_force", 3)])
def test_pushes_act_where_and_along_what_is_named(in_space, act, steps):
    draw = np.random.default_rng(17 + in_space)
    flat, normal = (1, 1, in_space), (in_space, in_space, 1)
    for at_in in ("world", "body", None):
        for force_in in ("world", "body", None):
            world, turn = turned(in_space, draw)
            plate, before = world.body("plate"), world.momentum
            push, torque, at = draw.normal(size=3) * flat, draw.normal(size=3) * normal, draw.normal(size=3) * flat
            words = {key: value for key, value in (("at_in", at_in), ("force_in", force_in)) if value}
            getattr(plate, act)(push, torque, at, **words)
            place = at if at_in == "world" else plate.pos + turn @ at
            push, torque = (turn @ push, turn @ torque) if force_in == "body" else (push, torque)
            world.step(3)
            share = world.options["dt"] * steps if steps else 1.0
            linear, angular = (after - first for after, first in zip(world.momentum, before))
            assert linear == pytest.approx(share * push, rel=1e-6, abs=1e-6 * share), (at_in, force_in)
            assert angular == pytest.approx(share * (np.cross(place, push) + torque), rel=1e-4, abs=1e-4 * share)
            assert world.body("post").pos == pytest.approx([0, 0, 0], abs=0)


@pytest.mark.parametrize("in_space", [False, True])
def test_a_pose_is_that_of_the_frame_of_the_scene_wherever_the_centre_of_mass_is(in_space):
    draw = np.random.default_rng(3)
    for _ in range(5):
        world, _ = turned(in_space, draw)
        plate, post = world.body("plate"), world.body("post").pos
        place = draw.normal(size=3) * (1, 1, in_space)
        quat = draw.normal(size=4) * (1, in_space, in_space, 1)
        quat /= np.linalg.norm(quat)
        plate.set_pose(place, 3 * quat if in_space else 2 * np.arctan2(quat[3], quat[0]))
        turn = rotation(quat)
        assert plate.pos == pytest.approx(place, abs=1e-14) and rotation(plate.quat) == pytest.approx(turn, abs=1e-14)
        centre = place + turn @ plate.center_of_mass
        assert np.linalg.norm(plate.center_of_mass) > 0.05
        assert plate.q[:2 + in_space] == pytest.approx(centre[:2 + in_space], abs=1e-14)
        assert world.center_of_mass(["plate"])[1] == pytest.approx(centre, abs=1e-14)
        plate.set_velocity([0.1, 0.2, 0.3 * in_space], [0.4 * in_space, 0.5 * in_space, -0.6])
        point = draw.normal(size=3) * (1, 1, in_space)
        speed = plate.velocity + np.cross(plate.omega, place + turn @ point - centre)
        assert plate.jacobian(point) @ world.v == pytest.approx(speed, abs=1e-13)
        assert plate.jacobian(place + turn @ point, "world") @ world.v == pytest.approx(speed, abs=1e-13)
        assert plate.spin_jacobian @ world.v == pytest.approx([0.4 * in_space, 0.5 * in_space, -0.6], abs=1e-14)
        assert np.array_equal(world.body("post").pos, post) and world.body("post").mass == 0 and plate.mass == 1.5


@pytest.mark.parametrize("in_space", [False, True])
def test_the_slices_of_a_body_are_views_of_its_own_part(in_space):
    world, _ = turned(in_space, np.random.default_rng(5))
    plate, sizes = world.body("plate"), (7, 6) if in_space else (3, 3)
    assert (plate.q.size, plate.v.size) == sizes and (world.q.size, world.v.size) == (2 * sizes[0], 2 * sizes[1])
    plate.q[0], plate.v[1] = 4.5, -0.25
    assert world.q[sizes[0]] == 4.5 and world.v[sizes[1] + 1] == -0.25
    assert plate.velocity[1] == -0.25 and repr(plate).startswith("<Body 'plate' at [")


def test_a_body_in_space_is_led_to_a_pose_in_the_time_that_is_given():
    scene = perpend.Scene("led", dt=DT, gravity=[0, 0, 0])
    scene.body("first", kind="spatial", mass=1.0, inertia=[1, 1, 1], position=[9, 0, 0])
    start = [np.cos(0.3), 0, np.sin(0.3), 0]
    scene.body("hand", kind="spatial_kinematic", position=[1, 2, 3], orientation=start, motion={"driven": True},
               shapes=[{"box": {"size": [1, 0.1, 0.1]}, "position": [0.5, 0, 0]}])
    world = scene.build()
    hand = world.body("hand")
    hand.set_target_pose([2, 1, 3.5], [np.cos(0.7), 0, np.sin(0.7), 0], 8 * DT)
    assert hand.velocity == pytest.approx(np.array([1, -1, 0.5]) / (8 * DT))
    assert hand.omega == pytest.approx([0, 0.8 / (8 * DT), 0])
    world.step(8)
    assert hand.pos == pytest.approx([2, 1, 3.5])
    assert rotation(hand.quat) == pytest.approx(rotation([np.cos(0.7), 0, np.sin(0.7), 0]))
    for time in (0, -1.0, float("nan")):
        with pytest.raises(perpend.InvalidArgument):
            hand.set_target_pose([0, 0, 0], start, time)
    with pytest.raises(perpend.InvalidArgument, match="^time must be a number"):
        hand.set_target_pose([0, 0, 0], start, "soon")
