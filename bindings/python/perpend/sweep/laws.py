# SPDX-License-Identifier: Apache-2.0
"""Ranges and distributions of parameters: each maps a number of [0, 1) to a value.

    [0.1, 0.9] or {"uniform": [0.1, 0.9]}     {"log_uniform": [1e-3, 1]}     {"normal": [mean, deviation]}
    {"integer": [5, 20]}, both included       {"choice": ["cone", "relaxed(8)"]}
"""
import math
from statistics import NormalDist


def _integer(limits, u):
    low, high = limits
    return low + math.floor(u * (high - low + 1))


def _log_uniform(limits, u):
    low, high = map(math.log, limits)
    return math.exp(low + u * (high - low))


def _normal(limits, u):
    # u = 0 would give minus infinity; 2^-54 is half of the smallest step of a generator.
    return NormalDist(*limits).inv_cdf(max(u, 2.0 ** -54))


_LAWS = {
    "uniform": lambda limits, u: limits[0] + u * (limits[1] - limits[0]),
    "log_uniform": _log_uniform,
    "normal": _normal,
    "integer": _integer,
    "choice": lambda values, u: values[math.floor(u * len(values))],
}


def _parts(law):
    return ("uniform", law) if isinstance(law, list) else next(iter(law.items()))


def value(law, u: float):
    """Returns the value to which the law maps u in [0, 1)."""
    kind, limits = _parts(law)
    return _LAWS[kind](limits, u)


def stated_values(law) -> list:
    """Returns the values given in the law: choices, or the ends of a range."""
    kind, limits = _parts(law)
    return [limits[0]] if kind == "normal" else list(limits)


def is_number(each) -> bool:
    return isinstance(each, (int, float)) and not isinstance(each, bool) and math.isfinite(each)


def fault(law) -> str:
    """Returns the fault of a law; empty if there is none."""
    if not isinstance(law, list) and not (isinstance(law, dict) and len(law) == 1):
        return f"is {law!r}; expected [low, high] or one of {', '.join(_LAWS)}"
    kind, limits = _parts(law)
    if kind not in _LAWS:
        return f"there is no law '{kind}'; expected one of {', '.join(_LAWS)}"
    if not isinstance(limits, list) or not limits:
        return f"'{kind}' needs a list"
    if kind == "choice":
        return ""
    if len(limits) != 2 or not all(map(is_number, limits)):
        return f"'{kind}' needs two numbers, not {limits!r}"
    return _fault_of_limits(kind, *limits)


def _fault_of_limits(kind, a, b):
    if kind == "normal":
        return "" if b > 0 else f"the deviation must be positive, not {b}"
    if kind == "integer" and not (isinstance(a, int) and isinstance(b, int)):
        return f"'integer' needs whole numbers, not [{a}, {b}]"
    if kind == "log_uniform" and a <= 0:
        return f"'log_uniform' needs positive numbers, not [{a}, {b}]"
    return "" if a <= b else f"the low end {a} is above the high end {b}"
