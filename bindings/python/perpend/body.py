# SPDX-License-Identifier: Apache-2.0
"""A body of a world."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .element import Element
from .errors import InvalidArgument
from .vectors import axial, named, number, numbers, read_only, shaped, vector

if TYPE_CHECKING:
    from .world import World


def in_world(argument: str, frame: str) -> bool:
    if frame not in ("world", "body"):
        raise InvalidArgument(f"{argument} is '{frame}' (expected 'world' or 'body')")
    return frame == "world"


class Body(Element[int]):
    """A body of a world; made by World.body(). Arguments that are vectors may be [x, y] for planar bodies;
    torques and angular velocities have three numbers there too. A component out of the plane of a planar
    body raises InvalidArgument."""

    __slots__ = ()
    _CHANGED_BY = {"pos": "set_pose() sets it", "quat": "set_pose() sets it", "velocity": "set_velocity() sets it",
                   "omega": "set_velocity() sets it"}

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world._core, named("body", name))

    @property
    def pos(self) -> NDArray[np.float64]:
        """(3,) m: origin of the frame the scene gives the body, in the world."""
        return read_only(self._core.body_pose(self._index)[0])

    @property
    def quat(self) -> NDArray[np.float64]:
        """(4,) w, x, y, z: rotation of that frame."""
        return read_only(self._core.body_pose(self._index)[1])

    @property
    def velocity(self) -> NDArray[np.float64]:
        """(3,) m/s: velocity of the centre of mass, world frame."""
        return read_only(self._core.body_motion(self._index)[0])

    @property
    def omega(self) -> NDArray[np.float64]:
        """(3,) rad/s: angular velocity, world frame."""
        return read_only(self._core.body_motion(self._index)[1])

    @property
    def mass(self) -> float:
        """Mass, kg; 0 for bodies that forces do not move."""
        return self._core.body_mass(self._index)

    @property
    def inertia(self) -> NDArray[np.float64]:
        """(3, 3) kg m^2 about the centre of mass, along the axes of the frame that the scene gives the body; in the
        plane only [2, 2] is not zero. Zeros for bodies that forces do not move or rotate."""
        return read_only(self._core.body_inertia(self._index))

    @property
    def center_of_mass(self) -> NDArray[np.float64]:
        """(3,) m in the frame that the scene gives the body; its origin for spatial bodies that forces do not move."""
        return read_only(self._core.body_center_of_mass(self._index))

    @property
    def kind(self) -> str:
        """Kind as in a scene: "rigid", "spatial", "fixed", "kinematic", ..."""
        return self._core.body_kind(self._index)

    @property
    def material(self) -> str:
        """Name of its material."""
        return self._core.body_material(self._index)

    @property
    def shapes(self) -> list[dict[str, Any]]:
        """The shapes, a copy, with the keys of scenes (docs/formats/scene.md), such as {"disc": {"radius": 0.1},
        "position": [0, 0], "angle": 0}; m and rad in the frame that the scene gives the body. Planar boxes are
        polygons, chains are their segments, height fields are meshes; RayHit.shape is an index into this list."""
        return self._core.shapes(self._index)

    @property
    def q(self) -> NDArray[np.float64]:
        """The body's part of World.q, a view that may be written."""
        first, size = self._core.slice(self._index, False)
        return self._core.q()[first:first + size]

    @q.setter
    def q(self, values: ArrayLike) -> None:
        view = self.q
        view[:] = shaped("q", values, view.shape)

    @property
    def v(self) -> NDArray[np.float64]:
        """The body's part of World.v, a view that may be written."""
        first, size = self._core.slice(self._index, True)
        return self._core.v()[first:first + size]

    @v.setter
    def v(self, values: ArrayLike) -> None:
        view = self.v
        view[:] = shaped("v", values, view.shape)

    # Inputs. Forces on particles act at their position.

    def set_force(self, force: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0)) -> None:
        """Sets a force that acts in every step until it is set again: (3,) N at the centre of mass, (3,) N m;
        world frame. It is the body's part of World.force."""
        self._core.set_force(self._index, vector("force", force), axial("torque", torque))

    def apply_force(self, force: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0), at: ArrayLike = (0, 0, 0),
                    at_in: str = "body", force_in: str = "world") -> None:
        """Applies a force in the next step only; several add up. force: (3,) N; torque: (3,) N m in addition to
        that of the force; at: (3,) m where the force acts; at_in and force_in: "world" or "body", the frame that the
        scene gives the body."""
        self._push(self._core.apply_force, vector("force", force), torque, at, at_in, force_in)

    def apply_impulse(self, impulse: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0), at: ArrayLike = (0, 0, 0),
                      at_in: str = "body", force_in: str = "world") -> None:
        """Applies an impulse likewise, N s and N m s: the velocity jumps in the next step, as far as joints and
        contacts allow."""
        self._push(self._core.apply_impulse, vector("impulse", impulse), torque, at, at_in, force_in)

    def hold_force(self, force: ArrayLike = (0, 0, 0), torque: ArrayLike = (0, 0, 0), at: ArrayLike = (0, 0, 0),
                   at_in: str = "body", force_in: str = "world") -> None:
        """Applies a force as apply_force() does, in every following step until World.clear_held(); several add up."""
        self._push(self._core.hold_force, vector("force", force), torque, at, at_in, force_in)

    def _push(self, member: Callable[..., None], force: NDArray[np.float64], torque: ArrayLike, at: ArrayLike,
              at_in: str, force_in: str) -> None:
        member(self._index, force, axial("torque", torque), vector("at", at), in_world("at_in", at_in),
               in_world("force_in", force_in))

    def set_pose(self, pos: ArrayLike, rotation: ArrayLike) -> None:
        """Sets the pose. pos: (3,) m; rotation: the angle (rad) of a planar body, (4,) w, x, y, z of a spatial one.
        Joints close in the next steps."""
        self._core.set_pose(self._index, vector("pos", pos), np.atleast_1d(numbers("rotation", rotation, "numbers")))

    def set_target_pose(self, pos: ArrayLike, rotation: ArrayLike, time: float | None = None) -> None:
        """Sets the velocity of a kinematic body whose motion is driven such that its frame reaches the pose, given as
        in set_pose(), after `time` seconds; spatial bodies take the shorter rotation. time None: one step of dt. The
        body pushes what it meets, and keeps that velocity until it is set again."""
        time = self._core.options()["dt"] if time is None else number("time", time)
        self._core.set_target_pose(self._index, vector("pos", pos),
                                   np.atleast_1d(numbers("rotation", rotation, "numbers")), time)

    def set_velocity(self, velocity: ArrayLike = (0, 0, 0), omega: ArrayLike = (0, 0, 0)) -> None:
        """Sets (3,) m/s of the centre of mass and (3,) rad/s; world frame, for planar bodies vx, vy and omega[2]. A
        kinematic body accepts it if its motion is driven, and moves with it until it is set again."""
        self._core.set_velocity(self._index, vector("velocity", velocity), axial("omega", omega))

    # Measurements.

    def jacobian(self, point: ArrayLike = (0, 0, 0), point_in: str = "body") -> NDArray[np.float64]:
        """Returns (3, nv): the velocity (m/s) of a point that moves with the body is jacobian @ world.v."""
        return self._core.point_jacobian(self._index, vector("point", point), in_world("point_in", point_in))

    @property
    def spin_jacobian(self) -> NDArray[np.float64]:
        """(3, nv): omega = spin_jacobian @ world.v."""
        return self._core.spin_jacobian(self._index)

    def contact_force(self, against: Body | str | None = None) -> NDArray[np.float64]:
        """Returns (3,) N, world frame: the force of contacts on the body, mean over the last step; with `against`
        only the contacts with that body."""
        other = -1 if against is None else self._core.body(named("against", getattr(against, "name", against)))
        return self._core.contact_force(self._index, other)

    def __repr__(self) -> str:
        return f"<Body {self.name!r} at {self.pos}>"
