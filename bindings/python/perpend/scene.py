# SPDX-License-Identifier: Apache-2.0
"""Scenes made in Python. Keys and values are those of scene files (docs/formats/scene.md), so that
what is made here can be saved, shared and run by `perpend run`."""
from __future__ import annotations

import json
import os
from typing import Any

from .robot import convert
from .scene_text import json_text, plain
from .world import World

LISTS = ("materials", "surface_pairs", "bodies", "joints", "couplers", "exclude_collisions")


class Scene:
    """A scene under construction; World.build() checks it as a whole.

        scene = perpend.Scene("drop", dt=0.002)
        scene.material("default", mu=0.6)
        scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
        scene.body("box", position=[0, 1], shapes=[{"box": {"size": [0.2, 0.2]}}])
        world = scene.build()
    """

    def __init__(self, name: str = "scene", *, gravity=None, duration: float = 10.0, **options):
        """gravity: (2,) or (3,) m/s². options: those of `perpend list --options`."""
        self._parts: dict[str, Any] = {"format": 1, "name": name, **{key: [] for key in LISTS},
                                       "simulation": {"dt": 0.002, "duration": duration, **options}}
        if gravity is not None:
            self._parts["gravity"] = gravity

    @classmethod
    def from_robot(cls, file: str | os.PathLike, **robot) -> Scene:
        """What a robot's file says, with the keywords of convert(), to add to: terrain, a held tool."""
        scene = cls()
        scene._parts.update(json.loads(convert(file, **robot)))
        return scene

    def _add(self, to: str, **keys) -> str:
        self._parts[to].append({key: value for key, value in keys.items() if value is not None})
        return keys.get("name", "")

    def material(self, name: str, **keys) -> str:
        """mu or mu_s and mu_k, e; the name "default" is for bodies without a material."""
        return self._add("materials", name=name, **keys)

    def surface_pair(self, a: str, b: str, **keys) -> None:
        """mu_s, mu_k, e between two materials, in place of what follows from each one's own."""
        self._add("surface_pairs", a=a, b=b, **keys)

    def body(self, name: str, **keys) -> str:
        """kind, position, angle (in space orientation or axis_angle), velocity, omega, shapes, mass,
        inertia, material, level, motion, color, ... Returns the name."""
        return self._add("bodies", name=name, **keys)

    def joint(self, name: str, kind: str, a: str, b: str | None = None, **keys) -> str:
        """anchor, axis, coordinates with limits, motors, springs, friction. b: None is the world."""
        return self._add("joints", name=name, kind=kind, a=a, b=b, **keys)

    def coupler(self, name: str, terms: list[dict], **keys) -> str:
        """Keeps a sum of factor times joint coordinate: [{"joint": ..., "factor": ...}, ...]."""
        return self._add("couplers", name=name, terms=terms, **keys)

    def exclude_collisions(self, a: str, b: str) -> None:
        """The two bodies never touch."""
        self._add("exclude_collisions", a=a, b=b)

    def to_dict(self) -> dict:
        """As a scene file has it."""
        return plain({key: value for key, value in self._parts.items() if value != []})

    def save(self, path: str | os.PathLike) -> None:
        """A scene file. Raises InputError with all numbers that are not finite."""
        text = json_text(self.to_dict())
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")

    def build(self, **options) -> World:
        """Raises InputError with every fault found."""
        return World.from_scene(self.to_dict(), **options)
