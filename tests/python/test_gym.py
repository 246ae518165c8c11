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


def test_the_cart_is_told_its_speed_and_the_pole_how_it_leans():
    env = gymnasium.make("perpend/CartPole-v0").unwrapped
    start, _ = env.reset(seed=5)
    assert start[:3] == pytest.approx([0, 0, 0], abs=1e-15) and 0 < abs(start[3]) <= 0.1
    pole = env.world.body("pole")
    assert pole.velocity == pytest.approx([-0.5 * start[3], 0, 0], abs=1e-15)  # about its hinge
    seen, reward, over, truncated, info = env.step(np.array([0.5]))
    assert env.world.time == pytest.approx(0.02) and env.world.ctrl.tolist() == [1.5]
    cart = env.world.body("cart")
    assert seen.tolist() == [cart.q[0], pole.q[2] - np.pi / 2, cart.v[0], pole.v[2]]
    assert (reward, over, truncated) == (1.0, False, False) and info["residual"] == env.world.report.residual
    env.step(np.array([-7.0]))
    assert env.world.ctrl.tolist() == [-3.0]
    env.reset(seed=5)
    assert env.world.time == 0 and env.world.ctrl.tolist() == [0.0]
    assert env._observe().tolist() == start.tolist()


@pytest.mark.parametrize("lean, place, over",
                         [(0.29, 0, False), (0.31, 0, True), (-0.31, 0, True), (0, 2.38, False), (0, 2.42, True),
                                               (0, -2.42, True)])
def test_an_episode_ends_where_the_pole_leans_too_far_or_the_cart_is_at_the_end(lean, place, over):
    env = gymnasium.make("perpend/CartPole-v0").unwrapped
    env.reset(seed=0)
    env.world.set_coordinates({"rail": place, "hinge": lean}, {"rail": 0.0, "hinge": 0.0})
    seen, reward, ended, _, _ = env.step(np.array([0.0]))
    assert seen[:2] == pytest.approx([place, lean], abs=5e-3)
    assert ended == over and reward == (0.0 if over else 1.0)


def test_a_step_that_fails_ends_the_episode():
    env = gymnasium.make("perpend/PushBlock-v0").unwrapped
    env.reset(seed=0)
    env.world.v[0] = np.nan
    _, _, over, _, info = env.step(np.zeros(2))
    assert over and info["status"] == "diverged"


def test_the_cart_and_the_block_have_the_friction_that_is_asked_for():
    for friction in (0.0, 2.0):
        world = perpend.gym.cart_pole(friction)
        world.joint("rail").set_motor_limit(0.0)
        world.set_coordinates({}, {"rail": 1.0})
        world.step()
        assert world.joint("rail").forces["friction"][0] == pytest.approx(-friction, abs=1e-9)
        assert world.center_of_mass()[0] == pytest.approx(1.2)
    for mu in (0.1, 0.6):
        world = gymnasium.make("perpend/PushBlock-v0", mu=mu).unwrapped.world
        world.body("block").set_velocity([0.5, 0])
        world.step()
        touching = world.body("block").contact_force("table")
        assert touching == pytest.approx([-mu * 9.81, 9.81, 0], rel=1e-9, abs=1e-9)


def test_the_arm_sees_its_joints_and_the_block_and_is_paid_by_the_distance():
    env = gymnasium.make("perpend/PushBlock-v0").unwrapped
    env.reset(seed=1)
    seen, reward, over, _, _ = env.step(np.array([0.25, -0.5]))
    world = env.world
    assert world.ctrl.tolist() == [0.5, -1.0] and world.motor_names == ["shoulder[0]", "elbow[0]"]
    angles = [world.joint(name).coordinates[0] for name in ("shoulder", "elbow")]
    rates = [world.joint(name).rates[0] for name in ("shoulder", "elbow")]
    assert rates == pytest.approx([0.5, -1.0], rel=1e-6)
    assert seen.tolist() == [*angles, *rates, *world.body("block").q, *world.body("block").v]
    world.body("block").set_pose([0.4, 0.1], 0)
    assert env._reward() == pytest.approx(-0.05) and not over
    world.body("block").set_pose([0.2, 0.1], 0)
    assert env._reward() == pytest.approx(-0.15) and reward <= 0
