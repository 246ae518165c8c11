# SPDX-License-Identifier: Apache-2.0
"""The scenes that are known by name."""
from __future__ import annotations

import pathlib

from . import _core

SCENES = [pathlib.Path(__file__).parent / "share" / "perpend" / "scenes"]


def scene_names() -> dict[str, str]:
    """Returns the scenes that World.load() knows by name, with their descriptions."""
    return dict(_core.scene_names(SCENES))
