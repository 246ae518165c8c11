# SPDX-License-Identifier: Apache-2.0
"""Many runs of one world."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from . import _core
from .vectors import numbers, refuse, shaped, whole
from .world import World


class Rollout(NamedTuple):
    q: np.ndarray  #: (runs, steps, nq) after each step
    v: np.ndarray  #: (runs, steps, nv)
    done: np.ndarray  #: (runs,) steps that were taken; rows after them are NaN


def rollout(world: World, q0=None, v0=None, ctrl=None, *, force=None, joint_force=None, states=None,
            steps: int | None = None, threads: int = 0) -> Rollout:
    """Simulates from starts q0 (runs, nq), v0 (runs, nv), or from `states` of snapshot(), several runs at a time
    (threads; 0: all cores). ctrl: (runs, steps, nu) as in World.ctrl; force: (runs, steps, nv), N and N m as in
    World.force; joint_force: (runs, steps, joint coordinates), as in World.joint_force. Each acts from its step on;
    forces are added to those the world holds. The world itself stays unchanged. Each run gives the same bits as a copy
    of the world (with its time, turns and broken joints, held forces and, if no ctrl is given, its ctrl) that is set to
    q0 and v0, or restored to the state, and stepped alone. Raises InvalidArgument with the row of a start or of
    controls that are not finite, and for a force on a body that no force moves."""
    nq, nv, nu = world.q.size, world.v.size, world.ctrl.size
    if (q0 is None) != (v0 is None) or (q0 is None) == (states is None):
        raise TypeError("rollout() needs q0 and v0, or states")
    if states is None:
        q0 = shaped("q0", np.atleast_2d(numbers("q0", q0, "numbers")), ("runs", nq))
        v0 = shaped("v0", np.atleast_2d(numbers("v0", v0, "numbers")), (len(q0), nv))
    else:
        states = list(states) if isinstance(states, Iterable) else [states]
        for state in states:
            if not isinstance(state, _core.State):
                refuse("states", "a list of what snapshot() gave", state)
    runs = len(q0) if states is None else len(states)
    inputs = {"ctrl": (ctrl, nu), "force": (force, nv), "joint_force": (joint_force, world.joint_force.size)}
    for name, (values, size) in inputs.items():
        if values is None:
            continue
        values = shaped(name, values, (runs, "steps" if steps is None else whole("steps", steps, 0), size))
        inputs[name], steps = (values, size), values.shape[1]
    if steps is None:
        raise TypeError("rollout() needs ctrl, force, joint_force or steps")
    given = [values for values, _ in inputs.values()]
    return Rollout(*_core.rollout(world._core, q0, v0, states or [], *given, whole("steps", steps, 0),
                                  whole("threads", threads)))
