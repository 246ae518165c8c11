# SPDX-License-Identifier: Apache-2.0
"""Scenes that every engine understands: boxes, spheres, a ground, pins, one friction coefficient.

z points up, the ground is all of z <= 0, lengths are full ones, quaternions w x y z, the frame of a body is at its centre
of mass. A slope is a ground under a tilted gravity: the same for every engine.
"""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np

GRAVITY = 9.81


@dataclasses.dataclass
class Body:
    """`shape` is ("box", x, y, z), ("sphere", radius) or None: a body that touches nothing."""
    name: str
    shape: tuple | None
    mass: float
    position: tuple
    quaternion: tuple = (1.0, 0.0, 0.0, 0.0)
    velocity: tuple = (0.0, 0.0, 0.0)
    omega: tuple = (0.0, 0.0, 0.0)
    inertia: tuple | None = None  # principal moments; of the shape where it is left out

    def __post_init__(self):
        if self.inertia is None:
            self.inertia = inertia_of(self.shape, self.mass)


@dataclasses.dataclass
class Joint:
    """A pin about `axis` of body `a` on body `b`, or on the world where b is None. Bodies that a joint joins do not
    collide. A joint with `closes` closes a loop of the others."""
    a: str
    b: str | None
    anchor: tuple
    axis: tuple = (0.0, 1.0, 0.0)
    closes: bool = False


@dataclasses.dataclass
class Scene:
    """`judge` makes one number of a run, its distance from the law; `unit` is that of the number."""
    name: str
    law: str
    unit: str
    bodies: list[Body]
    duration: float
    judge: Callable[["Run", "Scene"], float]
    joints: list[Joint] = dataclasses.field(default_factory=list)
    gravity: tuple = (0.0, 0.0, -GRAVITY)
    ground: bool = True
    planes: list[tuple] = dataclasses.field(default_factory=list)  # (normal, d): solid where normal . x < d; few engines
    mu: float = 0.5
    planar: bool = False  # everything moves in the plane y = 0
    conserves: str = ""   # "energy" or "momentum"
    samples: int = 40

    @property
    def is_smooth(self) -> bool:
        """No body has a shape: nothing touches."""
        return not any(body.shape for body in self.bodies)

    def to_json(self) -> dict:
        return {"name": self.name, "gravity": list(self.gravity), "ground": self.ground, "planes": self.planes, "mu": self.mu,
                "planar": self.planar, "duration": self.duration,
                "bodies": [dataclasses.asdict(body) for body in self.bodies],
                "joints": [dataclasses.asdict(joint) for joint in self.joints]}


@dataclasses.dataclass
class Run:
    """`states[k, i]`: of body i at `times[k]`: position, quaternion w x y z, velocity, angular velocity in the world."""
    times: np.ndarray
    states: np.ndarray

    @property
    def position(self) -> np.ndarray:
        return self.states[:, :, 0:3]

    @property
    def velocity(self) -> np.ndarray:
        return self.states[:, :, 7:10]

    @property
    def displacement(self) -> np.ndarray:
        """(samples, bodies) from the first sample, m."""
        return np.linalg.norm(self.position - self.position[:1], axis=2)


def inertia_of(shape: tuple | None, mass: float) -> tuple:
    if shape is None:
        return (mass, mass, mass)
    if shape[0] == "box":
        x, y, z = (side * side for side in shape[1:])
        return (mass * (y + z) / 12, mass * (x + z) / 12, mass * (x + y) / 12)
    return (0.4 * mass * shape[1] ** 2,) * 3


def tilted_gravity(angle: float) -> tuple:
    """As on a slope that falls along x."""
    return (GRAVITY * math.sin(angle), 0.0, -GRAVITY * math.cos(angle))
