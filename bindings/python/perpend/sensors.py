# SPDX-License-Identifier: Apache-2.0
"""Named sensors of a world, updated in every step."""
from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .frame import Place
from .vectors import mapping, named, refuse, shaped, vector
from .world import World


class ForceTorque(NamedTuple):
    """(6,) N and N m on body a of a joint, mean over the last step, in the joint's frame, x along the axis."""
    joint: str


class ContactForce(NamedTuple):
    """(3,) N of contacts on a body, mean over the last step, world frame; against: only contacts with that body."""
    body: str
    against: str | None = None


class Accelerometer(NamedTuple):
    """(3,) m/s^2, mean acceleration over the last step minus gravity, in the frame of the sensor: at rest 9.81 upwards.
    body: a body or a frame (World.frame()); position (m), orientation (w, x, y, z): pose of the sensor in its frame."""
    body: str
    position: ArrayLike = (0, 0, 0)
    orientation: ArrayLike = (1, 0, 0, 0)


class Gyro(NamedTuple):
    """(3,) rad/s at the end of the last step, in the frame of the sensor, which is given as for an Accelerometer."""
    body: str
    position: ArrayLike = (0, 0, 0)
    orientation: ArrayLike = (1, 0, 0, 0)


Sensor = ForceTorque | ContactForce | Accelerometer | Gyro
KINDS = (ForceTorque, ContactForce, Accelerometer, Gyro)  # in the engine's order


class Sensors(Collection[str]):
    """Sensors of a world by name; a copy of the world has none. dict(sensors) has the values of each.

        sensors = perpend.Sensors(world, {"imu": perpend.Accelerometer("torso"), "sole": perpend.ContactForce("foot")})
        world.step()
        print(sensors["imu"])
    """

    def __init__(self, world: World, sensors: Mapping[str, Sensor]) -> None:
        """Sensors measure from the next step on; until then, and after reset() and restore(), all but gyros are zero.
        After World.exchange() reading them raises InvalidArgument: create new ones. Raises InvalidArgument if the world
        has no such body or joint."""
        self._names = list(mapping("sensors", sensors, "a dict from names to sensors"))
        self._core = _core.watch(world._core, [_packed(world._core, name, sensors[name]) for name in self._names])

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """Returns the values of a sensor, a copy."""
        if name not in self._names:
            raise KeyError(f"sensor must be {_core.one_of(self._names, str(name))}, got {name!r}")
        return self._core.values(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def keys(self) -> list[str]:
        """Names of the sensors in the order in which they were given."""
        return list(self._names)

    def items(self) -> list[tuple[str, NDArray[np.float64]]]:
        """Names and values, copies."""
        return [(name, self[name]) for name in self._names]

    def __repr__(self) -> str:
        return f"<Sensors {', '.join(self._names)}>"

    @property
    def values(self) -> NDArray[np.float64]:
        """Values of all sensors, concatenated in the order in which they were given; a copy."""
        return np.concatenate([self[name] for name in self._names] or [np.zeros(0)])


def _times(q: NDArray[np.float64], r: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the product of two quaternions."""
    (w, u), (x, v) = (q[0], q[1:]), (r[0], r[1:])
    return np.array([w * x - u @ v, *(w * v + x * u + np.cross(u, v))])


def _mounted(frame: Place, position: NDArray[np.float64], orientation: NDArray[np.float64]) -> Place:
    """Returns body and pose, in the frame of the body, of a pose in a frame."""
    body, origin, turn = frame
    moved = _times(_times(turn, np.array([0.0, *position])), turn * [1, -1, -1, -1])[1:]
    return body, origin + moved, _times(turn, orientation)


def _packed(core: _core.World, name: str, sensor: Sensor
            ) -> tuple[str, int, int, int, NDArray[np.float64], NDArray[np.float64]]:
    if not isinstance(sensor, KINDS):
        refuse(f"sensors[{name!r}]", f"one of {', '.join(kind.__name__ for kind in KINDS)}", sensor)
    kind, element, against = KINDS.index(type(sensor)), named("name", sensor[0]), -1
    position, orientation = np.zeros(3), np.array([1.0, 0, 0, 0])
    if isinstance(sensor, ContactForce) and sensor.against is not None:
        against = core.body(sensor.against)
    if isinstance(sensor, (Accelerometer, Gyro)):
        position = vector("position", sensor.position)
        orientation = shaped("orientation", sensor.orientation, (4,))
        index, position, orientation = _mounted(core.frame(element), position, orientation)
    else:
        index = core.joint_part(element)[0] if isinstance(sensor, ForceTorque) else core.body(element)
    return named("sensors", name), kind, index, against, position, orientation
