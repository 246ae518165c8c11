# SPDX-License-Identifier: Apache-2.0
"""Measures of a study: expressions, at the end of a run, over its steps or at given times.

    "distance": "body('box').pos[0] - start(body('box').pos[0])"          at the end
    "deepest": {"worst": "report.penetration"}                           largest magnitude over the steps
    "top": {"max": "body('ball').pos[1]"}, "min", "sum"                  over the steps
    "path": {"series": "body('box').pos[0]", "at": [0, 0.5, 1]}, "every": 0.1
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from . import laws
from .expression import Expression, ExpressionError

_FOLDS: dict[str, Callable[[float, float], float]] = {
    "worst": lambda a, b: b if abs(b) > abs(a) or b != b else a, "max": max, "min": min,
    "sum": lambda a, b: a + b}
KINDS = ("end", *_FOLDS, "series")


def normalised(spec) -> dict:
    """Returns the long form: a bare expression is the value at the end."""
    return {"end": spec} if isinstance(spec, str) else spec


def fault(spec, parameters) -> str:
    """Returns the fault of a measure that is visible without a world; empty if there is none."""
    spec = normalised(spec)
    kinds = [kind for kind in KINDS if isinstance(spec, dict) and kind in spec]
    if len(kinds) != 1 or not isinstance(spec[kinds[0]], str):
        return f"needs an expression, or one of {', '.join(KINDS)} with one"
    unknown = spec.keys() - {kinds[0], "at", "every"} if kinds == ["series"] else spec.keys() - {kinds[0]}
    if unknown:
        return f"unknown key '{min(unknown)}'"
    if kinds == ["series"] and (times := _fault_of_times(spec)):
        return times
    try:
        Expression(spec[kinds[0]], parameters)
    except ExpressionError as error:
        return str(error)
    return ""


def _fault_of_times(spec):
    if ("at" in spec) == ("every" in spec):
        return 'a series needs either "at": [times in s] or "every": s'
    if "every" in spec:
        return "" if laws.is_number(spec["every"]) and spec["every"] > 0 else "every needs a positive time (s)"
    at = spec["at"]
    if not isinstance(at, list) or not at or not all(laws.is_number(t) and t >= 0 for t in at):
        return "at needs a list of times (s)"
    return "" if at == sorted(set(at)) else "at needs times in ascending order, each once"


class Gauge:
    """One measure on one world, which is in its start state."""

    def __init__(self, spec: dict, world, steps: int):
        """steps: number of the whole run; `stops` holds the step counts at which a series needs a value."""
        self._kind = next(kind for kind in KINDS if kind in spec)
        expression = Expression(spec[self._kind], world.parameters)
        self.uses_report = expression.uses_report
        self.each_step = self._kind in _FOLDS
        self.stops = _stops(spec, world.options["dt"], steps) if self._kind == "series" else []
        self._reading = expression.on(world)
        self._series: list[float | None] = []
        self._folded: float | None = None
        self._wanted = Counter(self.stops)
        self.look(0)

    def look(self, step: int) -> None:
        """Reads the value after `step` steps."""
        if step in self._wanted:
            self._series += [self._reading.value()] * self._wanted[step]
        elif self.each_step and step > 0:
            now = self._reading.value()
            self._folded = now if self._folded is None else _FOLDS[self._kind](self._folded, now)

    def result(self):
        """Returns a number, or the list of a series with None after the end of the run."""
        if self._kind == "end":
            return self._reading.value()
        return self._folded if self.each_step else self._series + [None] * (len(self.stops) - len(self._series))


def _stops(spec, dt, steps):
    """Returns the step counts at which the series has values; times after the end are kept, as None."""
    if "at" in spec:
        return [round(t / dt) for t in spec["at"]]
    every = spec["every"] / dt
    return [round(k * every) for k in range(math.floor(steps / every + 1e-9) + 1)]
