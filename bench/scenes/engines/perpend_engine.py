# SPDX-License-Identifier: Apache-2.0
"""Perpend, by its own program: the file of PERPEND, or `perpend` on the path. Steps are timed by the program."""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

PROGRAM = os.environ.get("PERPEND") or shutil.which("perpend")


def scene_file(scene: dict, dt: float) -> dict:
    bodies = [{"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]}] if scene["ground"] else []
    bodies += [{"name": f"plane_{k}", "kind": "spatial_fixed", "shapes": [half_space(*plane)]}
               for k, plane in enumerate(scene["planes"])]
    for body in scene["bodies"]:
        w, x, y, z = body["quaternion"]
        bodies.append({"name": body["name"], "kind": "spatial", "mass": body["mass"], "inertia": body["inertia"],
                       "position": body["position"], "orientation": [w, x, y, z], "velocity": body["velocity"],
                       "omega": body["omega"], "shapes": shapes(body["shape"])})
    joints = [{"name": f"joint_{k}", "kind": "pin", "a": j["a"], "b": j["b"] or "world", "anchor": j["anchor"],
               "axis": j["axis"]} for k, j in enumerate(scene["joints"])]
    return {"format": 1, "name": "bench", "gravity": scene["gravity"], "bodies": bodies, "joints": joints,
            "materials": [{"name": "default", "mu": scene["mu"]}], "simulation": {"dt": dt, "duration": scene["duration"]}}


def half_space(normal, distance) -> dict:
    """Solid where normal . x < distance: the one along z, turned about an axis in the horizontal plane."""
    x, y, z = normal
    return {"half_space": {}, "position": [distance * n for n in normal],
            "axis_angle": [-y, x, 0, math.atan2(math.hypot(x, y), z)]}


def shapes(shape) -> list:
    if not shape:
        return []
    return [{"box": {"size": shape[1:]}} if shape[0] == "box" else {"sphere": {"radius": shape[1]}}]


def run(job: dict, folder: str) -> dict:
    scene = scene_file(job["scene"], job["dt"])
    path = os.path.join(folder, "scene.json")
    with open(path, "w") as file:
        json.dump(scene, file)
    words = [PROGRAM, "run", path, "--json", "--npz", "--every", "1", "--out", folder,
             "--threads", str(job["options"].get("threads", 1)), "--level", job["options"].get("level", "velocity")]
    try:
        answer = subprocess.run(words, capture_output=True, text=True, timeout=job["wall_limit"])
    except subprocess.TimeoutExpired:
        return {"refused": f"took longer than {job['wall_limit']} s"}
    report = json.loads(answer.stdout)
    data = np.load(os.path.join(folder, "run.npz"))
    q, v = data["q"], data["v"]
    first, count = bool(job["scene"]["ground"]) + len(job["scene"]["planes"]), len(job["scene"]["bodies"])
    rows = [0, *job["samples"]]
    if len(q) <= max(rows):
        return {"refused": report["status"]}
    states = []
    for row in rows:
        pose, speed = q[row].reshape(-1, 7)[first:], v[row].reshape(-1, 6)
        states.append(np.hstack([pose, speed[len(speed) - count:]]).tolist())
    return {"step_s": data["report_time_total"][1:].tolist(), "states": states,
            "uncertified": report["uncertified"], "inexact": report["inexact"]}


def main():
    if not PROGRAM:
        sys.exit(1)
    if sys.argv[1:] == ["--probe"]:
        print(subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1])
        return
    with open(sys.argv[1]) as file:
        job = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        answer = run(job, folder)
    with open(sys.argv[2], "w") as file:
        json.dump(answer, file)


main()
