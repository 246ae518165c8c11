# SPDX-License-Identifier: Apache-2.0
"""The common base of bodies and joints of a world."""
from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

from . import _core
from .errors import InvalidArgument

#: How the engine finds an element: its index, of a frame its body and pose.
Found = TypeVar("Found")


def _elsewhere(core: _core.World, name: str) -> str:
    """Returns what else in the world has the name, for a message; empty if there is nothing."""
    for kind in ("body", "joint", "frame"):
        if name in getattr(core, f"{kind}_names")():
            return f"; '{name}' is a {kind}: world.{kind}('{name}')"
    return f"; '{name}' is an actuator, an entry of World.ctrl" if name in core.actuator_names() else ""


class Element(Generic[Found]):
    """An element of a world, found by name. After World.exchange() it is the one of its name in the new scene; if
    there is none, all its members raise InvalidArgument."""

    __slots__ = ("_core", "_found", "_generation", "_name")

    #: What changes a value that cannot be assigned; that of other members is the scene.
    _CHANGED_BY: dict[str, str] = {}

    _found: Found

    def __init__(self, core: _core.World, name: str) -> None:
        self._core, self._name = core, name
        try:
            self._find()
        except InvalidArgument as error:
            raise InvalidArgument(f"{error}{_elsewhere(core, name)}", error.argument, error.value) from None

    def _find(self) -> None:
        self._found = getattr(self._core, type(self).__name__.lower())(self._name)
        self._generation = self._core.generation()

    @property
    def _index(self) -> Found:
        if self._generation != self._core.generation():
            self._find()
        return self._found

    def __setattr__(self, name: str, value: object) -> None:
        member = getattr(type(self), name, None)
        if isinstance(member, property) and member.fset is None:
            by = self._CHANGED_BY.get(name, "a change of the scene, World.exchange(), changes it")
            raise AttributeError(f"{name} of {self!r} cannot be assigned; {by}", name=name, obj=self)
        object.__setattr__(self, name, value)

    def __reduce__(self) -> NoReturn:
        kind = type(self).__name__
        raise TypeError(f"a {kind} is not pickled alone: pickle its World, then world.{kind.lower()}(name)")

    @property
    def name(self) -> str:
        """Name in the scene."""
        return self._name
