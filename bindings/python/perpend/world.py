# SPDX-License-Identifier: Apache-2.0
"""A running scene."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .body import Body
from .catalogue import SCENES
from .derivatives import StepDerivatives, degenerate_rows
from .errors import InvalidArgument
from .frame import Frame
from .joint import Joint
from .measure import CONTACT, Report
from .measured_world import MeasuredWorld, OfCoordinates
from .other_names import unknown_attribute
from .robot import KEYWORDS, convert, is_robot, is_scene, keywords
from .scene_text import json_text, parts_of, text_of, with_overlap
from .scene_warning import warn_of
from .vectors import ReadOnly, mapping, number, numbers, read_only, refuse, shaped, vector, whole

if TYPE_CHECKING:
    from .scene import Scene

PARAMETERS = "a dict from names to numbers"


class World(MeasuredWorld):
    """A scene with its state and its simulator, made by World.load() or World.from_scene(). Two threads may step
    two worlds at once."""

    __slots__ = ()

    def __init__(self, core: _core.World | None = None, source: str = "") -> None:
        if not isinstance(core, _core.World):
            raise TypeError("a World is made by World.load(scene), World.from_scene(dict) or Scene.build()")
        self._core, self._source = core, source

    @classmethod
    def load(cls, scene: str | os.PathLike[str], *, parameters: Mapping[str, float] | None = None,
             robot: Mapping[str, Any] | None = None, **options: Any) -> World:
        """Loads a scene by name (scene_names()) or file, or a robot's file. `parameters` replace values of
        the scene, `robot` has the keywords of convert(); options are those of `perpend list
        --options`, such as dt=1e-3, law="relaxed(8)". Raises InputError with all faults of the file,
        InvalidArgument on a wrong option or a parameter that is not a number; gives `warnings` as SceneWarning."""
        given = keywords(robot)
        if not isinstance(scene, (str, os.PathLike)):
            refuse("scene", "a name or a path (World.from_scene() takes a Scene, a dict or JSON text)", scene)
        if given and is_scene(scene):
            refuse("robot", f"left out with a scene such as {os.fspath(scene)!r}", robot)
        if given or is_robot(scene):
            for name in options.keys() & set(KEYWORDS):
                raise InvalidArgument(f"{name} is of the robot's file: robot={{{name!r}: ...}}", name)
            return cls.from_scene(convert(scene, **given), parameters=parameters, **options)
        values = mapping("parameters", parameters, PARAMETERS)
        world = cls(_core.World.load(os.fspath(scene), values, options, SCENES), os.fspath(scene))
        warn_of(world.warnings)
        return world

    @classmethod
    def from_scene(cls, scene: str | dict[str, Any] | Scene, *, parameters: Mapping[str, float] | None = None,
                   **options: Any) -> World:
        """Makes a world from a Scene, from a scene as JSON text, or from the dict of such a text
        (docs/formats/scene.md). Files that it names are found from the current folder."""
        world = cls._quietly(scene, parameters, options)
        warn_of(world.warnings)
        return world

    @classmethod
    def _quietly(cls, scene: str | dict[str, Any] | Scene, parameters: Mapping[str, float] | None = None,
                 options: dict[str, Any] | None = None) -> World:
        """Works as from_scene(), without warnings of the scene."""
        values = mapping("parameters", parameters, PARAMETERS)
        return cls(_core.World.parse(text_of(scene), "scene", values, options or {}), "scene")

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
    def q(self) -> NDArray[np.float64]:
        """(nq,) coordinates of all bodies at their centres of mass, a view that may be written:
        x, y, angle in the plane; x, y, z, w, i, j, k in space."""
        return self._core.q()

    @q.setter
    def q(self, values: ArrayLike) -> None:
        view = self._core.q()
        view[:] = shaped("q", values, view.shape)

    @property
    def v(self) -> NDArray[np.float64]:
        """(nv,) velocities, a view that may be written: vx, vy, omega in the plane; velocity and
        angular velocity in the world frame in space."""
        return self._core.v()

    @v.setter
    def v(self, values: ArrayLike) -> None:
        view = self._core.v()
        view[:] = shaped("v", values, view.shape)

    @property
    def ctrl(self) -> NDArray[np.float64]:
        """(nu,) controls of the actuators in the order of actuator_names, a view that may be written; it keeps values
        out of the range of an actuator, which uses the nearest in its range. Of a scene without actuators it has the
        targets of the motors: m/s or rad/s of velocity motors, m or rad of position motors. One number goes to all."""
        return self._core.ctrl()

    @ctrl.setter
    def ctrl(self, values: ArrayLike) -> None:
        view = self._core.ctrl()
        view[:] = numbers("ctrl", values, "numbers") if np.ndim(values) == 0 else shaped("ctrl", values, view.shape)

    @property
    def force(self) -> NDArray[np.float64]:
        """(nv,) N and N m along each entry of v, in every step until it is written again: a view of the forces
        of Body.set_force(), which act in addition to held and applied ones. At the centre of mass, torques about the
        axes of the world; 0 on bodies that forces do not move, or the next step raises InvalidArgument."""
        return self._core.force()

    @force.setter
    def force(self, values: ArrayLike) -> None:
        view = self._core.force()
        view[:] = shaped("force", values, view.shape)

    @property
    def joint_force(self) -> NDArray[np.float64]:
        """(joint coordinates,) N and N m along each of coordinate_names, in every step until it is written again: a
        view of the forces of Joint.set_force(), which act in addition to motors and to held and applied ones. They push
        the joint's body a along the coordinate and b against it."""
        return self._core.joint_force()

    @joint_force.setter
    def joint_force(self, values: ArrayLike) -> None:
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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a snapshot file, which `perpend run --resume` can read."""
        self._core.save(os.fspath(path))

    def load_state(self, path: str | os.PathLike[str]) -> None:
        """Reads a snapshot file; raises InputError if it belongs to another model. As in restore(), the impulses from
        which the next step starts are scaled to a step of this world's dt."""
        self._core.load_state(os.fspath(path))

    def hash(self) -> int:
        """Returns a 64-bit hash of every bit of the state."""
        return self._core.hash()

    def set_coordinates(self, coordinates: OfCoordinates, rates: OfCoordinates | None = None) -> None:
        """Sets joint coordinates (forward kinematics): {"elbow": 1.0} or {("slide", 1): 0.2}, m or rad, then rates, m/s
        or rad/s. The bodies attached through a joint move as one. A coordinate that a coupler ties to those that are
        given follows them; all other coordinates and rates stay. Raises InvalidArgument with the name of a joint that
        is broken or part of a loop, or of a coupler that does not allow the values; the world then stays unchanged."""
        self._core.set_coordinates(self._placed("coordinates", coordinates), self._placed("rates", rates))

    def _placed(self, argument: str, values: OfCoordinates | None) -> list[tuple[int, int, float]]:
        given: dict[Any, float] = mapping(argument, values, PARAMETERS)
        return [(*pair, number(str(name), each)) for pair, (name, each) in zip(self._coordinates(given), given.items())]

    # Parts.

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
    def contacts(self) -> NDArray[np.void]:
        """Active contact points of the last step, a structured array of CONTACT. They are empty, and all forces of the
        last step zero, after reset() and restore() and in a copy, until the next step."""
        return np.frombuffer(self._core.contacts(), CONTACT)

    def clear_held(self) -> None:
        """Clears all held or set forces, including force and joint_force, and all motor limits that were set."""
        self._core.clear_held()

    @property
    def expectations(self) -> list[dict[str, Any]]:
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
    def gravity(self) -> NDArray[np.float64]:
        """(3,) m/s^2, world frame; [x, y] may be assigned too. It acts from the next step on. Held inputs stay; inputs
        applied for the next step, contacts and forces of the last step are dropped. `scene`, copies, snapshot files
        and recordings that begin later have it; snapshots do not, so restore() keeps it."""
        return read_only(self._core.gravity())

    @gravity.setter
    def gravity(self, values: ArrayLike) -> None:
        given = vector("gravity", values)
        if not np.isfinite(given).all():
            refuse("gravity", "finite", given.tolist())
        self._core.set_gravity(given, json_text({**parts_of(self._core.text()), "gravity": given.tolist()}))

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """Features of the scene that are seldom intended, such as a mesh that faces down, as `perpend check` tells
        them: dicts with element, message and hint, as InputError.diagnostics has them. Loading a scene gives each as
        a SceneWarning."""
        return self._core.warnings()

    @property
    def options(self) -> dict[str, Any]:
        """All options (`perpend list --options`), a copy; set_options() changes them."""
        return ReadOnly(self._core.options(), "world.set_options(name=value) changes options")

    def set_options(self, **options: Any) -> None:
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

    def exchange(self, scene: str | dict[str, Any] | Scene, *, parameters: Mapping[str, float] | None = None) -> None:
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
        known = self.warnings
        self._core.exchange(with_overlap(text_of(scene)), mapping("parameters", parameters, PARAMETERS))
        warn_of(self.warnings, known)

    # Copies.

    def copy(self) -> World:
        """Returns an independent world in the same state with the same ctrl and held forces. Both share the scene,
        which no step changes, so a copy costs little whatever the size of meshes."""
        return World(self._core.copy(), self._source)

    __copy__ = copy

    def __deepcopy__(self, _: object) -> World:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        return (self._core.text(), self._source, self._core.parameters(), self._core.options(), self.snapshot(),
                self._core.held(), self.ctrl.copy())

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        text, source, parameters, options, state, held, ctrl = parts
        self._core, self._source = _core.World.parse(text, source, parameters, options), source
        self.restore(state)
        self._core.set_held(held)
        self.ctrl = ctrl

    if not TYPE_CHECKING:  # to type checkers it would mean that a World may have any attribute
        def __getattr__(self, name: str) -> NoReturn:
            raise unknown_attribute(self, name)

    def __repr__(self) -> str:
        return f"<World {self.name!r}: {len(self.body_names)} bodies, t = {self.time:.6g} s>"
