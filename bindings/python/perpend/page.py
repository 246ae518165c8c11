# SPDX-License-Identifier: Apache-2.0
"""Shows the page of a run, in a notebook or in a browser."""
from __future__ import annotations

import html
import math
import os
import pathlib
import sys
import tempfile

from . import _core
from .errors import InvalidArgument
from .recording import Recorder
from .scene_text import file_name
from .vectors import whole
from .world import World

#: Longest time shown by default, s, so that a scene with a long duration does not keep the user waiting.
LONGEST = 5.0


class Page:
    """A self-contained HTML file. Notebooks display it; elsewhere its text is a link."""

    def __init__(self, path: pathlib.Path, height: int) -> None:
        self.path, self._height = path, height

    def _repr_html_(self) -> str:
        source = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        return (f'<iframe srcdoc="{source}" width="100%" height="{self._height}" '
                'style="border: 0" allowfullscreen></iframe>')

    def __repr__(self) -> str:
        return self.path.as_uri()


def _steps(world: World, duration: float | None) -> int:
    if duration is None:
        duration = min(max(world.duration - world.time, 0.0), LONGEST)
    if not (math.isfinite(duration) and duration >= 0):
        raise InvalidArgument(f"duration must be finite and at least 0, got {duration!r}", "duration", repr(duration))
    return round(duration / world.options["dt"])


def _record(world: World, path: str, steps: int, frames: int) -> None:
    """Records a copy of the world, which stays unchanged, until a step fails. The first row is that of the world
    itself, which has the contacts of its last step; each row holds the reports of all its steps."""
    twin = world.copy()
    with Recorder(world, path, every=max(1, steps // frames)) as recorder:
        recorder._world = twin
        for _ in range(steps):
            status = twin.step().status
            recorder.write()
            if status != "ok":
                break


def show(world: World, duration: float | None = None, *, recording: str | os.PathLike[str] | None = None,
         path: str | os.PathLike[str] | None = None, frames: int = 600, height: int = 640) -> Page:
    """Writes the page of a world: animation, contact forces, why each contact holds, plots.

    It shows the motion of a copy of the world in the next `duration` seconds (default: the rest of the
    scene, 5 s at most; 0: the current state), or a recording of this world. The page is written to
    `path` (default: a file that stays in the folder for temporary files). Jupyter displays the
    returned page; a script prints its link."""
    frames = whole("frames", frames, 1)
    if path is None:
        handle, path = tempfile.mkstemp(prefix=f"perpend_{file_name(world.name)}_", suffix=".html")
        os.close(handle)
    target = pathlib.Path(path).resolve()
    with tempfile.TemporaryDirectory() as folder:
        if recording is None:
            recording = os.path.join(folder, "run.h5")
            _record(world, recording, _steps(world, duration), frames)
        _core.write_page(world._core, _core.read_recording(os.fspath(recording)), str(target), 8_000_000)
    page = Page(target, height)
    if "IPython" not in sys.modules and not hasattr(sys, "ps1"):
        print(page)
    return page
