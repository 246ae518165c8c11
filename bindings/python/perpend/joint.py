# SPDX-License-Identifier: Apache-2.0
"""A joint of a world."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _core
from .body import Body
from .element import Element
from .errors import InvalidArgument
from .vectors import named, number, read_only, whole

if TYPE_CHECKING:
    from .world import World

FORCES = np.dtype([("spring", "f8"), ("motor", "f8"), ("friction", "f8"), ("limit", "f8")])


#: A coordinate of a joint: a name, or the name of a joint and the number of one of its coordinates.
Coordinate = str | tuple[str, int]


def place(core: _core.World, name: str, coordinate: SupportsIndex) -> tuple[int, int]:
    """Returns joint and coordinate; coordinate 0 of the name of a coordinate is that one. Raises InvalidArgument if
    there is no joint or coordinate of that name."""
    joint, first, _, is_whole = core.joint_part(name)
    k = whole("coordinate", coordinate)
    if k and not is_whole:
        raise InvalidArgument(f"coordinate is {k} (expected 0: '{name}' is one coordinate of its joint)")
    return joint, first + k


class Joint(Element[int]):
    """A joint of a world, or one of its coordinates that has a name of its own; made by World.joint(). Coordinates are
    counted from 0, and a coordinate with a name has itself alone."""

    __slots__ = ("_part", "_world")
    _CHANGED_BY = {"coordinates": "World.set_coordinates() sets them", "rates": "World.set_coordinates() sets them",
                   "forces": "set_force() and apply_force() push along the joint",
                   "limits": "Scene.change_coordinate() and World.exchange() change them",
                   "motors": "set_motor_target(), set_motor_limit() and World.ctrl drive them"}

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        super().__init__(world._core, named("joint", name))

    def _find(self) -> None:
        self._found, first, count, _ = self._core.joint_part(self._name)
        self._part = first, count
        self._generation = self._core.generation()

    def _all(self) -> list[tuple[int, int]]:
        """Returns the joint and each coordinate."""
        joint, (first, count) = self._index, self._part
        return [(joint, first + k) for k in range(count)]

    def _at(self, coordinate: int) -> tuple[int, int]:
        return place(self._core, self._name, coordinate)

    # What the scene says of the joint. Arrays have an entry for each coordinate and are read-only copies.

    @property
    def kind(self) -> str:
        """Kind as in a scene: "revolute" (in the plane "pin"), "prismatic", "spherical", "weld", ..."""
        return self._core.joint_kind(self._index)[0]

    @property
    def a(self) -> Body:
        """The body that moves along the coordinates, relative to b: the child link of a robot."""
        return Body(self._world, self._core.body_names()[self._core.joint_kind(self._index)[1]])

    @property
    def b(self) -> Body | None:
        """The other body; None: the world."""
        index = self._core.joint_kind(self._index)[2]
        return None if index < 0 else Body(self._world, self._core.body_names()[index])

    @property
    def anchor(self) -> NDArray[np.float64]:
        """(3,) m: the anchor as body a has it, at the present pose, world frame."""
        return read_only(self._core.joint_places(self._index)[0])

    @property
    def anchor_b(self) -> NDArray[np.float64]:
        """(3,) m: the anchor as b has it, at the present pose, world frame; apart from `anchor` along the
        displacements of the joint, and by joint errors."""
        return read_only(self._core.joint_places(self._index)[1])

    @property
    def axis(self) -> NDArray[np.float64] | None:
        """(3,) unit vector: the axis as body a has it, at the present pose, world frame; None: the kind has none. A
        hinge turns about it by the right-hand rule, in the plane about z; a slide moves a along it."""
        return self._axis(2)

    @property
    def axis_b(self) -> NDArray[np.float64] | None:
        """(3,) likewise as b has it: other than `axis` where a joint lets the axis turn; the axis of the first angle of
        a universal joint."""
        return self._axis(3)

    def _axis(self, place: int) -> NDArray[np.float64] | None:
        kind, *_, in_plane = self._core.joint_kind(self._index)
        if in_plane and kind in ("pin", "spherical"):
            return read_only([0.0, 0.0, 1.0])
        has_axis = self._core.joint_kind(self._index)[3]
        return read_only(self._core.joint_places(self._index)[place]) if has_axis else None

    def _data(self, key: str) -> list[Any]:
        return [self._core.coordinate_data(*each)[key] for each in self._all()]

    @property
    def units(self) -> list[str]:
        """Unit of each coordinate, "m" or "rad"; that of its forces is N or N m."""
        return ["rad" if is_angle else "m" for is_angle in self._data("is_angle")]

    @property
    def limits(self) -> NDArray[np.float64]:
        """(n, 2) m or rad: lower and upper limit of each coordinate, -inf and inf where there is none."""
        return read_only(list(zip(self._data("lo"), self._data("hi")))).reshape(-1, 2)

    @property
    def motors(self) -> list[dict[str, Any] | None]:
        """The motor of each coordinate, None where there is none, with the keys and values of the scene: kind
        ("velocity" or "position"), target, max_force (N or N m; inf: no limit), and time_constant (s) or, of a servo,
        stiffness and damping. World.ctrl has the present targets."""
        return self._data("motor")

    @property
    def stiffness(self) -> NDArray[np.float64]:
        """(n,) N/m or N m/rad of the spring along each coordinate, 0 where there is none."""
        return read_only(self._data("stiffness"))

    @property
    def rest(self) -> NDArray[np.float64]:
        """(n,) m or rad: value at which the spring exerts no force."""
        return read_only(self._data("rest"))

    @property
    def damping(self) -> NDArray[np.float64]:
        """(n,) N s/m or N m s/rad."""
        return read_only(self._data("damping"))

    @property
    def friction(self) -> NDArray[np.float64]:
        """(n,) N or N m: largest dry friction."""
        return read_only(self._data("friction"))

    @property
    def armature(self) -> NDArray[np.float64]:
        """(n,) kg or kg m^2: reflected inertia of rotors."""
        return read_only(self._data("armature"))

    @property
    def break_force(self) -> float:
        """N at which the joint breaks; inf: never."""
        return self._core.joint_kind(self._index)[4]

    @property
    def break_torque(self) -> float:
        """N m likewise."""
        return self._core.joint_kind(self._index)[5]

    # State.

    @property
    def coordinates(self) -> NDArray[np.float64]:
        """Values of the joint's coordinates, m or rad, of a relative to b: 0 at the start unless the scene says
        otherwise; a read-only copy."""
        return read_only([self._core.coordinate(*each) for each in self._all()])

    @property
    def rates(self) -> NDArray[np.float64]:
        """Rates of the coordinates, m/s or rad/s; a read-only copy."""
        return read_only([self._core.coordinate_rate(*each) for each in self._all()])

    @property
    def broken(self) -> bool:
        """True if the load on the joint has exceeded its break_force or break_torque, which removes the joint."""
        return self._core.is_broken(self._index)

    @property
    def reaction(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(force, torque), N and N m, on body a in the last step, world frame, about the anchor."""
        return self._core.reaction(self._index)[:2]

    @property
    def reaction_in_joint_frame(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The reaction in the joint's frame on b, x along the axis."""
        return self._core.reaction(self._index)[2:]

    @property
    def forces(self) -> NDArray[np.float64]:
        """Mean forces along each coordinate in the last step, N or N m: a structured array with the fields spring
        (with its damper), motor, friction and limit."""
        return np.array([tuple(self._core.coordinate_force(*each)) for each in self._all()], FORCES)

    def jacobian(self, coordinate: int = 0) -> NDArray[np.float64]:
        """Returns (nv,): rates[coordinate] = jacobian @ world.v."""
        return self._core.coordinate_jacobian(*self._at(coordinate))

    def apply_force(self, force: float, coordinate: int = 0) -> None:
        """Applies N or N m along a coordinate, in the next step only; it pushes body a along it and b against it."""
        self._core.apply_joint_force(*self._at(coordinate), number("force", force))

    def hold_force(self, force: float, coordinate: int = 0) -> None:
        """Applies the force in every following step until World.clear_held(); several add up."""
        self._core.hold_joint_force(*self._at(coordinate), number("force", force))

    def set_force(self, force: float, coordinate: int = 0) -> None:
        """Sets the force of every following step until it is set again: this entry of World.joint_force."""
        self._core.set_joint_force(*self._at(coordinate), number("force", force))

    def set_motor_target(self, target: float, coordinate: int = 0) -> None:
        """Sets the target of a motor: m/s, rad/s; position motors m, rad. It is the entry of World.ctrl of this motor if
        the scene has no actuators. Raises InvalidArgument if an actuator sets the target."""
        motor, place_of = self._motor(coordinate), self._at(coordinate)
        if not self._core.has_actuators():
            self._core.ctrl()[motor] = number("target", target)
        elif name := self._core.actuator_of_motor(*place_of):
            raise InvalidArgument(f"the target of joint '{self.name}' is set by actuator '{name}': write World.ctrl")
        else:
            self._core.set_motor_target(*place_of, number("target", target))

    def _motor(self, coordinate: int) -> int:
        index = self._core.motor_index(*self._at(coordinate))
        if index < 0:
            raise InvalidArgument(f"coordinate is {coordinate} (expected one of joint '{self.name}' with a motor)")
        return index

    def set_motor_limit(self, max_force: float, coordinate: int = 0) -> None:
        """Sets the largest force, N or N m, until World.clear_held(); inf: the motor always reaches its target."""
        self._motor(coordinate)
        self._core.set_motor_limit(*self._at(coordinate), number("max_force", max_force))

    def __repr__(self) -> str:
        return f"<Joint {self.name!r}: {self.kind} at {self.coordinates}>"
