#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random piles of 27 to 125 boxes that fall into a bin or spread on a floor: every step has to be
solved and certified, none of them inexact.

    piles.py perpend [--piles N] [--seed S] [--boxes N] [--duration SECONDS] [--law LAW]
        [--ledger FILE]

With a ledger, one line of JSON per pile, piles that stand in it are not run again. Prints the piles
that failed and the sum over all. Exit code 1 if one failed.
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

EDGE = 0.2  # m, of the cubes that others are slabs and bars of
MASS = 4.0  # kg, the lightest


def turned(draw):
    axis = [draw.gauss(0, 1) for _ in range(3)]
    length = math.sqrt(sum(a * a for a in axis))
    return [a / length for a in axis] + [draw.uniform(-3, 3)]


def half_space(name, position, axis_angle):
    return {"name": name, "kind": "spatial_fixed", "position": position,
            "axis_angle": axis_angle, "shapes": [{"half_space": {}}]}


def walls(half):
    right = math.pi / 2
    return [half_space("east", [half, 0, 0], [0, 1, 0, -right]),
            half_space("west", [-half, 0, 0], [0, 1, 0, right]),
            half_space("north", [0, half, 0], [1, 0, 0, right]),
            half_space("south", [0, -half, 0], [1, 0, 0, -right])]


def pile(seed, boxes):
    """The scene of one seed, and how many boxes it has."""
    draw = random.Random(f"pile {seed}")
    wide = draw.randint(3, 5)
    count = boxes or draw.choice([27, 48, 64, 100, 125])
    # Below the diagonal of a cube boxes start upright, one above the other.
    upright = draw.random() < 0.2
    pitch = draw.uniform(0.24, 0.3) if upright else draw.uniform(0.35, 0.4)
    ratio = draw.choice([1, 1, 10, 1000])
    bodies = [half_space("floor", [0, 0, 0], [1, 0, 0, 0])]
    if draw.random() < 0.7:
        bodies += walls(pitch * wide / 2 + 0.02)
    for i in range(count):
        column, row, layer = i % wide, i // wide % wide, i // wide ** 2
        shift = [draw.uniform(-0.01, 0.01) * upright for _ in range(2)]
        size = [EDGE * draw.uniform(0.6, 1) for _ in range(3)] if seed % 3 == 0 else [EDGE] * 3
        body = {"name": f"b{i}", "kind": "spatial", "mass": MASS * ratio ** draw.random(),
                "position": [pitch * (column - (wide - 1) / 2) + shift[0],
                             pitch * (row - (wide - 1) / 2) + shift[1],
                             pitch * (layer + 0.5)],
                "axis_angle": [0, 0, 1, draw.uniform(-0.1, 0.1)] if upright else turned(draw),
                "shapes": [{"box": {"size": size}}]}
        bodies.append(body)
    mu = draw.choice([0.1, 0.3, 0.6, 1.0])
    return {"format": 1, "name": f"pile {seed}", "gravity": [0, 0, -9.81],
            "materials": [{"name": "default", "mu": mu}], "bodies": bodies}, count


def run(program, seed, arguments, folder):
    scene, count = pile(seed, arguments.boxes)
    scene["simulation"] = {"dt": 1 / 240, "duration": arguments.duration, "record_every": 1000}
    path = folder / f"pile_{seed}.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    command = [program, "run", str(path), "--json", "--law", arguments.law]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"seed": seed, "boxes": count, "fault": done.stderr.strip() or "no result"}
    line = {"seed": seed, "boxes": count, "steps": result["steps"], "halved": result["halved"],
            "median_ms": result["step_ms"]["p50"], "p99_ms": result["step_ms"]["p99"],
            "max_ms": result["step_ms"]["max"], "residual": result["worst"]["residual"]}
    if result["status"] != "ok" or result["inexact"] or result["uncertified"]:
        line["fault"] = (f"{result['status']}, {result['inexact']} inexact, "
                         f"{result['uncertified']} uncertified; {result['note']}")
    return line


def recorded(ledger):
    if not ledger or not ledger.exists():
        return []
    return [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("perpend", type=pathlib.Path)
    parser.add_argument("--piles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first pile")
    parser.add_argument("--boxes", type=int, default=0, help="in every pile; 0: 27 to 125")
    parser.add_argument("--duration", type=float, default=1.0, help="s")
    parser.add_argument("--law", default="cone")
    parser.add_argument("--ledger", type=pathlib.Path)
    arguments = parser.parse_args()
    lines = recorded(arguments.ledger)
    known = {line["seed"] for line in lines}
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(arguments.seed, arguments.seed + arguments.piles):
            if seed in known:
                continue
            line = run(arguments.perpend.absolute(), seed, arguments, pathlib.Path(scratch))
            lines.append(line)
            if arguments.ledger:
                with open(arguments.ledger, "a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
            if "fault" in line:
                print(f"pile {seed}, {line['boxes']} boxes: {line['fault']}", flush=True)
    failed = [line for line in lines if "fault" in line]
    steps = sum(line.get("steps", 0) for line in lines)
    halved = sum(line.get("halved", 0) for line in lines)
    print(f"{len(lines) - len(failed)} of {len(lines)} piles well, {steps} steps, {halved} halved")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
