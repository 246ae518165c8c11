# SPDX-License-Identifier: Apache-2.0
"""A scene that runs."""
from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping

import numpy as np

from . import _core

SCENES = [pathlib.Path(__file__).parent / "share" / "perpend" / "scenes"]

#: A row of World.contacts. Points, normals and slips in the world frame; the normal points from a
#: to b, the impulse acts on b. status: 0 open, 1 stick, 2 slide.
CONTACT = np.dtype([("a", "i4"), ("b", "i4"), ("status", "i4"), ("reserved", "i4"),
                    ("point", "f8", 3),    # m
                    ("normal", "f8", 3),
                    ("gap", "f8"),         # m, at the start of the step
                    ("impulse", "f8", 3),  # N s
                    ("slip", "f8", 3),     # m/s, of b against a after the step
                    ("mu", "f8")])


def scene_names() -> dict[str, str]:
    """The scenes World.load() knows by name, with their descriptions."""
    return dict(_core.scene_names(SCENES))


class Report(Mapping):
    """What the last call of step() did, the worst or the sum over its steps: an attribute and a key
    for every number of `perpend list --report`, and `status` ("ok", "unsolved" or "diverged"),
    `message`, `time` and `step`."""

    def __init__(self, values: dict):
        self._values = values

    def __getitem__(self, name):
        return self._values[name]

    def __getattr__(self, name):
        if name.startswith("__") or name == "_values":
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"a report has no '{name}'; it has {', '.join(self._values)}") from None

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return (f"<Report {self.status}: step {self.step}, t = {self.time:.6g} s, {self.contacts} contacts, "
                f"residual {self.residual:.2g} (bound {self.residual_bound:.2g})>")


class Body:
    """A body of a world; made by World.body()."""

    def __init__(self, world: World, name: str):
        self._core, self._index, self.name = world._core, world._core.body(name), name

    @property
    def pos(self) -> np.ndarray:
        """(3,) m: origin of the frame the scene gives the body, in the world."""
        return self._core.body_pose(self._index)[0]

    @property
    def quat(self) -> np.ndarray:
        """(4,) w, x, y, z: rotation of that frame."""
        return self._core.body_pose(self._index)[1]

    @property
    def velocity(self) -> np.ndarray:
        """(3,) m/s of the centre of mass, world frame."""
        return self._core.body_motion(self._index)[0]

    @property
    def omega(self) -> np.ndarray:
        """(3,) rad/s, world frame."""
        return self._core.body_motion(self._index)[1]

    @property
    def mass(self) -> float:
        """kg; 0 for bodies that forces do not move."""
        return self._core.body_mass(self._index)

    @property
    def q(self) -> np.ndarray:
        """The body's part of World.q, a view."""
        first, size = self._core.slice(self._index, False)
        return self._core.q()[first:first + size]

    @property
    def v(self) -> np.ndarray:
        """The body's part of World.v, a view."""
        first, size = self._core.slice(self._index, True)
        return self._core.v()[first:first + size]

    def set_force(self, force=(0, 0, 0), torque=(0, 0, 0)) -> None:
        """Held in every step from now on: (3,) N at the centre of mass, (3,) N m; world frame. Not
        part of a snapshot."""
        self._core.set_force(self._index, np.asarray(force, float), np.asarray(torque, float))

    def __repr__(self):
        return f"<Body {self.name!r} at {self.pos}>"


class Joint:
    """A joint of a world; made by World.joint()."""

    def __init__(self, world: World, name: str):
        self._core, self._index, self.name = world._core, world._core.joint(name), name

    @property
    def coordinates(self) -> np.ndarray:
        """Values of the joint's coordinates, m or rad, of a against b since the start."""
        count = self._core.coordinate_count(self._index)
        return np.array([self._core.coordinate(self._index, k) for k in range(count)])

    @property
    def rates(self) -> np.ndarray:
        """Their rates, m/s or rad/s."""
        count = self._core.coordinate_count(self._index)
        return np.array([self._core.coordinate_rate(self._index, k) for k in range(count)])

    @property
    def reaction(self) -> tuple[np.ndarray, np.ndarray]:
        """(force, torque), N and N m, on body a in the last step, world frame, about the anchor."""
        return self._core.reaction(self._index)[:2]

    @property
    def reaction_in_joint_frame(self) -> tuple[np.ndarray, np.ndarray]:
        """The same in the joint's frame on b, x along the axis."""
        return self._core.reaction(self._index)[2:]

    def __repr__(self):
        return f"<Joint {self.name!r} at {self.coordinates}>"


class World:
    """A scene with its state and its simulator. Two threads may step two worlds at once."""

    def __init__(self, core: _core.World, source: str):
        self._core, self._source = core, source

    @classmethod
    def load(cls, scene: str | os.PathLike, *, parameters: dict[str, float] | None = None, **options) -> World:
        """A scene by name (scene_names()) or file. `parameters` replace values of the file;
        options are those of `perpend list --options`, such as dt=1e-3, law="relaxed(8)".
        Raises InputError with all faults of the file, InvalidArgument on a wrong option."""
        return cls(_core.World.load(os.fspath(scene), parameters or {}, options, SCENES), os.fspath(scene))

    @classmethod
    def from_scene(cls, scene: str | dict, *, parameters: dict[str, float] | None = None, **options) -> World:
        """A scene as JSON text, or as the dict such a text stands for (docs/formats/scene.md)."""
        text = scene if isinstance(scene, str) else json.dumps(scene, indent=1)
        return cls(_core.World.parse(text, "scene", parameters or {}, options), "scene")

    # Running.

    def step(self, n: int = 1) -> Report:
        """Takes n steps of dt, fewer where one fails; never raises for a numerical outcome. The
        interpreter is free for other threads meanwhile."""
        self._core.step(n)
        return self.report

    def reset(self) -> None:
        """Back to the scene's start; ctrl and forces stay."""
        self._core.reset()

    @property
    def report(self) -> Report:
        return Report(self._core.report())

    @property
    def time(self) -> float:
        """s"""
        return self._core.time()

    # State.

    @property
    def q(self) -> np.ndarray:
        """(nq,) coordinates of all bodies at their centres of mass, a view that may be written:
        x, y, angle in the plane; x, y, z, w, i, j, k in space."""
        return self._core.q()

    @q.setter
    def q(self, values):
        self._core.q()[:] = values

    @property
    def v(self) -> np.ndarray:
        """(nv,) velocities, a view that may be written: vx, vy, omega in the plane; velocity and
        angular velocity in the world frame in space."""
        return self._core.v()

    @v.setter
    def v(self, values):
        self._core.v()[:] = values

    @property
    def ctrl(self) -> np.ndarray:
        """(nu,) targets of the motors in the order of motor_names, a view that may be written:
        m/s or rad/s of velocity motors, m or rad of position motors."""
        return self._core.ctrl()

    @ctrl.setter
    def ctrl(self, values):
        self._core.ctrl()[:] = values

    def snapshot(self) -> _core.State:
        """Everything the next step depends on but ctrl and forces; steps from it have the same bits."""
        return self._core.snapshot()

    def restore(self, state: _core.State) -> None:
        """Raises InvalidArgument where the state is of another model."""
        self._core.restore(state)

    def save(self, path: str | os.PathLike) -> None:
        """Writes a snapshot file, as `perpend run --resume` reads it."""
        self._core.save(os.fspath(path))

    def load_state(self, path: str | os.PathLike) -> None:
        """Reads one; raises InputError where it is of another model."""
        self._core.load_state(os.fspath(path))

    def hash(self) -> int:
        """64 bits of every bit of the state."""
        return self._core.hash()

    # Parts.

    @property
    def body_names(self) -> list[str]:
        return self._core.body_names()

    @property
    def joint_names(self) -> list[str]:
        return self._core.joint_names()

    @property
    def motor_names(self) -> list[str]:
        """"joint[coordinate]" for each entry of ctrl."""
        return self._core.motor_names()

    def body(self, name: str) -> Body:
        return Body(self, name)

    def joint(self, name: str) -> Joint:
        return Joint(self, name)

    @property
    def contacts(self) -> np.ndarray:
        """Active contact points of the last step, a structured array of CONTACT."""
        return np.frombuffer(self._core.contacts(), CONTACT)

    # Read-outs.

    @property
    def energy(self) -> float:
        """J, kinetic and potential of all bodies that forces move."""
        return sum(self._core.energy())

    @property
    def momentum(self) -> tuple[np.ndarray, np.ndarray]:
        """Linear (N s) and angular about the world's origin (N m s)."""
        return self._core.momentum()

    @property
    def expectations(self) -> list[dict]:
        """What the scene's author knows, beside the value now: what, time, expected, tolerance,
        value, why."""
        return self._core.expectations()

    @property
    def name(self) -> str:
        return self._core.name()

    @property
    def duration(self) -> float:
        """s, as the scene says"""
        return self._core.duration()

    @property
    def parameters(self) -> dict[str, float]:
        """Of the scene, with the values it was loaded with; a copy."""
        return self._core.parameters()

    @property
    def options(self) -> dict:
        """All options (`perpend list --options`), a copy; set_options() changes them."""
        return self._core.options()

    def set_options(self, **options) -> None:
        """From the next step on. Forces set on bodies are forgotten."""
        self._core.set_options(options)

    # Copies.

    def copy(self) -> World:
        """A world of its own in the same state; forces set on bodies are not copied."""
        twin = World(_core.World.parse(self._core.text(), self._source, self._core.parameters(), self.options),
                     self._source)
        twin.restore(self.snapshot())
        twin.ctrl = self.ctrl
        return twin

    __copy__ = copy

    def __deepcopy__(self, _):
        return self.copy()

    def __getstate__(self):
        return (self._core.text(), self._source, self._core.parameters(), self.options, self.snapshot(),
                self.ctrl.copy())

    def __setstate__(self, parts):
        text, source, parameters, options, state, ctrl = parts
        self.__init__(_core.World.parse(text, source, parameters, options), source)
        self.restore(state)
        self.ctrl = ctrl

    def __repr__(self):
        return f"<World {self.name!r}: {len(self.body_names)} bodies, t = {self.time:.6g} s>"
