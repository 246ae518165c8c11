# SPDX-License-Identifier: Apache-2.0
"""Runs as files for other viewers: MCAP (Foxglove, ROS tools) and Rerun.

    perpend.log(world, "run.mcap", duration=2)     # pip install perpend[mcap]
    perpend.log(world, "run.rrd", duration=2)      # pip install perpend[rerun]
"""
from __future__ import annotations

import importlib
import os
import pathlib

from .. import _core
from ..errors import InputError, InvalidArgument
from ..vectors import finite, whole
from ..world import World
from .solids import solids_of

#: Suffix of the file: module, class, extra of the package.
FORMATS = {".mcap": ("mcap", "McapFile"), ".rrd": ("rerun", "RerunFile")}


class Log:
    """Logs a world while it is stepped: poses of all bodies with their shapes, contact points with
    their forces, and every number of the report.

        with perpend.Log(world, "run.mcap") as log:
            for _ in range(1000):
                world.step()
                log.write()
    """

    def __init__(self, world: World, path: str | os.PathLike[str]) -> None:
        """Replaces the file; its first entry is the current state. The suffix is .mcap or .rrd. Raises InputError
        if it cannot be written."""
        suffix = pathlib.Path(path).suffix
        if suffix not in FORMATS:
            raise InvalidArgument(f"path: {os.fspath(path)!r} ends in {suffix!r}, expected {' or '.join(FORMATS)}")
        module, name = FORMATS[suffix]
        try:
            kind = getattr(importlib.import_module(f".{module}", __name__), name)
        except ModuleNotFoundError as missing:
            raise ModuleNotFoundError(f"{missing.name} is needed for {suffix}: pip install perpend[{module}]",
                                      name=missing.name) from None
        self._world = world
        self._names, self._generation = world.body_names, world._core.generation()
        self._closed = False
        try:
            open(path, "ab").close()  # Rerun's own message does not name the file
            self._file = kind(os.fspath(path), world.name, solids_of(world))
        except OSError as error:
            raise InputError(f"{os.fspath(path)}: cannot be written: {error.strerror}") from None
        self.write()

    def write(self) -> None:
        """Adds the state after a step. Raises InvalidArgument after close() and World.exchange()."""
        if self._closed:
            raise InvalidArgument("log is closed", "log", "closed")
        world = self._world
        if world._core.generation() != self._generation:
            raise InvalidArgument("world has another scene since World.exchange()", "world", "another scene")
        poses = {name: _core.centre_pose(world._core, i) for i, name in enumerate(self._names)}
        self._file.write(world.time, poses, world.contacts, world.options["dt"], dict(world.report))

    def close(self) -> None:
        """Completes the file; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def log(world: World, path: str | os.PathLike[str], duration: float | None = None, *, every: int = 1) -> pathlib.Path:
    """Logs the motion of a copy of the world in the next `duration` seconds (default: the rest of the scene), one
    entry per `every` steps. Returns the path. Raises InputError if it cannot be written."""
    every = whole("every", every, 1)
    duration = max(world.duration - world.time, 0.0) if duration is None else finite("duration", duration, 0)
    twin = world.copy()
    with Log(twin, path) as file:
        for _ in range(round(duration / twin.options["dt"] / every)):
            if twin.step(every).status != "ok":
                break
            file.write()
    return pathlib.Path(path)
