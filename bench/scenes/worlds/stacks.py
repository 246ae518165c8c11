# SPDX-License-Identifier: Apache-2.0
"""What stands: nothing may move."""
from model import Body, Scene


def farthest(run, scene) -> float:
    """The largest displacement of any body at any time: sinking in, creeping, falling."""
    return float(run.displacement.max())


def stack(count: int) -> list:
    return [Body(f"box_{k}", ("box", 0.5, 0.5, 0.5), 1.0, (0, 0, 0.25 + 0.5 * k)) for k in range(count)]


def wall(columns: int, rows: int) -> list:
    """Bricks in half bond, half ones at the ends of every second row."""
    bodies = []
    for row in range(rows):
        inner = [0.4 * k + (0.2 if row % 2 else 0.4) for k in range(columns - 1 + row % 2)]
        cuts = [0.0, *inner, 0.4 * columns]
        for k, (left, right) in enumerate(zip(cuts, cuts[1:])):
            bodies.append(Body(f"brick_{row}_{k}", ("box", right - left, 0.2, 0.2), 36 * (right - left),
                               ((left + right) / 2, 0, 0.1 + 0.2 * row)))
    return bodies


SCENES = [
    Scene("stack_10", "nothing moves", "m", stack(10), 5.0, farthest, planar=True),
    Scene("stack_30", "nothing moves", "m", stack(30), 5.0, farthest, planar=True),
    Scene("mass_ratio", "1 kg bears 1000 kg", "m",
          [Body("light", ("box", 0.5, 0.5, 0.5), 1.0, (0, 0, 0.25)),
           Body("heavy", ("box", 0.5, 0.5, 0.5), 1000.0, (0, 0, 0.75))], 5.0, farthest, planar=True),
    Scene("wall", "42 bricks stand", "m", wall(8, 5), 3.0, farthest, planar=True),
]
