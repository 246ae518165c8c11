#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random scenes of many families, planar and spatial: each has to reach its end with every step
certified, without a gain of energy and with hardly any overlap.

    torture.py perpend [--scenes N] [--seed S] [--only WORD] [--keep FOLDER] [--budget SECONDS]

Prints a table, family by family. Exit code 1 if a scene failed.
"""

import argparse
import csv
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from families import FAMILIES
from scene import Scene

# Of the energy at stake: what the rows of the steps and the midpoint rule may add. Free flight and
# sliding add nothing; a spin that turns far within a step adds this much.
ENERGY_SHARE = 1e-3
# Of the smallest measure of a moving body.
OVERLAP_SHARE = 0.01
# Where bodies are driven into each other nothing bounds the overlap.
SQUEEZED = ("pad_squeezes", "arm_pushes", "turntable", "shaken_tray", "pressed_gripper")
# Of the steps of a run: a straight bridge may miss a bound in m/s once while it settles, and a flat
# net is near dead points.
UNCERTIFIED_SHARES = {"bridge": 0.01, "net": 0.03}
# Of the energies in a run: what its totals may miss of the energy at the end.
BALANCE_SHARE = 1e-8
TOTALS = ("work", "joint_work", "spring_work", "push_out_work", "drift_work", "projection_work")
COUNTS = ("inexact", "halved", "braked")
FAULTS = ("certified", "ended", "energy", "balance", "overlap", "escaped", "rolling", "slow")


def draw_scene(family, in_space, seed):
    scene = Scene(random.Random(f"{family} {in_space} {seed}"), in_space)
    FAMILIES[family](scene)
    return scene


def recorded(folder):
    with open(folder / "run.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))[1:]


def energies(rows):
    """Kinetic and potential energy at the start and after each recorded step."""
    first = [float(rows[0]["energy_before [J]"])] if rows else []
    return first + [float(row["energy_after [J]"]) for row in rows]


def unbalanced(rows):
    """Largest share of the energies of a step that its totals miss."""
    worst = 0.0
    for row in rows:
        before, after = float(row["energy_before [J]"]), float(row["energy_after [J]"])
        totals = [float(row[f"{name} [J]"]) for name in TOTALS]
        size = abs(before) + abs(after) + sum(abs(total) for total in totals)
        worst = max(worst, abs(before + sum(totals) - after) / size if size else 0.0)
    return worst


def stake(scene):
    """Scale of the energies of a scene: speeds, and a fall by a metre."""
    total = 0.0
    for body in scene.bodies:
        speed = math.hypot(*body.get("velocity", [0]))
        spin = body.get("omega", 0)
        spin = math.hypot(*spin) if isinstance(spin, list) else abs(spin)
        total += body.get("mass", 0) * (0.5 * speed**2 + 0.005 * spin**2 + scene.gravity)
    return total


def faults_of(scene, family, result, folder):
    if result is None:
        return ["slow"], "out of time"
    if result.get("status") != "ok":
        return ["ended"], str(result.get("message") or result.get("error"))[:200]
    faults, words = [], []
    rows = recorded(folder)
    missing = unbalanced(rows)
    if not missing <= BALANCE_SHARE:
        faults.append("balance")
        words.append(f"totals miss {missing:.2g} of the energy")
    if scene.passive:
        values = energies(rows)
        gain = max(values) - values[0] if values else 0.0
        if gain > ENERGY_SHARE * stake(scene):
            faults.append("energy")
            words.append(f"gained {gain:.3g} of {stake(scene):.3g} J")
    if result.get("uncertified", 0) > UNCERTIFIED_SHARES.get(family, 0) * result["steps"]:
        faults.append("certified")
        words.append(f"{result['uncertified']} of {result['steps']} steps not certified: "
                     f"{result.get('note') or 'rows beyond their bounds'}"[:200])
    deep = result["worst"]["penetration_m"] / scene.smallest
    if deep > OVERLAP_SHARE and family not in SQUEEZED:
        faults.append("overlap")
        words.append(f"overlap {100 * deep:.2g} %")
    if hasattr(scene, "room"):
        for name, body in result["bodies"].items():
            if name != "room" and max(abs(x) for x in body["x"]) > scene.room:
                faults.append("escaped")
                words.append(f"{name} at {body['x']}")
                break
    if hasattr(scene, "above"):
        for name, body in result["bodies"].items():
            if body["x"][-1] < 0 and max(abs(x) for x in body["x"][:-1]) < scene.above:
                faults.append("escaped")
                words.append(f"{name} at {body['x']}")
                break
    if hasattr(scene, "rolls") and abs(result["bodies"]["rider"]["v"][0] - 2) > 2e-3:
        faults.append("rolling")
        words.append(f"rides at {result['bodies']['rider']['v'][0]:.4f} m/s")
    return faults, "; ".join(words)


def run(program, path, folder, budget):
    command = [program, "run", str(path), "--json", "--csv", "--out", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=budget, check=False)
    except subprocess.TimeoutExpired:
        return None
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"status": "none", "error": done.stderr.strip() or f"exit code {done.returncode}"}


def judge(arguments, family, in_space, seed, folder):
    scene = draw_scene(family, in_space, seed)
    name = f"{'space' if in_space else 'plane'}_{family}_{seed}"
    path = folder / f"{name}.json"
    path.write_text(json.dumps(scene.file(name), indent=1), encoding="utf-8")
    out = folder / name
    result = run(arguments.perpend, path, out, arguments.budget)
    faults, words = faults_of(scene, family, result, out)
    counts = {key: (result or {}).get(key, 0) for key in COUNTS}
    return name, faults, words, counts


def wanted(arguments):
    cases = [(family, in_space) for family in FAMILIES for in_space in (False, True)]
    cases = [case for case in cases
             if arguments.only in ("space_" if case[1] else "plane_") + case[0]]
    for i in range(arguments.scenes):
        family, in_space = cases[i % len(cases)]
        yield family, in_space, arguments.seed + i // len(cases)


def table(rows):
    print(f"{'family':28} scenes   well  " + "  ".join(f"{f:>7}" for f in FAULTS)
          + "  " + "  ".join(f"{c:>7}" for c in COUNTS))
    for family, row in sorted(rows.items()):
        print(f"{family:28} {row['scenes']:6} {row['well']:6}  "
              + "  ".join(f"{row[f] or '':>{max(7, len(f))}}" for f in FAULTS)
              + "  " + "  ".join(f"{row[c] or '':>{max(7, len(c))}}" for c in COUNTS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("perpend")
    parser.add_argument("--scenes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", help="folder for the scenes and runs")
    parser.add_argument("--budget", type=float, default=60.0, help="wall time per scene, s")
    arguments = parser.parse_args()
    rows, failed, start = {}, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(arguments.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for family, in_space, seed in wanted(arguments):
            name, faults, words, counts = judge(arguments, family, in_space, seed, folder)
            key = f"{'space' if in_space else 'plane'}_{family}"
            empty = dict.fromkeys(("scenes", "well", *FAULTS, *COUNTS), 0)
            row = rows.setdefault(key, empty)
            row["scenes"] += 1
            row["well"] += not faults
            for fault in faults:
                row[fault] += 1
            for count, value in counts.items():
                row[count] += value
            if faults:
                print(f"{name}: {', '.join(faults)}: {words}", flush=True)
                failed += 1
    table(rows)
    total = sum(row["scenes"] for row in rows.values())
    well = sum(row["well"] for row in rows.values())
    print(f"{well} of {total} scenes of {len(rows)} families well, "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
