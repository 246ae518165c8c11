# SPDX-License-Identifier: Apache-2.0
"""Scenes made in Python. Keys and values are those of scene files (docs/formats/scene.md), so that
a scene made here can be saved, shared and run by `perpend run`."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _core
from .robot import convert, keywords
from .scene_text import json_text, moved_files, plain
from .vectors import named, refuse, whole
from .world import World

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LISTS = ("materials", "surface_pairs", "bodies", "frames", "joints", "couplers", "actuators", "exclude_collisions")


COORDINATE_KEYS = ("limits", "motor", "spring", "damping", "friction", "armature", "start", "e")


def _refuse_coordinate_keys(keys: dict[str, Any]) -> None:
    """Raises InvalidArgument for keys of a coordinate among those of a joint."""
    for key in COORDINATE_KEYS:
        if key in keys:
            refuse(key, f"in a coordinate of the joint, coordinates=[{{'{key}': ...}}]", keys[key])


def _mentions(value: Any, name: str) -> bool:
    if isinstance(value, dict):
        return any(_mentions(each, name) for key, each in value.items() if key != "why")
    return any(_mentions(each, name) for each in value) if isinstance(value, list) else value == name


class Scene:
    """A scene under construction; World.build() checks it as a whole.

        scene = perpend.Scene("drop", dt=0.002)
        scene.material("default", mu=0.6)
        scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
        scene.body("box", position=[0, 1], shapes=[{"box": {"size": [0.2, 0.2]}}])
        world = scene.build()
    """
    __slots__ = ("__weakref__", "_parts")

    def __init__(self, name: str = "scene", *, gravity: ArrayLike | None = None, duration: float = 10.0,
                 **options: Any) -> None:
        """gravity: (2,) or (3,) m/s². options: those of `perpend list --options`."""
        self._parts: dict[str, Any] = {"format": 1, "name": name, **{key: [] for key in LISTS},
                                       "simulation": {"dt": 0.002, "duration": duration, **options}}
        if gravity is not None:
            self._parts["gravity"] = gravity

    @classmethod
    def from_robot(cls, file: str | os.PathLike[str], **robot: Any) -> Scene:
        """Returns the scene of a robot's file, with the keywords of convert(), to be extended, such as by terrain."""
        return cls._of_parts(json.loads(convert(file, **keywords(robot, "keyword"))))

    @classmethod
    def load(cls, scene: str | os.PathLike[str]) -> Scene:
        """Returns a scene by name (scene_names()) or file, as save() writes it, to be extended or changed; it contains
        the points of mesh files. Raises InputError with all faults of the file."""
        return World.load(scene).scene

    @classmethod
    def _of_parts(cls, parts: dict[str, Any]) -> Scene:
        scene = cls()
        scene._parts.update(parts)
        return scene

    @property
    def gravity(self) -> list[float] | None:
        """(2,) or (3,) m/s^2; None: 9.81 along -z if all bodies are in space, otherwise along -y."""
        return self._parts.get("gravity")

    @gravity.setter
    def gravity(self, values: ArrayLike | None) -> None:
        self._parts["gravity"] = values

    def _add(self, to: str, **keys: Any) -> str:
        self._parts[to].append({key: value for key, value in keys.items() if value is not None})
        return keys.get("name", "")

    def material(self, name: str, **keys: Any) -> str:
        """Adds a material: mu or mu_s and mu_k, e; the name "default" is for bodies without a material."""
        return self._add("materials", name=name, **keys)

    def surface_pair(self, a: str, b: str, **keys: Any) -> None:
        """Sets mu_s, mu_k, e between two materials, in place of the values that follow from those of each."""
        self._add("surface_pairs", a=a, b=b, **keys)

    def body(self, name: str, **keys: Any) -> str:
        """Adds a body: kind, position, angle (in space orientation or axis_angle), velocity, omega, shapes, mass,
        inertia, material, level, motion, color, ... Returns the name."""
        return self._add("bodies", name=name, **keys)

    def frame(self, name: str, body: str | None = None, **keys: Any) -> str:
        """Adds a frame: position, orientation or axis_angle (in the plane angle) in the frame of the body. body: None
        is the world."""
        return self._add("frames", name=name, body=body, **keys)

    def joint(self, name: str, kind: str, a: str, b: str | None = None, **keys: Any) -> str:
        """Adds a joint: anchor, axis, coordinates with limits, motors, springs, friction. b: None is the world."""
        _refuse_coordinate_keys(keys)
        return self._add("joints", name=name, kind=kind, a=a, b=b, **keys)

    def coupler(self, name: str, terms: list[dict[str, Any]], **keys: Any) -> str:
        """Adds a coupler, which keeps a sum of factor times joint coordinate: [{"joint": ..., "factor": ...}, ...]."""
        return self._add("couplers", name=name, terms=terms, **keys)

    def actuator(self, name: str, joint: str, kind: str = "force", **keys: Any) -> str:
        """Adds an actuator, an entry of World.ctrl: coordinate, gain, offset, control_range, force_range, control."""
        return self._add("actuators", name=name, joint=joint, kind=kind, **keys)

    def exclude_collisions(self, a: str, b: str) -> None:
        """Excludes collisions between the two bodies."""
        self._add("exclude_collisions", a=a, b=b)

    # Changes of existing elements, by name.

    def change_body(self, name: str, **keys: Any) -> None:
        """Changes values of the body's keys, such as mass=3.0; None removes a key. The bodies of an array are changed
        together, by the name of the array. Raises InvalidArgument if there is no such body."""
        self._change("bodies", "body", name, keys)

    def change_joint(self, name: str, **keys: Any) -> None:
        """Changes a joint as change_body() does; `coordinates` replaces what acts along all of them, which
        change_coordinate() changes one by one."""
        _refuse_coordinate_keys(keys)
        self._change("joints", "joint", name, keys)

    def change_coordinate(self, joint: str, coordinate: int = 0, **keys: Any) -> None:
        """Changes what acts along one coordinate of a joint, and keeps its other keys: limits, e, motor, spring, damping,
        friction, armature, start, name (docs/formats/scene.md); None removes a key. `joint` may be the name of a
        coordinate. Raises InvalidArgument if there is no such joint."""
        entry = self._coordinate(named("joint", joint), whole("coordinate", coordinate, 0))
        entry.update(keys)
        for key in [key for key, value in keys.items() if value is None]:
            del entry[key]

    def _coordinate(self, name: str, coordinate: int) -> dict[str, Any]:
        """Returns the entry of a coordinate, a new one if nothing acts along it yet."""
        for joint in self._parts["joints"]:
            for each in joint.get("coordinates", []):
                if each.get("name") == name and coordinate == 0:
                    return each
        entries = self._named("joints", "joint", name).setdefault("coordinates", [])
        for each in entries:
            if each.get("coordinate", 0) == coordinate:
                return each
        entries.append({"coordinate": coordinate})
        return entries[-1]

    def change_material(self, name: str, **keys: Any) -> None:
        """Changes a material as change_body() does: mu=0.05."""
        self._change("materials", "material", name, keys)

    def remove_body(self, name: str) -> None:
        """Removes a body with its frames, its joints, their couplers and actuators, and the exclusions and expectations that
        name it. Raises InvalidArgument if there is no such body."""
        self._remove("bodies", "body", name)
        for joint in [each for each in self._parts["joints"] if name in (each.get("a"), each.get("b"))]:
            self._remove_joint(joint)
        self._keep("exclude_collisions", lambda pair: name not in (pair["a"], pair["b"]))
        gone = {each.get("name") for each in self._parts["frames"] if each.get("body") == name}
        self._keep("frames", lambda each: each.get("name") not in gone)
        self._keep("expect", lambda each: not (each["frame"] in gone if "frame" in each else _mentions(each, name)))

    def remove_joint(self, name: str) -> None:
        """Removes a joint with its couplers and actuators and the expectations that name it. Raises InvalidArgument if
        there is no such joint."""
        self._remove_joint(self._named("joints", "joint", name))

    def _remove_joint(self, joint: dict[str, Any]) -> None:
        self._keep("joints", lambda each: each is not joint)
        gone = [joint.get("name"), *(each.get("name") for each in joint.get("coordinates", []))]
        for name in filter(None, gone):
            self._remove_mentions(name)

    def _remove_mentions(self, joint: str) -> None:
        """Removes what acts on a joint or one of its coordinates."""
        self._keep("couplers", lambda each: joint not in [term["joint"] for term in each["terms"]])
        self._keep("actuators", lambda each: each.get("joint") != joint)
        self._keep("expect", lambda each: not _mentions(each, joint))

    def _change(self, to: str, kind: str, name: str, keys: dict[str, Any]) -> None:
        element = self._named(to, kind, name)
        element.update(keys)
        for key in [key for key, value in keys.items() if value is None]:
            del element[key]

    def _remove(self, to: str, kind: str, name: str) -> None:
        gone = self._named(to, kind, name)
        self._keep(to, lambda each: each is not gone)

    def _keep(self, of: str, stays: Callable[[dict[str, Any]], bool]) -> None:
        if of in self._parts:
            self._parts[of] = [each for each in self._parts[of] if stays(each)]

    def _named(self, to: str, kind: str, name: str) -> dict[str, Any]:
        found = [each for each in self._parts[to] if each.get("name") == named("name", name)]
        if found:
            return found[0]
        names = [each["name"] for each in self._parts[to] if isinstance(each.get("name"), str)]
        refuse("name", f"that of a {kind} of the scene, or of its array, {_core.one_of(names, name)}", name)

    def to_dict(self) -> dict[str, Any]:
        """Returns the scene as a scene file has it."""
        return {key: value for key, value in plain(self._parts).items() if value != []}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a scene file. Names of mesh files, which build() finds from the current folder, are written as they
        are found from the folder of the file. Raises InputError with all numbers that are not finite."""
        text = json_text(moved_files(self.to_dict(), os.path.dirname(os.path.abspath(path))))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """World.warnings of the scene as it is now. Raises InputError with every fault found."""
        return World._quietly(self).warnings

    def __repr__(self) -> str:
        return (f"<Scene {self._parts['name']!r}: {len(self._parts['bodies'])} bodies, "
                f"{len(self._parts['joints'])} joints>")

    def build(self, **options: Any) -> World:
        """Returns a World of the scene. Raises InputError with every fault found; gives `warnings` as
        SceneWarning."""
        return World.from_scene(self.to_dict(), **options)
