# SPDX-License-Identifier: Apache-2.0
"""The result of World.derivatives()."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .vectors import brief


class DegenerateRow(NamedTuple):
    """A row at which a step has no derivative, or one that its active set does not determine."""
    kind: str                   # "unloaded", "cone_edge", "at_bound", "ambiguous" or "contradictory"
    a: str | None               # bodies, of a contact
    b: str | None
    point: NDArray[np.float64]  # (3,) m, of a contact
    joint: str | None           # of a motor, dry friction or limit
    name: str                   # "box on ground at (1, 0, 0)"


class StepDerivatives(NamedTuple):
    """Derivatives of one step; shapes and units in World.derivatives()."""
    status: str                           # "regular", "degenerate", "partial" or "failed"
    message: str                          # why it failed
    q: NDArray[np.float64]                # (nq,) after the step
    v: NDArray[np.float64]                # (nv,) after the step
    by_state: NDArray[np.float64]         # (2 nv, 2 nv)
    by_ctrl: NDArray[np.float64]          # (2 nv, nu)
    by_ctrl_limit: NDArray[np.float64]    # (2 nv, motors)
    by_force: NDArray[np.float64]         # (2 nv, nv)
    by_joint_force: NDArray[np.float64]   # (2 nv, joint coordinates)
    by_dry_friction: NDArray[np.float64]  # (2 nv, joint coordinates)
    by_mass: NDArray[np.float64]          # (2 nv, bodies)
    by_friction: NDArray[np.float64]      # (2 nv, len(surfaces))
    surfaces: list[tuple[str, str]]       # materials of contacts under load
    sticking: int                         # contacts
    sliding: int                          # contacts that slide or have no friction
    open: int                             # contacts with rows but without force
    redundant: int                        # linearly dependent rows: their forces are not unique
    degenerate: list[DegenerateRow]
    constant: list[str]                   # quantities of the step treated as constant

    def __repr__(self) -> str:
        return brief(self, self._fields)


def degenerate_rows(packed: list[tuple[Any, ...]], bodies: list[str], joints: list[str]) -> list[DegenerateRow]:
    """Returns the rows of the engine with names in place of indices."""
    def of(names: list[str], index: int) -> str | None:
        return names[index] if index >= 0 else None
    return [DegenerateRow(kind, of(bodies, a), of(bodies, b), point, of(joints, joint), name)
            for kind, a, b, point, joint, name in packed]
