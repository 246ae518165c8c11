# SPDX-License-Identifier: Apache-2.0
"""A scene under many friction laws, solvers and steps side by side (docs/compare.md)."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _core
from .errors import InputError
from .robot import PROGRAM
from .scene import Scene
from .scene_text import file_name, json_text, plain
from .vectors import mapping, number, refuse, whole
from .world import PARAMETERS


def _listed(name: str, values: str | Iterable[str | float]) -> str:
    if isinstance(values, str):
        return values
    try:
        each = list(values)
    except TypeError:
        refuse(name, "a list", values)
    return ",".join(value if isinstance(value, str) else repr(number(name, value)) for value in each)


def compare(scene: str | os.PathLike[str] | dict[str, Any] | Scene, *, laws: str | Sequence[str] = (),
            solvers: str | Sequence[str] = (), dt: Iterable[float] = (), reference: float | None = None,
            rho: Iterable[float] = (), rank: bool = False, parameters: Mapping[str, float] | None = None,
            duration: float | None = None, threads: int = 0,
            out: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """Runs every combination of laws, solvers and steps dt (s), and a reference run under the exact cone (with the step
    `reference`, s). Defaults are those of `perpend compare`.

    scene: a name, a file, a Scene or its dict. Returns "reference" and "runs" with a dict for each: "law", "solver",
    "dt", "status", "final_distance_m", "coulomb_residual", "energy_lost_j", "cost" and more; a run that fails has the
    reason as its "status". out: a folder for the page and the tables. Raises InputError if the scene or an argument is
    wrong."""
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(scene, Scene):
            scene = scene.to_dict()
        if isinstance(scene, dict):
            path = pathlib.Path(folder) / f"{file_name(str(scene.get('name', 'scene')))}.json"
            path.write_text(json_text(plain(scene)), encoding="utf-8")
            scene = path
        words = [os.fspath(PROGRAM), "compare", os.fspath(scene), "--json", f"--threads={whole('threads', threads)}"]
        for flag, values in (("laws", laws), ("solvers", solvers), ("dt", dt), ("rho", rho)):
            listed = _listed(flag, values)
            words += [f"--{flag}={listed}"] if listed else []
        for flag, value in (("reference", reference), ("duration", duration)):
            words += [f"--{flag}={number(flag, value)!r}"] if value is not None else []
        for name, value in _core.checked_parameters(mapping("parameters", parameters, PARAMETERS)).items():
            words += ["--set", f"{name}={value!r}"]
        words += ["--rank"] if rank else []
        words += ["--no-files"] if out is None else [f"--out={os.fspath(out)}"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise InputError(done.stderr.strip()) from None
    if "diagnostics" in answer:
        raise InputError(done.stderr.strip(), answer["diagnostics"])
    return answer
