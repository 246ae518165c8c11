# SPDX-License-Identifier: Apache-2.0
"""The engines, one adapter file each. An adapter is a program:

    adapter --probe           prints the engine's version; fails where the engine is missing
    adapter job.json out.json takes the steps of a job and writes their times and sampled states (host.py, host.mjs)
"""
import dataclasses
import pathlib
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


@dataclasses.dataclass
class Engine:
    """`settings`: label -> options of the adapter, tried with every time step; the first is the usual one. Those of
    `smooth`, of higher order, are tried where nothing touches. `planar` ones do scenes in a plane alone."""
    name: str
    file: str
    needs: str
    settings: dict
    smooth: tuple = ()
    direct: bool = False
    planar: bool = False
    python: str = sys.executable  # another one where the engine comes for that alone

    def settings_for(self, scene) -> list:
        return [name for name in self.settings if name not in self.smooth or scene.is_smooth]

    def command(self) -> list:
        node = shutil.which("node") or "node"
        return [node if self.file.endswith(".mjs") else self.python, str(FOLDER / self.file)]

    def version(self) -> str | None:
        """None where it is missing."""
        try:
            probe = subprocess.run([*self.command(), "--probe"], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return probe.stdout.strip().splitlines()[-1] if probe.returncode == 0 and probe.stdout.strip() else None


ENGINES = [
    Engine("Perpend", "perpend_engine.py", "build perpend_cli, or --perpend FILE",
           {"cone": {}, "acceleration": {"level": "acceleration"}}, smooth=("acceleration",), direct=True),
    Engine("MuJoCo", "mujoco_engine.py", "pip install mujoco",
           {"default": {}, "stiff": {"stiff": True}, "RK4": {"integrator": "RK4"},
            "stiff RK4": {"stiff": True, "integrator": "RK4"}}, smooth=("RK4", "stiff RK4")),
    Engine("Drake", "drake_engine.py", "pip install drake", {"SAP": {}}),
    Engine("DART", "dart_engine.py", "pip install dartpy", {"Dantzig": {}}, direct=True),
    Engine("ODE", "ode_engine.py", "apt install libode8",
           {"dWorldStep": {"direct": True}, "QuickStep": {}, "QuickStep 200": {"iterations": 200}}),
    Engine("Siconos", "siconos_engine.py", "apt install python3-siconos",
           {"NSGS": {}, "NSGS 1e-8": {"tolerance": 1e-8, "iterations": 10000}}, python="/usr/bin/python3"),
    Engine("Bullet", "bullet_engine.py", "pip install pybullet", {"default": {}, "500 iterations": {"iterations": 500}}),
    Engine("Rapier", "rapier_engine.mjs", "npm install @dimforge/rapier3d-compat",
           {"default": {}, "40 iterations": {"iterations": 40}}),
    Engine("Jolt", "jolt_engine.mjs", "npm install jolt-physics", {"default": {}, "100 iterations": {"iterations": 100}}),
    Engine("Box2D", "box2d_engine.mjs", "npm install box2d3-wasm", {"default": {}, "40 substeps": {"iterations": 40}},
           planar=True),
]
