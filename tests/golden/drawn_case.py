# SPDX-License-Identifier: Apache-2.0
"""A drawn case: a small scene, what is done with it, and when it is read."""

import dataclasses
import random


@dataclasses.dataclass
class Case:
    """`steps`: numbers of steps after which the world is read. `poses`: of the body named there, from
    each of which one step is taken. `drive`: called with the world before the steps. `level`: of
    `perpend run`, in place of the steps of the Python package."""

    name: str
    scene: dict
    steps: tuple = (1, 5, 14)
    poses: tuple = ()
    drive: object = None
    level: str = ""

    @property
    def family(self):
        return self.name.split("/")[0]


def drawing(name):
    """The draws of a case; the same on every machine."""
    return random.Random(name)


def vector(draw, size, low=-1.0, high=1.0):
    return [round(draw.uniform(low, high), 4) for _ in range(size)]


def unit_turn(draw):
    """Axis and angle."""
    return [*vector(draw, 2), round(draw.uniform(0.2, 1), 4), round(draw.uniform(-3, 3), 4)]


def scene_of(name, bodies, *, dt=0.005, simulation=None, **parts):
    return {"format": 1, "name": name.replace("/", "_"), "bodies": bodies, **parts,
            "simulation": {"dt": dt, "duration": 1, "allow_overlap": True, **(simulation or {})}}


def perturbed(part, draw, relative):
    """The scene with every number that is no whole one off by a share drawn up to `relative`."""
    if isinstance(part, dict):
        return {key: perturbed(each, draw, relative) for key, each in part.items()}
    if isinstance(part, list):
        return [perturbed(each, draw, relative) for each in part]
    return part * (1 + relative * draw.uniform(-1, 1)) if isinstance(part, float) else part
