# SPDX-License-Identifier: Apache-2.0
"""Identifies the engine: results of two builds may differ in their last bits, so they are never mixed."""
import functools
import hashlib
import pathlib

from .. import _core


class EngineMismatch(RuntimeError):
    """A worker has another build of Perpend than the process that started the sweep."""


@functools.cache
def engine() -> str:
    """Returns the version and 12 hexadecimal digits of the hash of the compiled library: "X.Y.Z+3f2a...". """
    library = pathlib.Path(_core.__file__).read_bytes()
    return f"{_core.__version__}+{hashlib.sha256(library).hexdigest()[:12]}"


def check_engine(expected: str) -> None:
    """Raises EngineMismatch unless this process has the engine `expected`."""
    if engine() != expected:
        raise EngineMismatch(f"this worker has perpend {engine()}, the sweep was started by {expected}")
