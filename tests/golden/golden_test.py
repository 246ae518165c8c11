#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the first quarter second, or less, of every scene against the committed golden.json.

    golden_test.py PROGRAM SCENES --compiler gcc|clang            the portable build: same state hash
    golden_test.py PROGRAM SCENES --compiler gcc|clang --close    any other build: same poses to 1e-6
    golden_test.py PROGRAM SCENES --compiler gcc|clang --update   write what this build computes

Hashes are of the state's bits; a compiler that has none there is held to the poses. Those are
compared in metres and in components of quaternions; instruction sets differ in how they round and
fuse, and the largest difference is printed."""
import argparse
import json
import pathlib
import subprocess
import sys

SECONDS = 0.25
SHORTER = {"brazil_nut_3d": 0.1, "robot_arm": 0.15}  # s, where collisions multiply the rounding
TOLERANCE = 1e-6
MOST_BODIES = 6  # of a scene, evenly chosen
GOLDEN = pathlib.Path(__file__).with_name("golden.json")


def computed(program, scene: pathlib.Path):
    seconds = SHORTER.get(scene.stem, SECONDS)
    done = subprocess.run([program, "run", scene, "--duration", str(seconds), "--no-files", "--json"],
                          capture_output=True, text=True, timeout=600, check=False)
    run = json.loads(done.stdout)
    names = sorted(run["bodies"])
    chosen = names[::max(1, len(names) // MOST_BODIES)]
    poses = {name: run["bodies"][name]["x"] + numbers(run["bodies"][name]["q"]) for name in chosen}
    return {"status": run["status"], "hash": run["hash"], "poses": poses}


def numbers(rotation):
    return rotation if isinstance(rotation, list) else [rotation]


def rounded(poses):
    return {body: [float(f"{number:.9g}") for number in pose] for body, pose in poses.items()}


def difference(expected, found):
    if expected.keys() != found.keys():
        return float("inf")
    return max(abs(a - b) for body in expected for a, b in zip(expected[body], found[body], strict=True))


def updated(golden, name, compiler, run):
    entry = golden.setdefault(name, {"hash": {}})
    entry["hash"][compiler] = run["hash"]
    if compiler == "gcc":
        entry["poses"] = rounded(run["poses"])


def fault(entry, compiler, run, is_close_enough):
    if run["status"] != "ok":
        return f"status {run['status']}"
    if is_close_enough or compiler not in entry["hash"]:
        far = difference(entry["poses"], run["poses"])
        return f"a pose differs by {far:.2g}" if not far < TOLERANCE else None
    if run["hash"] != entry["hash"][compiler]:
        return f"hash {run['hash']}, golden {entry['hash'][compiler]}"
    return None


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scenes", type=pathlib.Path)
    parser.add_argument("--compiler", choices=["gcc", "clang"], required=True)
    parser.add_argument("--close", action="store_true")
    parser.add_argument("--update", action="store_true")
    return parser.parse_args()


def main():
    given = arguments()
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    scenes = sorted(given.scenes.glob("*.json"))
    runs = {scene.stem: computed(given.program, scene) for scene in scenes}
    if given.update:
        for name, run in runs.items():
            updated(golden, name, given.compiler, run)
        kept = {name: golden[name] for name in sorted(runs)}
        GOLDEN.write_text(json.dumps(kept, indent=1) + "\n")
        return 0
    faults = [f"{name}: no golden entry" for name in runs.keys() ^ golden.keys()]
    shared = sorted(runs.keys() & golden.keys())
    faults += [f"{name}: {found}" for name in shared
               if (found := fault(golden[name], given.compiler, runs[name], given.close))]
    print("\n".join(faults))
    largest = max((difference(golden[name]["poses"], runs[name]["poses"]), name) for name in shared)
    print(f"largest difference of a pose to the golden one: {largest[0]:.2g} in {largest[1]}")
    print(f"{len(scenes) - len(faults)} passed, {len(faults)} failed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
