# SPDX-License-Identifier: Apache-2.0
"""Whatever an MJCF file asks for, a model moves as in MuJoCo or a note names what is missing: features one by one
and drawn together. Skipped without MuJoCo (`pip install mujoco`)."""
import json
import random

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

# An arm of two hinges, a bob on a ball joint, a cart on a slide, a free body and a post, none of which touch.
MODEL = """<mujoco><option timestep="5e-4" gravity="1 .5 -9.81" integrator="RK4" {option}>{flag}</option>
 <compiler angle="degree"/>
 <default><geom contype="0" conaffinity="0" density="800"/></default>
 <worldbody>
  <body name="post" pos="0 1 2" {post}><geom size=".1"/><site name="hook"/></body>
  <body name="arm" pos="0 0 2"><joint name="shoulder" axis="0 1 0" {hinge}/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
   <body name="fore" pos=".4 0 0" {body}><joint name="elbow" axis="0 .2 1" {elbow}/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/><site name="tip" pos=".3 0 0"/></body></body>
  <body name="bob" pos="2 0 2"><joint name="ball" type="ball" {ball}/><geom type="box" size=".05 .1 .2" pos=".1 0 -.3"/>
   <site name="side" pos=".1 0 -.3"/></body>
  <body name="cart" pos="4 0 2"><joint name="rail" type="slide" axis="1 0 .3" {slide}/><geom type="box" size=".1 .1 .1"/></body>
  <body name="kite" pos="6 0 2"><joint name="free" type="free" {free}/><geom type="box" size=".2 .1 .05" pos=".1 0 0"/></body>
 </worldbody>
 <equality>{equality}</equality><tendon>{tendon}</tendon><actuator>{actuator}</actuator></mujoco>"""
SITES = '<site site="hook"/><site site="tip"/>'
JOINTS = '<joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-2"/>'
FEATURES = {
    "option": ['density="400"', 'viscosity="2"', 'density="400" wind="3 0 0"', 'magnetic="1 0 0"', 'actuatorgroupdisable="1"'],
    "flag": [f'<flag {word}="disable"/>' for word in (
        "gravity", "spring", "damper", "frictionloss", "limit", "equality", "constraint", "actuation", "clampctrl", "contact",
        "eulerdamp", "refsafe")] + ['<flag override="enable"/>'],
    "post": ['mocap="true"'],
    "body": ['gravcomp="1"', 'gravcomp="0"', 'user="1"'],
    "hinge": ['damping=".4"', 'stiffness="7" springref="30"', 'ref="25"', 'ref="25" stiffness="9"', 'frictionloss=".3"', 'armature=".2"',
              'springdamper=".2 .5"', 'stiffness="3 90"', 'damping=".1 2"', 'range="0 5" margin="1"', 'actuatorgravcomp="true"'],
    "elbow": ['damping=".05"', 'stiffness=".7" springref="-40" ref="10"', 'armature=".01" frictionloss=".02"',
              'stiffness="1" springyield=".01"'],
    "slide": ['damping="9"', 'stiffness="70" springref=".3"', 'ref=".1"', 'frictionloss="3"', 'armature="4"'],
    "ball": ['armature=".3"', 'damping=".5"', 'stiffness="9"', 'frictionloss=".6"', 'armature=".3" stiffness="2"', 'range="0 1"', 'springdamper=".2 1"'],
    "free": ['damping="2"', 'armature="1"', 'frictionloss="4"', 'group="3"'],
    "equality": ['<joint joint1="elbow" joint2="shoulder" polycoef=".3 .5 0 0 0"/>', '<joint joint1="rail" polycoef=".1 0 0 0 0"/>',
                 '<joint joint1="elbow" joint2="shoulder" polycoef="0 1 2 0 0"/>', '<weld body1="kite" body2="bob" solref=".002 1"/>',
                 '<weld body1="kite" body2="bob" relpose="1 0 0 1 0 0 0"/>', '<weld body1="cart" active="false"/>',
                 '<connect body1="bob" anchor=".1 0 -.3"/>'],
    "tendon": [f'<spatial stiffness="9" springlength=".3">{SITES}</spatial>', f'<spatial damping="5">{SITES}</spatial>',
               f'<spatial frictionloss="2">{SITES}</spatial>', f'<spatial stiffness="90" springlength=".1 .2">{SITES}</spatial>',
               f'<spatial range="0 1.23">{SITES}</spatial>', f'<spatial armature="2">{SITES}</spatial>',
               f'<spatial stiffness="90" springlength=".3">{SITES}<site site="side"/></spatial>',
               f'<spatial stiffness="9 300" springlength=".3">{SITES}</spatial>',
               f'<fixed stiffness="9" springlength=".4">{JOINTS}</fixed>', f'<fixed damping="3">{JOINTS}</fixed>'],
    "actuator": ['<position joint="shoulder" kp="20" kv="1"/>', '<position joint="shoulder" kp="20" ctrlrange="1 2"/>',
                 '<position joint="rail" kp="400" ctrlrange=".5 1" forcerange="-9 2"/>', '<velocity joint="rail" kv="30" group="1"/>',
                 '<position joint="shoulder" kp="9" gear="2" dampratio="1" ctrlrange=".2 1"/>',
                 '<motor joint="rail" ctrlrange="5 6"/>', '<motor joint="rail" ctrlrange="-5 6"/>',
                 '<motor joint="rail" gear="2" armature="1" damping="3"/>', '<position joint="rail" kp="90" timeconst=".1" ctrlrange=".5 1"/>',
                 '<position joint="rail" kp="90" delay=".05" nsample="200" ctrlrange=".5 1"/>',
                 '<intvelocity joint="rail" kp="90" ctrlrange="1 2" actrange="-1 1"/>', '<position site="tip" kp="9" refsite="hook" gear="0 0 1 0 0 0"/>',
                 '<position joint="elbow" kp="3" ctrlrange=".5 1"/><velocity joint="elbow" kv="2"/>',
                 '<general joint="rail" gainprm="3" biastype="affine" biasprm="20 -50 -4"/>',
                 '<general joint="rail" gaintype="affine" gainprm="9 1 1" ctrlrange="1 2"/>', '<damper joint="rail" kv="9" ctrlrange="1 2"/>',
                 '<general joint="ball" biastype="affine" biasprm="0 -9 -1" gear="0 1 0 0 0 0"/>'],
}
USUAL = "solref is not done"  # of no motion here: the soft weld is stiff


def model_of(features):
    slots = dict.fromkeys(FEATURES, "")
    for slot, words in features:
        slots[slot] += words if words.startswith("<") else f" {words}"
    return MODEL.format(**slots)


def differs(tmp_path, text, seconds=0.1):
    """How far places and velocities of bodies are apart, and what is noted."""
    file, scene_file = tmp_path / "model.xml", tmp_path / "scene.json"
    file.write_text(text)
    scene, notes = convert(file)
    scene_file.write_text(json.dumps(scene))
    world, model = perpend.World.load(scene_file), mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    world.ctrl[:] = data.ctrl[:] = np.random.default_rng(len(text)).uniform(-1.5, 1.5, model.nu)
    for _ in range(round(seconds / model.opt.timestep)):
        world.step()
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    worst = 0.0
    for name in ("arm", "fore", "bob", "cart", "kite"):
        body, theirs = world.body(name), np.zeros(6)  # of the centre of mass
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, model.body(name).id, theirs, 0)
        worst = max(worst, np.abs(np.concatenate([body.omega, body.velocity]) - theirs).max(),
                    np.abs(body.pos - data.body(name).xpos).max())
    return worst, [note["message"] for note in notes if USUAL not in note["message"]]


def check(tmp_path, features):
    try:
        mujoco.MjModel.from_xml_string(model_of(features))
    except ValueError as error:
        pytest.skip(f"MuJoCo does not take it: {error}")
    apart, notes = differs(tmp_path, model_of(features))
    assert apart < 2e-3 or notes, features


@pytest.mark.parametrize("slot,words", [(slot, words) for slot, each in FEATURES.items() for words in each])
def test_a_feature_is_done_or_named(tmp_path, slot, words):
    check(tmp_path, [(slot, words)])


@pytest.mark.parametrize("slot,words", [("hinge", 'armature=".2"'), ("ball", 'armature=".3"'), ("hinge", 'ref="25" stiffness="9"'),
                                        ("actuator", '<motor joint="rail" gear="2" armature="1" damping="3"/>')])
def test_rotors_and_references_are_done(tmp_path, slot, words):
    apart, notes = differs(tmp_path, model_of([(slot, words)]))
    assert apart < 2e-3 and not notes


@pytest.mark.parametrize("seed", range(25))
def test_features_together_are_done_or_named(tmp_path, seed):
    rng = random.Random(seed)
    slots = rng.sample(sorted(FEATURES), rng.randint(2, 5))
    check(tmp_path, [(slot, rng.choice(FEATURES[slot])) for slot in slots])
