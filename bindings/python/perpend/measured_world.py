# SPDX-License-Identifier: Apache-2.0
"""What can be measured of a world."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .joint import Coordinate, place
from .measure import BodyNear, ContactEvent, Distance, InstantDynamics, JointBreak, RayHit, touches
from .scene_text import json_text, plain
from .vectors import finite, named, number, numbers, read_only, shaped, vector

#: Values of coordinates by name.
OfCoordinates = Mapping[str, float] | Mapping[tuple[str, int], float] | Mapping[Coordinate, float]


class MeasuredWorld:
    """Measurements of a World, which derives from it."""

    __slots__ = ("__weakref__", "_core", "_source")
    _core: _core.World

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, in the order of q, v and of `a` and `b` in contacts."""
        return self._core.body_names()

    @property
    def joint_names(self) -> list[str]:
        """Names of the joints, in the order of the scene."""
        return self._core.joint_names()

    @property
    def motor_names(self) -> list[str]:
        """"joint[coordinate]" for each motor of the scene: for each entry of ctrl if the scene has no actuators."""
        return self._core.motor_names()

    @property
    def actuator_names(self) -> list[str]:
        """Names of the entries of ctrl: those of the actuators, or motor_names if the scene has no actuators."""
        return self._core.actuator_names()

    @property
    def coordinate_names(self) -> list[str]:
        """"joint[coordinate]" for each entry of joint_force."""
        return self._core.coordinate_names()

    @property
    def joint_coordinates(self) -> NDArray[np.float64]:
        """(joint coordinates,) m or rad, in the order of coordinate_names: Joint.coordinates of all joints, which MuJoCo
        has in qpos; a read-only copy. Assigning an array calls set_coordinates() for the entries that differ."""
        return read_only(self._core.coordinates())

    @joint_coordinates.setter
    def joint_coordinates(self, values: ArrayLike) -> None:
        self._core.set_coordinates(self._changed("joint_coordinates", values), [])

    @property
    def joint_rates(self) -> NDArray[np.float64]:
        """(joint coordinates,) m/s or rad/s likewise."""
        return read_only(self._core.coordinate_rates())

    @joint_rates.setter
    def joint_rates(self, values: ArrayLike) -> None:
        self._core.set_coordinates([], self._changed("joint_rates", values))

    def _changed(self, name: str, values: ArrayLike) -> list[tuple[int, int, float]]:
        """Returns joint, coordinate and value of each entry that differs from the present one."""
        now: NDArray[np.float64] = getattr(self, name)
        places = [(joint, k) for joint, _ in enumerate(self.joint_names)
                  for k in range(self._core.coordinate_count(joint))]
        given = shaped(name, values, now.shape)
        return [(joint, k, new) for (joint, k), new, old in zip(places, given, now) if new != old]

    @property
    def joint_limits(self) -> NDArray[np.float64]:
        """(joint coordinates, 2) m or rad: lower and upper limit, -inf and inf where there is none."""
        rows = [self._core.coordinate_data(joint, k) for joint, _ in enumerate(self.joint_names)
                for k in range(self._core.coordinate_count(joint))]
        return read_only([(row["lo"], row["hi"]) for row in rows]).reshape(-1, 2)

    @property
    def energy(self) -> float:
        """J: kinetic, potential and spring energy; the `energy_after` of a report. Springs of struts too stiff for the
        step count only for the part that it resolves; the rest acts as a rigid rod, which stores no energy."""
        return sum(self._core.energy_parts())

    @property
    def energy_parts(self) -> dict[str, float]:
        """J: kinetic, potential, springs, the terms of `energy`."""
        return dict(zip(("kinetic", "potential", "springs"), self._core.energy_parts()))

    def center_of_mass(self, bodies: Iterable[str] | None = None
                       ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """Returns mass (kg), position (m) and velocity (m/s) of the bodies that forces move, or of the given ones."""
        return self._core.center_of_mass(None if bodies is None else [self._core.body(name) for name in bodies])

    @property
    def mass_matrix(self) -> NDArray[np.float64]:
        """(nv, nv) kg and kg m^2; zero for bodies with prescribed motion."""
        return self._core.mass_matrix()

    @property
    def bias_force(self) -> NDArray[np.float64]:
        """(nv,): mass_matrix @ v' + bias_force = applied forces + J.T @ joint forces; it includes
        gravity and springs of joints."""
        return self._core.bias_force()

    @property
    def constraint_rows(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Jacobian (rows, nv) and position error (rows,) of all joints and couplers."""
        return self._core.constraint_rows()

    def inverse_dynamics(self, accelerations: OfCoordinates, applied: ArrayLike | None = None) -> InstantDynamics:
        """Returns the forces along driven coordinates for given accelerations (m/s^2, rad/s^2), for trees and
        loops alike: {"elbow": 1.0} or {("elbow", 0): 1.0}. With none driven it is forward dynamics.
        applied: (nv,) other forces. Contacts, limits, motors and dry friction do not act."""
        driven = self._coordinates(accelerations)
        values = np.array([number(str(name), each) for name, each in accelerations.items()])
        return InstantDynamics(*self._core.inverse_dynamics(
            driven, values, np.zeros(0) if applied is None else numbers("applied", applied, "numbers")))

    def joint_space(self, driven: Iterable[Coordinate]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Returns (H, c) with H a + c = tau for accelerations a and forces tau of driven coordinates, named
        as in inverse_dynamics()."""
        return self._core.joint_space(self._coordinates(driven))

    def _coordinates(self, names: Iterable[Coordinate]) -> list[tuple[int, int]]:
        pairs = [(name, 0) if isinstance(name, str) else name for name in names]
        return [place(self._core, joint, coordinate) for joint, coordinate in pairs]

    def contact_forces(self) -> dict[str, Any]:
        """Returns present forces and accelerations, at the acceleration level (docs/methods/acceleration_level.md):
        status ("solved", "ray" or "unsolved"), acceleration (nv,), joint_forces, ray, residual,
        residual_bound and touches, a list of Touch. Raises InvalidArgument for models with rolling or
        spinning friction, compliant surfaces or armature, which only the velocity level supports."""
        answer = self._core.contact_forces()
        answer["touches"] = touches(answer["touches"], self.body_names, self.joint_names)
        return answer

    def distance(self, a: str, b: str) -> Distance | None:
        """Returns the distance of the nearest, or most deeply overlapping, shapes of two bodies; None if no two can
        collide."""
        found = self._core.distance(self._core.body(named("a", a)), self._core.body(named("b", b)))
        return None if found is None else Distance(*found)

    def cast_ray(self, origin: ArrayLike, direction: ArrayLike, length: float = np.inf, without: Iterable[str] = ()
                 ) -> list[RayHit]:
        """Returns the shapes that a ray enters, nearest first: origin (3,) m, direction (3,) of any length but 0;
        without: names of bodies to ignore. Planar shapes are hit by rays in z = 0."""
        bodies = self.body_names
        left_out = [self._core.body(name) for name in without]
        hits = self._core.cast_ray(vector("origin", origin), vector("direction", direction), number("length", length),
                                   left_out)
        return [RayHit(bodies[body], shape, distance, point, normal) for body, shape, distance, point, normal in hits]

    def bodies_near(self, shape: dict[str, Any], margin: float = 0.0, *, in_space: bool | None = None
                    ) -> list[BodyNear]:
        """Returns bodies within `margin` (m) of a shape, or that overlap it, in the order of body_names. The shape is
        given as in scenes (docs/formats/scene.md), {"disc": {"radius": 0.3}, "position": [1, 0]}, with its pose in the
        world: m, and rad or a quaternion. in_space: True if it is a spatial shape; None: if the world has any. Raises
        InputError with the faults of the shape."""
        in_space = self._core.is_in_space() if in_space is None else bool(in_space)
        kind = "spatial_fixed" if in_space else "fixed"
        query = {"format": 1, "name": "shape", "simulation": {"duration": 1, "dt": 1},
                 "bodies": [{"name": "shape", "kind": kind, "shapes": [plain(shape)]}]}
        bodies = self.body_names
        found = self._core.bodies_near(json_text(query), finite("margin", margin, 0))
        return [BodyNear(bodies[body], gap) for body, gap in found]

    @property
    def contact_events(self) -> list[ContactEvent]:
        """Beginnings and ends of contacts in the last call of step(); after exchange() the ends of those with bodies
        that it removed. Contacts of other bodies continue."""
        return [ContactEvent(*event) for event in self._core.events()]

    @property
    def joint_breaks(self) -> list[JointBreak]:
        """Joints that broke in the last call of step(); Joint.broken tells which are broken now."""
        joints = self.joint_names
        return [JointBreak(joints[joint], time, force, torque) for joint, time, force, torque in self._core.breaks()]

    @property
    def momentum(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Linear (N s) and angular about the world's origin (N m s)."""
        return self._core.momentum()
