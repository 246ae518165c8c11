# SPDX-License-Identifier: Apache-2.0
"""Joints of a world: each coordinate, motor and force is that of its joint, though others stand before it."""
import numpy as np
import perpend
import pytest

DT = 0.001
AXIS = np.array([2.0, -1.0, 2.0]) / 3
MASS, INERTIA = 2.0, 0.25


def drill(**of_each):
    """A wheel on a hinge, then a bit in a sleeve along an oblique axis; what acts along each coordinate by name."""
    scene = perpend.Scene("drill", dt=DT, gravity=[0, 0, 0])
    scene.body("wheel", kind="spatial", position=[5, 0, 0], mass=1.0, inertia=[0.1, 0.1, 0.1])
    scene.body("bit", kind="spatial", position=[1, 2, 3], mass=MASS, inertia=[INERTIA] * 3)
    scene.joint("hinge", "revolute", "wheel", anchor=[5, 0, 0], axis=[0, 0, 1],
                coordinates=[{"coordinate": 0, **of_each.get("hinge", {})}])
    scene.joint("sleeve", "cylindrical", "bit", anchor=[1, 2, 3], axis=AXIS.tolist(),
                coordinates=[{"coordinate": 0, **of_each.get("slide", {})},
                             {"coordinate": 1, **of_each.get("turn", {})}])
    return scene.build()


def motor(target, max_force):
    return {"motor": {"kind": "velocity", "target": target, "max_force": max_force}}


def test_a_target_and_a_limit_are_of_the_motor_that_is_named():
    world = drill(hinge=motor(0.1, 50.0), slide=motor(0.2, 50.0), turn=motor(0.3, 50.0))
    assert world.motor_names == ["hinge[0]", "sleeve[0]", "sleeve[1]"]
    assert world.ctrl.tolist() == [0.1, 0.2, 0.3]
    sleeve = world.joint("sleeve")
    sleeve.set_motor_target(100.0, 1)
    assert world.ctrl.tolist() == [0.1, 0.2, 100.0]
    sleeve.set_motor_target(-100.0)
    assert world.ctrl.tolist() == [0.1, -100.0, 100.0]
    sleeve.set_motor_limit(0.5, coordinate=1)
    world.step()
    assert sleeve.forces["motor"] == pytest.approx([-50.0, 0.5], rel=1e-9)
    sleeve.set_motor_limit(4.0)
    world.step()
    assert sleeve.forces["motor"] == pytest.approx([-4.0, 0.5], rel=1e-9)
    assert world.joint("hinge").rates[0] == pytest.approx(0.1, rel=1e-9)
    world.clear_held()
    world.step()
    assert sleeve.forces["motor"] == pytest.approx([-50.0, 50.0], rel=1e-9)


def test_a_force_acts_along_the_coordinate_that_is_named():
    for coordinate, resists in ((0, MASS), (1, INERTIA)):
        for act, steps in (("apply_force", 1), ("hold_force", 3), ("set_force", 3)):
            world = drill()
            sleeve = world.joint("sleeve")
            getattr(sleeve, act)(9.0, coordinate)
            getattr(sleeve, act)(-1.5, coordinate=coordinate)
            world.step(3)
            acting = -1.5 if act == "set_force" else 7.5
            expected = [0.0, 0.0]
            expected[coordinate] = acting / resists * steps * DT
            assert sleeve.rates == pytest.approx(expected, rel=1e-9, abs=1e-14), act
            assert sleeve.jacobian(coordinate) @ world.v == pytest.approx(expected[coordinate], rel=1e-12)
            assert world.joint("hinge").rates[0] == 0
            by_name = dict(zip(world.coordinate_names, world.joint_force))
            assert by_name == {"hinge[0]": 0, "sleeve[0]": 0, "sleeve[1]": 0,
                               f"sleeve[{coordinate}]": -1.5 if act == "set_force" else 0}


def test_a_body_moves_along_and_about_the_axis_of_its_sleeve():
    world = drill()
    world.joint("sleeve").hold_force(3.0)
    world.joint("sleeve").hold_force(-0.5, 1)
    world.step(10)
    bit = world.body("bit")
    assert bit.velocity == pytest.approx(3.0 / MASS * 10 * DT * AXIS, rel=1e-9)
    assert bit.omega == pytest.approx(-0.5 / INERTIA * 10 * DT * AXIS, rel=1e-9)
    slide, turn = world.joint("sleeve").coordinates
    assert (bit.pos - [1, 2, 3]) @ AXIS == pytest.approx(slide, rel=1e-9) and slide > 0 > turn
    assert 2 * np.arctan2(bit.quat[1:] @ AXIS, bit.quat[0]) == pytest.approx(turn, rel=1e-9)
    assert repr(world.joint("sleeve")).startswith("<Joint 'sleeve': cylindrical at [") and world.joint("sleeve").name == "sleeve"


def test_each_kind_of_force_along_a_coordinate_has_its_name():
    world = drill(slide={"spring": {"stiffness": 40.0, "rest": -0.5}, "friction": 2.0}, turn={"limits": [-1, 0]},
                  hinge=motor(1e3, 0.25))
    world.joint("sleeve").hold_force(0.75, 1)
    world.v = np.concatenate([np.zeros(6), 0.1 * AXIS, np.zeros(3)])
    world.step()
    slide, turn = world.joint("sleeve").forces
    assert slide["spring"] == pytest.approx(-20.0, rel=1e-3)  # over the 0.1 mm of the step
    assert slide["friction"] == pytest.approx(-2.0, rel=1e-9) and slide["motor"] == slide["limit"] == 0
    assert turn["limit"] == pytest.approx(-0.75, rel=1e-9) and turn["spring"] == turn["friction"] == turn["motor"] == 0
    assert world.joint("hinge").forces["motor"] == pytest.approx([0.25], rel=1e-9)
    world.reset()
    assert not any(any(each) for each in world.joint("sleeve").forces)


def test_a_reaction_is_about_the_anchor_in_the_world_and_along_the_axis():
    """A rod that stands out along its oblique hinge: its weight bends the hinge and does not turn it."""
    scene = perpend.Scene("rod", dt=DT, gravity=[0, 0, -9.81])
    anchor, along = np.array([1.0, -2.0, 0.5]), np.array([2.0, 1.0, 2.0]) / 3
    scene.body("other", kind="spatial_particle", mass=3.0)
    scene.body("rod", kind="spatial", position=(anchor + 0.4 * along).tolist(), mass=MASS, inertia=[INERTIA] * 3)
    scene.joint("tip", "spherical", "other", anchor=[0, 0, 0])
    scene.joint("hinge", "revolute", "rod", anchor=anchor.tolist(), axis=along.tolist())
    world = scene.build()
    world.step(3)
    weight = np.array([0, 0, -MASS * 9.81])
    force, torque = world.joint("hinge").reaction
    assert force == pytest.approx(-weight, rel=1e-9, abs=1e-9)
    assert torque == pytest.approx(-np.cross(0.4 * along, weight), rel=1e-9, abs=1e-9)
    seen_force, seen_torque = world.joint("hinge").reaction_in_joint_frame
    assert seen_force[0] == pytest.approx(-weight @ along, rel=1e-9) and abs(seen_torque[0]) < 1e-9
    assert np.linalg.norm(seen_force) == pytest.approx(MASS * 9.81, rel=1e-9)
    assert np.linalg.norm(seen_torque) == pytest.approx(np.linalg.norm(torque), rel=1e-9)
    assert world.joint("tip").reaction[0] == pytest.approx([0, 0, 3 * 9.81], abs=1e-9)


def test_a_joint_that_breaks_is_told_with_its_load():
    scene = perpend.Scene("hooks", dt=DT, gravity=[0, 0, -9.81])
    for name in ("left", "right"):
        x = 2.0 * (name == "right")
        scene.body(name, kind="spatial", position=[x + 0.2, 0, 0], mass=1.5, inertia=[0.1] * 3)
        scene.joint(f"{name} hook", "weld", name, anchor=[x, 0, 0], break_force=60)
    world = scene.build()
    world.step(4)
    assert world.joint_breaks == [] and not world.joint("right hook").broken
    world.body("right").apply_force([0, 0, -50.0])
    world.step(3)
    (found,) = world.joint_breaks
    assert (found.joint, world.joint("right hook").broken,
            world.joint("left hook").broken) == ("right hook", True, False)
    assert found.time == pytest.approx(5 * DT, rel=1e-12)
    assert found.force == pytest.approx(1.5 * 9.81 + 50, rel=1e-9)
    assert found.torque == pytest.approx(0.2 * (1.5 * 9.81 + 50), rel=1e-9)
    assert world.body("right").velocity[2] == pytest.approx(-9.81 * 2 * DT, rel=1e-6)
    world.step()
    assert world.joint_breaks == []


def test_a_joint_tells_what_the_scene_says_of_it():
    servo = {"kind": "position", "target": 0.5, "stiffness": 300, "damping": 20, "max_force": 40}
    world = drill(hinge={"motor": {"kind": "velocity", "target": 3.0, "max_force": 2.5}, "limits": [-1.5, None],
                         "armature": 0.01},
                  slide={"limits": [-0.25, 0.5], "spring": {"stiffness": 40.0, "rest": -0.5}, "damping": 2.0,
                         "friction": 0.75},
                  turn={"motor": servo, "name": "twist"})
    hinge, sleeve, twist = (world.joint(name) for name in ("hinge", "sleeve", "twist"))
    assert (hinge.kind, sleeve.kind, hinge.a.name, hinge.b) == ("revolute", "cylindrical", "wheel", None)
    assert (hinge.units, sleeve.units, twist.units) == (["rad"], ["m", "rad"], ["rad"])
    assert hinge.limits.tolist() == [[-1.5, np.inf]] and twist.limits.tolist() == [[-np.inf, np.inf]]
    assert sleeve.limits.tolist() == [[-0.25, 0.5], [-np.inf, np.inf]]
    assert hinge.motors == [{"kind": "velocity", "target": 3.0, "max_force": 2.5}]
    assert sleeve.motors == [None, servo] and twist.motors == [servo]
    assert sleeve.stiffness.tolist() == [40, 0] and sleeve.rest.tolist() == [-0.5, 0]
    assert sleeve.damping.tolist() == [2, 0] and sleeve.friction.tolist() == [0.75, 0]
    assert hinge.armature.tolist() == [0.01] and sleeve.armature.tolist() == [0, 0] == sleeve.armature.tolist()
    assert hinge.break_force == hinge.break_torque == np.inf
    for values in (hinge.limits, sleeve.rest, hinge.axis, hinge.anchor):
        assert not values.flags.writeable
    assert world.joint_limits.tolist() == [[-1.5, np.inf], [-0.25, 0.5], [-np.inf, np.inf]]


def test_a_motor_that_leads_has_its_time_constant():
    world = drill(hinge={"motor": {"kind": "position", "target": 0.2, "time_constant": 0.1}})
    assert world.joint("hinge").motors == [{"kind": "position", "target": 0.2, "max_force": np.inf, "time_constant": 0.1}]


def test_anchors_and_axes_move_with_their_bodies():
    world = drill()
    hinge, sleeve = world.joint("hinge"), world.joint("sleeve")
    assert hinge.anchor.tolist() == hinge.anchor_b.tolist() == [5, 0, 0] and hinge.axis == pytest.approx([0, 0, 1])
    world.set_coordinates({("sleeve", 0): 0.3, ("sleeve", 1): 1.0})
    assert sleeve.anchor == pytest.approx([1, 2, 3] + 0.3 * AXIS) and sleeve.anchor_b == pytest.approx([1, 2, 3])
    assert sleeve.axis == pytest.approx(AXIS) and sleeve.axis_b == pytest.approx(AXIS)
    scene = perpend.Scene("arm", gravity=[0, 0, 0])
    for name in ("upper", "lower"):
        scene.body(name, kind="spatial", mass=1, inertia=[1, 1, 1])
    scene.joint("shoulder", "universal", "upper", anchor=[0, 0, 0], axis=[1, 0, 0], axis_b=[0, 1, 0])
    scene.joint("elbow", "revolute", "lower", "upper", anchor=[1, 0, 0], axis=[0, 0, 1])
    scene.joint("ball", "spherical", "upper", anchor=[0, 0, 0], axis=[0, 0, 1])
    scene.joint("weld", "weld", "lower", anchor=[0, 0, 0], break_force=5, break_torque=6)
    arm = scene.build()
    arm.body("upper").set_pose([0, 0, 0], [np.cos(0.2), 0, np.sin(0.2), 0])
    assert arm.joint("shoulder").axis == pytest.approx([np.cos(0.4), 0, -np.sin(0.4)])
    assert arm.joint("shoulder").axis_b == pytest.approx([0, 1, 0])
    assert arm.joint("elbow").b.name == "upper" and arm.joint("elbow").axis_b == pytest.approx([np.sin(0.4), 0, np.cos(0.4)])
    assert arm.joint("elbow").anchor_b == pytest.approx([np.cos(0.4), 0, -np.sin(0.4)])
    assert arm.joint("weld").axis is None and arm.joint("weld").units == [] and arm.joint("weld").limits.shape == (0, 2)
    assert (arm.joint("weld").break_force, arm.joint("weld").break_torque) == (5, 6)
    assert perpend.World.load("slider_crank").joint("shaft").axis.tolist() == [0, 0, 1]
    assert perpend.World.load("slider_crank").joint("guide").axis == pytest.approx([1, 0, 0])


def test_coordinates_of_all_joints_are_in_the_order_of_their_names():
    world = drill(slide={"start": 0.25})
    world.set_coordinates({"hinge": 7.0, ("sleeve", 1): -0.5}, {"hinge": 1.0, ("sleeve", 0): 2.0})
    assert world.coordinate_names == ["hinge[0]", "sleeve[0]", "sleeve[1]"]
    assert world.joint_coordinates == pytest.approx([7.0, 0.25, -0.5]) and world.joint_rates == pytest.approx([1, 2, 0])
    assert not world.joint_rates.flags.writeable
    assert perpend.World.load("hello").joint_limits.shape == (0, 2)
