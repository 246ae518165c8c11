# SPDX-License-Identifier: Apache-2.0
"""What a step may cost at most: stacks, walls, piles and dominoes, each with its bar."""
from __future__ import annotations

import dataclasses
import math

import numpy as np
from measures import penetration
from model import Body, Scene

from . import dominoes, stacks


@dataclasses.dataclass
class Bar:
    """`statistic` of the times of the steps in `share` of the run is to be `limit_ms` at most."""
    scene: Scene
    dt: float
    limit_ms: float
    share: tuple = (0.0, 1.0)
    statistic: str = "median"
    long: bool = False  # minutes: with --long alone
    wall_limit: float = 150.0  # s

    @property
    def name(self) -> str:
        return self.scene.name


def scene(name, law, bodies, duration, **more) -> Scene:
    return Scene(name, law, "m", bodies, duration, penetration, samples=10, **more)


def lifted(bodies: list, gap: float) -> list:
    """With a gap below each body of a stack."""
    return [dataclasses.replace(body, position=(*body.position[:2], body.position[2] + gap * (k + 1)))
            for k, body in enumerate(bodies)]


def jittered(bodies: list, seed: int) -> list:
    """Each moved by up to 5 mm across and turned by up to 0.05 rad about the vertical."""
    rng = np.random.default_rng(seed)
    moved = []
    for body in bodies:
        x, y, turn = rng.uniform(-1, 1, 3) * (0.005, 0.005, 0.025)
        moved.append(dataclasses.replace(body, position=(x, y, body.position[2]),
                                         quaternion=(math.cos(turn), 0.0, 0.0, math.sin(turn))))
    return moved


def bin_planes(half: float) -> list:
    return [((1, 0, 0), -half), ((-1, 0, 0), -half), ((0, 1, 0), -half), ((0, -1, 0), -half)]


def in_bin(count: int, across: int, ratio: float, pitch: float, shape) -> dict:
    """Bodies turned at random on a grid above the floor of a bin, masses 4 to 4 * ratio kg."""
    rng = np.random.default_rng(count)
    middle, bodies = 0.5 * (across - 1), []
    for k in range(count):
        turn = rng.uniform(-1, 1, 4)
        place = (k % across - middle, k // across % across - middle, k // across ** 2 + 0.5)
        bodies.append(Body(f"body_{k}", shape, 4 * ratio ** float(rng.uniform()), tuple(pitch * x for x in place),
                           tuple(map(float, turn / np.linalg.norm(turn)))))
    return {"bodies": bodies, "planes": bin_planes(0.5 * pitch * across + 0.02), "mu": 0.6}


def columns(across: int, high: int) -> list:
    middle = 0.5 * (across - 1)
    return [Body(f"box_{i}_{j}_{k}", ("box", 0.5, 0.5, 0.5), 1.0, (0.8 * (i - middle), 0.8 * (j - middle), 0.25 + 0.5 * k))
            for i in range(across) for j in range(across) for k in range(high)]


def balls_in_bin() -> dict:
    """Columns of balls, moved a little, that fall 2 cm and come to rest."""
    rng = np.random.default_rng(7)
    bodies = [Body(f"ball_{n}", ("sphere", 0.1), 4.0,
                   (*(0.21 * (np.array((n % 10, n // 10 % 10)) - 4.5) + rng.uniform(-0.004, 0.004, 2)).tolist(),
                    0.12 + 0.21 * (n // 100))) for n in range(1000)]
    return {"bodies": bodies, "planes": bin_planes(1.06), "mu": 0.6}


def balls_on_floor() -> list:
    """Thrown about on a floor without walls: each bounces to rest on it, slides and rolls, and some meet."""
    rng = np.random.default_rng(5)
    return [Body(f"ball_{n}", ("sphere", 0.1), 4.0, (0.25 * (n % 32), 0.25 * (n // 32), 0.1 + 0.3 * rng.uniform()),
                 velocity=tuple((rng.normal(size=3) * (1, 1, 0.3)).tolist())) for n in range(1000)]


CUBE = ("box", 0.2, 0.2, 0.2)
WALL = stacks.wall(10, 10)
ROLLING = Body("ball", ("sphere", 0.2), 4.0, (-5.0, 3.0, 0.2), velocity=(1, 0.3, 0))
BALL = Body("ball", ("sphere", 0.2), 40.0, (2.0, -1.0, 1.0), velocity=(0, 8, 0))
STARTS = {"touching": lambda bodies: bodies, "apart": lambda bodies: lifted(bodies, 0.001),
          "jittered": lambda bodies: jittered(bodies, 3)}

BARS = [Bar(scene(f"stack_{count}_{start}", "at rest", move(stacks.stack(count)), 2.0), dt, limit, share=(0.5, 1.0))
        for count, limit in ((10, 0.12), (30, 0.36)) for start, move in STARTS.items() for dt in (1 / 60, 1 / 240, 1 / 1000)]
BARS += [
    Bar(scene("bin_125", "125 cubes settle in a bin", duration=2.0, **in_bin(125, 4, 1, 0.36, CUBE)), 1 / 240, 15, (0.5, 1.0)),
    Bar(scene("bin_125_at_rest", "the same, once they lie", duration=4.0, **in_bin(125, 4, 1, 0.36, CUBE)), 1 / 240, 15, (0.75, 1.0)),
    Bar(scene("bin_125_tumbling", "the same on their way", duration=0.8, **in_bin(125, 4, 1, 0.36, CUBE)), 1 / 240, 8, (0.25, 1.0)),
    Bar(scene("bin_125_masses", "the same, masses 1 to 1000", duration=2.0, **in_bin(125, 4, 1000, 0.36, CUBE)), 1 / 240, 40,
        (0.5, 1.0)),
    Bar(scene("bin_1000", "1000 cubes settle in a bin", duration=2.0, **in_bin(1000, 10, 1, 0.36, CUBE)), 1 / 240, 500,
        (0.5, 1.0), long=True, wall_limit=1800),
    Bar(scene("wall_at_rest", "105 touching bricks", WALL, 0.5), 1 / 240, 1.5, (0.1, 1.0)),
    Bar(scene("wall_beside", "the same beside a ball that rolls", [*WALL, ROLLING], 1.0), 1 / 240, 1.5, (0.3, 1.0)),
    Bar(scene("wall_hit", "the same under a ball of 40 kg", [*WALL, BALL], 0.25), 1 / 240, 100, (0.3, 1.0), long=True, wall_limit=900),
    Bar(scene("dominoes_50", "all fall", dominoes.row(50), 10.0, mu=0.4), 1 / 240, 2, statistic="mean"),
    Bar(scene("columns_125", "25 columns of five", columns(5, 5), 1.0), 1 / 240, 3, (0.5, 1.0)),
    Bar(scene("balls_1000_on_floor", "1000 balls roll on a floor and meet", balls_on_floor(), 2.0), 1 / 240, 15, (0.25, 1.0)),
    Bar(scene("balls_1000", "1000 balls settle in a bin", duration=1.0, **balls_in_bin()), 1 / 240, 15, (0.5, 1.0), long=True,
        wall_limit=900),
]
