# SPDX-License-Identifier: Apache-2.0
"""Robots beside Pinocchio: mass, centre of mass, mass matrix, bias forces and accelerations at poses
and speeds drawn at random. Skipped without Pinocchio (`pip install pin`)."""
import json
import random
import subprocess

import numpy as np
import pytest
from robot_models import DATA, close, program, random_robot

pinocchio = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install pin")


def measured(file, start, base):
    """What Perpend says of the robot at a pose and a speed, {joint: (value, rate)}."""
    words = [program(), "check", str(file), "--dynamics", "--json", "--base", base]
    for joint, (value, rate) in start.items():
        words += ["--start", f"{joint}={float(value)!r}", "--rate", f"{joint}={float(rate)!r}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["dynamics"]


def expected(file, start, base):
    """The same by Pinocchio, with the base eliminated where it is free, which Pinocchio keeps."""
    model = (pinocchio.buildModelFromUrdf(str(file)) if base == "fixed"
             else pinocchio.buildModelFromUrdf(str(file), pinocchio.JointModelFreeFlyer()))
    model.gravity.linear = np.array([0, 0, -9.81])
    data = model.createData()
    q, v = pinocchio.neutral(model), np.zeros(model.nv)
    for name, (value, rate) in start.items():
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q:joint.idx_q + joint.nq] = value if joint.nq == 1 else (np.cos(value), np.sin(value))
        v[joint.idx_v] = rate
    damping = np.zeros(model.nv)
    if hasattr(model, "damping"):
        damping = np.array(model.damping)
    full = pinocchio.crba(model, data, q)
    full = np.triu(full) + np.triu(full, 1).T
    bias = pinocchio.nonLinearEffects(model, data, q, v) + damping * v
    first = 6 if base == "free" else 0
    center = pinocchio.centerOfMass(model, data, q)
    if first:
        folded = full[first:, :first] @ np.linalg.inv(full[:first, :first])
        matrix = full[first:, first:] - folded @ full[:first, first:]
        force = bias[first:] - folded @ bias[:first]
    else:
        matrix, force = full, bias
    names = [name for name in model.names[1:] if name in start]
    return {"mass": pinocchio.computeTotalMass(model), "center": np.array(center), "names": names,
            "mass_matrix": matrix, "bias_force": force,
            "acceleration": np.linalg.solve(full, -bias)[first:] if first == 0 else -np.linalg.solve(matrix, force)}


def compare(file, start, base):
    ours, theirs = measured(file, start, base), expected(file, start, base)
    # In the order of Pinocchio, which is that of its tree.
    order = [ours["coordinates"].index(name) for name in theirs["names"]]
    assert sorted(order) == list(range(len(ours["coordinates"])))
    if base == "free":  # what is held has no mass for Perpend
        close(ours["mass"], theirs["mass"], "mass")
        close(ours["center_of_mass"], theirs["center"], "centre of mass")
    close(np.array(ours["mass_matrix"])[np.ix_(order, order)], theirs["mass_matrix"], "mass matrix")
    close(np.array(ours["bias_force"])[order], theirs["bias_force"], "bias force")
    close(np.array(ours["acceleration"])[order], theirs["acceleration"], "acceleration")


@pytest.mark.parametrize("seed,links", [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7), (6, 9), (7, 12), (8, 15), (9, 20),
                                        (10, 25), (11, 30), (12, 40), (13, 6), (14, 6)])
def test_random_trees_have_pinocchios_dynamics(tmp_path, seed, links):
    text, start = random_robot(seed, links)
    file = tmp_path / "robot.urdf"
    file.write_text(text)
    compare(file, start, "fixed")


@pytest.mark.parametrize("seed,links", [(21, 3), (22, 6), (23, 12), (24, 20)])
def test_free_trees_have_pinocchios_dynamics(tmp_path, seed, links):
    text, start = random_robot(seed, links)
    massive = '<link name="base"><inertial><mass value="7"/><inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    file = tmp_path / "robot.urdf"
    file.write_text(text.replace('<link name="base"/>', massive))
    compare(file, start, "free")


def data_robots():
    return sorted(DATA.rglob("*.urdf")) or [pytest.param(None, marks=pytest.mark.skip(f"no robots in {DATA}"))]


def joints_of(file):
    """The joints that move with their limits."""
    model = pinocchio.buildModelFromUrdf(str(file))
    for name in model.names[1:]:
        joint = model.joints[model.getJointId(name)]
        bounded = joint.nq == 1
        yield name, (model.lowerPositionLimit[joint.idx_q] if bounded else -np.pi,
                     model.upperPositionLimit[joint.idx_q] if bounded else np.pi)


@pytest.mark.parametrize("base", ["fixed", "free"])
@pytest.mark.parametrize("file", data_robots(), ids=lambda file: getattr(file, "stem", "none"))
def test_published_robots_have_pinocchios_dynamics(file, base):
    rng = random.Random(file.stem)
    start = {name: (rng.uniform(max(lo, -2), min(hi, 2)), rng.uniform(-1, 1)) for name, (lo, hi) in joints_of(file)}
    if base == "free" and file.stem == "data_cartpole":
        pytest.skip("its base has no mass")
    compare(file, start, base)
