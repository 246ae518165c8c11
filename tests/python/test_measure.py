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
