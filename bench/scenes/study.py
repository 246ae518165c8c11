# SPDX-License-Identifier: Apache-2.0
"""Runs engines on scenes, in turn: every round takes each engine and setting once, so that what else the machine does
meanwhile meets them alike."""
from __future__ import annotations

import dataclasses
import json
import math
import os
import subprocess
import tempfile

import measures
import numpy as np
from engines import Engine
from model import Run, Scene

WALL_LIMIT = 20.0  # s, of one run's steps


@dataclasses.dataclass
class Case:
    """An engine with a setting and a time step on a scene, and what came of it; errors are of the first round: all
    engines are deterministic here."""
    scene: Scene
    engine: Engine
    setting: str
    dt: float
    median_ms: float = math.inf
    p99_ms: float = math.inf
    cost: float = math.inf  # s of steps per simulated s
    values: dict = dataclasses.field(default_factory=dict)
    failure: str = ""

    @property
    def label(self) -> str:
        return f"{self.engine.name} {self.setting}" if len(self.engine.settings) > 1 else self.engine.name

    @property
    def is_usual(self) -> bool:
        return self.setting == next(iter(self.engine.settings))

    @property
    def error(self) -> float:
        return self.values.get("error", math.inf)


FINE, FEW = 1 / 500, 16  # steps below this are taken with so many bodies at most: the study is to end within the hour


def cases(scenes, engines, steps) -> list[Case]:
    return [Case(scene, engine, setting, dt) for dt in steps for scene in scenes if dt > FINE or len(scene.bodies) <= FEW
            for engine in engines if scene.planar or not engine.planar for setting in engine.settings_for(scene)]


def run_round(case: Case) -> None:
    """Least times over the rounds: other programs only ever add to them."""
    answer = ask(case)
    if "refused" in answer:
        case.failure = answer["refused"]
        return
    seconds = np.array(answer["step_s"])
    case.median_ms = min(case.median_ms, float(np.median(seconds)) * 1e3)
    case.p99_ms = min(case.p99_ms, float(np.quantile(seconds, 0.99)) * 1e3)
    case.cost = min(case.cost, float(np.median(seconds)) / case.dt)
    if not case.values:
        judge(case, answer)


START = 1e-5  # m, m/s and rad/s; some engines have single precision


def distance_from_start(scene: Scene, states: np.ndarray) -> float:
    """Largest difference of places and velocities; NaN is far."""
    start = np.array([[*b.position, *b.velocity, *b.omega] for b in scene.bodies])
    apart = np.abs(states[:, [0, 1, 2, *range(7, 13)]] - start).max(initial=0.0)
    return math.inf if math.isnan(apart) else float(apart)


def judge(case: Case, answer: dict) -> None:
    scene = case.scene
    states = np.array([[[math.nan if v is None else v for v in body] for body in sample] for sample in answer["states"]])
    if distance_from_start(scene, states[0]) > START:
        case.failure = "does not start as the scene does"
        return
    run = Run(np.array([0, *sample_steps(case)]) * case.dt, states)
    if not np.isfinite(states).all() or np.abs(run.position).max() > 1e6:
        case.failure = "diverged"
        case.values = {"error": math.inf}
        return
    with np.errstate(all="ignore"):
        case.values = {"error": scene.judge(run, scene), "penetration_m": measures.penetration(run, scene),
                       "joint_gap_m": measures.joint_gap(run, scene)}
        if scene.conserves == "energy":
            case.values["energy_error"] = measures.energy_error(run, scene)
    case.values |= {name: answer[name] for name in ("uncertified", "inexact") if name in answer}


def sample_steps(case: Case) -> list[int]:
    steps, count = round(case.scene.duration / case.dt), case.scene.samples
    return sorted({max(1, round(steps * k / count)) for k in range(1, count + 1)})


def ask(case: Case, wall_limit: float = WALL_LIMIT) -> dict:
    job = {"scene": case.scene.to_json(), "dt": case.dt, "options": case.engine.settings[case.setting],
           "steps": round(case.scene.duration / case.dt), "samples": sample_steps(case), "wall_limit": wall_limit}
    with tempfile.TemporaryDirectory() as folder:
        asked, told = os.path.join(folder, "job.json"), os.path.join(folder, "out.json")
        with open(asked, "w") as file:
            json.dump(job, file)
        try:
            program = subprocess.run([*case.engine.command(), asked, told], capture_output=True, text=True,
                                     timeout=2 * wall_limit)
        except subprocess.TimeoutExpired:
            return {"refused": f"took longer than {2 * wall_limit:.0f} s"}
        if not os.path.exists(told):
            words = (program.stderr or program.stdout).strip().splitlines()
            return {"refused": f"ended with {program.returncode}: {words[-1] if words else 'no word'}"}
        with open(told) as file:
            return json.load(file)
