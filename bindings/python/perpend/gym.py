# SPDX-License-Identifier: Apache-2.0
"""Two tasks for Gymnasium (`pip install perpend[gym]`):

    import gymnasium, perpend.gym
    env = gymnasium.make("perpend/CartPole-v0")
    env = gymnasium.make("perpend/PushBlock-v0")
"""
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .scene import Scene
from .vectors import refuse
from .world import World


def cart_pole(friction: float = 0.5) -> World:
    """Returns a pole (1 m, 0.2 kg) on a cart (1 kg) that a limited velocity motor drives along a rail with
    dry friction (N)."""
    scene = Scene("cart_pole", gravity=[0, -9.81], dt=0.01)
    scene.body("cart", shapes=[{"box": {"size": [0.4, 0.2]}}], mass=1.0, inertia=0.02)
    scene.body("pole", position=[0, 0.5], shapes=[{"capsule": {"length": 0.96, "radius": 0.02}}],
               angle=np.pi / 2, mass=0.2, inertia=0.2 / 12)
    scene.joint("rail", "prismatic", "cart", axis=[1, 0],
                coordinates=[{"friction": friction,
                              "motor": {"kind": "velocity", "target": 0.0, "max_force": 20.0}}])
    scene.joint("hinge", "pin", "pole", "cart", anchor=[0, 0])
    return scene.build()


def arm_and_block(mu: float = 0.3) -> World:
    """Returns a two-link arm over a table with a block to push; gravity presses the block on the table."""
    scene = Scene("push_block", gravity=[0, -9.81], dt=0.01)
    scene.material("default", mu=mu)
    scene.body("table", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("block", position=[0.2, 0.1], shapes=[{"box": {"size": [0.2, 0.2]}}], mass=1.0)
    scene.body("upper", position=[-0.25, 0.6], angle=0.0, mass=1.0,
               shapes=[{"capsule": {"length": 0.5, "radius": 0.03}}])
    scene.body("lower", position=[0.0, 0.35], angle=-np.pi / 2, mass=0.5,
               shapes=[{"capsule": {"length": 0.5, "radius": 0.03}}])
    motor = {"kind": "velocity", "target": 0.0, "max_force": 60.0}
    scene.joint("shoulder", "pin", "upper", anchor=[-0.5, 0.6], coordinates=[{"motor": motor}])
    scene.joint("elbow", "pin", "lower", "upper", anchor=[0.0, 0.6], coordinates=[{"motor": motor}])
    return scene.build()


class _Env(gymnasium.Env[NDArray[np.float64], NDArray[np.float32]]):
    """Actions are targets of the velocity motors; a step takes `repeat` steps of the world."""

    metadata: dict[str, Any] = {"render_modes": []}
    repeat = 2
    speed = 1.0
    noise = 0.0

    def __init__(self, world: World, render_mode: str | None) -> None:
        if render_mode is not None:
            refuse("render_mode", "None: perpend.show(env.unwrapped.world) makes a page, `perpend render` pictures",
                   render_mode)
        self.world = world
        count = self._observe().size
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (count,), np.float64)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (world.ctrl.size,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None
              ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        super().reset(seed=seed)
        self.world.reset()
        self.world.ctrl = 0.0
        self._disturb()
        return self._observe(), {}

    def step(self, action: ArrayLike) -> tuple[NDArray[np.float64], float, bool, bool, dict[str, Any]]:
        self.world.ctrl = self.speed * np.clip(np.asarray(action, float), -1.0, 1.0)
        report = self.world.step(self.repeat)
        failed = report.status != "ok"
        return (self._observe(), self._reward(), failed or self._over(), False,
                {"status": report.status, "residual": report.residual})

    def _disturb(self) -> None:
        self.world.v += self.np_random.normal(0.0, self.noise, self.world.v.shape)

    def _over(self) -> bool:
        return False

    def _observe(self) -> NDArray[np.float64]:
        raise NotImplementedError

    def _reward(self) -> float:
        raise NotImplementedError


class CartPole(_Env):
    """Keep the pole up. Observation: position (m), angle from upright (rad), their rates. Reward 1
    while the pole is within 0.3 rad and the cart within 2.4 m."""

    speed = 3.0

    def __init__(self, friction: float = 0.5, render_mode: str | None = None) -> None:
        super().__init__(cart_pole(friction), render_mode)

    def _disturb(self) -> None:
        # Rotates about the hinge, so that the joints stay satisfied.
        rate = self.np_random.uniform(-0.1, 0.1)
        self.world.body("pole").v[:] = [-0.5 * rate, 0.0, rate]

    def _observe(self) -> NDArray[np.float64]:
        q, v = self.world.q, self.world.v
        return np.array([q[0], q[5] - np.pi / 2, v[0], v[5]])

    def _over(self) -> bool:
        x, angle, _, _ = self._observe()
        return bool(abs(angle) > 0.3 or abs(x) > 2.4)

    def _reward(self) -> float:
        return 0.0 if self._over() else 1.0


class PushBlock(_Env):
    """Push the block to x = 0.35 m and leave it there. Observation: joint angles and rates, the
    block's x, y, angle and velocities. Reward: minus the distance."""

    speed = 2.0
    goal = 0.35

    def __init__(self, mu: float = 0.3, render_mode: str | None = None) -> None:
        super().__init__(arm_and_block(mu), render_mode)

    def _disturb(self) -> None:
        pass

    def _observe(self) -> NDArray[np.float64]:
        joints = [self.world.joint(name) for name in ("shoulder", "elbow")]
        block = self.world.body("block")
        return np.concatenate([*(j.coordinates for j in joints), *(j.rates for j in joints), block.q, block.v])

    def _reward(self) -> float:
        return -abs(float(self.world.body("block").q[0]) - self.goal)


gymnasium.register("perpend/CartPole-v0", entry_point="perpend.gym:CartPole", max_episode_steps=500)
gymnasium.register("perpend/PushBlock-v0", entry_point="perpend.gym:PushBlock", max_episode_steps=300)
