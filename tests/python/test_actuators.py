# SPDX-License-Identifier: Apache-2.0
"""Actuators of scenes: what ctrl means, ranges, derivatives and where they are kept."""
import pickle

import numpy as np
import perpend
import pytest


def cart(actuators, coordinate=None, **keys):
    """2 kg on a rail along x, without gravity."""
    scene = perpend.Scene("cart", gravity=[0, 0], dt=0.01, **keys)
    scene.body("cart", mass=2.0, inertia=1.0)
    scene.joint("rail", "prismatic", "cart", axis=[1, 0], coordinates=[coordinate] if coordinate else None)
    for name, keys_of in actuators.items():
        scene.actuator(name, "rail", **keys_of)
    return scene


SERVO = {"motor": {"kind": "position", "target": 9.0, "stiffness": 50, "damping": 20}}
RNG = np.random.default_rng(7)


@pytest.mark.parametrize("gain,offset,lo,hi,control", RNG.uniform(-2, 2, (12, 5)).tolist())
def test_a_force_is_gain_times_the_limited_control_plus_offset(gain, offset, lo, hi, control):
    lo, hi = sorted((lo, hi))
    world = cart({"push": {"gain": gain, "offset": offset, "control_range": [lo, hi]}}).build()
    world.ctrl[:] = control
    world.step(10)
    force = gain * min(max(control, lo), hi) + offset
    assert world.body("cart").velocity[0] == pytest.approx(force * 0.1 / 2, rel=1e-12, abs=1e-14)
    assert world.ctrl[0] == control


@pytest.mark.parametrize("lo,hi,control", [(-1, 3, 9.0), (-1, 3, -9.0), (0.5, 0.7, 0.1), (None, 2, 5.0), (None, 2, -5.0)])
def test_a_force_range_limits_the_force(lo, hi, control):
    world = cart({"push": {"force_range": [lo, hi]}}).build()
    world.ctrl[:] = control
    world.step()
    force = min(max(control, -np.inf if lo is None else lo), hi)
    assert world.body("cart").velocity[0] == pytest.approx(force * 0.01 / 2, rel=1e-12)


@pytest.mark.parametrize("kind,gains", [("position", {"stiffness": 50, "damping": 4}), ("velocity", {"damping": 30}), ("velocity", {}),
                                        ("position", {"time_constant": 0.1})])
@pytest.mark.parametrize("control", [-30.0, 40.0])
def test_a_motor_pushes_within_a_range_that_differs_in_both_directions(kind, gains, control):
    world = cart({"aim": {"kind": "target", "force_range": [-1.0, 6.0]}}, {"motor": {"kind": kind, "target": 0, **gains}}).build()
    world.ctrl[:] = control
    world.step(3)  # too far or fast a target for the motor to reach
    force = 6.0 if control > 0 else -1.0
    assert world.body("cart").velocity[0] == pytest.approx(force * 0.03 / 2, rel=1e-10)


def test_within_its_range_a_servo_has_the_force_of_its_gains():
    drawn = np.random.default_rng(3)
    for _ in range(10):
        lo, hi, control = -drawn.uniform(60, 90), drawn.uniform(200, 300), drawn.uniform(-0.5, 0.5)
        ranged = cart({"aim": {"kind": "target", "force_range": [lo, hi]}}, SERVO).build()
        free = cart({"aim": {"kind": "target"}}, SERVO).build()
        ranged.ctrl[:] = free.ctrl[:] = control
        ranged.step(60), free.step(60)
        assert ranged.q == pytest.approx(free.q, rel=1e-9, abs=1e-12) and free.q[0] != 0


def test_targets_add_up_and_take_the_place_of_the_motors_own():
    world = cart({"a": {"kind": "target", "gain": 2}, "b": {"kind": "target", "offset": 0.1}}, SERVO).build()
    world.ctrl = [0.2, 0.3]
    world.step(2000)
    assert world.joint("rail").coordinates[0] == pytest.approx(0.8, abs=1e-9)
    with pytest.raises(perpend.InvalidArgument, match="actuator 'a'"):
        world.joint("rail").set_motor_target(1.0)


def test_without_actuators_ctrl_has_the_targets_of_motors():
    world = cart({}, SERVO).build()
    assert world.actuator_names == world.motor_names == ["rail[0]"] and world.ctrl.tolist() == [9.0]


def test_motors_without_actuators_keep_their_targets():
    world = cart({"push": {"gain": 10.0}}, SERVO).build()
    assert world.actuator_names == ["push"] and world.motor_names == ["rail[0]"]
    world.ctrl[:] = 5.0
    world.step(3000)
    assert world.joint("rail").coordinates[0] == pytest.approx(9 + 50 / 50, abs=1e-9)
    world.joint("rail").set_motor_target(-1.0)
    world.step(3000)
    assert world.joint("rail").coordinates[0] == pytest.approx(-1 + 50 / 50, abs=1e-9)


def test_controls_start_as_the_scene_says_and_copies_keep_them():
    world = cart({"push": {"control": 0.5, "gain": 4}, "spare": {"kind": "none"}}).build()
    assert world.ctrl.tolist() == [0.5, 0.0]
    world.step()
    assert world.body("cart").velocity[0] == pytest.approx(0.01, rel=1e-12)
    world.ctrl[0] = -3
    state = world.snapshot()
    twin, third = world.copy(), pickle.loads(pickle.dumps(world))
    world.step(5), twin.step(5), third.step(5)
    assert world.hash() == twin.hash() == third.hash() and third.ctrl.tolist() == [-3.0, 0.0]
    world.restore(state)  # controls are no part of it
    assert world.ctrl.tolist() == [-3.0, 0.0]
    world.clear_held()
    assert world.ctrl.tolist() == [-3.0, 0.0]


def test_a_control_that_is_not_finite_is_refused_by_name():
    world = cart({"push": {}, "pull": {"gain": -1}}).build()
    world.ctrl[1] = np.nan
    with pytest.raises(perpend.InvalidArgument, match="'pull'"):
        world.step()
    with pytest.raises(perpend.InvalidArgument, match="ctrl"):
        perpend.rollout(world, world.q, world.v, ctrl=np.full((1, 3, 2), np.inf))
    with pytest.raises(perpend.InvalidArgument, match="shape"):
        world.ctrl = [1.0]


def test_actuators_that_remain_keep_their_controls_after_an_exchange():
    scene = cart({"a": {}, "b": {}})
    world = scene.build()
    world.ctrl = [1.0, 2.0]
    other = cart({"new": {"control": 7.0}, "b": {"gain": 3.0}})
    world.exchange(other)
    assert world.actuator_names == ["new", "b"] and world.ctrl.tolist() == [7.0, 2.0]
    world.step()
    assert world.body("cart").velocity[0] == pytest.approx((7 + 6) * 0.01 / 2, rel=1e-12)


def test_actuators_that_a_scene_gets_take_over_its_motors():
    world = cart({}, SERVO).build()
    world.ctrl[:] = -2.0
    world.step()
    world.exchange(cart({"aim": {"kind": "target", "control": 0.4}}, SERVO))
    assert world.ctrl.tolist() == [0.4]
    world.step(2000)
    assert world.joint("rail").coordinates[0] == pytest.approx(0.4, abs=1e-9)
    world.exchange(cart({}, SERVO))
    assert world.actuator_names == ["rail[0]"] and world.ctrl.tolist() == [9.0]


def test_derivatives_by_controls_are_those_of_differences():
    drawn = np.random.default_rng(5)
    for _ in range(6):
        gains = drawn.uniform(-3, 3, 4)
        world = cart({"push": {"gain": gains[0], "control_range": [-1, 1]}, "stop": {"gain": gains[1], "force_range": [-0.1, 0.1]},
                      "aim": {"kind": "target", "gain": gains[2], "control_range": [-2, 2]}, "spare": {"kind": "none"}}, SERVO).build()
        world.v[0] = 0.3
        for controls in (drawn.uniform(-0.9, 0.9, 4), [1.5, 0.9, -2.5, 0]):
            world.ctrl = controls
            d = world.derivatives()
            assert d.status == "regular" and d.by_ctrl.shape == (6, 4) and d.by_ctrl_limit.shape == (6, 1)
            for k in range(4):
                twins = [world.copy() for _ in range(2)]
                for twin, sign in zip(twins, (1, -1)):
                    twin.ctrl[k] += sign * 1e-4
                    twin.step()
                change = np.concatenate([twins[0].q - twins[1].q, twins[0].v - twins[1].v]) / 2e-4
                assert d.by_ctrl[:, k] == pytest.approx(change, abs=1e-8)
        assert not d.by_ctrl[:, [0, 2, 3]].any()


def test_rollouts_of_controls_are_those_of_copies():
    world = cart({"push": {"gain": 3, "control_range": [-1, 1]}, "aim": {"kind": "target"}}, SERVO).build()
    controls = np.random.default_rng(1).uniform(-2, 2, (4, 30, 2))
    starts = [np.tile(each, (4, 1)) for each in (world.q, world.v)]
    runs = perpend.rollout(world, *starts, ctrl=controls, threads=2)
    for run in range(4):
        twin = world.copy()
        for step in range(30):
            twin.ctrl = controls[run, step]
            twin.step()
        assert np.array_equal(runs.q[run, -1], twin.q) and np.array_equal(runs.v[run, -1], twin.v)


def test_removed_joints_take_their_actuators_with_them():
    scene = cart({"push": {}})
    scene.body("other", position=[5, 0], mass=1, inertia=1)
    scene.joint("hinge", "pin", "other", anchor=[5, 0], coordinates=[{"name": "swing"}])
    scene.actuator("turn", "swing")
    assert scene.build().actuator_names == ["push", "turn"]
    scene.remove_joint("hinge")
    assert scene.build().actuator_names == ["push"]
    scene.remove_body("cart")
    assert scene.build().actuator_names == []


def gimbal():
    scene = perpend.Scene("gimbal", gravity=[0, 0, 0], dt=0.005)
    scene.body("arm", kind="spatial", mass=1.0, inertia=[0.1, 0.2, 0.3])
    scene.joint("yaw", "universal", "arm", anchor=[0, 0, 0], axis=[0, 1, 0], axis_b=[0, 0, 1], coordinates=[
        {"coordinate": 1, "name": "pitch", "motor": {"kind": "velocity", "target": 0.0, "damping": 2.0}}])
    scene.actuator("turn", "pitch")
    scene.actuator("spin", "pitch", "target")
    return scene


def test_a_coordinate_is_found_by_its_own_name():
    world = gimbal().build()
    world.set_coordinates({"yaw": 0.3, "pitch": -0.4}, {"pitch": 0.2, ("yaw", 0): 0.1})
    whole, pitch = world.joint("yaw"), world.joint("pitch")
    assert whole.coordinates == pytest.approx([0.3, -0.4]) and pitch.coordinates == pytest.approx([-0.4])
    assert whole.rates == pytest.approx([0.1, 0.2]) and pitch.rates == pytest.approx([0.2])
    assert pitch.jacobian() == pytest.approx(whole.jacobian(1)) and pitch.name == "pitch"
    pitch.set_force(0.7)
    assert world.joint_force.tolist() == [0.0, 0.7]
    assert world.coordinate_names == ["yaw[0]", "yaw[1]"] and world.joint_names == ["yaw"]
    for wrong in (lambda: pitch.apply_force(1.0, 1), lambda: world.set_coordinates({("pitch", 1): 0.0}), lambda: world.joint("pich")):
        with pytest.raises(perpend.InvalidArgument, match="pitch"):
            wrong()
    world.clear_held()
    world.ctrl = [0.0, 1.5]
    world.step(500)
    assert pitch.rates[0] == pytest.approx(1.5, abs=0.05)
    assert pitch.forces.shape == (1,) and whole.forces.shape == (2,)


def test_faults_of_actuators_are_all_told_with_their_element():
    scene = cart({"push": {"coordinate": 3}, "aim": {"kind": "target"}, "slow": {"control_range": [2, 1]}, "hold": {"kind": "targt"}})
    scene.actuator("lost", "rial")
    scene.actuator("push", "rail")
    with pytest.raises(perpend.InputError) as refused:
        scene.build()
    text = str(refused.value)
    for words in ("actuators[0].coordinate", "no motor", "actuators[2].control_range", "actuators[3].kind", 'no joint is named "rial"',
                  "'push' is taken"):
        assert words in text, text
