# SPDX-License-Identifier: Apache-2.0
"""Type checkers and editors find the types of the package, and no faults in it."""
import inspect
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import perpend
import pytest

pytest.importorskip("mypy")

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = pathlib.Path(perpend.__file__).parent

RIGHT = """
import numpy as np
import perpend
from numpy.typing import NDArray

world = perpend.World.load("hello", parameters={"mu": 1}, dt=1e-3)
report: perpend.Report = world.step(10)
words: str = report.status
number: float = report.residual + report["penetration"]
box = world.body("box")
array: NDArray[np.float64] = box.pos + box.velocity + world.contacts["impulse"].sum(axis=0) + world.momentum[0]
array = np.concatenate([world.q, world.joint_coordinates, world.joint("shaft").limits[:, 0], world.frame("box").quat])
world.q = array.tolist()
world.ctrl = 0.0
world.gravity = [0, -9.81]
box.set_force([1, 0])
box.apply_force(np.ones(3), at=(0, 0.1, 0), at_in="world")
world.set_coordinates({"elbow": 1.0}, {("slide", 1): 0.2})
coordinates = {("slide", 1): 0.2}
array = world.inverse_dynamics(coordinates).force
distance = world.distance("box", "ground")
number = distance.gap if distance else 0.0
array = world.derivatives().by_state

runs = perpend.rollout(world, states=world.snapshot(), ctrl=np.zeros((1, 5, 2)), threads=2)
certified: bool = bool(runs.certified.all()) and runs.reports[0].certified and not runs.reports["uncertified"].any()

scene = perpend.Scene("drop", gravity=(0, -9.81), dt=0.002)
name: str = scene.body("box", position=[0, 1], shapes=[{"box": {"size": [0.2, 0.2]}}])
with perpend.Recorder(scene.build(), "run.h5") as recorder:
    recorder.write()
array = perpend.Recording("run.h5").report["residual"]
sensors = perpend.Sensors(world, {"imu": perpend.Accelerometer("box"), "sole": perpend.ContactForce("box")})
array = np.append(sensors["imu"], sensors.values) + dict(sensors)["sole"]
array = perpend.lcp.solve(np.eye(2), [1, 2], lo=0).f
words = perpend.__version__ + perpend.compare(scene, laws="cone", dt=[1e-3])["runs"][0]["law"]
"""

WRONG = """
import perpend

world = perpend.World.load("hello")
world.qpos
world.step("all")
world.body(3)
world.body("box").pos = [1, 2, 3]
world.distance("box", "ground").gap
world.joint("shaft").b.pos
perpend.rollout(world, 5)[0].certified
perpend.Sensors(world, {"imu": "box"})
perpend.Recorder(world)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("types")


def found_by_mypy(folder, *arguments, path=None):
    environment = {**os.environ, "MYPYPATH": str(path or folder)}
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", "--cache-dir",
                           folder / "cache", *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if " error: " in line]


def test_the_package_and_a_program_that_uses_it_have_no_type_errors(folder):
    (folder / "right.py").write_text(RIGHT)
    assert not found_by_mypy(folder, "--package", "perpend", "--module", "right")


def test_wrong_uses_are_found(folder):
    (folder / "wrong.py").write_text(WRONG)
    lines = {int(re.match(r"wrong\.py:(\d+):", each)[1]) for each in found_by_mypy(folder, "--module", "wrong")}
    uses = {number for number, line in enumerate(WRONG.splitlines(), 1) if line.startswith(("world.", "perpend."))}
    assert lines == uses


def test_the_reader_of_mjcf_has_no_type_errors(folder):
    # A program whose files import each other by name.
    options = ["--explicit-package-bases", "--allow-untyped-defs", "--allow-any-generics", "--exclude", "/none/"]
    program = folder / "reader"
    program.mkdir()
    for file in (PACKAGE / "mjcf").glob("*.py"):
        (program / file.name).write_text(file.read_text())
    assert not found_by_mypy(folder, *options, program, path=program)


def members(thing):
    """Public members of a class, or the thing itself, with what each is."""
    if not inspect.isclass(thing):
        return {"": thing} if inspect.isfunction(thing) else {}
    return {name: each for name, each in vars(thing).items() if not name.startswith("_")}


def test_public_members_have_docstrings_and_types():
    for public in perpend.__all__:
        thing = getattr(perpend, public)
        for name, each in members(thing).items():
            function = each.fget if isinstance(each, property) else getattr(each, "__func__", each)
            if not inspect.isfunction(function):
                continue
            where = f"{public}.{name}".strip(".")
            assert function.__doc__, f"{where} has no docstring"
            assert inspect.signature(function).return_annotation is not inspect.Signature.empty, f"{where} has no type"
