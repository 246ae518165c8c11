#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts single faults into a copy of the sources, one at a time, and tells which the tests catch.

    mutation.py BUILD [--only WORD] [--sample N] [--seed S] [--jobs J] [--in-place]
    mutation.py --check                     only that every fault still has its place

BUILD is a configured build whose settings are taken over. Prints `caught` or `survived` for each
fault and the share caught; exit code 1 below 95 %. A fault that does not compile counts for
nothing and is said to. A night's work when run whole. With --in-place the sources themselves are
changed and put back, and BUILD is built: what it has built already is not built again. Leave the
sources alone meanwhile; after a kill one of them keeps its fault, which `git diff` shows."""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from faults import FAULTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEAST = 0.95
APPS = "apps."  # of layers whose tests are files of tests/apps
# For what the layers' own tests did not catch: scenes of tests/golden, and tests of whole steps;
# sessions of tests/approved.
DRAWN, STEPS, APPROVED = "drawn", "sim", "approved"
PYTHON = "python"  # the package, by pytest
ENGINE = ("src/linalg", "src/lcp", "src/geometry", "src/model", "src/dynamics", "src/contact",
          "src/sim")
COPIED = ("CMakeLists.txt", "CMakePresets.json", "cmake", "include", "src", "tests", "apps", "scenes",
          "bench", "bindings", "third_party", "web", "docs", "README.md", "CONTRIBUTING.md", "LICENSE")
TAKEN_OVER = ("CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER", "CMAKE_CXX_COMPILER_LAUNCHER",
              "CMAKE_CXX_FLAGS_RELEASE", "CMAKE_DISABLE_PRECOMPILE_HEADERS", "PERPEND_NATIVE",
              "PERPEND_PEERS", "PERPEND_PYTHON_PACKAGE", "PERPEND_UNITY", "Python_EXECUTABLE")


def misplaced():
    """Faults whose text does not occur exactly once in its file."""
    for file, search, _, mechanism, _ in FAULTS:
        found = (ROOT / file).read_text("utf-8").count(search)
        if found != 1:
            yield f"{file}: {mechanism}: found {found} times: {search}"


def settings(build):
    cache = (build / "CMakeCache.txt").read_text("utf-8").splitlines()
    pairs = (line.split("=", 1) for line in cache if "=" in line and line[:1].isalpha())
    named = ((key.split(":")[0], value) for key, value in pairs)
    return {key: value for key, value in named if key in TAKEN_OVER}


def is_told_of_drawn_scenes(build):
    """Where the build has the Python package."""
    return settings(build).get("PERPEND_PYTHON_PACKAGE") == "ON"


def is_of_these_sources(build):
    cache = (build / "CMakeCache.txt").read_text("utf-8")
    return f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" in cache


def copy_sources(build, copy):
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("node_modules"))
        elif source.exists():
            shutil.copy2(source, copy / name)
    taken_over = (f"-D{key}={value}" for key, value in settings(build).items())
    subprocess.run(["cmake", "-G", "Ninja", "-S", copy, "-B", copy / "build", "-DPERPEND_TESTS=ON",
                    *taken_over], check=True, stdout=subprocess.DEVNULL)


def targets(layer):
    if layer == DRAWN:
        return ["bin/perpend", "perpend_python"]
    if layer == APPROVED:
        return ["bin/perpend", "perpend_print"]
    if layer == PYTHON:
        return ["perpend_python"]
    return ["perpend"] if layer.startswith(APPS) else [f"perpend_test_{layer}"]


def command(build, layer, sources="*"):
    """Runs a layer's tests, of doctest those in the sources that match."""
    if layer == DRAWN:
        return [settings(build)["Python_EXECUTABLE"], ROOT / "tests/golden/drawn_test.py",
                build / "bin/perpend", "--first"]
    if layer == APPROVED:
        return [settings(build)["Python_EXECUTABLE"], ROOT / "tests/approved/approved_test.py",
                build / "bin/perpend", build / "tests/perpend_print"]
    if layer == PYTHON:
        return [settings(build)["Python_EXECUTABLE"], "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                ROOT / "tests/python"]
    if layer.startswith(APPS):
        return [sys.executable, ROOT / "tests/apps/cli_test.py", build / "bin/perpend",
                ROOT / "scenes", "--failfast", layer.removeprefix(APPS)]
    return [build / "tests" / f"perpend_test_{layer}", "--abort-after=1", f"--source-file={sources}"]


def builds(build, layers, jobs):
    wanted = sorted({name for layer in layers for name in targets(layer)})
    done = subprocess.run(["nice", "ninja", "-C", build, "-j", str(jobs), *wanted],
                          capture_output=True, check=False)
    return done.returncode == 0


def passes(build, layers, sources="*"):
    for layer in layers:
        try:
            done = subprocess.run(command(build, layer, sources), capture_output=True, timeout=1200, check=False,
                                  env={**os.environ, "PYTHONPATH": str(build / "python")})
        except subprocess.TimeoutExpired:
            return False
        if done.returncode != 0:
            return False
    return True


def passes_near(build, file, layer):
    """The tests that bear the name of a source, which see most of its faults, and soon."""
    is_doctest = layer not in (DRAWN, APPROVED, PYTHON) and not layer.startswith(APPS)
    return not is_doctest or passes(build, [layer], f"*{pathlib.Path(file).stem}*")


def judges(build, file, layers):
    """Whose tests see a fault, one after the other."""
    if not is_told_of_drawn_scenes(build) or PYTHON in layers:
        return layers
    if not file.startswith(ENGINE):
        return [*layers, APPROVED]
    return [*layers, DRAWN] if STEPS in layers else [*layers, DRAWN, STEPS]


def outcome(root, build, fault, jobs):
    file, search, replacement, _, layers = fault
    path = root / file
    sound = path.read_text("utf-8")
    path.write_text(sound.replace(search, replacement), "utf-8")
    try:
        for layer in judges(build, file, layers):
            if not builds(build, [layer], jobs):
                return "does not compile"
            if not passes_near(build, file, layer) or not passes(build, [layer]):
                return "caught"
        return "survived"
    finally:
        path.write_text(sound, "utf-8")


def chosen(arguments):
    matching = [fault for fault in FAULTS if arguments.only in f"{fault[0]} {fault[3]}"]
    if arguments.sample and arguments.sample < len(matching):
        return random.Random(arguments.seed).sample(matching, arguments.sample)
    return matching


def judge(root, build, faults, jobs):
    """How many were caught, survived and did not compile; nothing where sound sources fail."""
    layers = sorted({layer for fault in faults for layer in judges(build, fault[0], fault[4])})
    if not builds(build, layers, jobs) or not passes(build, layers):
        print("the sources fail without a fault")
        return None
    counts = {"caught": 0, "survived": 0, "does not compile": 0}
    for fault in faults:
        result = outcome(root, build, fault, jobs)
        counts[result] += 1
        print(f"{result:16} {fault[0]}: {fault[3]}", flush=True)
    return counts


def judge_copy(build, faults, jobs):
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch)
        copy_sources(build, copy)
        return judge(copy, copy / "build", faults, jobs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", nargs="?", type=pathlib.Path)
    parser.add_argument("--only", default="", help="of the file or the mechanism")
    parser.add_argument("--sample", type=int, help="this many, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--in-place", action="store_true", help="change these sources, build BUILD")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    wrong = list(misplaced())
    print("\n".join([*wrong, f"{len(FAULTS)} faults, {len(wrong)} without their place"]))
    if wrong or arguments.check or not arguments.build:
        return 1 if wrong else 0
    build, faults, jobs = arguments.build.resolve(), chosen(arguments), arguments.jobs
    if arguments.in_place and not is_of_these_sources(build):
        print(f"{build} is not a build of {ROOT}")
        return 1
    counts = judge(ROOT, build, faults, jobs) if arguments.in_place else judge_copy(build, faults, jobs)
    if counts is None:
        return 1
    judged = counts["caught"] + counts["survived"]
    share = counts["caught"] / judged if judged else 1.0
    print(f"caught {counts['caught']} of {judged}, {100 * share:.0f} %; "
          f"{counts['does not compile']} did not compile")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
