# SPDX-License-Identifier: Apache-2.0
"""Recordings, the HDF5 files that `perpend run` writes."""
from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from . import _core
from .errors import InvalidArgument
from .vectors import whole
from .world import World


class Recorder:
    """Records a world while it is stepped:

        with perpend.Recorder(world, "run.h5") as recorder:
            for _ in range(1000):
                world.step()
                recorder.write()
    """

    def __init__(self, world: World, path: str | os.PathLike[str], *, every: int = 1) -> None:
        """Replaces the file; its first row is the current state. `every`: calls of write() per row."""
        self._world, self._core = world, _core.record(world._core, os.fspath(path), whole("every", every, 1))
        self._closed = False

    def write(self) -> None:
        """Adds the state after a step. Raises InputError if the file cannot grow, InvalidArgument after close()."""
        if self._closed:
            raise InvalidArgument("recorder is closed", "recorder", "closed")
        self._core.write(self._world._core)

    def close(self) -> None:
        """Writes the remaining rows; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._core.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Recording:
    """A recording, complete or not. Rows are recorded steps; arrays are views."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises InputError if the file is damaged or not a recording."""
        self._core = _core.read_recording(os.fspath(path))

    @property
    def time(self) -> NDArray[np.float64]:
        """(rows,) s"""
        return self._core.time

    @property
    def q(self) -> NDArray[np.float64]:
        """(rows, nq), as World.q"""
        return self._core.q

    @property
    def v(self) -> NDArray[np.float64]:
        """(rows, nv), as World.v"""
        return self._core.v

    @property
    def joint_impulse(self) -> NDArray[np.float64]:
        """(rows, joint rows) N s, N m s"""
        return self._core.joint_impulse

    @property
    def joint_coordinate(self) -> NDArray[np.float64]:
        """(rows, joint coordinates) m, rad"""
        return self._core.joint_coordinate

    @property
    def report(self) -> dict[str, NDArray[np.float64]]:
        """(rows,) for every number of `perpend list --report`"""
        return self._core.report

    @property
    def body_names(self) -> list[str]:
        """Names of the bodies, as World.body_names"""
        return self._core.body_names

    @property
    def scene(self) -> str:
        """Name of the scene"""
        return self._core.scene

    def __repr__(self) -> str:
        end = f", to t = {self.time[-1]:.6g} s" if len(self.time) else ""
        return f"<Recording of {self.scene!r}: {len(self.body_names)} bodies, {len(self.time)} rows{end}>"
