# SPDX-License-Identifier: Apache-2.0
"""Warnings about scenes, which point at the call from outside the package."""
from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from typing import Any


class SceneWarning(UserWarning):
    """A feature of a valid scene that is seldom intended, as `perpend check` tells it: a mesh that faces down, a
    material that no body uses, gravity along the ground, ... World.warnings has all of a world."""


def warn(message: str, category: type[Warning]) -> None:
    """Warns at the line that called the package."""
    frame, count = inspect.currentframe(), 0
    while frame and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        frame, count = frame.f_back, count + 1
    warnings.warn(message, category, stacklevel=count + 1)


def text_of_diagnostic(each: dict[str, Any]) -> str:
    """Returns "file:line: element: message (hint)", as the program prints it."""
    place = f"{each['file']}:{each['line']}" if each["line"] else each["file"]
    hint = f" ({each['hint']})" if each["hint"] else ""
    return ": ".join(filter(None, (place, each["element"], each["message"]))) + hint


def warn_of(diagnostics: list[dict[str, Any]], known: Sequence[dict[str, Any]] = ()) -> None:
    """Warns of each diagnostic that is not known."""
    for each in diagnostics:
        if each not in known:
            warn(text_of_diagnostic(each), SceneWarning)
