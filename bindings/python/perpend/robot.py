# SPDX-License-Identifier: Apache-2.0
"""Robots and worlds from URDF, SDF and MJCF (docs/robots.md)."""
from __future__ import annotations

import inspect
import os
import pathlib
import re
import subprocess
from collections.abc import Mapping, Sequence

from . import _core
from .catalogue import scene_names
from .errors import InputError
from .scene_warning import warn
from .vectors import mapping, refuse

PROGRAM = pathlib.Path(__file__).parent / "bin" / "perpend"


class NotDone(UserWarning):
    """A feature of a robot's file that Perpend does not support; one warning for each kind, with file and line."""


def convert(file: str | os.PathLike, *, ground: bool = False, allow_overlap: bool = False,
            gravity: str | Sequence[float] = "", base: str = "as_file", motors: str = "none", keyframe: str | None = None, start: Mapping[str, float] | None = None,
            rates: Mapping[str, float] | None = None, packages: Mapping[str, str | os.PathLike] | None = None,
            duration: float = 10.0) -> str:
    """Returns the scene file of a robot, as JSON text for World.from_scene().

    allow_overlap: bodies may overlap at the start, and are then pushed apart. gravity: the axis that points up, or
    (3,) m/s². base: "as_file", "fixed" or "free". motors: "none", "position" or "velocity". keyframe: the key of an
    MJCF file at which the run starts. start, rates: values (m, rad) and speeds of joints at the start. packages: folders by name. Raises InputError with all faults; unsupported
    features are given as warnings, NotDone."""
    _refuse_scene(file)
    words = [PROGRAM, "convert", file, "-", "--base", base, "--motors", motors, f"--duration={duration!r}"]
    words += ["--ground"] if ground else []
    words += ["--allow-overlap"] if allow_overlap else []
    if len(gravity):
        axis = gravity if isinstance(gravity, str) else ",".join(repr(float(g)) for g in gravity)
        words += [f"--gravity={axis}"]
    words += [f"--keyframe={keyframe}"] if keyframe is not None else []
    for flag, values in (("--start", start), ("--rate", rates)):
        for joint, value in (values or {}).items():
            words += [flag, f"{joint}={float(value)!r}"]
    for name, folder in (packages or {}).items():
        words += ["--package", f"{name}={os.fspath(folder)}"]
    done = subprocess.run(list(map(os.fspath, words)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise InputError(_in_python(done.stderr.strip()))
    for line in done.stderr.splitlines():
        warn(_in_python(line.removeprefix("note: ")), NotDone)
    return done.stdout


def _in_python(message: str) -> str:
    """Replaces the program's options by the names of convert()'s arguments."""
    names = {"rate": "rates", "package": "packages", "allow-overlap": "allow_overlap"}
    known = "ground|allow-overlap|gravity|base|motors|keyframe|start|rate|package|duration"
    return re.sub(rf"(?<!\w)--({known})\b", lambda found: names.get(found[1], found[1]), message)


KEYWORDS = tuple(inspect.signature(convert).parameters)[1:]


def keywords(robot, argument: str = "robot") -> dict:
    """Returns the keywords of World.load()'s `robot`; raises InvalidArgument if convert() has no such keyword."""
    given = mapping(argument, robot, f"a dict with the keys {', '.join(KEYWORDS)}")
    for key in given:
        if key not in KEYWORDS:
            names = _core.one_of(KEYWORDS, str(key))
            refuse(argument, names if argument == "keyword" else f"a dict whose keys are {names}", key)
    return given


def _refuse_scene(file: str | os.PathLike) -> None:
    """Raises InvalidArgument for a scene, which has nothing to convert."""
    if not isinstance(file, (str, os.PathLike)):
        refuse("file", "the path of a URDF, SDF or MJCF file", file)
    if is_scene(file):
        refuse("file", "a URDF, SDF or MJCF file; Scene.load() and World.load() read scenes", os.fspath(file))


def is_scene(file: str | os.PathLike) -> bool:
    """True for a scene file, and for the name of a scene."""
    return _begins_with(file, b"{") if os.path.exists(file) else os.fspath(file) in scene_names()


def _begins_with(file: str | os.PathLike, what: bytes) -> bool:
    try:
        with open(file, "rb") as bytes_of:
            return bytes_of.read(512).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(what)
    except OSError:
        return False


def is_robot(file: str | os.PathLike) -> bool:
    """True for an XML file."""
    return _begins_with(file, b"<")
