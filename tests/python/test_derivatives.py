# SPDX-License-Identifier: Apache-2.0
"""Derivatives of a step, beside differences of the step itself, and a throw by gradient descent."""
import numpy as np
import perpend
import pytest


def thrown_block(mu=0.5):
    scene = perpend.Scene("throw", dt=0.01, gravity=[0, -9.81])
    scene.material("default", mu=mu)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("block", position=[0, 0.6], mass=2.0, shapes=[{"box": {"size": [0.4, 0.2]}}])
    return scene.build()


def stepped(world, change, h):
    twin = world.copy()
    change(twin, h)
    assert twin.step().status == "ok"
    return np.concatenate([twin.q, twin.v])


def differences(world, change, h=1e-6):
    return (stepped(world, change, h) - stepped(world, change, -h)) / (2 * h)


def test_by_state_of_a_box_that_slides():
    world = perpend.World.load("hello")
    world.step(5)
    d = world.derivatives()
    assert (d.status, d.sliding, d.degenerate, d.constant) == ("regular", 2, [], [])
    for k in range(3, 6):  # of the box, the second body
        def move(twin, h):
            twin.q[k] += h

        def push(twin, h):
            twin.v[k] += h
        assert d.by_state[:, k] == pytest.approx(differences(world, move), abs=1e-4)
        assert d.by_state[:, 6 + k] == pytest.approx(differences(world, push), abs=1e-5)
    assert d.surfaces == [("default", "default")]
    assert d.by_friction[9, 0] == pytest.approx(-9.81 * world.options["dt"], rel=1e-9)
    world.step()
    assert np.array_equal(d.q, world.q) and np.array_equal(d.v, world.v)


def test_by_ctrl():
    world = perpend.World.load("slider_crank")
    world.ctrl[:] = 2.0
    world.step(20)
    d = world.derivatives()
    assert d.status == "regular" and d.by_ctrl.shape == (2 * len(world.v), len(world.ctrl))

    def aim(twin, h):
        twin.ctrl[0] += h
    assert d.by_ctrl[:, 0] == pytest.approx(differences(world, aim, 1e-5), abs=1e-5)


def test_by_ctrl_of_a_later_coordinate():
    scene = perpend.Scene("drill", dt=0.01, gravity=[0, 0, -9.81])
    scene.body("bit", kind="spatial", mass=2.0, inertia=[0.1, 0.1, 0.05])
    motor = {"kind": "velocity", "target": 3.0, "max_force": 100}
    scene.joint("sleeve", "cylindrical", a="bit", anchor=[0, 0, 0], axis=[0, 0, 1],
                coordinates=[{"coordinate": 1, "motor": motor}])
    world = scene.build()
    world.step(3)
    d = world.derivatives()

    def aim(twin, h):
        twin.ctrl[0] += h
    assert d.by_ctrl[-6:, 0] == pytest.approx(differences(world, aim, 1e-5)[-6:], abs=1e-6)
    assert d.by_ctrl[-6:, 0].any()


def test_by_state_under_a_hundred_tonnes():
    """In the plane, where two corners share a load in one way: of four, any two may bear it all, and which do differs
    between builds. Steps are exact to some 1e-8 m/s there, so that differences over 1e-3 m/s are off by 1e-5."""
    scene = perpend.Scene("stack", dt=0.005)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {}}])
    for k in range(6):
        scene.body(f"box_{k}", position=[0, 0.25 + 0.5 * k], mass=10.0**k, shapes=[{"box": {"size": [0.3 + 0.1 * k, 0.5]}}])
    world = scene.build()
    world.step(3)
    d, n = world.derivatives(), len(world.v)
    assert d.status == "regular"
    for k in range(3, n):
        def push(twin, h):
            twin.v[k] += h
        off = d.by_state[n:, n + k] - differences(world, push, 1e-3)[len(world.q):]
        assert np.abs(off).max() < 3e-5


def test_by_servos():
    scene = perpend.Scene("arm", dt=0.01)
    scene.body("rod", kind="spatial", position=[0.2, 0, 0], mass=1, inertia=[1e-3, 0.02, 0.02])
    scene.joint("hinge", "pin", "rod", "world", anchor=[0, 0, 0], axis=[0, 1, 0], coordinates=[
        {"armature": 0.1, "motor": {"kind": "position", "target": 0.3, "stiffness": 30, "damping": 2, "max_force": 50}}])
    world = scene.build()
    world.step(10)

    def aim(twin, h):
        twin.ctrl[0] += h
    by_aim = differences(world, aim)[len(world.q):]
    assert np.abs(by_aim).max() > 0.01 and world.derivatives().by_ctrl[6:, 0] == pytest.approx(by_aim, abs=1e-6)


def test_degenerate_contacts_are_named():
    scene = perpend.Scene("still", dt=0.01, gravity=[0, 0])
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("block", position=[0, 0.1], mass=1.0, shapes=[{"box": {"size": [0.4, 0.2]}}])
    d = scene.build().derivatives()
    assert d.status == "degenerate"
    assert {(row.kind, row.a, row.b) for row in d.degenerate} == {("unloaded", "ground", "block")}


def test_no_derivatives_of_other_laws():
    d = perpend.World.load("hello", law="relaxed").derivatives()
    assert d.status == "failed" and "relaxed" in d.message


def test_a_throw_to_a_target():
    world, target, n = thrown_block(), 1.5, 6
    start, velocity = world.snapshot(), np.array([1.0, 0.5])
    for _ in range(40):
        world.restore(start)
        world.v[3:5] = velocity
        steps = []
        for _ in range(80):
            steps.append(world.derivatives().by_state)
            world.step()
        gradient = np.eye(2 * n)[3]
        for step in reversed(steps):
            gradient = step.T @ gradient
        miss = world.q[3] - target
        if abs(miss) < 1e-6:
            break
        velocity -= 0.5 * miss * gradient[n + 3:n + 5] / (gradient[n + 3:n + 5] @ gradient[n + 3:n + 5])
    assert abs(miss) < 1e-6
    assert np.abs(world.v).max() < 1e-9


def machine(mass=1.5, friction=0.4):
    """A post, a hammer on a hinge with dry friction, a slide whose motor is at its limit, a free disc."""
    scene = perpend.Scene("machine", dt=0.01, gravity=[0.5, -9.81])
    scene.body("post", kind="fixed")
    scene.body("hammer", position=[0.5, 0.1], angle=0.3, mass=mass, inertia=0.2 * mass, omega=1.0, velocity=[-0.1, 0.5])
    scene.body("slide", position=[3, 0], mass=2.0, inertia=0.1)
    scene.body("disc", position=[6, 0], mass=0.5, inertia=0.1)
    scene.joint("hinge", "pin", "hammer", "post", anchor=[0, 0], coordinates=[{"friction": friction}])
    motor = {"kind": "velocity", "target": 50.0, "max_force": 7.0}
    scene.joint("rail", "prismatic", "slide", axis=[0.6, 0.8], anchor=[3, 0], coordinates=[{"motor": motor}])
    scene.joint("spin", "pin", "disc", anchor=[6, 0],
                coordinates=[{"motor": {"kind": "velocity", "target": 1.0, "max_force": 99}}])
    return scene.build()


def after(world, h):
    assert world.step().status == "ok"
    return np.concatenate([world.q, world.v])


def test_each_derivative_is_by_what_its_name_says():
    world, h = machine(), 1e-5
    d = world.derivatives()
    assert d.status == "regular" and (d.by_joint_force.shape, d.by_mass.shape) == ((24, 3), (24, 4))

    def by(change, step=h):
        return differences(world, change, step)

    for k in range(3, 12):
        def push(twin, h):
            twin.force[k] += h
        assert d.by_force[:, k] == pytest.approx(by(push), abs=1e-8)
    for k in range(3):
        def turn(twin, h):
            twin.joint_force[k] += h
        assert d.by_joint_force[:, k] == pytest.approx(by(turn), abs=1e-8)

    def limit(twin, h):
        twin.joint("rail").set_motor_limit(7.0 + h)
    assert d.by_ctrl_limit[:, 0] == pytest.approx(by(limit), abs=1e-8) and d.by_ctrl_limit[:, 0].any()

    def aim(twin, h):
        twin.ctrl[1] += h
    assert d.by_ctrl[:, 1] == pytest.approx(by(aim), abs=1e-8) and d.by_ctrl[23, 1] == pytest.approx(1)
    assert not d.by_ctrl[:, 0].any() and not d.by_ctrl_limit[:, 1].any()
    for column, name in ((d.by_mass[:, 1], "mass"), (d.by_dry_friction[:, 0], "friction")):
        value = {"mass": 1.5, "friction": 0.4}[name]
        slope = (after(machine(**{name: value + h}), h) - after(machine(**{name: value - h}), h)) / (2 * h)
        assert column == pytest.approx(slope, abs=1e-7) and column.any(), name
    assert not d.by_mass[:, 0].any() and not d.by_dry_friction[:, 1:].any()
    here = world.hash()
    world.derivatives()
    assert world.hash() == here and np.array_equal(np.concatenate([d.q, d.v]), after(world, 0))


def test_rows_without_a_derivative_are_named_by_joint_or_bodies():
    scene = perpend.Scene("edge", dt=0.01, gravity=[0, 0])
    scene.body("first", kind="fixed")
    scene.body("wheel", mass=1.0, inertia=1.0, position=[1, 0])
    scene.joint("weld", "weld", "wheel", "first", anchor=[1, 0])
    scene.body("other", mass=1.0, inertia=1.0, position=[5, 0])
    scene.joint("axle", "pin", "other", anchor=[5, 0], coordinates=[{"limits": [0, 1]}])
    d = scene.build().derivatives()
    (row,) = d.degenerate
    assert (row.kind, row.joint, row.a, row.b) == ("at_bound", "axle", None, None) and "axle" in row.name


def test_large_results_show_their_shapes():
    world = perpend.World.load("chain")
    shown = repr(world.derivatives())
    n = 2 * len(world.v)
    assert shown.startswith("StepDerivatives(status='regular', message='', q=array(") and len(shown) < 900
    assert f"by_state=array({n}, {n})" in shown and f"v=array({len(world.v)})" in shown and "sticking=0" in shown
    assert repr(world.inverse_dynamics({})).startswith("InstantDynamics(force=[], acceleration=array(")
