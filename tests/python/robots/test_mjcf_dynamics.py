# SPDX-License-Identifier: Apache-2.0
"""MJCF beside MuJoCo itself: mass, centre of mass, mass matrix, bias forces and accelerations.
Skipped without MuJoCo (`pip install mujoco`)."""
import json
import random
import subprocess
import sys

import numpy as np
import pytest
from robot_models import DATA, close, program

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")


def random_model(seed: int, bodies: int) -> tuple[str, dict[str, tuple[float, float]]]:
    """A tree of bodies with one joint each, some with rotors, under defaults, in degrees and with classes. Some
    bodies carry one that is welded to them, in a frame; springs of a given damping ratio, and zeros anywhere."""
    rng = random.Random(seed)

    def numbers(count, scale):
        return " ".join(f"{rng.uniform(-scale, scale):.17g}" for _ in range(count))

    children: dict[int, list[int]] = {i: [] for i in range(-1, bodies)}
    for i in range(bodies):
        children[rng.randrange(max(-1, i - 3), i) if i else -1].append(i)
    start = {f"joint_{i}": (rng.uniform(-1, 1), rng.uniform(-2, 2)) for i in range(bodies)}

    def body(i):
        kind, springs = rng.choice(["hinge", "hinge", "slide"]), ["", "", 'springdamper=".3 .7"']
        joint = (f'<joint name="joint_{i}" type="{kind}" pos="{numbers(3, 0.1)}" axis="{numbers(3, 1)}" ref="{numbers(1, 20)}" '
                 f'stiffness="{rng.uniform(0, 5):.17g}" springref="{rng.uniform(-10, 10):.17g}" '
                 f'armature="{max(0, rng.uniform(-0.2, 0.4)):.17g}" {rng.choice(springs)}/>')
        geoms = (f'<geom class="{rng.choice(["ball", "rod"])}" pos="{numbers(3, 0.2)}" euler="{numbers(3, 180)}"/>'
                 f'<geom type="box" size="0.05 0.1 {rng.uniform(0.05, 0.2):.17g}" pos="{numbers(3, 0.2)}"/>')
        inside = "".join(body(k) for k in children[i])
        if rng.random() < 0.3:
            inside += (f'<frame euler="{numbers(3, 90)}"><body pos="{numbers(3, 0.2)}"><inertial pos="{numbers(3, 0.1)}" mass="0.4" '
                       'fullinertia=".02 .03 .04 .001 .002 .003"/></body></frame>')
        return f'<body name="body_{i}" pos="{numbers(3, 0.5)}" euler="{numbers(3, 180)}">{joint}{geoms}{inside}</body>'

    tree = "".join(body(i) for i in children[-1])
    compiler = rng.choice(["", 'eulerseq="ZYX"', 'boundmass=".5" boundinertia=".01"', 'balanceinertia="true"'])
    return (f'<mujoco model="tree_{seed}"><compiler angle="degree" {compiler}/><option gravity="{numbers(3, 9)}"/><default>'
            '<joint damping="0.3"/><geom density="700" contype="0" conaffinity="0"/>'
            '<default class="ball"><geom type="sphere" size="0.1"/></default>'
            '<default class="rod"><geom type="capsule" size="0.05 0.2" density="300"/></default></default>'
            f'<worldbody>{tree}</worldbody></mujoco>'), start


def compare(file, start):
    words = [program(), "check", str(file), "--dynamics", "--json"]
    for joint, (value, rate) in start.items():
        words += ["--start", f"{joint}={value!r}", "--rate", f"{joint}={rate!r}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={"PERPEND_PYTHON": sys.executable})
    assert done.returncode == 0, done.stderr
    ours = json.loads(done.stdout)["dynamics"]
    model = mujoco.MjModel.from_xml_path(str(file))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
    data = mujoco.MjData(model)
    for name, (value, rate) in start.items():
        joint = model.joint(name)
        data.qpos[joint.qposadr], data.qvel[joint.dofadr] = value, rate
    mujoco.mj_forward(model, data)
    names = [model.joint(i).name or f"joint_{i}" for i in range(model.njnt)]
    order = [ours["coordinates"].index(name) for name in names]
    matrix = np.zeros((model.nv, model.nv))
    for column in range(model.nv):
        unit = np.zeros(model.nv)
        unit[column] = 1
        out = np.zeros(model.nv)
        mujoco.mj_mulM(model, data, out, unit)
        matrix[:, column] = out
    close(ours["mass"], model.body_mass.sum(), "mass")
    center = (model.body_mass[:, None] * data.xipos).sum(0) / model.body_mass.sum()
    close(ours["center_of_mass"], center, "centre of mass")
    close(np.array(ours["mass_matrix"])[np.ix_(order, order)], matrix, "mass matrix")
    close(np.array(ours["bias_force"])[order], data.qfrc_bias - data.qfrc_passive, "bias force")
    close(np.array(ours["acceleration"])[order], data.qacc, "acceleration")


@pytest.mark.parametrize("seed,bodies", [(1, 1), (2, 2), (3, 4), (4, 6), (5, 9), (6, 12), (7, 16), (8, 20)])
def test_random_trees_have_mujocos_dynamics(tmp_path, seed, bodies):
    text, start = random_model(seed, bodies)
    file = tmp_path / "model.xml"
    file.write_text(text)
    compare(file, start)


def test_mujocos_slider_cranks_have_its_dynamics():
    file = DATA / "robots/slider_crank.xml"
    if not file.exists():
        pytest.skip(f"no robots in {DATA}")
    compare(file, {})
