# SPDX-License-Identifier: Apache-2.0
"""Converts MJCF to a scene of Perpend through MuJoCo's own reader. `perpend` runs it on files whose root is
`mujoco`; the answer is one JSON object on stdout: text and notes, or faults.

Usage: python3 mjcf FILE [--ground] [--allow-overlap] [--gravity X,Y,Z] [--motors KIND] [--keyframe NAME] [--start NAME=V] [--rate NAME=V] [--duration S]
"""
import argparse
import json
import pathlib
import re
import sys

from lines import Faults, diagnostic, read
from schema import not_done


def _pair(text):
    name, _, value = text.rpartition("=")
    return name, float(value)


def _arguments():
    parser = argparse.ArgumentParser(prog="mjcf")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--ground", action="store_true")
    parser.add_argument("--allow-overlap", action="store_true")
    parser.add_argument("--gravity", type=lambda text: [float(number) for number in text.split(",")])
    parser.add_argument("--motors", choices=["none", "position", "velocity"], default="none")
    parser.add_argument("--keyframe")
    parser.add_argument("--start", type=_pair, action="append", default=[])
    parser.add_argument("--rate", type=_pair, action="append", default=[])
    parser.add_argument("--duration", type=float, default=10.0)
    return parser.parse_args()


def _model(mujoco, file, root):
    """Loads the model. MuJoCo gives the place of a fault only in its message."""
    try:
        return mujoco.MjModel.from_xml_path(str(file))
    except ValueError as error:
        words = " ".join(str(error).split())
        line = re.search(r"[Ll]ine (\d+)", words)
        raise Faults(diagnostic(root.file, int(line[1]) if line else 0, "", words, "said by MuJoCo")) from None


def main():
    arguments, answer, known = _arguments(), {}, []
    try:
        root = read(arguments.file)
        try:
            import mujoco
            import numpy  # noqa: F401
        except ImportError as error:
            raise Faults(diagnostic(arguments.file, root.line, "mujoco", f"needs the Python package {error.name}",
                                    f"{sys.executable} -m pip install mujoco")) from None
        from scene import Converter
        model = _model(mujoco, arguments.file, root)
        known = not_done(root, arguments.keyframe is not None)
        converter = Converter(mujoco, model, root, arguments)
        converter.notes[:0] = known
        known = converter.notes
        answer["text"] = converter.text()
    except Faults as refused:
        answer["faults"] = refused.faults
    answer["notes"] = known
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
