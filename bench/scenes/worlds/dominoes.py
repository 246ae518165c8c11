# SPDX-License-Identifier: Apache-2.0
"""Dominoes: the wave runs to the last."""
from measures import penetration
from model import Body, Scene

COUNT = 20


def judge(run, scene) -> float:
    """Penetration; where the last one stands at the end, its own height: it failed."""
    return penetration(run, scene) if run.position[-1, -1, 2] < 0.4 else 1.0


def row(count: int) -> list:
    """The first is pushed."""
    first = Body("domino_0", ("box", 0.1, 0.4, 1.0), 1.0, (0, 0, 0.5), velocity=(0.5, 0, 0.05), omega=(0, 1.0, 0))
    return [first, *(Body(f"domino_{k}", ("box", 0.1, 0.4, 1.0), 1.0, (0.5 * k, 0, 0.5)) for k in range(1, count))]


SCENES = [Scene("dominoes", "all fall; penetration", "m", row(COUNT), 6.0, judge, mu=0.4, planar=True)]
