# SPDX-License-Identifier: Apache-2.0
"""A joint of a world."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .element import Element
from .errors import InvalidArgument
from .vectors import named, number, read_only, whole

if TYPE_CHECKING:
    from .world import World

FORCES = np.dtype([("spring", "f8"), ("motor", "f8"), ("friction", "f8"), ("limit", "f8")])


class Joint(Element):
    """A joint of a world; made by World.joint()."""

    __slots__ = ()

    def __init__(self, world: World, name: str):
        super().__init__(world._core, named("joint", name))

    @property
    def coordinates(self) -> np.ndarray:
        """Values of the joint's coordinates, m or rad, of a relative to b since the start; a read-only copy."""
        count = self._core.coordinate_count(self._index)
        return read_only([self._core.coordinate(self._index, k) for k in range(count)])

    @property
    def rates(self) -> np.ndarray:
        """Rates of the coordinates, m/s or rad/s; a read-only copy."""
        count = self._core.coordinate_count(self._index)
        return read_only([self._core.coordinate_rate(self._index, k) for k in range(count)])

    @property
    def broken(self) -> bool:
        """True if the load on the joint has exceeded its break_force or break_torque, which removes the joint."""
        return self._core.is_broken(self._index)

    @property
    def reaction(self) -> tuple[np.ndarray, np.ndarray]:
        """(force, torque), N and N m, on body a in the last step, world frame, about the anchor."""
        return self._core.reaction(self._index)[:2]

    @property
    def reaction_in_joint_frame(self) -> tuple[np.ndarray, np.ndarray]:
        """The reaction in the joint's frame on b, x along the axis."""
        return self._core.reaction(self._index)[2:]

    @property
    def forces(self) -> np.ndarray:
        """Mean forces along each coordinate in the last step, N or N m: a structured array with the fields spring
        (with its damper), motor, friction and limit."""
        count = self._core.coordinate_count(self._index)
        return np.array([tuple(self._core.coordinate_force(self._index, k)) for k in range(count)], FORCES)

    def jacobian(self, coordinate: int = 0) -> np.ndarray:
        """Returns (nv,): rates[coordinate] = jacobian @ world.v."""
        return self._core.coordinate_jacobian(self._index, whole("coordinate", coordinate))

    def apply_force(self, force: float, coordinate: int = 0) -> None:
        """Applies N or N m along a coordinate, in the next step only; it pushes body a along it and b against it."""
        self._core.apply_joint_force(self._index, whole("coordinate", coordinate), number("force", force))

    def hold_force(self, force: float, coordinate: int = 0) -> None:
        """Applies the force in every following step until World.clear_held(); several add up."""
        self._core.hold_joint_force(self._index, whole("coordinate", coordinate), number("force", force))

    def set_force(self, force: float, coordinate: int = 0) -> None:
        """Sets the force of every following step until it is set again: this entry of World.joint_force."""
        self._core.set_joint_force(self._index, whole("coordinate", coordinate), number("force", force))

    def set_motor_target(self, target: float, coordinate: int = 0) -> None:
        """Sets the entry of World.ctrl that belongs to this motor: m/s, rad/s; position motors m, rad."""
        self._core.ctrl()[self._motor(coordinate)] = number("target", target)

    def _motor(self, coordinate: int) -> int:
        index = self._core.motor_index(self._index, whole("coordinate", coordinate))
        if index < 0:
            raise InvalidArgument(f"coordinate is {coordinate} (expected one of joint '{self.name}' with a motor)")
        return index

    def set_motor_limit(self, max_force: float, coordinate: int = 0) -> None:
        """Sets the largest force, N or N m, until World.clear_held(); inf: the motor always reaches its target."""
        self._motor(coordinate)
        self._core.set_motor_limit(self._index, whole("coordinate", coordinate), number("max_force", max_force))

    def __repr__(self):
        return f"<Joint {self.name!r} at {self.coordinates}>"
