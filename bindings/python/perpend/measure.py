# SPDX-License-Identifier: Apache-2.0
"""Results of measurements of a world. All vectors are (3,) in the world frame."""
from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .vectors import brief


#: A row of World.contacts. Points, normals and slips in the world frame; the normal points from a
#: to b, the impulse acts on b. status: 0 open, 1 stick, 2 slide.
CONTACT = np.dtype([("a", "i4"), ("b", "i4"), ("status", "i4"), ("reserved", "i4"),
                    ("point", "f8", 3),    # m
                    ("normal", "f8", 3),
                    ("gap", "f8"),         # m, at the start of the step
                    ("impulse", "f8", 3),  # N s
                    ("slip", "f8", 3),     # m/s, of b against a after the step
                    ("mu", "f8"),
                    ("moment", "f8", 3)])  # N m s on b, of rolling and spinning friction


class Report(Mapping[str, Any]):
    """The report of the last call of step(), with the worst value or the sum over its steps: an attribute and a key
    for every number of `perpend list --report`, and `status` ("ok", "unsolved" or "diverged"), `message` (the first
    one of its steps, or that of the failed step), `time` and `step`. `status` says whether all steps were taken,
    `certified` whether all of them were solved."""

    status: str
    message: str
    time: float  #: s
    step: int

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_values":
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            near = [f" (did you mean '{each}'?)" for each in difflib.get_close_matches(name, self._values, 1)]
            raise AttributeError(f"a report has no '{name}'{''.join(near)}; it has {', '.join(self._values)}") from None

    @property
    def certified(self) -> bool:
        """True if every step was taken, its residual is proved to be within its bound: no step
        counts in `uncertified` or `inexact`."""
        return self.status == "ok" and not self.uncertified and not self.inexact

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return (f"<Report {self.status}: step {self.step}, t = {self.time:.6g} s, {self.contacts} contacts, "
                f"residual {self.residual:.2g} (bound {self.residual_bound:.2g})>")


class Distance(NamedTuple):
    """Distance of two bodies: that of their nearest, or most deeply overlapping, shapes."""
    gap: float                    # m; negative: overlap
    normal: NDArray[np.float64]   # unit, from a to b
    point_a: NDArray[np.float64]  # m
    point_b: NDArray[np.float64]  # m


class BodyNear(NamedTuple):
    """A body near a shape."""
    body: str
    gap: float           # m, the smallest of its shapes; negative: overlap


class RayHit(NamedTuple):
    """A point where a ray enters a shape; at distance 0 if it starts inside."""
    body: str
    shape: int                   # index into the body's shapes
    distance: float              # m
    point: NDArray[np.float64]   # m
    normal: NDArray[np.float64]  # unit, out of the shape


class ContactEvent(NamedTuple):
    """The beginning or end of contact between two bodies."""
    kind: str                     # "begin" or "end"
    time: float                   # s: end of the first step with, or without, contact
    a: str
    b: str
    since: float                  # s: when the contact began
    impulse: NDArray[np.float64]  # N s on b: begin: of that step; end: of the whole contact
    point: NDArray[np.float64]    # m


class JointBreak(NamedTuple):
    """A joint that broke."""
    joint: str
    time: float          # s: end of the step
    force: float         # N, mean of that step
    torque: float        # N m


class InstantDynamics(NamedTuple):
    """Forces and accelerations at an instant."""
    force: NDArray[np.float64]         # N, N m along each driven coordinate
    acceleration: NDArray[np.float64]  # (nv,) rate of World.v
    joint_force: NDArray[np.float64]   # N, N m per joint row
    residual: float                    # componentwise backward error; 1e-12 is round-off

    def __repr__(self) -> str:
        return brief(self, self._fields)


class Touch(NamedTuple):
    """A contact point, joint limit, motor or dry friction of World.contact_forces()."""
    kind: str                          # "contact", "limit" or "drive"
    a: str | None
    b: str | None
    joint: str | None
    coordinate: int
    point: NDArray[np.float64]         # m
    normal: NDArray[np.float64]        # from a to b
    force: NDArray[np.float64]         # N on b; limit and drive: x along the coordinate
    acceleration: NDArray[np.float64]  # m/s^2 of b against a; limit and drive: x along the coordinate
    slip: NDArray[np.float64]          # m/s
    gap: float                         # m or rad
    impacts: bool                      # approaches: an impulse is due before forces make sense
    slides: bool                       # dynamic friction


def touches(packed: list[dict[str, Any]], bodies: list[str], joints: list[str]) -> list[Touch]:
    """Returns the entries of the engine with names in place of indices."""
    found = []
    for each in packed:
        contact = each["kind"] == "contact"
        names = {"a": bodies[each["a"]] if contact else None, "b": bodies[each["b"]] if contact else None,
                 "joint": None if contact else joints[each["joint"]]}
        found.append(Touch(**each | names))
    return found
