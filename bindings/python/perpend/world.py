# SPDX-License-Identifier: Apache-2.0
"""A running scene."""
from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

import numpy as np

from . import _core
from .body import Body
from .derivatives import StepDerivatives, degenerate_rows
from .errors import InvalidArgument
from .frame import Frame
from .joint import Joint, place
from .measure import CONTACT, BodyNear, ContactEvent, Distance, InstantDynamics, JointBreak, RayHit, Report, touches
from .robot import KEYWORDS, convert, is_robot, keywords
from .scene_text import json_text, parts_of, plain, with_overlap
from .vectors import ReadOnly, finite, mapping, named, number, numbers, refuse, shaped, vector, whole

if TYPE_CHECKING:
    from .scene import Scene

SCENES = [pathlib.Path(__file__).parent / "share" / "perpend" / "scenes"]

PARAMETERS = "a dict from names to numbers"


def scene_names() -> dict[str, str]:
    """Returns the scenes that World.load() knows by name, with their descriptions."""
    return dict(_core.scene_names(SCENES))


class World:
    """A scene with its state and its simulator, made by World.load() or World.from_scene(). Two threads may step
    two worlds at once."""

    __slots__ = ("__weakref__", "_core", "_source")

    def __init__(self, core: _core.World | None = None, source: str = ""):
        if not isinstance(core, _core.World):
            raise TypeError("a World is made by World.load(scene), World.from_scene(dict) or Scene.build()")
        self._core, self._source = core, source

    @classmethod
    def load(cls, scene: str | os.PathLike, *, parameters: dict[str, float] | None = None, robot: dict | None = None,
             **options) -> World:
        """Loads a scene by name (scene_names()) or file, or a robot's file. `parameters` replace values of
        the scene, `robot` has the keywords of convert(); options are those of `perpend list
        --options`, such as dt=1e-3, law="relaxed(8)". Raises InputError with all faults of the file,
        InvalidArgument on a wrong option or a parameter that is not a number."""
        given = keywords(robot)
        if not isinstance(scene, (str, os.PathLike)):
            refuse("scene", "a name or a path", scene)
        if given or is_robot(scene):
            for name in options.keys() & set(KEYWORDS):
                raise InvalidArgument(f"{name} is of the robot's file: robot={{{name!r}: ...}}", name)
            return cls.from_scene(convert(scene, **given), parameters=parameters, **options)
        values = mapping("parameters", parameters, PARAMETERS)
        return cls(_core.World.load(os.fspath(scene), values, options, SCENES), os.fspath(scene))

    @classmethod
    def from_scene(cls, scene: str | dict, *, parameters: dict[str, float] | None = None, **options) -> World:
        """Makes a world from a scene as JSON text, or as the dict of such a text (docs/formats/scene.md)."""
        values = mapping("parameters", parameters, PARAMETERS)
        text = scene if isinstance(scene, str) else json_text(scene)
        return cls(_core.World.parse(text, "scene", values, options), "scene")

    # Running.

    def step(self, n: int = 1) -> Report:
        """Takes n steps of dt, fewer if one fails; never raises for a numerical outcome. Other threads
        can use the interpreter meanwhile. Ctrl-C ends it after a whole step."""
        self._core.step(whole("n", n))
        return self.report

    def derivatives(self) -> StepDerivatives:
        """Returns derivatives of the step that step() would take now, at its active set, by state, controls,
        forces, masses and friction (docs/methods/derivatives.md). The world stays unchanged; if the
        step has no derivative, `status` and `degenerate` say so. Rows: 2 nv, first the pose after the
        step, then v after it. Poses are in velocity coordinates, (nv,): displacements (m), angles in
        the plane, and in space a small rotation (rad) about the axes of the world in place of the
        quaternion.

        by_state (2 nv, 2 nv): by pose, then by v
        by_ctrl (2 nv, nu): by ctrl; 0 where an actuator is at an end of its range
        by_ctrl_limit (2 nv, motors): by the largest force of motors, per N or N m
        by_force (2 nv, nv): by forces per velocity, per N or N m
        by_joint_force, by_dry_friction (2 nv, joint coordinates): per N or N m
        by_mass (2 nv, bodies): per kg, with inertia in proportion
        by_friction (2 nv, len(surfaces)): by the coefficient of each pair of materials"""
        parts = self._core.derivatives()
        parts["degenerate"] = degenerate_rows(parts["degenerate"], self.body_names, self.joint_names)
        return StepDerivatives(**parts)

    def reset(self) -> None:
        """Returns to the scene's start. ctrl and held inputs stay; inputs applied for the next step are dropped."""
        self._core.reset()

    @property
    def report(self) -> Report:
        """Report of the last call of step(), zeros before the first one; see Report."""
        return Report(self._core.report())

    @property
    def time(self) -> float:
        """Simulated time, s"""
        return self._core.time()

    # State.

    @property
    def q(self) -> np.ndarray:
        """(nq,) coordinates of all bodies at their centres of mass, a view that may be written:
        x, y, angle in the plane; x, y, z, w, i, j, k in space."""
        return self._core.q()

    @q.setter
    def q(self, values):
        view = self._core.q()
        view[:] = shaped("q", values, view.shape)

    @property
    def v(self) -> np.ndarray:
        """(nv,) velocities, a view that may be written: vx, vy, omega in the plane; velocity and
        angular velocity in the world frame in space."""
        return self._core.v()

    @v.setter
    def v(self, values):
        view = self._core.v()
        view[:] = shaped("v", values, view.shape)

    @property
    def ctrl(self) -> np.ndarray:
        """(nu,) controls of the actuators in the order of actuator_names, a view that may be written; it keeps values
        out of the range of an actuator, which uses the nearest in its range. Of a scene without actuators it has the
        targets of the motors: m/s or rad/s of velocity motors, m or rad of position motors. One number goes to all."""
        return self._core.ctrl()

    @ctrl.setter
    def ctrl(self, values):
        view = self._core.ctrl()
        view[:] = numbers("ctrl", values, "numbers") if np.ndim(values) == 0 else shaped("ctrl", values, view.shape)

    @property
    def force(self) -> np.ndarray:
        """(nv,) N and N m along each entry of v, in every step until it is written again: a view of the forces
        of Body.set_force(), which act in addition to held and applied ones. At the centre of mass, torques about the
        axes of the world; 0 on bodies that forces do not move, or the next step raises InvalidArgument."""
        return self._core.force()

    @force.setter
    def force(self, values):
        view = self._core.force()
        view[:] = shaped("force", values, view.shape)

    @property
    def joint_force(self) -> np.ndarray:
        """(joint coordinates,) N and N m along each of coordinate_names, in every step until it is written again: a
        view of the forces of Joint.set_force(), which act in addition to motors and to held and applied ones. They push
        the joint's body a along the coordinate and b against it."""
        return self._core.joint_force()

    @joint_force.setter
    def joint_force(self, values):
        view = self._core.joint_force()
        view[:] = shaped("joint_force", values, view.shape)

    def snapshot(self) -> _core.State:
        """Returns everything the next step depends on, except ctrl, force and other held inputs; steps from it give the
        same bits."""
        return self._core.snapshot()

    def restore(self, state: _core.State) -> None:
        """Works as reset(), to the given state. Raises InvalidArgument if it belongs to another model."""
        if not isinstance(state, _core.State):
            refuse("state", "a State that snapshot() gave", state)
        self._core.restore(state)

    def save(self, path: str | os.PathLike) -> None:
        """Writes a snapshot file, which `perpend run --resume` can read."""
        self._core.save(os.fspath(path))

    def load_state(self, path: str | os.PathLike) -> None:
        """Reads a snapshot file; raises InputError if it belongs to another model. As in restore(), the impulses from
        which the next step starts are scaled to a step of this world's dt."""
        self._core.load_state(os.fspath(path))

    def hash(self) -> int:
        """Returns a 64-bit hash of every bit of the state."""
        return self._core.hash()

    def set_coordinates(self, coordinates: dict, rates: dict | None = None) -> None:
        """Sets joint coordinates (forward kinematics): {"elbow": 1.0} or {("slide", 1): 0.2}, m or rad, then rates, m/s
        or rad/s. The bodies attached through a joint move as one. A coordinate that a coupler ties to those that are
        given follows them; all other coordinates and rates stay. Raises InvalidArgument with the name of a joint that
        is broken or part of a loop, or of a coupler that does not allow the values; the world then stays unchanged."""
        packed = [[(*pair, number(str(name), each[name])) for pair, name in zip(self._coordinates(each), each)]
                  for each in (mapping("coordinates", coordinates, PARAMETERS), mapping("rates", rates, PARAMETERS))]
        self._core.set_coordinates(*packed)

    # Parts.

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

    def body(self, name: str) -> Body:
        """Returns the body of that name. Raises InvalidArgument, with the nearest name, if there is none."""
        return Body(self, name)

    @property
    def frame_names(self) -> list[str]:
        """Names of the scene's frames: sites, links that are part of a body, ..."""
        return self._core.frame_names()

    def frame(self, name: str) -> Frame:
        """Returns the frame of that name, or else that of the body of that name. Raises InvalidArgument, with the
        nearest name, if there is neither."""
        return Frame(self, name)

    def joint(self, name: str) -> Joint:
        """Returns the joint of that name. Raises InvalidArgument, with the nearest name, if there is none."""
        return Joint(self, name)

    @property
    def contacts(self) -> np.ndarray:
        """Active contact points of the last step, a structured array of CONTACT. They are empty, and all forces of the
        last step zero, after reset() and restore() and in a copy, until the next step."""
        return np.frombuffer(self._core.contacts(), CONTACT)

    # Measurements.

    @property
    def energy(self) -> float:
        """J: kinetic, potential and spring energy; the `energy_after` of a report. Springs of struts too stiff for the
        step count only for the part that it resolves; the rest acts as a rigid rod, which stores no energy."""
        return sum(self._core.energy_parts())

    @property
    def energy_parts(self) -> dict[str, float]:
        """J: kinetic, potential, springs, the terms of `energy`."""
        return dict(zip(("kinetic", "potential", "springs"), self._core.energy_parts()))

    def center_of_mass(self, bodies: list[str] | None = None) -> tuple[float, np.ndarray, np.ndarray]:
        """Returns mass (kg), position (m) and velocity (m/s) of the bodies that forces move, or of the given ones."""
        return self._core.center_of_mass(None if bodies is None else [self._core.body(name) for name in bodies])

    @property
    def mass_matrix(self) -> np.ndarray:
        """(nv, nv) kg and kg m^2; zero for bodies with prescribed motion."""
        return self._core.mass_matrix()

    @property
    def bias_force(self) -> np.ndarray:
        """(nv,): mass_matrix @ v' + bias_force = applied forces + J.T @ joint forces; it includes
        gravity and springs of joints."""
        return self._core.bias_force()

    @property
    def constraint_rows(self) -> tuple[np.ndarray, np.ndarray]:
        """Jacobian (rows, nv) and position error (rows,) of all joints and couplers."""
        return self._core.constraint_rows()

    def inverse_dynamics(self, accelerations: dict[tuple[str, int] | str, float],
                         applied=None) -> InstantDynamics:
        """Returns the forces along driven coordinates for given accelerations (m/s^2, rad/s^2), for trees and
        loops alike: {"elbow": 1.0} or {("elbow", 0): 1.0}. With none driven it is forward dynamics.
        applied: (nv,) other forces. Contacts, limits, motors and dry friction do not act."""
        driven = self._coordinates(accelerations)
        values = np.array([number(str(name), each) for name, each in accelerations.items()])
        return InstantDynamics(*self._core.inverse_dynamics(
            driven, values, np.zeros(0) if applied is None else numbers("applied", applied, "numbers")))

    def joint_space(self, driven: list) -> tuple[np.ndarray, np.ndarray]:
        """Returns (H, c) with H a + c = tau for accelerations a and forces tau of driven coordinates, named
        as in inverse_dynamics()."""
        return self._core.joint_space(self._coordinates(driven))

    def _coordinates(self, names) -> list[tuple[int, int]]:
        return [place(self._core, *((name, 0) if isinstance(name, str) else name)) for name in names]

    def contact_forces(self) -> dict:
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

    def cast_ray(self, origin, direction, length: float = np.inf, without=()) -> list[RayHit]:
        """Returns the shapes that a ray enters, nearest first: origin (3,) m, direction (3,) of any length but 0;
        without: names of bodies to ignore. Planar shapes are hit by rays in z = 0."""
        bodies = self.body_names
        left_out = [self._core.body(name) for name in without]
        hits = self._core.cast_ray(vector("origin", origin), vector("direction", direction), number("length", length),
                                   left_out)
        return [RayHit(bodies[body], *rest) for body, *rest in hits]

    def bodies_near(self, shape: dict, margin: float = 0.0, *, in_space: bool | None = None) -> list[BodyNear]:
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
        return [JointBreak(joints[joint], *rest) for joint, *rest in self._core.breaks()]

    def clear_held(self) -> None:
        """Clears all held or set forces, including force and joint_force, and all motor limits that were set."""
        self._core.clear_held()

    @property
    def momentum(self) -> tuple[np.ndarray, np.ndarray]:
        """Linear (N s) and angular about the world's origin (N m s)."""
        return self._core.momentum()

    @property
    def expectations(self) -> list[dict]:
        """Values that the scene's author expects, with the present ones: what, time, expected, tolerance, value,
        why."""
        return self._core.expectations()

    @property
    def name(self) -> str:
        """Name of the scene."""
        return self._core.name()

    @property
    def duration(self) -> float:
        """Duration of the scene, s"""
        return self._core.duration()

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters of the scene, with the values it was loaded with; a copy."""
        return ReadOnly(self._core.parameters(), "World.load(scene, parameters={...}) sets parameters")

    @property
    def options(self) -> dict:
        """All options (`perpend list --options`), a copy; set_options() changes them."""
        return ReadOnly(self._core.options(), "world.set_options(name=value) changes options")

    def set_options(self, **options) -> None:
        """Sets options from the next step on. Held inputs stay; inputs applied for the next step are dropped."""
        self._core.set_options(options)

    # Another scene.

    @property
    def scene(self) -> Scene:
        """The scene of this world, a copy that may be changed and given to exchange(); its parameters have the values
        they were loaded with."""
        from .scene import Scene
        parts = parts_of(self._core.text())
        if "parameters" in parts:
            parts["parameters"] = self._core.parameters()
        return Scene._of_parts(parts)

    def exchange(self, scene, *, parameters: dict[str, float] | None = None) -> None:
        """Continues with another scene, given as in from_scene() or as a Scene: bodies and joints added or removed,
        other friction, masses, gravity. Bodies, joints and couplers of the same name and kind keep their motion,
        impulses and coordinates; ctrl, forces and motor limits stay for those that remain; the time continues. New
        elements start as given in the scene, and overlap with other bodies there is not checked. Contacts continue,
        with their impulse, and those with removed bodies end (contact_events). A joint is given in the start pose:
        one between bodies that have moved since is closed by the next steps.

        The options of this world stay; inputs applied for the next step and results of the last step are dropped.
        Arrays q, v, ctrl, force and joint_force taken before no longer belong to this world if their sizes change, and
        then hold NaN. A Body or Joint refers to the one of its name, or raises InvalidArgument; snapshots from before
        are refused if they do not fit. Raises InputError with the faults of the scene; the world is then unchanged."""
        self._core.exchange(with_overlap(getattr(scene, "to_dict", lambda: scene)()),
                            mapping("parameters", parameters, PARAMETERS))

    # Copies.

    def copy(self) -> World:
        """Returns an independent world in the same state with the same ctrl and held forces."""
        twin = World(_core.World.parse(self._core.text(), self._source, self._core.parameters(), self._core.options()),
                     self._source)
        twin.restore(self.snapshot())
        twin._core.set_held(self._core.held())
        twin.ctrl = self.ctrl
        return twin

    __copy__ = copy

    def __deepcopy__(self, _):
        return self.copy()

    def __getstate__(self):
        return (self._core.text(), self._source, self._core.parameters(), self._core.options(), self.snapshot(),
                self._core.held(), self.ctrl.copy())

    def __setstate__(self, parts):
        text, source, parameters, options, state, held, ctrl = parts
        self.__init__(_core.World.parse(text, source, parameters, options), source)
        self.restore(state)
        self._core.set_held(held)
        self.ctrl = ctrl

    def __repr__(self):
        return f"<World {self.name!r}: {len(self.body_names)} bodies, t = {self.time:.6g} s>"
