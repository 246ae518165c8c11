# SPDX-License-Identifier: Apache-2.0
"""Read-outs of a world, against closed forms and each other."""
import numpy as np
import perpend
import pytest


def arm(lengths=(0.5, 0.4), masses=(2.0, 1.0)):
    """A planar arm of rods from the origin along x."""
    scene = perpend.Scene("arm", dt=1e-3, gravity=[0, -9.81])
    reach, before = 0.0, None
    for k, (length, mass) in enumerate(zip(lengths, masses)):
        scene.body(f"rod_{k}", position=[reach + length / 2, 0], mass=mass, inertia=mass * length**2 / 12)
        ends = {"a": f"rod_{k}"} if before is None else {"a": f"rod_{k}", "b": before}
        scene.joint(f"pin_{k}", "pin", anchor=[reach, 0], **ends)
        reach, before = reach + length, f"rod_{k}"
    return scene.build()


def boxes():
    scene = perpend.Scene("boxes", dt=2e-3, gravity=[0, 0, -9.81])
    scene.body("ground", kind="spatial_fixed", shapes=[{"half_space": {}}])
    for k in range(3):
        scene.body(f"box_{k}", kind="spatial", position=[0, 0, 0.25 + 0.5 * k], mass=2.0,
                   shapes=[{"box": {"size": [0.5, 0.5, 0.5]}}])
    return scene.build()


def test_inverse_dynamics_of_two_links():
    l1, l2, m1, m2, g = 0.5, 0.4, 2.0, 1.0, 9.81
    world = arm()
    tau = world.inverse_dynamics({"pin_0": 0.0, "pin_1": 0.0})
    hold_2 = m2 * g * l2 / 2
    hold_1 = m1 * g * l1 / 2 + m2 * g * (l1 + l2 / 2)
    assert np.abs(tau.force) == pytest.approx([hold_1, hold_2], rel=1e-12)
    assert tau.residual < 1e-12
    H, c = world.joint_space([("pin_0", 0), "pin_1"])
    assert H == pytest.approx(H.T)
    assert H[1, 1] == pytest.approx(m2 * l2**2 / 3, rel=1e-10)
    assert c == pytest.approx(tau.force, rel=1e-9)
    accelerations = np.array([0.7, -1.1])
    driven = world.inverse_dynamics({"pin_0": 0.7, "pin_1": -1.1})
    assert driven.force == pytest.approx(H @ accelerations + c, rel=1e-9)


def test_jacobians_give_velocities():
    world = arm()
    world.v = np.random.default_rng(3).normal(size=world.v.size)
    tip = world.body("rod_1").jacobian([0.2, 0, 0]) @ world.v
    body = world.body("rod_1")
    assert tip == pytest.approx(body.velocity + np.cross(body.omega, [0.2, 0, 0]), abs=1e-13)
    assert body.spin_jacobian @ world.v == pytest.approx(body.omega, abs=1e-14)
    pin = world.joint("pin_1")
    assert pin.jacobian() @ world.v == pytest.approx(pin.rates[0], abs=1e-13)
    J, error = world.constraint_rows
    assert J.shape == (4, 6) and error == pytest.approx(np.zeros(4), abs=1e-15)


def test_energy_mass_and_bias():
    world = arm()
    world.v = np.arange(6.0)
    assert 0.5 * world.v @ world.mass_matrix @ world.v == pytest.approx(world.energy_parts["kinetic"])
    assert world.energy == pytest.approx(sum(world.energy_parts.values()))
    mass, place, _ = world.center_of_mass()
    assert mass == pytest.approx(3.0) and place[0] == pytest.approx((2 * 0.25 + 1 * 0.7) / 3)
    assert world.center_of_mass(["rod_1"])[1] == pytest.approx([0.7, 0, 0])
    assert world.bias_force[1] == pytest.approx(2.0 * 9.81)


def test_a_stack_bears_its_weight_and_says_when_it_touched():
    world = boxes()
    begun = []
    for _ in range(50):
        world.step()
        begun += [event for event in world.contact_events if event.kind == "begin"]
    assert {(event.a, event.b) for event in begun} == {("ground", "box_0"), ("box_0", "box_1"), ("box_1", "box_2")}
    weight = 2.0 * 9.81
    assert world.body("ground").contact_force() == pytest.approx([0, 0, -3 * weight], abs=1e-6)
    assert world.body("box_1").contact_force("box_2") == pytest.approx([0, 0, -weight], abs=1e-6)
    now = world.contact_forces()
    assert now["status"] == "solved" and len(now["touches"]) >= 9
    on_ground = sum(touch.force for touch in now["touches"] if "ground" in (touch.a, touch.b))
    assert on_ground[2] == pytest.approx(3 * weight, rel=1e-6)


def test_distances_and_rays():
    world = boxes()
    found = world.distance("ground", "box_1")
    assert found.gap == pytest.approx(0.5) and found.normal == pytest.approx([0, 0, 1])
    hits = world.cast_ray([0, 0, 5], [0, 0, -2.0])
    assert [hit.body for hit in hits] == ["box_2", "box_1", "box_0", "ground"]
    assert hits[0].distance == pytest.approx(3.5) and hits[0].normal == pytest.approx([0, 0, 1])
    assert world.cast_ray([0, 0, 5], [0, 0, -1], without=["box_2"])[0].body == "box_1"
    assert world.cast_ray([9, 9, 5], [0, 0, 1]) == []
    with pytest.raises(perpend.InvalidArgument, match="box_9"):
        world.distance("ground", "box_9")


def sliding_on_a_ramp():
    """A hanging ball, then a ramp and a box that slides down it, of materials of their own."""
    scene = perpend.Scene("ramp", dt=1e-3, gravity=[9.81 * 0.6, 0, -9.81 * 0.8])
    scene.material("steel", mu_s=0.5, mu_k=0.25)
    scene.body("ball", kind="spatial", position=[9, 9, 9], shapes=[{"sphere": {"radius": 0.1}}], mass=1.0)
    scene.joint("thread", "weld", "ball", anchor=[9, 9, 9])
    scene.body("ramp", kind="spatial_fixed", shapes=[{"half_space": {}}], material="steel")
    scene.body("box", kind="spatial", position=[0, 0, 0.1 + 1e-5], velocity=[2, 1, 0], mass=3.0, material="steel",
               shapes=[{"box": {"size": [0.4, 0.4, 0.2]}}])
    return scene.build()


def test_a_contact_has_its_bodies_place_force_and_slip():
    world = sliding_on_a_ramp()
    world.step(40)
    before, rows = world.body("box").pos, world.contacts
    assert len(rows) == 4 and {tuple(row) for row in rows[["a", "b", "status"]].tolist()} == {(1, 2, 2)}
    assert world.body_names[1:] == ["ramp", "box"]
    load, slip = 3 * 9.81 * 0.8, world.body("box").velocity
    assert rows["impulse"].sum(axis=0) / 1e-3 == pytest.approx([*(-0.25 * load * slip[:2] / np.linalg.norm(slip)),
                                                                load], rel=1e-6)
    assert rows["normal"] == pytest.approx(np.tile([0, 0, 1], (4, 1)))
    assert rows["slip"] == pytest.approx(np.tile([*slip[:2], 0], (4, 1)), rel=1e-6)
    assert rows["mu"].tolist() == [0.25] * 4 and not rows["moment"].any()
    corners = sorted((x, y) for x in (-0.2, 0.2) for y in (-0.2, 0.2))
    found = sorted((round(x, 2), round(y, 2)) for x, y, _ in rows["point"] - before + 1e-3 * slip)
    assert found == corners and np.abs(rows["point"][:, 2]).max() < 1e-5
    world.body("box").set_pose([0, 0, 0.1 - 2e-4], [1, 0, 0, 0])
    world.step()
    assert world.contacts["gap"] == pytest.approx([-2e-4] * 4, rel=1e-6)
    lying = on_table()
    lying.step(5)
    assert set(lying.contacts["status"]) == {1} and lying.contacts["mu"].tolist() == [0.5] * 4


def on_table(**keys):
    scene = perpend.Scene("table", dt=1e-3, gravity=[0, 0, -9.81])
    scene.body("table", kind="spatial_fixed", shapes=[{"half_space": {}}])
    scene.body("box", kind="spatial", position=[0, 0, 0.1], mass=3.0, shapes=[{"box": {"size": [0.4, 0.4, 0.2]}}],
               **keys)
    return scene.build()


def test_a_touch_begins_and_ends_with_what_it_gave():
    world = on_table()
    world.step(10)
    world.body("box").apply_impulse([0, 0, 9.0])
    world.step(20)
    (ended,) = world.contact_events
    assert (ended.kind, ended.a, ended.b) == ("end", "table", "box")
    assert ended.time == pytest.approx(0.011) and ended.since == pytest.approx(0.001)
    assert ended.impulse == pytest.approx([0, 0, 3 * 9.81 * 0.01], abs=1e-9)
    world.body("box").set_pose([2, 1, 0.1], [1, 0, 0, 0])
    world.body("box").set_velocity([0, 0, -1.0])
    world.step(3)
    (begun,) = world.contact_events
    assert (begun.kind, begun.time, begun.since) == ("begin", pytest.approx(0.031), pytest.approx(0.031))
    assert begun.impulse == pytest.approx([0, 0, 3 * (1 + 9.81 * 1e-3)], rel=1e-9)
    assert begun.point[:2] == pytest.approx([2, 1], abs=0.2001)


def test_forces_now_are_of_limits_drives_and_contacts_by_name():
    scene = perpend.Scene("now", dt=1e-3, gravity=[0, 0, -9.81])
    scene.body("table", kind="spatial_fixed", shapes=[{"half_space": {}}])
    scene.body("box", kind="spatial", position=[0, 0, 0.1], mass=3.0, shapes=[{"box": {"size": [0.4, 0.4, 0.2]}}])
    for name, keys in (("stopped", {"limits": [0, None]}),
                       ("driven", {"motor": {"kind": "velocity", "target": 0, "max_force": 99}})):
        scene.body(name, kind="spatial", position=[len(name), 5, 5], mass=2.0, inertia=[1, 1, 1])
        scene.joint(f"{name} rail", "prismatic", name, anchor=[len(name), 5, 5], axis=[0, 0, 1], coordinates=[keys])
    now = scene.build().contact_forces()
    assert now["status"] == "solved" and now["residual"] <= now["residual_bound"] and now["ray"].size == 0
    by_kind = {kind: [touch for touch in now["touches"] if touch.kind == kind]
               for kind in ("contact", "limit", "drive")}
    assert [len(each) for each in by_kind.values()] == [4, 1, 1]
    for kind, joint in (("limit", "stopped rail"), ("drive", "driven rail")):
        (touch,) = by_kind[kind]
        assert (touch.a, touch.b, touch.joint, touch.coordinate) == (None, None, joint, 0)
        assert touch.force == pytest.approx([2 * 9.81, 0, 0], rel=1e-9)
        assert touch.acceleration[0] == pytest.approx(0, abs=1e-9)
    for touch in by_kind["contact"]:
        assert (touch.a, touch.b, touch.joint) == ("table", "box", None) and not touch.impacts and not touch.slides
        assert touch.normal == pytest.approx([0, 0, 1]) and abs(touch.point[2]) < 1e-12
        assert touch.gap == pytest.approx(0, abs=1e-12)
    assert sum(touch.force for touch in by_kind["contact"]) == pytest.approx([0, 0, 3 * 9.81], abs=1e-9)
    sliding = on_table(velocity=[1, 0, -0.5]).contact_forces()["touches"]
    assert all(touch.impacts for touch in sliding)
    sliding = on_table(velocity=[1, 0, 0]).contact_forces()["touches"]
    assert all(touch.slides and touch.slip == pytest.approx([1, 0, 0]) for touch in sliding)
    assert sum(touch.force for touch in sliding) == pytest.approx([-0.5 * 3 * 9.81, 0, 3 * 9.81], rel=1e-9, abs=1e-9)


def test_forward_and_inverse_dynamics_take_other_forces():
    world = arm()
    rates = {"pin_0": 0.4, "pin_1": -1.3}
    world.set_coordinates({"pin_0": 0.3, "pin_1": 0.8}, rates)
    other = np.random.default_rng(1).normal(size=6)
    free = world.inverse_dynamics({}, other)
    J, _ = world.constraint_rows
    left = world.mass_matrix @ free.acceleration + world.bias_force - other - J.T @ free.joint_force
    assert np.abs(left).max() < 1e-11 and free.force.shape == (0,)
    asked = {("pin_1", 0): 2.5}
    driven = world.inverse_dynamics(asked, other)
    joint = world.joint("pin_1")
    left = (world.mass_matrix @ driven.acceleration + world.bias_force - other - J.T @ driven.joint_force
            - joint.jacobian() * driven.force[0])
    assert np.abs(left).max() < 1e-11
    assert joint.jacobian() @ driven.acceleration == pytest.approx(2.5, rel=1e-9)
    assert world.inverse_dynamics(asked).force != pytest.approx(driven.force, rel=1e-3)
    with pytest.raises(perpend.InvalidArgument, match="^pin_1 must be a number"):
        world.inverse_dynamics({"pin_1": "fast"})


def test_a_drive_along_the_second_coordinate_is_read_as_such():
    scene = perpend.Scene("drill", gravity=[0, 0, 0])
    scene.body("bit", kind="spatial", mass=2.0, inertia=[0.5, 0.5, 0.25])
    scene.joint("sleeve", "cylindrical", "bit", anchor=[0, 0, 0], axis=[0, 0, 1])
    world = scene.build()
    assert world.inverse_dynamics({("sleeve", 0): 3.0, ("sleeve", 1): 3.0}).force == pytest.approx([6.0, 0.75])
    H, c = world.joint_space([("sleeve", 1), "sleeve"])
    assert H == pytest.approx(np.diag([0.25, 2.0])) and c == pytest.approx([0, 0], abs=1e-12)


def test_momentum_energy_and_centre_of_mass_of_bodies_that_are_named():
    scene = perpend.Scene("sum", gravity=[0, 0, -2.0])
    scene.body("still", kind="spatial_fixed", shapes=[{"sphere": {"radius": 1}}])
    scene.body("one", kind="spatial", position=[1, 2, 3], velocity=[1, 0, -2], omega=[0.5, 0, 0], mass=2.0,
               inertia=[4, 5, 6], level=1)
    scene.body("two", kind="spatial", position=[-3, 0, 1], velocity=[0, 3, 0], omega=[0, 0, -1], mass=6.0,
               inertia=[4, 5, 6], level=2)
    scene.joint("spring", "strut", "one", "two", anchor=[1, 2, 3], anchor_b=[-3, 0, 1],
                coordinates=[{"spring": {"stiffness": 3.0, "rest": np.sqrt(24) - 0.5}}])
    world = scene.build()
    place = (2 * np.array([1, 2, 3]) + 6 * np.array([-3, 0, 1])) / 8
    for bodies in (None, ["one", "two"], ["one", "two", "still"]):
        mass, at, speed = world.center_of_mass(bodies)
        assert mass == 8 and at == pytest.approx(place) and speed == pytest.approx([0.25, 2.25, -0.5])
    assert world.center_of_mass(["two"])[2].tolist() == [0, 3, 0] and world.center_of_mass(["one"])[0] == 2
    linear, angular = world.momentum
    spun = np.cross([1, 2, 3], [2, 0, -4]) + np.cross([-3, 0, 1], [0, 18, 0]) + [2, 0, 0] + [0, 0, -6]
    assert linear == pytest.approx([2, 18, -4]) and angular == pytest.approx(spun)
    parts = world.energy_parts
    assert parts["kinetic"] == pytest.approx(0.5 * (2 * 5 + 6 * 9 + 4 * 0.25 + 6))
    assert parts["potential"] == pytest.approx(2.0 * (2 * 3 + 6 * 1))
    assert parts["springs"] == pytest.approx(0.5 * 3 * 0.25, rel=1e-2)
    assert list(parts) == ["kinetic", "potential", "springs"] and world.energy == pytest.approx(sum(parts.values()))


def test_a_ray_tells_the_shape_and_reaches_as_far_as_it_is_long():
    scene = perpend.Scene("pegs", gravity=[0, 0])
    scene.body("first", position=[0, 9], shapes=[{"disc": {"radius": 0.1}}])
    scene.body("pegs", position=[1, 1], angle=np.pi / 2,
               shapes=[{"disc": {"radius": 0.5}, "position": [0, 2]}, {"disc": {"radius": 0.25}, "position": [0, -2]}])
    world = scene.build()
    near, far = world.cast_ray([10, 1], [-3, 0])
    assert (near.body, near.shape, far.shape) == ("pegs", 1, 0)  # turned by a quarter, at x = 3 and -1
    assert near.distance == pytest.approx(6.75) and far.distance == pytest.approx(10.5)
    assert near.point == pytest.approx([3.25, 1, 0]) and near.normal == pytest.approx([1, 0, 0])
    assert world.cast_ray([10, 1], [-3, 0], length=6.75 + 1e-9) and world.cast_ray([10, 1], [-1, 0], 6.7) == []
    assert [hit.shape for hit in world.cast_ray([10, 1], [-1, 0], 7)] == [1]
    assert world.cast_ray([10, 1], [-1, 0], without=["pegs"]) == []
    found = world.distance("first", "pegs")
    assert found.gap == pytest.approx(np.hypot(1, 8) - 0.6)
    assert found.normal == pytest.approx(np.array([-1, -8, 0]) / np.hypot(1, 8))
    assert found.point_a == pytest.approx([0, 9, 0] + 0.1 * found.normal)
    assert found.point_b == pytest.approx([-1, 1, 0] - 0.5 * found.normal)
