# SPDX-License-Identifier: Apache-2.0
"""Blocks that stick, that slide and stop, and that are thrown to all sides."""
import math

from model import GRAVITY, Body, Scene, tilted_gravity

BOX = ("box", 0.4, 0.4, 0.2)
SPEED, MU = 3.0, 0.4
STOPS_AFTER = SPEED ** 2 / (2 * MU * GRAVITY)
HEADINGS = 16


def thrown(k: int) -> Body:
    angle = 2 * math.pi * k / HEADINGS
    way = (math.cos(angle), math.sin(angle))
    return Body(f"block_{k}", ("box", 0.15, 0.15, 0.1), 1.0, (way[0], way[1], 0.05),
                velocity=(SPEED * way[0], SPEED * way[1], 0.0))


def spread(run, scene) -> float:
    """Of the distances to the sides, over their mean; a block that never stopped spreads by its whole way."""
    way = run.displacement[-1]
    return float((way.max() - way.min()) / way.mean())


SCENES = [
    Scene("incline_sticks", "µ = 1.01 tan α: it stays", "m", [Body("block", BOX, 2.0, (0, 0, 0.1))], 5.0,
          lambda run, scene: float(run.displacement[-1, 0]),
          gravity=tilted_gravity(math.atan(0.5)), mu=0.505, planar=True),
    Scene("block_stops", "after v²/(2 µ g)", "m",
          [Body("block", BOX, 2.0, (0, 0, 0.1), velocity=(SPEED, 0, 0))], 1.5,
          lambda run, scene: abs(float(run.displacement[-1, 0]) - STOPS_AFTER), mu=MU, planar=True),
    Scene("headings", "16 blocks stop alike to all sides", "share", [thrown(k) for k in range(HEADINGS)], 1.5, spread,
          mu=MU),
]
