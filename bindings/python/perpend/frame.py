# SPDX-License-Identifier: Apache-2.0
"""A named pose on a body of a world."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .body import Body
from .element import Element
from .joint import Coordinate
from .vectors import named, read_only

if TYPE_CHECKING:
    from .world import World


#: Body (-1: the world), origin and rotation in the frame of the body.
Place = tuple[int, NDArray[np.float64], NDArray[np.float64]]


class Frame(Element[Place]):
    """A frame that moves with a body, made by World.frame(): a site of MJCF, a frame of SDF, a link of URDF that a
    fixed joint makes part of another, an entry of `frames` of a scene, or the frame of a body."""

    __slots__ = ("_world",)

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        super().__init__(world._core, named("frame", name))

    @property
    def pos(self) -> NDArray[np.float64]:
        """(3,) m: origin of the frame in the world, MuJoCo's site_xpos."""
        return read_only(self._core.frame_pose(self._index)[0])

    @property
    def quat(self) -> NDArray[np.float64]:
        """(4,) w, x, y, z: rotation of the frame in the world."""
        return read_only(self._core.frame_pose(self._index)[1])

    @property
    def velocity(self) -> NDArray[np.float64]:
        """(3,) m/s: velocity of the origin of the frame, world axes."""
        return read_only(self._core.frame_motion(self._index)[0])

    @property
    def omega(self) -> NDArray[np.float64]:
        """(3,) rad/s: angular velocity, world axes."""
        return read_only(self._core.frame_motion(self._index)[1])

    @property
    def body(self) -> Body | None:
        """The body that the frame moves with; None for the world."""
        index = self._index[0]
        return None if index < 0 else Body(self._world, self._core.body_names()[index])

    @property
    def pos_in_body(self) -> NDArray[np.float64]:
        """(3,) m: origin in the frame that the scene gives the body, such as `at` of Body.apply_force()."""
        return read_only(self._index[1])

    @property
    def quat_in_body(self) -> NDArray[np.float64]:
        """(4,) w, x, y, z: rotation in the frame that the scene gives the body."""
        return read_only(self._index[2])

    @property
    def jacobian(self) -> NDArray[np.float64]:
        """(3, nv): velocity = jacobian @ world.v."""
        body, position, _ = self._index
        return np.zeros((3, self._core.v().size)) if body < 0 else self._core.point_jacobian(body, position, False)

    @property
    def spin_jacobian(self) -> NDArray[np.float64]:
        """(3, nv): omega = spin_jacobian @ world.v."""
        body = self._index[0]
        return np.zeros((3, self._core.v().size)) if body < 0 else self._core.spin_jacobian(body)

    def joint_jacobian(self, joints: Iterable[Coordinate]) -> NDArray[np.float64]:
        """Returns (6, n): velocity of the origin (3 rows), then omega (3 rows), world axes, per rate of each of the n
        joint coordinates, named as in World.inverse_dynamics(), for inverse kinematics. Coordinates that couplers tie to
        one move with it, all others rest. Raises InvalidArgument for joints that are part of a loop or broken."""
        coordinates = self._world._coordinates(joints)
        if self._index[0] < 0:
            return np.zeros((6, len(coordinates)))
        return self._core.frame_joint_jacobian(self._index, coordinates)

    def __repr__(self) -> str:
        return f"<Frame {self.name!r} at {self.pos}>"
