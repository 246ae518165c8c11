# SPDX-License-Identifier: Apache-2.0
"""Many runs of one world."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, overload

import numpy as np

from . import _core
from .measure import Report
from .vectors import brief, numbers, refuse, shaped, whole
from .world import World


class Reports(Sequence):
    """The reports of several runs: reports[i] is the Report that step() would have returned for all steps of run i, and
    reports["penetration"] an array (runs,) of a number of all of them. A run that failed has the status and message of
    its failed step."""

    _FIELDS = [(name, is_count) for name, _, _, is_count in _core.report_fields()]

    def __init__(self, values: np.ndarray, status: list, message: list, time: list, step: list):
        self._values = values
        self._last = {"status": status, "message": message, "time": time, "step": step}

    def __len__(self):
        return len(self._values)

    @overload
    def __getitem__(self, which: int) -> Report: ...

    @overload
    def __getitem__(self, which: slice) -> list[Report]: ...

    @overload
    def __getitem__(self, which: str) -> np.ndarray: ...

    def __getitem__(self, which):
        if isinstance(which, str):
            return self._column(which)
        if isinstance(which, slice):
            return [self[i] for i in range(len(self))[which]]
        row = self._values[which]
        values = {name: int(value) if is_count else float(value) for (name, is_count), value in zip(self._FIELDS, row)}
        return Report(values | {name: each[which] for name, each in self._last.items()})

    def _column(self, name: str) -> np.ndarray:
        names = [field for field, _ in self._FIELDS]
        if name in self._last:
            return np.array(self._last[name])
        if name not in names:
            raise KeyError(f"reports have no '{name}': expected {_core.one_of([*names, *self._last], name)}")
        column = self._values[:, names.index(name)]
        return column.astype(int) if dict(self._FIELDS)[name] else column.copy()

    def __repr__(self):
        failed = sum(each != "ok" for each in self._last["status"])
        certified = sum(each.certified for each in self)
        return f"<Reports of {len(self)} runs: {certified} certified, {failed} failed>"


class Rollout(NamedTuple):
    q: np.ndarray  #: (runs, steps, nq) after each step
    v: np.ndarray  #: (runs, steps, nv)
    done: np.ndarray  #: (runs,) steps that were taken; rows after them are NaN
    residual: np.ndarray  #: (runs, steps) of each step, as in its report
    residual_bound: np.ndarray  #: (runs, steps)
    certified: np.ndarray  #: (runs, steps) True: the step was taken and its residual is proved to be within its bound
    joint_coordinates: np.ndarray | None  #: (runs, steps, joint coordinates) as in World, if `joints` was given
    joint_rates: np.ndarray | None  #: likewise
    reports: Reports  #: of all steps of each run

    def __repr__(self):
        return brief(self)


def _starts(world: World, q0, v0, states) -> tuple:
    """Returns the checked starts; raises InvalidArgument, or TypeError unless there is one kind of them."""
    if (q0 is None) != (v0 is None) or (q0 is None) == (states is None):
        raise TypeError("rollout() needs q0 and v0, or states, or none of them")
    if states is None:
        q0 = shaped("q0", np.atleast_2d(numbers("q0", q0, "numbers")), ("runs", world.q.size))
        return q0, shaped("v0", np.atleast_2d(numbers("v0", v0, "numbers")), (len(q0), world.v.size)), None
    states = list(states) if isinstance(states, Iterable) else [states]
    for state in states:
        if not isinstance(state, _core.State):
            refuse("states", "a list of what snapshot() gave", state)
    return None, None, states


def rollout(world: World, q0=None, v0=None, ctrl=None, *, force=None, joint_force=None, states=None,
            steps: int | None = None, threads: int = 0, joints: bool = False) -> Rollout:
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
        states = [world.snapshot()] * (len(given[0]) if given and np.ndim(given[0]) else 1)
    q0, v0, states = _starts(world, q0, v0, states)
    runs = len(q0) if states is None else len(states)
    inputs = {"ctrl": (ctrl, world.ctrl.size), "force": (force, world.v.size), "joint_force": (joint_force, world.joint_force.size)}
    for name, (values, size) in inputs.items():
        if values is None:
            continue
        values = shaped(name, values, (runs, "steps" if steps is None else whole("steps", steps, 0), size))
        inputs[name], steps = (values, size), values.shape[1]
    if steps is None:
        raise TypeError("rollout() needs ctrl, force, joint_force or steps")
    given = [values for values, _ in inputs.values()]
    *arrays, reports = _core.rollout(world._core, q0, v0, states or [], *given, whole("steps", steps, 0),
                                     whole("threads", threads), bool(joints))
    return Rollout(*arrays, Reports(*reports))
