# SPDX-License-Identifier: Apache-2.0
"""Boxes that fall onto each other and come to rest."""
import numpy as np
from measures import penetration
from model import Body, Scene


def pile(side: int, seed: int) -> list:
    rng = np.random.default_rng(seed)
    bodies = []
    for k in range(side ** 3):
        i, j, layer = k % side, k // side % side, k // side ** 2
        shift = rng.uniform(-0.05, 0.05, 3)
        axis = rng.normal(size=3)
        axis *= np.sin(0.1) / np.linalg.norm(axis)
        bodies.append(Body(f"box_{k}", ("box", 0.4, 0.3, 0.2), 1.0,
                           tuple(map(float, np.array((0.55 * i, 0.5 * j, 0.3 + 0.5 * layer)) + shift)),
                           (float(np.cos(0.1)), *map(float, axis))))
    return bodies


SCENES = [
    Scene("pile_27", "27 boxes fall and rest; penetration", "m", pile(3, 1), 3.0, penetration),
    Scene("pile_125", "125 boxes fall and rest; penetration", "m", pile(5, 2), 2.0, penetration, samples=20),
]
