# SPDX-License-Identifier: Apache-2.0
"""What read-outs of a world return. All vectors (3,) in the world frame."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Distance(NamedTuple):
    """Of two bodies: of their nearest, or most deeply overlapping, shapes."""
    gap: float           # m; negative: overlap
    normal: np.ndarray   # unit, from a to b
    point_a: np.ndarray  # m
    point_b: np.ndarray  # m


class RayHit(NamedTuple):
    """Where a ray enters a shape; at distance 0 where it starts inside."""
    body: str
    shape: int           # in the order of the body's shapes
    distance: float      # m
    point: np.ndarray    # m
    normal: np.ndarray   # unit, out of the shape


class ContactEvent(NamedTuple):
    """The beginning or end of a touch of two bodies."""
    kind: str            # "begin" or "end"
    time: float          # s: end of the first step with, or without, the touch
    a: str
    b: str
    since: float         # s: when the touch began
    impulse: np.ndarray  # N s on b: begin: of that step; end: of the whole touch
    point: np.ndarray    # m


class JointBreak(NamedTuple):
    """A joint that broke."""
    joint: str
    time: float          # s: end of the step
    force: float         # N, mean of that step
    torque: float        # N m


class InstantDynamics(NamedTuple):
    """Forces and accelerations at an instant."""
    force: np.ndarray         # N, N m along each driven coordinate
    acceleration: np.ndarray  # (nv,) rate of World.v
    joint_force: np.ndarray   # N, N m per joint row
    residual: float           # componentwise backward error; 1e-12 is rounding


class Touch(NamedTuple):
    """A contact point, joint limit, motor or dry friction of World.contact_forces()."""
    kind: str                 # "contact", "limit" or "drive"
    a: str | None
    b: str | None
    joint: str | None
    coordinate: int
    point: np.ndarray         # m
    normal: np.ndarray        # from a to b
    force: np.ndarray         # N on b; limit and drive: x along the coordinate
    acceleration: np.ndarray  # m/s^2 of b against a; limit and drive: x along the coordinate
    slip: np.ndarray          # m/s
    gap: float                # m or rad
    impacts: bool             # approaches: an impulse is due before forces make sense
    slides: bool              # dynamic friction
