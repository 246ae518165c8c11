#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random plank bridges, straight or sagging, planar and spatial, that bear a load of 1 to 300 planks'
mass for a minute: every step has to be certified, and once a bridge has come to rest its joints are
closed to 1e-6 m.

    bridges.py perpend [--bridges N] [--seed S] [--duration SECONDS]

Hinges are damped, so that what swings under its load comes to rest. Prints those that failed and
the worst of all. Exit code 1 if one failed.
"""

import argparse
import csv
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PLANK = 0.5  # m
GAP = 1e-6  # m
LATE = 0.25  # of the run


def hinge(planks, sag, i):
    """Place of hinge i along a line or, where `sag` is that share of the span, an arc."""
    if sag == 0:
        return PLANK * i, 0.0
    half = 2 * math.atan(2 * sag)
    radius = PLANK / (2 * math.sin(half / planks))
    angle = -half + 2 * half * i / planks
    return (radius * (math.sin(angle) + math.sin(half)),
            radius * (math.cos(half) - math.cos(angle)))


def placed(in_space, x, z):
    return [x, 0.0, z] if in_space else [x, z]


def turned(in_space, angle):
    return {"axis_angle": [0, 1, 0, -angle]} if in_space else {"angle": angle}


def box(in_space, along, up):
    return [{"box": {"size": [along, 0.4, up] if in_space else [along, up]}}]


def bridge(seed):
    draw = random.Random(f"bridge {seed}")
    planks, ratio = draw.randint(8, 64), math.exp(draw.uniform(0, math.log(300)))
    in_space, sag = draw.random() < 0.5, draw.choice([0.0, draw.uniform(0.02, 0.15)])
    hinges = [hinge(planks, sag, i) for i in range(planks + 1)]
    kind = {"kind": "spatial"} if in_space else {}
    bodies, joints = [], []
    for i, ((x0, z0), (x1, z1)) in enumerate(zip(hinges, hinges[1:])):
        bodies.append({"name": f"plank_{i}", "mass": 1.0, **kind,
                       "position": placed(in_space, (x0 + x1) / 2, (z0 + z1) / 2),
                       **turned(in_space, math.atan2(z1 - z0, x1 - x0)),
                       "shapes": box(in_space, 0.48, 0.1)})
    axis = {"axis": [0, 1, 0]} if in_space else {}
    damping = 0.5 * (planks + ratio)
    names = ["world", *(body["name"] for body in bodies), "world"]
    for i, place in enumerate(hinges):
        a, b = (names[i + 1], names[i]) if i < planks else (names[i], "world")
        joints.append({"name": f"hinge_{i}", "kind": "pin", "a": a, "b": b,
                       "anchor": placed(in_space, *place), **axis,
                       "coordinates": [{"damping": damping}]})
    under = bodies[int(draw.uniform(0.3, 0.7) * planks)]
    angle = under["axis_angle"][3] * -1 if in_space else under["angle"]
    x, z = under["position"][0], under["position"][-1]
    up = 0.05 + 0.1
    bodies.append({"name": "load", "mass": ratio, **kind,
                   "position": placed(in_space, x - up * math.sin(angle), z + up * math.cos(angle)),
                   **turned(in_space, angle), "shapes": box(in_space, 0.3, 0.2)})
    dt = draw.choice([1 / 60, 1 / 240, 1 / 1000])
    return {"format": 1, "name": f"bridge {seed}",
            "gravity": [0, 0, -9.81] if in_space else [0, -9.81],
            "materials": [{"name": "default", "mu": 1.0}], "bodies": bodies, "joints": joints,
            "simulation": {"dt": dt}}, sag == 0


def run(program, seed, duration, folder):
    """Of one bridge: its kind, gaps in m, and the words of what failed."""
    scene, straight = bridge(seed)
    scene["simulation"]["duration"] = duration
    path, out = folder / f"bridge_{seed}.json", folder / f"bridge_{seed}"
    path.write_text(json.dumps(scene), encoding="utf-8")
    done = subprocess.run([program, "run", str(path), "--json", "--csv", "--out", str(out)],
                          capture_output=True, text=True, check=False)
    line = {"seed": seed, "kind": "straight" if straight else "sagging", "fault": ""}
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return line | {"fault": done.stderr.strip() or "no result"}
    with open(out / "run.csv", encoding="utf-8") as file:
        gaps = [float(row["joint_gap [m]"]) for row in csv.DictReader(file)]
    shutil.rmtree(out)
    line |= {"worst": result["worst"]["joint_gap"], "late": max(gaps[int(-LATE * len(gaps)):])}
    if result["status"] != "ok" or result["uncertified"] or result["inexact"]:
        line["fault"] = (f"{result['status']}, {result['inexact']} inexact, "
                         f"{result['uncertified']} uncertified; {result['note']}")
    elif not line["late"] <= GAP:
        line["fault"] = f"joints open by {line['late']:.2g} m"
    return line


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("perpend", type=pathlib.Path)
    parser.add_argument("--bridges", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1, help="of the first bridge")
    parser.add_argument("--duration", type=float, default=60.0, help="s")
    arguments = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.bridges):
            line = run(arguments.perpend.resolve(), seed, arguments.duration, pathlib.Path(folder))
            lines.append(line)
            if line["fault"]:
                print(f"bridge {seed}, {line['kind']}: {line['fault'][:300]}", flush=True)
    for kind in ("straight", "sagging"):
        some = [line for line in lines if line["kind"] == kind and "late" in line]
        if some:
            print(f"{len(some)} {kind}: joints open by at most {max(s['worst'] for s in some):.2g} m, "
                  f"in the last quarter {max(s['late'] for s in some):.2g} m")
    failed = sum(bool(line["fault"]) for line in lines)
    print(f"{len(lines) - failed} of {len(lines)} bridges hold")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
