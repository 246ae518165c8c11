# SPDX-License-Identifier: Apache-2.0
"""Tendons of MJCF over joints, drawn at random: models move as in MuJoCo, and tendons keep their ranges. Skipped
without MuJoCo (`pip install mujoco`)."""
import json
import random

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

# An arm on a cart, and a wheel of another tree.
MODEL = """<mujoco><option timestep="{step}" gravity="{gravity}" integrator="RK4"/>
 <default><geom contype="0" conaffinity="0" density="800"/><joint damping=".02"/></default>
 <worldbody><site name="wall" pos="0 0 2"/>
 <body name="cart"><joint name="slide" type="slide" axis="1 0 .2"/><geom type="box" size=".1 .1 .1"/>
  <body name="arm"><joint name="yaw" axis="0 1 0" ref="20"/><joint name="pitch" axis="0 0 1"/>
   <geom type="capsule" fromto="0 0 0 .4 .1 0" size=".04"/><site name="near" pos=".1 0 0"/><site name="far" pos=".3 .1 0"/>
   <body name="fore" pos=".4 .1 0"><joint name="elbow" axis="0 1 .4"/><geom type="capsule" fromto="0 0 0 .1 0 .3" size=".03"/>
    <body name="hand" pos=".1 0 .3"><joint name="roll" axis="1 0 1"/><geom type="box" size=".05 .03 .08" pos=".02 0 .05"/>
 </body></body></body></body>
 <body name="wheel" pos="3 0 0"><joint name="spin" axis="0 0 1"/><geom type="box" size=".2 .1 .1" pos=".1 0 0"/></body></worldbody>
 <tendon>{tendons}</tendon><equality>{equality}</equality><actuator>{actuators}</actuator></mujoco>"""
JOINTS = ["slide", "yaw", "pitch", "elbow", "roll", "spin"]
SPATIAL = '<spatial name="t{}"{}><site site="wall"/><site site="near"/><site site="far"/></spatial>'


class Draw(random.Random):

    def number(self, lo, hi):
        return f"{self.uniform(lo, hi):.9g}"

    def chance(self, share, text):
        return f" {text}" if self.random() < share else ""

    def forces(self, has_armature=True):
        """What acts along a tendon. MuJoCo leaves the armature out between two trees."""
        words = self.chance(0.6, f'stiffness="{self.number(0.5, 20)}"')
        slack = self.chance(0.4, self.number(0.5, 0.8)) if words else ""
        words += self.chance(0.7, f'springlength="{self.number(0.1, 0.5)}{slack}"') if words else ""
        words += self.chance(0.5, f'damping="{self.number(0.05, 1)}"')
        words += self.chance(0.3, f'frictionloss="{self.number(0.02, 0.1)}"')
        return words + (self.chance(0.3, f'armature="{self.number(0.01, 0.3)}"') if has_armature else "")

    def factors(self, joints):
        return "".join(f'<joint joint="{joint}" coef="{self.number(-2, 2)}"/>' for joint in joints)

    def fixed(self, k):
        joints = self.sample(JOINTS, self.randint(1, 3))
        return f'<fixed name="t{k}"{self.forces("spin" not in joints)}>{self.factors(joints)}</fixed>'

    def tendon(self, k):
        return self.fixed(k) if self.random() < 0.8 else SPATIAL.format(k, self.forces(False))

    def actuator(self, name, tendon):
        kind = self.choice(["<motor", f'<position kp="{self.number(1, 8)}" kv="{self.number(0, 0.5)}"',
                            f'<velocity kv="{self.number(0.1, 1)}"',
                            f'<general gainprm="{self.number(-3, 3)}" biastype="affine" '
                            f'biasprm="{self.number(-2, 2)} {self.number(-5, -1)} {self.number(-1, 0)}"'])
        words = f'{kind} name="{name}" tendon="{tendon}" gear="{self.number(0.4, 2)}"' + self.chance(0.4, 'ctrlrange="-.5 .7"')
        return words + (self.chance(0.4, 'forcerange="-2 1"') if kind == "<motor" else "") + "/>"


def both(tmp_path, text):
    file = tmp_path / "model.xml"
    file.write_text(text)
    scene, notes = convert(file)
    model = mujoco.MjModel.from_xml_path(str(file))
    notes = [note["message"] for note in notes]
    return perpend.World.from_scene(json.dumps(scene)), model, mujoco.MjData(model), notes


def apart(world, data):
    ours = np.array([[world.joint(name).coordinates[0], world.joint(name).rates[0]] for name in JOINTS])
    theirs = np.array([[data.joint(name).qpos[0], data.joint(name).qvel[0]] for name in JOINTS])
    assert np.abs(theirs).max() > 0.05
    return np.abs(ours - theirs).max() / max(1, np.abs(theirs).max())


@pytest.mark.parametrize("seed", range(24))
def test_a_model_with_tendons_moves_as_theirs(tmp_path, seed):
    draw, step = Draw(seed), 1e-4
    count = draw.randint(1, 3)
    tendons = "".join(draw.tendon(k) for k in range(count))
    actuators = "".join(draw.actuator(f"a{k}{i}", f"t{k}") for k in range(count) for i in range(draw.randint(0, 2)))
    world, model, data, notes = both(tmp_path, MODEL.format(step=step, gravity="1 .5 -3", tendons=tendons, actuators=actuators,
                                                            equality=""))
    assert all("is the coordinate of" in note or "is two sliders" in note for note in notes)
    assert world.actuator_names == [model.actuator(i).name for i in range(model.nu)]
    if model.nu:
        world.ctrl[:] = data.ctrl[:] = np.random.default_rng(seed).uniform(-1, 1, model.nu)
    for _ in range(1000):
        mujoco.mj_step(model, data)
    assert world.step(1000).status == "ok"
    # Friction is soft in MuJoCo; a light hand on a strong servo is stiff at this step.
    assert apart(world, data) < (2e-2 if "frictionloss" in tendons else 5e-3)


@pytest.mark.parametrize("seed", range(12))
def test_tendons_of_an_equality_change_together(tmp_path, seed):
    draw = Draw(seed)
    kinds = draw.choice([("fixed", "fixed"), ("fixed", ""), ("spatial", "fixed")])
    text = {"fixed": lambda k: f'<fixed name="t{k}">{draw.factors(draw.sample(JOINTS, 2))}</fixed>', "": lambda k: "",
            "spatial": lambda k: SPATIAL.format(k, "")}
    tendons = "".join(text[kind](k) for k, kind in enumerate(kinds))
    factor = draw.number(-2, 2)
    second = f'tendon2="t1" polycoef="0 {factor} 0 0 0"' if kinds[1] else ""
    world, model, data, notes = both(tmp_path, MODEL.format(step=1e-3, gravity="1 .5 -3", tendons=tendons, actuators="",
                                                            equality=f'<tendon tendon1="t0" {second}/>'))
    assert notes == []
    assert world.step(1500).status == "ok"
    for name in JOINTS:
        data.joint(name).qpos[0] = world.joint(name).coordinates[0]
    mujoco.mj_forward(model, data)
    change = data.ten_length - model.tendon_length0
    assert change[0] == pytest.approx(float(factor) * change[1] if kinds[1] else 0, abs=1e-5)
    assert max(abs(world.joint(name).coordinates[0]) for name in JOINTS) > 0.05


@pytest.mark.parametrize("seed", range(12))
def test_a_tendon_keeps_its_range_and_comes_back_to_it(tmp_path, seed):
    draw = Draw(seed)
    lo = draw.uniform(-1, 1)
    bounds = f'{lo:.9g} {lo + 0.3:.9g}'
    tendon = f'<fixed name="t" range="{bounds}" damping=".5">{draw.factors(draw.sample(JOINTS[1:], 2))}</fixed>'
    world, model, data, notes = both(tmp_path, MODEL.format(step=2e-3, gravity="3 2 -9", tendons=tendon, actuators="", equality=""))
    start = data.ten_length[0] if model.nq == 0 else model.tendon_length0[0]
    is_outside = not lo <= start <= lo + 0.3
    assert any("outside of its limits" in note for note in notes) == is_outside
    assert world.joint("t").coordinates[0] == pytest.approx(start)
    reached = []
    for _ in range(200):
        assert world.step(20).status == "ok"
        reached.append(world.joint("t").coordinates[0])
        sums = sum(float(factor) * world.joint(joint).coordinates[0] for joint, factor in terms(tendon))
        assert sums == pytest.approx(reached[-1], abs=5e-4)
    inside = reached[150:]  # after 6 s at a tenth of the recovery speed at least
    assert min(inside) > lo - 1e-4 and max(inside) < lo + 0.3 + 1e-4


def test_a_tendon_with_the_name_of_a_coordinate_gets_another(tmp_path):
    """Two hinges across each other are one universal joint, whose second coordinate has the name of the second."""
    (tmp_path / "model.xml").write_text(
        '<mujoco><worldbody><body><joint name="one" axis="0 1 0"/><joint name="two" axis="0 0 1"/><geom size=".1" pos=".1 0 0"/>'
        '</body></worldbody><tendon><fixed name="two" damping="1"><joint joint="one" coef="1"/></fixed></tendon>'
        '<actuator><motor name="m" tendon="two"/></actuator></mujoco>')
    scene, _ = convert(tmp_path / "model.xml")
    assert [joint["name"] for joint in scene["joints"]] == ["one", "two_2"] and scene["actuators"][0]["joint"] == "two_2"
    assert perpend.World.from_scene(json.dumps(scene)).step(10).status == "ok"


def terms(tendon):
    return [(part.split('"')[0], part.split('coef="')[1].split('"')[0]) for part in tendon.split('<joint joint="')[1:]]


@pytest.mark.parametrize("seed", range(8))
def test_springs_with_slack_pull_outside_of_it_alone(tmp_path, seed):
    """A ball on an elastic rope, and a pendulum of two rods whose angles a spring with slack ties: they pass both ends
    of the slack."""
    rng = random.Random(seed)
    words = f'stiffness="{rng.uniform(50, 400):.6g}" damping="{rng.choice([0, 2])}"'
    rope = ('<site name="hook" pos="0 0 2"/><body name="one" pos=".3 .1 1.8"><freejoint/><geom size=".1"/><site name="s"/>'
            f'<site name="t" pos="0 .2 0"/></body></worldbody><tendon><spatial {words} springlength="0 {rng.uniform(0.6, 0.8):.6g}">'
            '<site site="hook"/><site site="s"/><site site="t"/></spatial></tendon>')
    rod = '<geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>'
    rods = (f'<body name="one"><joint name="j" axis="0 1 0"/>{rod}<body name="two" pos=".4 0 0"><joint name="k" axis="0 1 0"/>{rod}'
            f'</body></body></worldbody><tendon><fixed {words} springlength="{rng.uniform(-0.5, 0):.6g} {rng.uniform(0.1, 0.4):.6g}">'
            '<joint joint="j" coef="1"/><joint joint="k" coef="-.5"/></fixed></tendon>')
    text = ('<mujoco><option timestep="2e-4" integrator="RK4"/><default><geom contype="0" conaffinity="0"/></default><worldbody>'
            + rng.choice([rope, rods]) + "</mujoco>")
    world, model, data, notes = both(tmp_path, text)
    assert any("its spring with slack is two sliders" in note for note in notes)
    lo, hi = model.tendon_lengthspring[0]
    where = set()
    for _ in range(40):
        for _ in range(100):
            mujoco.mj_step(model, data)
        assert world.step(100).status == "ok"
        mujoco.mj_forward(model, data)
        where.add(int(data.ten_length[0] > hi) - int(data.ten_length[0] < lo))
        assert world.body("one").pos == pytest.approx(data.body("one").xpos, abs=1e-3)
    assert {0, 1} <= where


@pytest.mark.parametrize("inside,words", [
    ('<spatial name="t" stiffness="3"><site site="wall"/><geom geom="g"/><site site="tip"/></spatial>', "without solids and pulleys"),
    ('<spatial name="t" stiffness="3"><site site="wall"/><pulley divisor="2"/><site site="wall"/><site site="tip"/></spatial>',
     "without solids and pulleys"),
    ('<spatial name="t" stiffness="3"><site site="wall"/><site site="tip"/><site site="post"/></spatial>', "2 of its spans change"),
    ('<spatial name="t" stiffness="3"><site site="wall"/><site site="post"/></spatial>', "joins a body with itself"),
    ('<fixed name="t" stiffness="3"><joint joint="j" coef="0"/></fixed>', "all of its coefficients are 0"),
    ('<fixed name="t" stiffness="3 4"><joint joint="j" coef="1"/></fixed>', "above the first power")])
def test_what_a_tendon_cannot_be_is_told_with_its_line(tmp_path, inside, words):
    (tmp_path / "model.xml").write_text(
        '<mujoco><worldbody><site name="wall" pos="0 0 1"/><site name="post" pos="1 0 1"/>\n'
        '<geom name="g" size=".1" pos="0 0 .5"/><body><joint name="j" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/>'
        f'<site name="tip" pos=".3 0 0"/></body></worldbody>\n<tendon>\n{inside}\n</tendon>\n'
        '<actuator><motor name="m" tendon="t"/></actuator></mujoco>')
    try:
        scene, notes = convert(tmp_path / "model.xml")
    except ValueError as error:
        pytest.skip(f"MuJoCo does not take it: {error}")
    assert any(note["line"] == 4 and words in note["message"] for note in notes)
    is_left_out = not any(joint["name"] == "t" for joint in scene["joints"])
    (entry,) = scene["actuators"]
    assert entry["kind"] == ("none" if is_left_out else "force")
    assert any(note["line"] == 6 and note["hint"] == "the tendon is left out" for note in notes) == is_left_out
