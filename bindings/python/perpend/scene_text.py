# SPDX-License-Identifier: Apache-2.0
"""Converts scenes made in Python to the text of scene files."""
from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np

from .errors import InputError, InvalidArgument


def plain(value: Any):
    """Converts NumPy's numbers and arrays to JSON's types."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def parts_of(text: str):
    """Parses a scene's text, which may have comments. Raises ValueError if it is not JSON."""
    return json.loads(_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else " ", text))


def file_name(name: str) -> str:
    """Returns a file name for a scene, which may have any name."""
    return re.sub(r"[^\w.-]", "_", name) or "scene"


def _not_finite(value, element="", name=""):
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


def _diagnostic(element, value, name):
    hint = "expected a finite number" + (f'; in "{name}"' if name else "")
    return {"file": "scene", "line": 0, "element": element, "message": f"is {value}", "hint": hint, "is_note": False}


def json_text(scene) -> str:
    """Returns the scene as JSON. Raises InputError with all numbers that are not finite, InvalidArgument for types that
    JSON does not have."""
    found = [_diagnostic(*each) for each in _not_finite(scene)]
    if found:
        lines = (f"{each['file']}: {each['element']}: {each['message']} ({each['hint']})" for each in found)
        raise InputError("\n".join(lines), found)
    try:
        return json.dumps(scene, indent=1)
    except (TypeError, ValueError) as error:
        raise InvalidArgument(f"scene must be text or a dict of what JSON has: {error}", "scene") from None


def with_overlap(scene) -> str:
    """Returns the text of a scene with overlap at the start allowed, because bodies may have moved during a run. An
    invalid scene is returned unchanged, for the engine to report its faults."""
    try:
        parts = plain(parts_of(scene) if isinstance(scene, str) else scene)
    except ValueError:
        return scene
    if isinstance(parts, dict) and isinstance(parts.get("simulation"), dict):
        parts = {**parts, "simulation": {**parts["simulation"], "allow_overlap": True}}
    return json_text(parts)
