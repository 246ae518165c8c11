# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import perpend.gym  # noqa: E402


@pytest.mark.parametrize("name", ["perpend/CartPole-v0", "perpend/PushBlock-v0"])
def test_environments_pass_gymnasiums_own_check(name):
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_there_is_no_render_mode():
    with pytest.raises(perpend.InvalidArgument, match="render_mode must be None: perpend.show.*got 'rgb_array'"):
        gymnasium.make("perpend/CartPole-v0", render_mode="rgb_array")


def test_the_same_seed_gives_the_same_episode():
    def episode(seed):
        env = gymnasium.make("perpend/CartPole-v0")
        observation, _ = env.reset(seed=seed)
        observations = [observation]
        for k in range(50):
            observation, *_ = env.step(np.array([np.sin(0.1 * k)], np.float32))
            observations.append(observation)
        return np.array(observations)

    assert np.array_equal(episode(1), episode(1))
    assert not np.array_equal(episode(1), episode(2))


def test_the_pole_falls_by_itself_and_is_held_by_feedback():
    env = gymnasium.make("perpend/CartPole-v0")

    def steps(policy):
        observation, _ = env.reset(seed=3)
        for k in range(300):
            observation, _, over, _, info = env.step(policy(observation))
            assert info["status"] == "ok"
            if over:
                return k
        return 300

    assert steps(lambda o: np.zeros(1, np.float32)) < 150

    def feedback(observation):
        x, lean, speed, rate = observation
        acceleration = x + 2 * speed - 40 * lean - 10 * rate  # m/s², over the 0.02 s of an action
        return np.array([(speed + 0.02 * acceleration) / 3.0], np.float32)

    assert steps(feedback) == 300


def test_the_arm_can_push_the_block():
    env = gymnasium.make("perpend/PushBlock-v0")
    env.reset(seed=0)
    start = env.unwrapped.world.body("block").q[0]
    for _ in range(60):
        env.step(np.array([0.0, 1.0], np.float32))
    assert env.unwrapped.world.body("block").q[0] > start + 0.05
