# SPDX-License-Identifier: Apache-2.0
"""Faults of a study, collected and raised together."""
import json

from ..errors import InputError


class Faults:
    """All faults of a study file, with their lines."""

    def __init__(self, file: str, text: str = ""):
        self._file, self._text = file, text
        self.diagnostics: list[dict] = []

    def add(self, element: str, message: str, hint: str = "") -> None:
        """Adds a fault. element: its place, keys joined by "/"."""
        self.diagnostics.append({"file": self._file, "line": self._line_of(element.split("/")),
                                 "element": element, "message": message, "hint": hint})

    def take(self, error: InputError) -> None:
        """Adds the faults of another file, such as the scene."""
        self.diagnostics += error.diagnostics or [{"file": self._file, "line": 1, "element": "scene",
                                                   "message": str(error), "hint": ""}]

    def throw(self) -> None:
        """Raises InputError with all faults, if there are any."""
        if self.diagnostics:
            raise InputError("\n".join(map(_line, self.diagnostics)), self.diagnostics)

    def _line_of(self, keys):
        """Returns the line found by following the keys through the text."""
        at = 0
        for key in keys:
            found = self._text.find(json.dumps(key), at)
            at = at if found < 0 else found
        return self._text.count("\n", 0, at) + 1


def _line(fault):
    hint = f" ({fault['hint']})" if fault["hint"] else ""
    place = fault["file"] + (f":{fault['line']}" if fault["line"] else "")
    return "".join(f"{each}: " for each in (place, fault["element"]) if each) + fault["message"] + hint
