# SPDX-License-Identifier: Apache-2.0
"""Converts scenes made in Python to the text of scene files."""
from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InputError, InvalidArgument
from .vectors import refuse

if TYPE_CHECKING:
    from .scene import Scene

LITERAL = "$$"  # begins a text of a scene that has no parameters


#: Keys of scenes whose infinite values, as World.joint() returns them, are written as no limit.
RANGES = ("limits", "control_range", "force_range")
LARGEST = ("max_force", "break_force", "break_torque")


def _open_ended(key: str, value: Any) -> Any:
    """Returns a range with None for each end that is not limited."""
    if key not in RANGES or not isinstance(value, list) or len(value) != 2:
        return value
    return [None if end == sign * math.inf else end for end, sign in zip(value, (-1, 1))]


def plain(value: Any) -> Any:
    """Converts NumPy's numbers and arrays to JSON's types, and limits that are infinite to none."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        parts = ((key, _open_ended(key, plain(each))) for key, each in value.items())
        return {key: each for key, each in parts if not (key in LARGEST and each == math.inf)}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parts_of(text: str) -> Any:
    """Parses a scene's text, which may have comments. Raises ValueError if it is not JSON."""
    return json.loads(_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else " ", text))


def file_name(name: str) -> str:
    """Returns a file name for a scene, which may have any name."""
    return re.sub(r"[^\w.-]", "_", name) or "scene"


def _not_finite(value: Any, element: str = "", name: str = "") -> Iterator[tuple[str, float, str]]:
    """Yields numbers that JSON does not have, each with its element and the name of the object around it."""
    if isinstance(value, float) and not math.isfinite(value):
        yield element, value, name
    elif isinstance(value, dict):
        name = value["name"] if element and isinstance(value.get("name"), str) else name
        for key, each in value.items():
            yield from _not_finite(each, f"{element}.{key}" if element else str(key), name)
    elif isinstance(value, (list, tuple)):
        for i, each in enumerate(value):
            yield from _not_finite(each, f"{element}[{i}]", name)


def _diagnostic(element: str, value: float, name: str) -> dict[str, Any]:
    hint = "expected a finite number" + (f'; in "{name}"' if name else "")
    return {"file": "scene", "line": 0, "element": element, "message": f"is {value}", "hint": hint, "is_note": False}


def json_text(scene: Any) -> str:
    """Returns the scene as JSON. Raises InputError with all numbers that are not finite, InvalidArgument for types that
    JSON does not have."""
    scene = plain(scene)
    found = [_diagnostic(*each) for each in _not_finite(scene)]
    if found:
        lines = (f"{each['file']}: {each['element']}: {each['message']} ({each['hint']})" for each in found)
        raise InputError("\n".join(lines), found)
    try:
        return json.dumps(scene, indent=1)
    except (TypeError, ValueError) as error:
        raise InvalidArgument(f"scene must be text or a dict of what JSON has: {error}", "scene") from None


def text_of(scene: str | dict[str, Any] | Scene) -> str:
    """Returns the text of a scene given as a Scene, a dict or JSON text. Raises InvalidArgument for other types, and for
    the name of a file."""
    scene = getattr(scene, "to_dict", lambda: scene)()
    if isinstance(scene, os.PathLike) or (isinstance(scene, str) and not set("{[") & set(scene)):
        robots = " and robots" if isinstance(scene, str) and scene.lstrip().startswith("<") else ", and scenes by name"
        refuse("scene", f"a Scene, a dict or JSON text; World.load() and Scene.load() read files{robots}",
               os.fspath(scene))
    return scene if isinstance(scene, str) else json_text(scene)


def _moved_file(name: str, folder: str) -> str:
    literal = name.startswith(LITERAL)
    path = name.removeprefix(LITERAL)
    if not path or os.path.isabs(path):
        return name
    there = os.path.join(os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path))
    try:
        moved = os.path.relpath(there, os.path.realpath(folder))
    except ValueError:  # on another drive
        moved = there
    literal = literal or moved.startswith("$") or ("{" in moved and "{" not in path)
    return LITERAL + moved if literal else moved


def moved_files(scene: Any, folder: str) -> Any:
    """Returns a scene whose hulls and meshes name files relative to the current folder as one in `folder` names them."""
    if isinstance(scene, dict):
        return {key: _moved_file(each, folder) if key == "file" and isinstance(each, str) else moved_files(each, folder)
                for key, each in scene.items()}
    return [moved_files(each, folder) for each in scene] if isinstance(scene, list) else scene


def with_overlap(scene: str) -> str:
    """Returns the text of a scene with overlap at the start allowed, because bodies may have moved during a run. An
    invalid scene is returned unchanged, for the engine to report its faults."""
    try:
        parts = plain(parts_of(scene) if isinstance(scene, str) else scene)
    except ValueError:
        return scene
    if isinstance(parts, dict) and isinstance(parts.get("simulation"), dict):
        parts = {**parts, "simulation": {**parts["simulation"], "allow_overlap": True}}
    return json_text(parts)
