# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import perpend
import pytest


def starts(world, runs, seed):
    rng = np.random.default_rng(seed)
    q0 = np.tile(world.q, (runs, 1))
    v0 = world.v + rng.normal(0, 0.1, (runs, world.v.size))
    return q0, v0


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_runs_have_the_bits_they_have_alone(threads):
    world = perpend.World.load("hello")
    q0, v0 = starts(world, 5, 1)
    runs = perpend.rollout(world, q0, v0, steps=40, threads=threads)
    assert (runs.done == 40).all()
    for i in range(5):
        world.reset()
        world.q, world.v = q0[i], v0[i]
        world.step(40)
        assert np.array_equal(world.q, runs.q[i, -1]) and np.array_equal(world.v, runs.v[i, -1])


def test_motors_follow_the_controls_of_each_run():
    world = perpend.World.load("slider_crank")
    targets = np.array([1.0, 2.0])
    ctrl = np.tile(targets[:, None, None], (1, 100, 1))
    runs = perpend.rollout(world, np.tile(world.q, (2, 1)), np.tile(world.v, (2, 1)), ctrl)
    for i, target in enumerate(targets):
        world.reset()
        world.ctrl = target
        world.step(100)
        assert np.array_equal(world.v, runs.v[i, -1])
        assert world.joint("shaft").rates[0] == pytest.approx(target, rel=1e-6)


def test_runs_have_the_targets_and_forces_that_the_world_holds():
    world = perpend.World.load("slider_crank")
    q0, v0 = np.tile(world.q, (2, 1)), np.tile(world.v, (2, 1))
    idle = perpend.rollout(world, q0, v0, steps=50)
    world.ctrl[:] = 3.0
    world.body("slider").set_force([5.0, 0, 0])
    world.joint("shaft").hold_force(0.5)
    world.joint("shaft").set_motor_limit(20.0)
    world.body("slider").apply_force([1000.0, 0, 0])  # of the next step: no run has it
    for threads in (1, 2):
        runs = perpend.rollout(world, q0, v0, steps=50, threads=threads)
        alone = world.copy()
        alone.reset()
        alone.q, alone.v = q0[0], v0[0]
        alone.step(50)
        assert np.array_equal(runs.q[1, -1], alone.q) and np.array_equal(runs.v[0, -1], alone.v)
    assert not np.array_equal(runs.q, idle.q)


def test_a_run_that_fails_leaves_the_others_alone():
    world = perpend.World.load("hello")
    q0, v0 = starts(world, 3, 2)
    v0[1, -1] = 1e300  # its energy is beyond double
    runs = perpend.rollout(world, q0, v0, steps=10)
    assert list(runs.done) == [10, 0, 10]
    assert np.isnan(runs.q[1]).all() and np.isnan(runs.v[1]).all() and np.isfinite(runs.q[[0, 2]]).all()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_start_that_is_not_finite_is_told_with_its_row(value):
    world = perpend.World.load("hello")
    rng = np.random.default_rng(7)
    for _ in range(10):
        q0, v0 = starts(world, 6, 3)
        row = int(rng.integers(6))
        for name, array, what in (("q0", q0, "position"), ("v0", v0, "velocity")):
            at = row, int(rng.integers(array.shape[1]))
            array[at], good = value, array[at]
            with pytest.raises(perpend.InvalidArgument, match=f"^{name} must be .* row {row}, where the {what} of body `") as error:
                perpend.rollout(world, q0, v0, steps=2)
            assert error.value.argument == name
            array[at] = good
        assert (perpend.rollout(world, q0, v0, steps=1).done == 1).all()


def test_controls_that_are_not_finite_and_rotations_of_nothing_are_told_with_their_row():
    world = perpend.World.load("slider_crank")
    ctrl = np.zeros((4, 3, 1))
    ctrl[2, 1, 0] = np.nan
    with pytest.raises(perpend.InvalidArgument, match="^ctrl must be finite, got nan in row 2$"):
        perpend.rollout(world, np.tile(world.q, (4, 1)), np.tile(world.v, (4, 1)), ctrl)
    dice = perpend.World.load("dice")
    q0 = np.tile(dice.q, (2, 1))
    q0[1, dice.q.size - 4:] = 0
    with pytest.raises(perpend.InvalidArgument, match="^q0 must be a pose .*, got row 1, where the rotation of body "):
        perpend.rollout(dice, q0, np.tile(dice.v, (2, 1)), steps=1)


def test_sizes_are_checked():
    world = perpend.World.load("hello")
    with pytest.raises(perpend.InvalidArgument, match="v0"):
        perpend.rollout(world, np.tile(world.q, (2, 1)), np.zeros((2, 1)), steps=3)
    with pytest.raises(TypeError):
        perpend.rollout(world, world.q, world.v)


def hanging_ball():
    scene = perpend.Scene("hang", gravity=[0, 0, -9.81])
    scene.body("ball", kind="spatial", position=[0, 0, -0.5], mass=1, shapes=[{"sphere": {"radius": 0.1}}])
    scene.joint("weld", "weld", "ball", anchor=[0, 0, 0], break_force=20)
    return scene.build()


def wound_up():
    scene = perpend.Scene("wind", gravity=[0, 0, 0])
    scene.body("rotor", kind="spatial", mass=1, inertia=[0.1, 0.1, 0.1])
    motor = {"kind": "position", "target": 0, "stiffness": 2, "damping": 1}
    scene.joint("hinge", "revolute", "rotor", anchor=[0, 0, 0], axis=[0, 0, 1], coordinates=[{"motor": motor}])
    world = scene.build()
    world.ctrl[0] = 10.0
    return world


def test_runs_start_with_the_time_turns_and_broken_joints_of_the_world():
    broken, wound = hanging_ball(), wound_up()
    broken.body("ball").apply_force([0, 0, -100])
    broken.step(3)
    assert broken.joint("weld").broken
    wound.step(3000)
    assert wound.joint("hinge").coordinates[0] > 2 * np.pi
    for world in (broken, wound):
        alone = world.copy()
        alone.step(50)
        here = perpend.rollout(world, world.q[None], world.v[None], steps=50)
        given = perpend.rollout(world, states=[world.snapshot()], steps=50)
        assert np.array_equal(here.q[0, -1], alone.q) and np.array_equal(given.q[0, -1], alone.q)


def test_states_are_of_the_model_and_stand_alone():
    world = wound_up()
    with pytest.raises(perpend.InvalidArgument, match="state"):
        perpend.rollout(world, states=[hanging_ball().snapshot()], steps=1)
    with pytest.raises(perpend.InvalidArgument, match="states"):
        perpend.rollout(world, states=[1], steps=1)
    with pytest.raises(TypeError, match="or states"):
        perpend.rollout(world, world.q[None], world.v[None], states=[world.snapshot()], steps=1)
    assert perpend.rollout(world, states=[], steps=1).q.shape == (0, 1, world.q.size)


def two_motors():
    """Two wheels in space with a motor each, of which the second has a weak one."""
    scene = perpend.Scene("two", gravity=[0, 0, -9.81], dt=0.004)
    for k, (name, most) in enumerate((("first", 5.0), ("second", 0.5))):
        scene.body(name, kind="spatial", position=[k, 0, 0], mass=1.0, inertia=[0.1, 0.2, 0.3])
        scene.joint(f"hinge_{k}", "revolute", name, anchor=[k - 0.2, 0, 0], axis=[0, 1, 0],
                    coordinates=[{"motor": {"kind": "velocity", "target": 0.0, "max_force": most}}])
    return scene.build()


@pytest.mark.parametrize("threads", [1, 3])
def test_each_run_has_the_control_of_each_motor_in_each_step(threads):
    world, runs, steps = two_motors(), 4, 15
    world.joint("hinge_1").set_motor_limit(2.5)
    draw = np.random.default_rng(6)
    ctrl = draw.normal(0, 3, (runs, steps, 2))
    world.step(4)
    speeds = world.v + draw.normal(0, 0.1, (runs, world.v.size))
    places = np.tile(world.q, (runs, 1))
    before = world.hash(), world.ctrl.tolist()
    found = perpend.rollout(world, places, speeds, ctrl, threads=threads)
    assert found.q.shape == (runs, steps, 14) and found.v.shape == (runs, steps, 12)
    assert found.done.tolist() == [steps] * runs
    for run in range(runs):
        twin = world.copy()
        twin.v = speeds[run]
        for step in range(steps):
            twin.ctrl = ctrl[run, step]
            twin.step()
            assert np.array_equal(found.q[run, step], twin.q) and np.array_equal(found.v[run, step], twin.v)
    assert (world.hash(), world.ctrl.tolist()) == before


def test_each_run_starts_from_the_state_that_is_its_own():
    world = two_motors()
    states = [world.snapshot()]
    for speed in (1.0, -2.0):
        world.ctrl = [speed, 3.0]
        world.step(20)
        states.append(world.snapshot())
    ctrl = np.random.default_rng(9).normal(size=(3, 6, 2))
    for threads in (1, 2):
        found = perpend.rollout(world, states=states, ctrl=ctrl, steps=6, threads=threads)
        for run, state in enumerate(states):
            twin = world.copy()
            twin.restore(state)
            for step in range(6):
                twin.ctrl = ctrl[run, step]
                twin.step()
            assert np.array_equal(found.q[run, -1], twin.q) and np.array_equal(found.v[run, -1], twin.v)
    one = perpend.rollout(world, states=states[1], steps=2)
    assert one.q.shape == (1, 2, 14)


def test_one_start_is_one_run_and_no_steps_are_no_rows():
    world = two_motors()
    found = perpend.rollout(world, world.q, world.v, steps=3)
    assert found.q.shape == (1, 3, 14)
    assert perpend.rollout(world, world.q, world.v, steps=0).q.shape == (1, 0, 14)
    for wrong, words in (({"threads": -1, "steps": 1}, "threads must be not negative, got -1"),
                         ({"ctrl": np.zeros((1, 4, 2)), "steps": 3},
                          r"ctrl must be of shape \(1, 3, 2\), got \(1, 4, 2\)"),
                         ({"ctrl": np.zeros((2, 4, 2))}, r"ctrl must be of shape \(1, steps, 2\), got \(2, 4, 2\)"),
                         ({"force": np.zeros((1, 4, 5))}, r"force must be of shape \(1, steps, 12\), got \(1, 4, 5\)")):
        with pytest.raises(perpend.InvalidArgument, match=f"^{words}$"):
            perpend.rollout(world, world.q, world.v, **wrong)
    for given in ({"q0": world.q}, {"v0": world.v}):
        with pytest.raises(TypeError, match="needs q0 and v0, or states"):
            perpend.rollout(world, steps=1, **given)


def test_a_run_that_fails_later_keeps_the_steps_it_took():
    world = two_motors()
    ctrl = np.zeros((2, 6, 2))
    force = np.zeros((2, 6, 12))
    force[1, 3, 0] = 1e300  # of a step whose energy is beyond double
    found = perpend.rollout(world, np.tile(world.q, (2, 1)), np.tile(world.v, (2, 1)), ctrl, force=force)
    assert found.done.tolist() == [6, 3]
    assert np.isfinite(found.q[1, :3]).all() and np.isnan(found.q[1, 3:]).all() and np.isnan(found.v[1, 3:]).all()
    assert np.isfinite(found.q[0]).all() and np.array_equal(found.q[0, :3], found.q[1, :3])


def test_each_run_has_the_report_that_it_has_alone():
    world = perpend.World.load("hello")
    q0, v0 = starts(world, 3, 4)
    runs = perpend.rollout(world, q0, v0, steps=30, threads=2)
    assert runs.certified.shape == runs.residual.shape == runs.residual_bound.shape == (3, 30) and runs.certified.all()
    for i in range(3):
        world.reset()
        world.q, world.v = q0[i], v0[i]
        residuals, bounds = [], []
        for _ in range(30):
            report = world.step()
            residuals.append(report.residual)
            bounds.append(report.residual_bound)
        assert runs.residual[i].tolist() == residuals and runs.residual_bound[i].tolist() == bounds
        world.reset()
        world.q, world.v = q0[i], v0[i]
        alone = world.step(30)
        assert runs.reports[i].keys() == alone.keys()
        for name in alone:
            if not name.startswith("time_"):
                assert runs.reports[i][name] == alone[name] and type(runs.reports[i][name]) is type(alone[name]), name
        assert runs.reports[i].certified
    assert runs.reports["rows"].dtype == int and runs.reports["rows"].tolist() == [each.rows for each in runs.reports]
    assert len(runs.reports[1:]) == 2 and runs.reports["status"].tolist() == ["ok"] * 3


def test_a_run_that_fails_says_so_and_is_not_certified():
    world = perpend.World.load("hello")
    q0, v0 = starts(world, 3, 2)
    v0[1, -1] = 1e300
    runs = perpend.rollout(world, q0, v0, steps=10)
    assert [each.status for each in runs.reports] == ["ok", "diverged", "ok"]
    assert runs.reports[1].message and not runs.reports[1].certified and runs.reports[0].certified
    assert runs.certified.any(axis=1).tolist() == [True, False, True]
    assert np.isnan(runs.residual[1]).all() and np.isnan(runs.residual_bound[1]).all()
    assert np.isfinite(runs.residual[[0, 2]]).all() and (runs.residual[0] <= runs.residual_bound[0]).all()
    assert repr(runs.reports) == "<Reports of 3 runs: 2 certified, 1 failed>"


def test_steps_that_are_solved_roughly_are_not_certified():
    world = perpend.World.load("card_house", solver="pgs")
    runs = perpend.rollout(world, world.q, world.v, steps=20)
    alone = [world.step() for _ in range(20)]
    rough = [step.inexact > 0 or step.uncertified > 0 for step in alone]
    assert any(rough) and not all(rough)
    assert (~runs.certified[0]).tolist() == rough == [not step.certified for step in alone]
    assert not runs.reports[0].certified and runs.reports[0].inexact == sum(step.inexact for step in alone)
    assert (runs.residual[0] > runs.residual_bound[0]).tolist() == rough


def test_reports_are_named_and_kept():
    world = perpend.World.load("hello")
    runs = perpend.rollout(world, world.q, world.v, steps=3)
    with pytest.raises(KeyError, match="did you mean 'residual'"):
        runs.reports["residul"]
    with pytest.raises(IndexError):
        runs.reports[1]
    twin = pickle.loads(pickle.dumps(runs))
    assert dict(twin.reports[0]) == dict(runs.reports[0]) and np.array_equal(twin.q, runs.q)
    assert len(repr(perpend.rollout(world, *starts(world, 50, 1), steps=100))) < 500
    none = perpend.rollout(world, world.q, world.v, steps=0)
    assert none.reports[0].status == "ok" and none.reports[0].certified and none.certified.shape == (1, 0)


def test_runs_without_starts_begin_where_the_world_is():
    world = perpend.World.load("slider_crank")
    world.ctrl = 1.0
    world.step(20)
    ctrl = np.arange(60.0).reshape(3, 20, 1)
    runs, named = perpend.rollout(world, ctrl=ctrl), perpend.rollout(world, states=[world.snapshot()] * 3, ctrl=ctrl)
    assert np.array_equal(runs.q, named.q) and runs.reports[2].step == 40
    assert perpend.rollout(world, steps=5).q.shape == (1, 5, world.q.size)
    for starts in ({"q0": world.q}, {"v0": world.v}, {"q0": world.q, "states": [world.snapshot()]},
                   {"q0": world.q, "v0": world.v, "states": [world.snapshot()]}):
        with pytest.raises(TypeError, match="needs q0 and v0, or states, or none of them"):
            perpend.rollout(world, **starts, steps=5)


def test_joint_coordinates_and_rates_come_with_the_runs():
    world = two_motors()
    assert perpend.rollout(world, steps=2).joint_coordinates is None is perpend.rollout(world, steps=2).joint_rates
    world.set_coordinates({"hinge_0": 7.0})  # more than a turn
    start = world.snapshot()
    ctrl = np.random.default_rng(5).normal(0, 20, (2, 40, 2))
    runs = perpend.rollout(world, ctrl=ctrl, joints=True, threads=2)
    assert runs.joint_coordinates.shape == runs.joint_rates.shape == (2, 40, len(world.coordinate_names))
    for i in range(2):
        world.restore(start)
        for k in range(40):
            world.ctrl = ctrl[i, k]
            world.step()
            assert np.array_equal(runs.joint_coordinates[i, k], world.joint_coordinates), (i, k)
            assert np.array_equal(runs.joint_rates[i, k], world.joint_rates)
    assert runs.joint_coordinates[:, 0, 0] == pytest.approx([7, 7], abs=0.2)
    world.v[:] = 1e300
    failed = perpend.rollout(world, steps=3, joints=True)
    assert np.isnan(failed.joint_coordinates).all() and np.isnan(failed.joint_rates).all()
