# SPDX-License-Identifier: Apache-2.0
"""Vectors that callers give: what is none is told by the name of the argument."""
from __future__ import annotations

import numpy as np

from .errors import InvalidArgument


def _numbers(name: str, values, expected: str) -> np.ndarray:
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        raise InvalidArgument(f"{name} must be {expected}, got {values!r}", name, repr(values)) from None


def vector(name: str, values) -> np.ndarray:
    """(3,) of [x, y, z] or, z being 0, of [x, y]."""
    expected = "numbers [x, y] or [x, y, z]"
    numbers = _numbers(name, values, expected)
    if numbers.shape == (2,):
        return np.append(numbers, 0.0)
    if numbers.shape != (3,):
        raise InvalidArgument(f"{name} must be {expected}, got {values!r}", name, repr(values))
    return numbers


def axial(name: str, values) -> np.ndarray:
    """(3,) of [x, y, z], along an axis of rotation."""
    expected = "three numbers [x, y, z], in the plane [0, 0, z]"
    numbers = _numbers(name, values, expected)
    if numbers.shape != (3,):
        raise InvalidArgument(f"{name} must be {expected}, got {values!r}", name, repr(values))
    return numbers
