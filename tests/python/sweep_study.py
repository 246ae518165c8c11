# SPDX-License-Identifier: Apache-2.0
"""A small study for the tests of perpend.sweep: a box slides to rest."""
import os
import signal
import subprocess
import sys

BOX = {
    "format": 1, "name": "box", "parameters": {"mu": 0.6, "speed": 2.0},
    "materials": [{"name": "default", "mu": "$mu"}],
    "bodies": [{"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {"normal": [0, 1]}}]},
               {"name": "box", "position": [0, 0.1], "velocity": ["$speed", 0],
                "shapes": [{"box": {"size": [0.4, 0.2]}}]}],
    "simulation": {"dt": 0.01, "duration": 0.5}}
STUDY = {"name": "boxes", "scene": BOX, "parameters": {"grid": {"mu": [0.3, 0.6], "speed": [1, 2, 3]}},
         "measure": {"distance": "body('box').pos[0] - start(body('box').pos[0])",
                     "path": {"series": "body('box').pos[0]", "at": [0, 0.1, 0.5, 9]}}}


def study(**changes):
    return {**STUDY, **changes}


def python(*arguments, **options):
    """A process of this interpreter that finds the same packages, and hears SIGINT though these tests may not."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **options.pop("env", {})}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, *map(str, arguments)], env=environment, text=True,
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options)


def sweep(*arguments, timeout=300):
    """`perpend sweep`: exit code, stdout, stderr."""
    process = python("-m", "perpend", "sweep", *arguments)
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err
