# SPDX-License-Identifier: Apache-2.0
"""What bodies and joints of a world have in common."""
from __future__ import annotations


class Element:
    """Of a world, by its index there; the world finds it by name."""

    __slots__ = ("_core", "_index", "_name")

    def __init__(self, core, index: int, name: str):
        self._core, self._index, self._name = core, index, name

    def __reduce__(self):
        kind = type(self).__name__
        raise TypeError(f"a {kind} is not pickled alone: pickle its World, then world.{kind.lower()}(name)")

    @property
    def name(self) -> str:
        return self._name
