# SPDX-License-Identifier: Apache-2.0
"""Robots and worlds from URDF, SDF and MJCF (docs/robots.md)."""
from __future__ import annotations

import inspect
import os
import pathlib
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .catalogue import scene_names
from .errors import InputError
from .mesh import checked_threshold
from .scene_warning import text_of_diagnostic, warn
from .vectors import finite, mapping, named, refuse, shaped

_EARTH = 9.81  # m/s^2
PROGRAM = pathlib.Path(__file__).parent / "bin" / "perpend"


class NotDone(UserWarning):
    """A feature of a robot's file that Perpend does not support; one warning for each kind, with file and line."""


def convert(file: str | os.PathLike[str], *, ground: bool = False, allow_overlap: bool = False,
            mend_masses: bool = False, decompose: float | None = None, gravity: str | ArrayLike | None = "",
            base: str = "as_file", motors: str = "none", keyframe: str | None = None,
            start: Mapping[str, float] | None = None, rates: Mapping[str, float] | None = None,
            packages: Mapping[str, str | os.PathLike[str]] | None = None, arguments: Mapping[str, str] | None = None,
            duration: float = 10.0) -> str:
    """Returns the scene file of a robot, as JSON text for World.from_scene().

    ground: adds a half space against gravity, on which a free robot stands. allow_overlap: bodies may overlap at the
    start, and are then pushed apart. mend_masses: links of URDF and SDF without a mass, or with impossible inertia, get
    another, with a warning. decompose: the threshold of convex_parts(), with which meshes of bodies that move collide;
    None: as their hulls. gravity: the axis that points up, such as "z" or "-y", or (3,) m/s^2. base: "as_file", "fixed"
    or "free". motors: "none", "position" or "velocity". keyframe: the key of an MJCF file at which the run starts.
    start, rates: values (m, rad) and speeds of joints at the start. packages: folders by name. arguments: those of a
    xacro file (xacro:arg), by name. duration: s. Raises InputError with all faults, InvalidArgument on a wrong
    argument; unsupported features are given as warnings, NotDone."""
    _refuse_scene(file)
    try:
        text, notes = _core.convert_robot(
            os.fspath(file), _truth("ground", ground), _truth("allow_overlap", allow_overlap),
            _truth("mend_masses", mend_masses), None if decompose is None else checked_threshold("decompose", decompose),
            _gravity(gravity), named("base", base), named("motors", motors),
            "" if keyframe is None else named("keyframe", keyframe), _numbers("start", start), _numbers("rates", rates),
            _folders(packages), _words(arguments), _positive("duration", duration))
    except InputError as error:
        raise InputError(_in_python(str(error)), [_each_in_python(each) for each in error.diagnostics]) from None
    for note in notes:
        warn(_in_python(text_of_diagnostic(note)), NotDone)
    return text


def _truth(name: str, value: object) -> bool:
    return bool(value) if isinstance(value, (bool, np.bool_)) else refuse(name, "True or False", value)


def _gravity(value: str | ArrayLike | None) -> NDArray[np.float64] | None:
    """Returns (3,) m/s^2; None: that of the file."""
    if value is None or (isinstance(value, str) and not value):
        return None
    if isinstance(value, str):
        axis = value.removeprefix("-")
        if axis in ("x", "y", "z"):
            return (1 if value != axis else -1) * _EARTH * np.eye(3)["xyz".index(axis)]
        refuse("gravity", "the axis that points up, one of x, y, z, -x, -y, -z, or (3,) m/s^2", value)
    given = shaped("gravity", value, (3,), "the axis that points up, such as 'z', or three numbers in m/s^2")
    return given if np.isfinite(given).all() else refuse("gravity", "finite", value)


def _numbers(name: str, values: Mapping[str, float] | None) -> list[tuple[str, float]]:
    given = mapping(name, values, "a dict from names of joints to numbers")
    return [(named(name, joint), finite(f"{name}[{joint!r}]", value)) for joint, value in given.items()]


def _folders(packages: Mapping[str, str | os.PathLike[str]] | None) -> list[tuple[str, str]]:
    found = []
    for name, folder in mapping("packages", packages, "a dict from names to folders").items():
        if not isinstance(folder, (str, os.PathLike)) or not os.path.isdir(folder):
            refuse(f"packages[{name!r}]", "a folder", folder)
        found.append((named("packages", name), os.fspath(folder)))
    return found


def _words(arguments: Mapping[str, str] | None) -> list[tuple[str, str]]:
    given = mapping("arguments", arguments, "a dict from names to strings")
    for name, value in given.items():
        if not isinstance(value, str):
            refuse(f"arguments[{name!r}]", "a string", value)
    return [(named("arguments", name), value) for name, value in given.items()]


def _positive(name: str, value: float) -> float:
    given = finite(name, value)
    return given if given > 0 else refuse(name, "positive", value)


def _in_python(message: str) -> str:
    """Replaces the program's options by the names of convert()'s arguments."""
    names = {"rate": "rates", "package": "packages", "argument": "arguments", "allow-overlap": "allow_overlap", "mend-masses": "mend_masses"}
    known = "ground|allow-overlap|mend-masses|decompose|gravity|base|motors|keyframe|start|rate|package|argument|duration"
    return re.sub(rf"(?<!\w)--({known})\b", lambda found: names.get(found[1], found[1]), message)


def _each_in_python(diagnostic: dict[str, Any]) -> dict[str, Any]:
    return {key: _in_python(each) if isinstance(each, str) else each for key, each in diagnostic.items()}


KEYWORDS = tuple(inspect.signature(convert).parameters)[1:]


def keywords(robot: Mapping[str, Any] | None, argument: str = "robot") -> dict[str, Any]:
    """Returns the keywords of World.load()'s `robot`; raises InvalidArgument if convert() has no such keyword."""
    given = mapping(argument, robot, f"a dict with the keys {', '.join(KEYWORDS)}")
    for key in given:
        if key not in KEYWORDS:
            names = _core.one_of(KEYWORDS, str(key))
            refuse(argument, names if argument == "keyword" else f"a dict whose keys are {names}", key)
    return given


def _refuse_scene(file: str | os.PathLike[str]) -> None:
    """Raises InvalidArgument for a scene, which has nothing to convert."""
    if not isinstance(file, (str, os.PathLike)):
        refuse("file", "the path of a URDF, SDF or MJCF file", file)
    if is_scene(file):
        refuse("file", "a URDF, SDF or MJCF file; Scene.load() and World.load() read scenes", os.fspath(file))


def is_scene(file: str | os.PathLike[str]) -> bool:
    """True for a scene file, and for the name of a scene."""
    return _begins_with(file, b"{") if os.path.exists(file) else os.fspath(file) in scene_names()


def _begins_with(file: str | os.PathLike[str], what: bytes) -> bool:
    try:
        with open(file, "rb") as bytes_of:
            return bytes_of.read(512).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(what)
    except OSError:
        return False


def is_robot(file: str | os.PathLike[str]) -> bool:
    """True for an XML file."""
    return _begins_with(file, b"<")
