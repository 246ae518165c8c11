# SPDX-License-Identifier: Apache-2.0
"""The reader of MJCF in this process: what `perpend` gets from it, without starting Python each time."""
import json
import pathlib
import sys
import types

import mujoco
import perpend

sys.path.append(str(pathlib.Path(perpend.__file__).parent / "mjcf"))
import lines  # noqa: E402
import scene  # noqa: E402
import schema  # noqa: E402


def convert(file, **options):
    """The scene and its notes."""
    asked = types.SimpleNamespace(**{"start": [], "rate": [], "gravity": None, "motors": "none", "keyframe": None, "ground": False,
                                     "allow_overlap": False,
                                     "duration": 1.0} | options)
    root = lines.read(pathlib.Path(file))
    converter = scene.Converter(mujoco, mujoco.MjModel.from_xml_path(str(file)), root, asked)
    text = converter.text()
    return json.loads(text), schema.not_done(root, asked.keyframe is not None) + converter.notes
