# SPDX-License-Identifier: Apache-2.0
"""Many runs of one world."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .measure import Report
from .vectors import brief, numbers, refuse, shaped, whole
from .world import World


class Reports(Sequence[Report]):
    """The reports of several runs: reports[i] is the Report that step() would have returned for all steps of run i, and
    reports["penetration"] an array (runs,) of a number of all of them. A run that failed has the status and message of
    its failed step."""

    _FIELDS = [(name, is_count) for name, _, _, is_count in _core.report_fields()]

    def __init__(self, values: NDArray[np.float64], status: list[str], message: list[str], time: list[float],
                 step: list[int]) -> None:
        self._values = values
        self._last: dict[str, list[Any]] = {"status": status, "message": message, "time": time, "step": step}

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, which: int) -> Report: ...

    @overload
    def __getitem__(self, which: slice) -> list[Report]: ...

    @overload
    def __getitem__(self, which: str) -> NDArray[Any]: ...

    def __getitem__(self, which: int | slice | str) -> Report | list[Report] | NDArray[Any]:
        if isinstance(which, str):
            return self._column(which)
        if isinstance(which, slice):
            return [self[i] for i in range(len(self))[which]]
        row = self._values[which]
        values = {name: int(value) if is_count else float(value) for (name, is_count), value in zip(self._FIELDS, row)}
        return Report(values | {name: each[which] for name, each in self._last.items()})

    def _column(self, name: str) -> NDArray[Any]:
        names = [field for field, _ in self._FIELDS]
        if name in self._last:
            return np.array(self._last[name])
        if name not in names:
            raise KeyError(f"reports have no '{name}': expected {_core.one_of([*names, *self._last], name)}")
        column = self._values[:, names.index(name)]
        return column.astype(int) if dict(self._FIELDS)[name] else column.copy()

    def __repr__(self) -> str:
        failed = sum(each != "ok" for each in self._last["status"])
        certified = sum(each.certified for each in self)
        return f"<Reports of {len(self)} runs: {certified} certified, {failed} failed>"


class Rollout(NamedTuple):
    q: NDArray[np.float64]  #: (runs, steps, nq) after each step
    v: NDArray[np.float64]  #: (runs, steps, nv)
    done: NDArray[np.int64]  #: (runs,) steps that were taken; rows after them are NaN
    residual: NDArray[np.float64]  #: (runs, steps) of each step, as in its report
    residual_bound: NDArray[np.float64]  #: (runs, steps)
    certified: NDArray[np.bool_]  #: (runs, steps) True: taken, and its residual is proved to be within its bound
    joint_coordinates: NDArray[np.float64] | None  #: (runs, steps, joint coordinates), with `joints`
    joint_rates: NDArray[np.float64] | None  #: likewise
    reports: Reports  #: of all steps of each run

    def __repr__(self) -> str:
        return brief(self, self._fields)


def _starts(world: World, q0: ArrayLike | None, v0: ArrayLike | None, states: Iterable[_core.State] | _core.State | None
            ) -> tuple[NDArray[np.float64] | None, NDArray[np.float64] | None, list[_core.State] | None]:
    """Returns the checked starts; raises InvalidArgument, or TypeError unless there is one kind of them."""
    if q0 is not None and v0 is not None and states is None:
        q = shaped("q0", np.atleast_2d(numbers("q0", q0, "numbers")), ("runs", world.q.size))
        return q, shaped("v0", np.atleast_2d(numbers("v0", v0, "numbers")), (len(q), world.v.size)), None
    if q0 is not None or v0 is not None or states is None:
        raise TypeError("rollout() needs q0 and v0, or states, or none of them")
    states = list(states) if isinstance(states, Iterable) else [states]
    for state in states:
        if not isinstance(state, _core.State):
            refuse("states", "a list of what snapshot() gave", state)
    return None, None, states


def rollout(world: World, q0: ArrayLike | None = None, v0: ArrayLike | None = None, ctrl: ArrayLike | None = None, *,
            force: ArrayLike | None = None, joint_force: ArrayLike | None = None,
            states: Iterable[_core.State] | _core.State | None = None, steps: int | None = None, threads: int = 0,
            joints: bool = False) -> Rollout:
    """Simulates from starts q0 (runs, nq), v0 (runs, nv), or from `states` of snapshot(), or else each run from the
    present state of the world, several runs at a time (threads; 0: all cores). ctrl: (runs, steps, nu) as in
    World.ctrl; force: (runs, steps, nv), N and N m as in World.force; joint_force: (runs, steps, joint coordinates),
    as in World.joint_force. Each acts from its step on; forces are added to those the world holds. The world itself
    stays unchanged. joints: the result has joint coordinates and rates too. Each run gives the same bits as a copy of
    the world (with its time, turns and broken joints, held forces and, if no ctrl is given, its ctrl) that is set to
    q0 and v0, or restored to the state, and stepped alone; `certified` and `reports` say how well it was solved.
    Raises InvalidArgument with the row of a start or of controls that are not finite, and for a force on a body that
    no force moves."""
    given = [each for each in (ctrl, force, joint_force) if each is not None]
    if q0 is None and v0 is None and states is None:
        shape = np.shape(given[0]) if given else ()
        states = [world.snapshot()] * (shape[0] if shape else 1)
    q, v, chosen = _starts(world, q0, v0, states)
    runs = len(chosen or ()) if q is None else len(q)
    inputs: dict[str, NDArray[np.float64] | None] = {}
    for name, values, size in (("ctrl", ctrl, world.ctrl.size), ("force", force, world.v.size),
                               ("joint_force", joint_force, world.joint_force.size)):
        inputs[name] = array = None if values is None else shaped(
            name, values, (runs, "steps" if steps is None else whole("steps", steps, 0), size))
        steps = steps if array is None else array.shape[1]
    if steps is None:
        raise TypeError("rollout() needs ctrl, force, joint_force or steps")
    *arrays, reports = _core.rollout(world._core, q, v, chosen or [], inputs["ctrl"], inputs["force"],
                                     inputs["joint_force"], whole("steps", steps, 0), whole("threads", threads),
                                     bool(joints))
    return Rollout._make([*arrays, Reports(*reports)])
