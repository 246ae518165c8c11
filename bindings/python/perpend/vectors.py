# SPDX-License-Identifier: Apache-2.0
"""Values that callers give: what is none of their kind is told by the name of the argument."""
from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import NoReturn

import numpy as np

from .errors import InvalidArgument

_MOST = 2**31 - 1
_LINE = 80


def refuse(name: str, expected: str, value) -> NoReturn:
    """Raises InvalidArgument."""
    shown = repr(value)
    shown = shown if len(shown) <= _LINE else shown[:_LINE] + "..."
    raise InvalidArgument(f"{name} must be {expected}, got {shown}", name, shown) from None


def whole(name: str, value, least: int = -_MOST, most: int = _MOST) -> int:
    """Python's or NumPy's."""
    expected = "a whole number" + ("" if least == -_MOST else f" from {least} on")
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or number < least:
        refuse(name, expected, value)
    if number > most:
        refuse(name, f"at most {most}", value)
    return number


def number(name: str, value, expected: str = "a number") -> float:
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        return float(value)
    values = None if isinstance(value, str) else numbers(name, value, expected)
    return float(values) if values is not None and values.ndim == 0 else refuse(name, expected, value)


def finite(name: str, value, least: float = -math.inf) -> float:
    expected = "finite" if least == -math.inf else f"finite and at least {least:g}"
    given = number(name, value)
    return given if math.isfinite(given) and given >= least else refuse(name, expected, value)


def named(name: str, value, expected: str = "a name") -> str:
    return value if isinstance(value, str) else refuse(name, expected, value)


def mapping(name: str, value, expected: str) -> dict:
    """None is an empty one."""
    if value is None:
        return {}
    return dict(value) if isinstance(value, Mapping) else refuse(name, expected, value)


def numbers(name: str, values, expected: str) -> np.ndarray:
    """Of any shape; None and texts are no numbers, though NumPy takes them for some."""
    try:
        given = np.asarray(values)
        plain = given.dtype.kind in "iuf" or (given.dtype.kind == "O" and not any(each is None for each in given.flat))
        return given.astype(float) if plain or given.size == 0 else refuse(name, expected, values)
    except InvalidArgument:
        raise
    except (TypeError, ValueError):
        refuse(name, expected, values)


def shaped(name: str, values, shape: tuple, expected: str = "numbers") -> np.ndarray:
    """C-contiguous; a word in place of a length takes any."""
    given = numbers(name, values, expected)
    if given.ndim != len(shape) or any(type(n) is int and n != m for n, m in zip(shape, given.shape)):
        words = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
        raise InvalidArgument(f"{name} must be of shape ({words}), got {given.shape}", name, str(given.shape))
    return np.ascontiguousarray(given)


def vector(name: str, values) -> np.ndarray:
    """(3,) of [x, y, z] or, z being 0, of [x, y]."""
    expected = "numbers [x, y] or [x, y, z]"
    given = numbers(name, values, expected)
    if given.shape == (2,):
        return np.append(given, 0.0)
    return given if given.shape == (3,) else refuse(name, expected, values)


def axial(name: str, values) -> np.ndarray:
    """(3,) of [x, y, z], along an axis of rotation."""
    expected = "three numbers [x, y, z], in the plane [0, 0, z]"
    given = numbers(name, values, expected)
    return given if given.shape == (3,) else refuse(name, expected, values)


def read_only(values) -> np.ndarray:
    """A copy: what is written into it would change nothing, so NumPy refuses it."""
    array = np.array(values, float)
    array.flags.writeable = False
    return array


class ReadOnly(dict):
    """Values that are a copy: what is written into it would change nothing, so it is refused."""

    def __init__(self, values: Mapping, instead: str):
        super().__init__({key: ReadOnly(each, instead) if isinstance(each, dict) else each
                          for key, each in values.items()})
        super().__setattr__("_instead", instead)

    def __setattr__(self, name, value):
        self._refuse()

    def _refuse(self, *_, **__):
        raise TypeError(f"this is a copy; {self._instead}")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self):
        return dict, (self.copy(),)

    def copy(self) -> dict:
        return {key: each.copy() if isinstance(each, ReadOnly) else each for key, each in self.items()}

    def __deepcopy__(self, _):
        return self.copy()
