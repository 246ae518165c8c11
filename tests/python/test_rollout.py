# SPDX-License-Identifier: Apache-2.0
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


def test_a_run_that_fails_leaves_the_others_alone():
    world = perpend.World.load("hello")
    q0, v0 = starts(world, 3, 2)
    v0[1, 0] = np.nan
    runs = perpend.rollout(world, q0, v0, steps=10)
    assert list(runs.done) == [10, 0, 10]


def test_sizes_are_checked():
    world = perpend.World.load("hello")
    with pytest.raises(perpend.InvalidArgument, match="v0"):
        perpend.rollout(world, np.tile(world.q, (2, 1)), np.zeros((2, 1)), steps=3)
    with pytest.raises(TypeError):
        perpend.rollout(world, world.q, world.v)
