# SPDX-License-Identifier: Apache-2.0
"""The two kinds of errors that are raised. A step that could not be solved raises neither: its report
says so (World.report)."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class InvalidArgument(ValueError):
    """A caller's mistake: the message names the argument, what it must be and the value given."""

    def __init__(self, words: str, argument: str = "", value: str = "") -> None:
        super().__init__(words)
        self.argument = argument
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.argument, self.value)


class InputError(ValueError):
    """A scene, recording or snapshot with faults. The message has one line for each; `diagnostics` has them as
    dicts with file, line, element, message, hint and is_note (for a robot's file: something that was left
    out before the fault was found)."""

    def __init__(self, words: str, diagnostics: Iterable[dict[str, Any]] = ()) -> None:
        super().__init__(words)
        self.diagnostics: list[dict[str, Any]] = list(diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.diagnostics)
