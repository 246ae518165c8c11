# SPDX-License-Identifier: Apache-2.0
"""Designs of a study: the combinations of values that its parameters take. Several designs in one study
multiply: every point of the first is combined with every point of the second.

    "grid": {"mu": [0.2, 0.4], "speed": {"from": 1, "to": 4, "count": 7}}
    "list": [{"mu": 0.2, "speed": 1}, {"mu": 0.4, "speed": 2}]
    "latin_hypercube": {"count": 100, "seed": 1, "ranges": {"mu": [0.1, 0.9], "speed": [1, 4]}}
    "random": {"count": 100, "seed": 1, "ranges": {"mu": {"normal": [0.5, 0.05]}}}
"""
from __future__ import annotations

import itertools
import math
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import laws
from .faults import Faults

_RANGE_KEYS = {"from", "to", "count", "scale"}


def points(designs: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns all points; the last design varies fastest."""
    parts = [_KINDS[kind].points(design) for kind, design in designs.items()]
    return [{name: each for part in chosen for name, each in part.items()}
            for chosen in itertools.product(*parts)]


def names(designs: dict[str, Any]) -> list[str]:
    """Returns the names of the parameters in the order of the file."""
    return [name for kind, design in designs.items() for name in _KINDS[kind].names(design)]


def stated_values(designs: dict[str, Any]) -> dict[str, list[Any]]:
    """Returns name → values given in the file, including the ends of ranges."""
    return {name: stated for kind, design in designs.items()
            for name, stated in _KINDS[kind].stated(design).items()}


def check(designs: Any, faults: Faults) -> bool:
    """Adds the faults; returns True if the designs can be used."""
    if not isinstance(designs, dict) or not designs:
        faults.add("parameters", "there are none", f"expected one or more of {', '.join(_KINDS)}")
        return False
    before = len(faults.diagnostics)
    for kind, design in designs.items():
        if kind not in _KINDS:
            faults.add(f"parameters/{kind}", "there is no such design", f"expected one of {', '.join(_KINDS)}")
        else:
            _KINDS[kind].check(design, f"parameters/{kind}", faults)
    if len(faults.diagnostics) == before:
        _check_names_once(designs, faults)
    return len(faults.diagnostics) == before


def check_ranges(design: Any, where: str, faults: Faults, *, counted: bool = True) -> None:
    """Checks the ranges of `latin_hypercube` and `random`, and of noise, which has no count."""
    expected = {"count", "seed", "ranges"} if counted else {"seed", "ranges"}
    if not isinstance(design, dict) or not isinstance(design.get("ranges"), dict) or not design["ranges"]:
        faults.add(where, "needs ranges", f"keys are {', '.join(sorted(expected))}")
        return
    for key in design.keys() - expected:
        faults.add(f"{where}/{key}", "unknown key", f"expected {', '.join(sorted(expected))}")
    for key, least in (("count", 1), ("seed", 0)):
        if key in expected and not (type(design.get(key)) is int and design[key] >= least):
            faults.add(f"{where}/{key}", f"needs a whole number from {least} on, not {design.get(key)!r}")
    for name, law in design["ranges"].items():
        if fault := laws.fault(law):
            faults.add(f"{where}/ranges/{name}", fault)


class _Kind(Protocol):
    """A kind of design: its points, the names of its parameters, the values that the file states of each."""

    @staticmethod
    def points(design: Any) -> list[dict[str, Any]]: ...

    @staticmethod
    def names(design: Any) -> list[str]: ...

    @staticmethod
    def stated(design: Any) -> dict[str, list[Any]]: ...

    @staticmethod
    def check(design: Any, where: str, faults: Faults) -> None: ...


class _Grid:
    @staticmethod
    def points(design: Any) -> list[dict[str, Any]]:
        axes = [_axis(values) for values in design.values()]
        return [dict(zip(design, chosen)) for chosen in itertools.product(*axes)]

    @staticmethod
    def names(design: Any) -> list[str]:
        return list(design)

    @staticmethod
    def stated(design: Any) -> dict[str, list[Any]]:
        return {name: _axis(values) for name, values in design.items()}

    @staticmethod
    def check(design: Any, where: str, faults: Faults) -> None:
        if not isinstance(design, dict) or not design:
            faults.add(where, "needs parameters with their values")
            return
        for name, values in design.items():
            if fault := _fault_of_axis(values):
                faults.add(f"{where}/{name}", fault)


def _axis(values: Any) -> list[Any]:
    if isinstance(values, list):
        return values
    low, high, count = values["from"], values["to"], values["count"]
    if values.get("scale") == "log":
        return [math.exp(x) for x in np.linspace(math.log(low), math.log(high), count).tolist()]
    return np.linspace(low, high, count).tolist()


def _fault_of_axis(values: Any) -> str:
    if isinstance(values, list):
        return "" if values else "needs at least one value"
    if not isinstance(values, dict) or not {"from", "to", "count"} <= values.keys() <= _RANGE_KEYS:
        return 'needs a list or {"from", "to", "count"} (and "scale": "log")'
    if not all(map(laws.is_number, (values["from"], values["to"]))):
        return "from and to need numbers"
    if type(values["count"]) is not int or values["count"] < 1:
        return f"count needs a whole number from 1 on, not {values['count']!r}"
    if values.get("scale", "linear") not in ("linear", "log"):
        return f"scale is linear or log, not {values['scale']!r}"
    if values.get("scale") == "log" and min(values["from"], values["to"]) <= 0:
        return "a logarithmic scale needs positive ends"
    return ""


class _List:
    @staticmethod
    def points(design: Any) -> list[dict[str, Any]]:
        return [dict(point) for point in design]

    @staticmethod
    def names(design: Any) -> list[str]:
        return list(design[0])

    @staticmethod
    def stated(design: Any) -> dict[str, list[Any]]:
        return {name: [point[name] for point in design] for name in design[0]}

    @staticmethod
    def check(design: Any, where: str, faults: Faults) -> None:
        if not isinstance(design, list) or not design or not all(isinstance(p, dict) and p for p in design):
            faults.add(where, "needs a list of points", '[{"mu": 0.2}, {"mu": 0.4}]')
            return
        for number, point in enumerate(design):
            if point.keys() != design[0].keys():
                faults.add(where, f"point {number} has {', '.join(point)}, the first one {', '.join(design[0])}")


class _Ranges:
    """Points of a seeded generator, mapped by the laws of the parameters."""

    @staticmethod
    def names(design: Any) -> list[str]:
        return list(design["ranges"])

    @staticmethod
    def check(design: Any, where: str, faults: Faults) -> None:
        check_ranges(design, where, faults)

    @staticmethod
    def unit_cube(count: int, dimensions: int, seed: int) -> NDArray[np.float64]:
        """Returns (count, dimensions) numbers in [0, 1)."""
        raise NotImplementedError

    @staticmethod
    def stated(design: Any) -> dict[str, list[Any]]:
        return {name: laws.stated_values(law) for name, law in design["ranges"].items()}

    @classmethod
    def points(cls, design: Any) -> list[dict[str, Any]]:
        unit = cls.unit_cube(design["count"], len(design["ranges"]), design["seed"])
        return [{name: laws.value(law, u) for (name, law), u in zip(design["ranges"].items(), row)}
                for row in unit.tolist()]


class _Random(_Ranges):
    @staticmethod
    def unit_cube(count: int, dimensions: int, seed: int) -> NDArray[np.float64]:
        """Draws row by row, so that a greater count keeps the points of a smaller one."""
        return np.random.default_rng(seed).random((count, dimensions))


class _LatinHypercube(_Ranges):
    @staticmethod
    def unit_cube(count: int, dimensions: int, seed: int) -> NDArray[np.float64]:
        """Returns one point in each of `count` equal parts of every parameter."""
        rng = np.random.default_rng(seed)
        cells = np.argsort(rng.random((count, dimensions)), axis=0, kind="stable")
        return (cells + rng.random((count, dimensions))) / count


_KINDS: dict[str, type[_Kind]] = {"grid": _Grid, "list": _List, "latin_hypercube": _LatinHypercube, "random": _Random}


def _check_names_once(designs: dict[str, Any], faults: Faults) -> None:
    seen = set()
    for name in names(designs):
        if name in seen:
            faults.add(f"parameters/{name}", "stands in two designs")
        seen.add(name)
