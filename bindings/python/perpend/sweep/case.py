# SPDX-License-Identifier: Apache-2.0
"""One case of a study: builds its world, runs it, measures. Workers run this; it needs NumPy only."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, InvalidArgument
from ..world import World
from .engine import check_engine
from .expression import ExpressionError
from .measure import Gauge

#: Columns of a report that every row keeps: the largest over the steps of the run. residual_bound is
#: that of the problem with the largest residual; inexact is a sum.
CERTIFICATE = ("residual", "residual_bound", "velocity_residual", "penetration", "joint_gap", "joint_angle",
               "momentum_error", "inexact")


@dataclass(frozen=True)
class Case:
    """A case. values: parameters, options by "options.name". key: digest of everything the result depends on."""

    index: int
    repeat: int
    values: dict
    key: str


@dataclass(frozen=True)
class Plan:
    """The data that all cases of a study share. duration: s; None: that of the scene."""

    engine: str
    text: str
    source: str
    duration: float | None
    measures: dict = field(hash=False)


def split(values: dict) -> tuple[dict, dict]:
    """Returns (scene parameters, options); "options.joints.damping" sets one entry of an option."""
    parameters: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for name, value in values.items():
        first, _, rest = name.partition(".")
        if first != "options":
            parameters[name] = value
            continue
        *path, last = rest.split(".")
        inner = options
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return parameters, options


def build(plan: Plan, values: dict) -> World:
    """Returns the world. Raises InputError or InvalidArgument if the scene cannot have these values."""
    parameters, options = split(values)
    return World._quietly(plan.text, parameters, options)


def run_case(plan: Plan, case: Case) -> dict:
    """Returns the row of a case. status: "ok", "unsolved", "diverged" as in reports; "refused" if the scene
    cannot have these values, "unmeasured" if a measure has no value. Raises EngineMismatch."""
    check_engine(plan.engine)
    try:
        return {"key": case.key, **_simulate(build(plan, case.values), plan)}
    except (InputError, InvalidArgument) as error:
        return failed(case, "refused", str(error))
    except ExpressionError as error:
        return failed(case, "unmeasured", str(error))


def failed(case: Case, status: str, message: str) -> dict:
    """Returns the row of a case without results."""
    return {"key": case.key, "status": status, "message": message}


def _simulate(world, plan):
    dt = world.options["dt"]
    # Counts as `perpend run` does: steps until less than half a step is left.
    steps = math.ceil((world.duration if plan.duration is None else plan.duration) / dt - 0.5)
    gauges = {name: Gauge(spec, world, steps) for name, spec in plan.measures.items()}
    certificate = dict.fromkeys(CERTIFICATE, 0.0)
    done = 0
    for piece in _pieces(gauges.values(), steps):
        report = world.step(piece)
        _merge(certificate, report)
        if report.status != "ok":
            return _row(report.status, report.message, world, certificate, {})
        done += piece
        for gauge in gauges.values():
            gauge.look(done)
    return _row("ok", "", world, certificate, {name: gauge.result() for name, gauge in gauges.items()})


def _pieces(gauges, steps):
    """Returns the numbers of steps to take at once: one if a measure reads each step; else up to the next value,
    with the last step before it separate if a measure reads that step's report."""
    if any(gauge.each_step for gauge in gauges):
        return [1] * steps
    alone = any(gauge.uses_report for gauge in gauges)
    stops = sorted({stop for gauge in gauges for stop in gauge.stops if 0 < stop < steps} | {steps})
    pieces = []
    for start, stop in zip([0, *stops], stops):
        pieces += [stop - start - 1, 1] if alone else [stop - start]
    return [piece for piece in pieces if piece > 0]


def _merge(certificate, report):
    if report.residual > certificate["residual"] or certificate["residual_bound"] == 0:
        certificate["residual_bound"] = report.residual_bound
    certificate["inexact"] += report.inexact
    for name in CERTIFICATE:
        if name not in ("residual_bound", "inexact"):
            certificate[name] = max(certificate[name], report[name])


def _row(status, message, world, certificate, measured):
    return {"status": status, "message": message, "time": world.time, "hash": f"{world.hash():016x}",
            "certificate": certificate, "measured": measured}
