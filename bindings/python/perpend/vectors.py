# SPDX-License-Identifier: Apache-2.0
"""Checks of values from callers; errors name the argument."""
from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, SupportsIndex, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InvalidArgument

_MOST = 2**31 - 1
_LINE = 80
_FEW = 6
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def refuse(name: str, expected: str, value: object) -> NoReturn:
    """Raises InvalidArgument."""
    shown = repr(value)
    shown = shown if len(shown) <= _LINE else shown[:_LINE] + "..."
    raise InvalidArgument(f"{name} must be {expected}, got {shown}", name, shown) from None


def whole(name: str, value: SupportsIndex, least: int = -_MOST, most: int = _MOST) -> int:
    """Returns a whole number, Python's or NumPy's."""
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


def number(name: str, value: ArrayLike, expected: str = "a number") -> float:
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        return float(value)
    values = None if isinstance(value, str) else numbers(name, value, expected)
    return float(values) if values is not None and values.ndim == 0 else refuse(name, expected, value)


def finite(name: str, value: ArrayLike, least: float = -math.inf) -> float:
    expected = "finite" if least == -math.inf else f"finite and at least {least:g}"
    given = number(name, value)
    return given if math.isfinite(given) and given >= least else refuse(name, expected, value)


def named(name: str, value: object, expected: str = "a name") -> str:
    return value if isinstance(value, str) else refuse(name, expected, value)


def mapping(name: str, value: Mapping[_Key, _Value] | None, expected: str) -> dict[_Key, _Value]:
    """Returns a dict; None gives an empty one."""
    if value is None:
        return {}
    return dict(value) if isinstance(value, Mapping) else refuse(name, expected, value)


def numbers(name: str, values: ArrayLike, expected: str) -> NDArray[np.float64]:
    """Returns an array of any shape; None and texts are refused, although NumPy converts them."""
    try:
        given = np.asarray(values)
        plain = given.dtype.kind in "iuf" or (given.dtype.kind == "O" and not any(each is None for each in given.flat))
        return given.astype(float) if plain or given.size == 0 else refuse(name, expected, values)
    except InvalidArgument:
        raise
    except (TypeError, ValueError):
        refuse(name, expected, values)


def shaped(name: str, values: ArrayLike, shape: tuple[int | str, ...], expected: str = "numbers"
           ) -> NDArray[np.float64]:
    """Returns a C-contiguous array of this shape; a word in place of a length allows any length."""
    given = numbers(name, values, expected)
    if given.ndim != len(shape) or any(type(n) is int and n != m for n, m in zip(shape, given.shape)):
        words = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
        raise InvalidArgument(f"{name} must be of shape ({words}), got {given.shape}", name, str(given.shape))
    return np.ascontiguousarray(given)


def vector(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Returns (3,) from [x, y, z], or from [x, y] with z = 0."""
    expected = "numbers [x, y] or [x, y, z]"
    given = numbers(name, values, expected)
    if given.shape == (2,):
        return np.append(given, 0.0)
    return given if given.shape == (3,) else refuse(name, expected, values)


def axial(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Returns (3,) from [x, y, z], a vector along an axis of rotation."""
    expected = "three numbers [x, y, z], in the plane [0, 0, z]"
    given = numbers(name, values, expected)
    return given if given.shape == (3,) else refuse(name, expected, values)


def brief(parts: object, names: Iterable[str]) -> str:
    """Returns the repr of the given attributes, of large arrays the shape and of long lists the length."""
    def shown(value: object) -> str:
        if isinstance(value, np.ndarray) and (value.size > _FEW or (value.size == 0 and value.ndim > 1)):
            return f"array{value.shape}".replace(",)", ")")
        if isinstance(value, np.ndarray):
            return np.array2string(value, precision=6, separator=", ").replace("\n", "")
        return f"[{len(value)} entries]" if isinstance(value, list) and len(value) > _FEW else repr(value)
    fields = ", ".join(f"{name}={shown(getattr(parts, name))}" for name in names)
    return f"{type(parts).__name__}({fields})"


def read_only(values: ArrayLike) -> NDArray[np.float64]:
    """Returns a copy that NumPy does not allow to be written, since writing would have no effect."""
    array = np.array(values, float)
    array.flags.writeable = False
    return array


class ReadOnly(dict[str, Any]):
    """A dict that is a copy: writing would have no effect, so it raises TypeError."""

    _instead: str  # what to do in place of writing

    def __init__(self, values: Mapping[str, Any], instead: str) -> None:
        super().__init__({key: ReadOnly(each, instead) if isinstance(each, dict) else each
                          for key, each in values.items()})
        object.__setattr__(self, "_instead", instead)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        self._refuse()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(f"this is a copy; {self._instead}")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return dict, (self.copy(),)

    def copy(self) -> dict[str, Any]:
        return {key: each.copy() if isinstance(each, ReadOnly) else each for key, each in self.items()}

    def __deepcopy__(self, _: object) -> dict[str, Any]:
        return self.copy()
