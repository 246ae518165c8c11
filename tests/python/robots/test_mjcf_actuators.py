# SPDX-License-Identifier: Apache-2.0
"""Actuators of MJCF drawn at random: with the same controls a model moves as in MuJoCo. Skipped without MuJoCo
(`pip install mujoco`)."""
import json
import random

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

JOINTS = ["slide", "yaw", "pitch", "elbow", "roll"]
# A cart with a shoulder of two hinges across each other, which become one universal joint, and two more.
MODEL = """<mujoco><option timestep="{step}" gravity="1 .5 -3" integrator="RK4" actuatorgroupdisable="5"/>
 <default><geom contype="0" conaffinity="0" density="800"/><joint damping=".02"/></default>
 <worldbody><body name="cart"><joint name="slide" type="slide" axis="1 0 .2" {slide}/><geom type="box" size=".1 .1 .1"/>
  <body name="arm"><joint name="yaw" axis="0 1 0" {yaw}/><joint name="pitch" axis="0 0 1" {pitch}/>
   <geom type="capsule" fromto="0 0 0 .4 .1 0" size=".04"/>
   <body name="fore" pos=".4 .1 0"><joint name="elbow" axis="0 1 .4" {elbow}/><geom type="capsule" fromto="0 0 0 .1 0 .3" size=".03"/>
    <body name="hand" pos=".1 0 .3"><joint name="roll" axis="1 0 1" {roll}/><geom type="box" size=".05 .03 .08" pos=".02 0 .05"/>
 </body></body></body></body></worldbody><actuator>{actuators}</actuator></mujoco>"""


def span(rng, scale):
    """A range of numbers that need not have 0 inside."""
    lo, hi = sorted(rng.uniform(-scale, scale) for _ in range(2))
    return f"{lo:.9g} {hi:.9g}"


def drawn_actuator(rng, name, joint, may_limit_servo):
    """An actuator, and whether it has gains on the value or the rate of its joint."""
    strong = 30.0 if joint == "slide" else 3.0
    number = lambda lo, hi: f"{rng.uniform(lo, hi):.9g}"
    kind = rng.choice(["motor", "position", "velocity", "fixed", "affine"])
    words = {
        "motor": "<motor", "position": f'<position kp="{number(1, 6 * strong)}" kv="{number(0, strong)}"',
        "velocity": f'<velocity kv="{number(0.1, strong)}"', "fixed": f'<general gainprm="{number(-strong, strong)}"',
        "affine": f'<general gainprm="{number(-strong, strong)}" biastype="affine" '
                  f'biasprm="{number(-strong, strong)} {number(-4 * strong, -1)} {number(-strong, 0)}"'}[kind]
    is_servo = kind in ("position", "velocity", "affine")
    words += f' name="{name}" joint="{joint}" gear="{rng.choice([-1, 1]) * rng.uniform(0.4, 2):.9g}"'
    if rng.random() < 0.5:
        words += f' ctrlrange="{span(rng, 1)}"'
    if rng.random() < 0.5 and (may_limit_servo or not is_servo):
        words += f' forcerange="{span(rng, strong)}"'
    return words + "/>", is_servo


def drawn_model(seed, step):
    rng = random.Random(seed)
    actuators, servos = ['<motor name="off" joint="roll" group="5"/>'], dict.fromkeys(JOINTS, 0)
    chosen = [rng.choice(JOINTS) for _ in range(rng.randint(3, 8))]
    for k, joint in enumerate(chosen):
        words, is_servo = drawn_actuator(rng, f"a{k}", joint, chosen.count(joint) == 1)
        actuators.append(words)
        servos[joint] += is_servo
    rng.shuffle(actuators)
    ranges = {joint: f'actuatorfrcrange="{span(rng, 5)}"' if chosen.count(joint) == 1 and rng.random() < 0.3 else ""
              for joint in JOINTS}
    return MODEL.format(step=step, actuators="".join(actuators), **ranges)


def both(tmp_path, text, **options):
    file = tmp_path / "model.xml"
    file.write_text(text)
    scene, notes = convert(file, **options)
    model = mujoco.MjModel.from_xml_path(str(file))
    notes = [note["message"] for note in notes]
    return perpend.World.from_scene(json.dumps(scene)), model, mujoco.MjData(model), notes


def ours(world, names):
    return np.array([[world.joint(name).coordinates[0], world.joint(name).rates[0]] for name in names])


def theirs(data, names):
    return np.array([[data.joint(name).qpos[0], data.joint(name).qvel[0]] for name in names])


@pytest.mark.parametrize("seed", range(24))
def test_a_model_moves_as_theirs_with_the_same_controls(tmp_path, seed):
    step, draw = 1e-4, np.random.default_rng(seed)
    world, model, data, notes = both(tmp_path, drawn_model(seed, step))
    assert notes == ["is switched off by the options, and its control has no effect"]
    names = [model.actuator(i).name for i in range(model.nu)]
    assert world.actuator_names == names and world.ctrl.tolist() == [0.0] * model.nu
    for _ in range(4):
        world.ctrl[:] = data.ctrl[:] = draw.uniform(-1.5, 1.5, model.nu)
        kept = data.ctrl.copy()
        for _ in range(500):
            mujoco.mj_step(model, data)
        assert world.step(500).status == "ok"
        assert np.array_equal(world.ctrl, kept)  # the array keeps what is out of the range
        reached = theirs(data, JOINTS)  # both are of second order in the step, and some wrists spin fast
        assert ours(world, JOINTS) == pytest.approx(reached, abs=2e-3 + 2e-5 * np.abs(reached).max())
    assert np.abs(theirs(data, JOINTS)).max() > 0.05


@pytest.mark.parametrize("seed", range(6))
def test_rollouts_and_copies_follow_the_controls_of_a_read_model(tmp_path, seed):
    world, model, _, _ = both(tmp_path, drawn_model(seed, 1e-3))
    draw = np.random.default_rng(seed)
    controls = draw.uniform(-1.5, 1.5, (3, 20, model.nu))
    starts = [np.tile(each, (3, 1)) for each in (world.q, world.v)]
    runs = perpend.rollout(world, *starts, ctrl=controls, threads=2)
    for run in range(3):
        twin = world.copy()
        for step in range(20):
            twin.ctrl = controls[run, step]
            twin.step()
            assert np.array_equal(runs.q[run, step], twin.q) and np.array_equal(runs.v[run, step], twin.v)
        again = twin.copy()
        assert np.array_equal(again.ctrl, twin.ctrl)
        again.step(), twin.step()
        assert again.hash() == twin.hash()


def test_the_shares_of_several_servos_of_a_joint_add_up(tmp_path):
    """A closed form: at rest k1 (u1 - x) + k2 (2 u2 - x) + f u3 = 0 for two servos and a force."""
    text = ('<mujoco><option gravity="0 0 0" timestep="1e-3"/><worldbody><body><joint name="j" type="slide" damping="40"/>'
            '<geom size=".1"/></body></worldbody><actuator><position joint="j" kp="100"/><position joint="j" kp="25" gear="2"/>'
            '<motor joint="j" gear="3" ctrlrange="-1 2"/><velocity joint="j" kv="5"/></actuator></mujoco>')
    world, _, _, notes = both(tmp_path, text)
    assert notes == []
    world.ctrl = [0.3, -0.4, 7.0, 0.2]
    world.step(20000)
    assert world.joint("j").rates[0] == pytest.approx(0, abs=1e-9)
    # 100 (0.3 - x) + 2 · 25 (-0.4 - 2 x) + 3 · 2 + 5 · 0.2 = 0
    assert world.joint("j").coordinates[0] == pytest.approx((30 - 20 + 6 + 1) / 200, abs=1e-9)


@pytest.mark.parametrize("bounds,control,expected", [("-0.5 0.5", 2.0, 0.5), ("-0.5 0.5", -9.0, -0.5), ("0.2 1", 0.0, 0.2),
                                                     ("-0.5 0.5", 0.3, 0.3)])
def test_a_servo_reaches_no_further_than_the_range_of_its_control(tmp_path, bounds, control, expected):
    text = ('<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="j" axis="0 1 0" damping="1"/><geom type="capsule" '
            'size=".03" fromto="0 0 0 .3 0 0"/></body></worldbody><actuator><position joint="j" kp="20" dampratio="1" '
            f'ctrlrange="{bounds}"/></actuator></mujoco>')
    world, _, _, _ = both(tmp_path, text)
    world.ctrl[:] = control
    world.step(5000)
    assert world.joint("j").coordinates[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_actuators_with_a_time_constant_come_to_rest_where_theirs_do(tmp_path, seed):
    rng = random.Random(seed)
    kind, lag = rng.choice(["filter", "filterexact"]), rng.uniform(0.01, 0.2)
    words = rng.choice(['', ' actlimited="true" actrange="-.3 .4"', ' ctrlrange="-.5 .6"', ' ctrlrange="-.5 .6" actrange="-.4 .9"'])
    text = ('<mujoco><option gravity="0 0 -9" timestep="1e-3"/><worldbody><body><joint name="j" axis="0 1 0" damping=".5"/>'
            '<geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></worldbody><actuator>\n'
            f'<general name="a" joint="j" dyntype="{kind}" dynprm="{lag:.9g}" gainprm="30" biastype="affine" biasprm="1 -30 -2"{words}/>'
            '</actuator></mujoco>')
    world, model, data, notes = both(tmp_path, text)
    assert notes == [f"its time constant of {float(f'{lag:.9g}'):g} s is not done: it follows its control at once"]
    world.ctrl[:] = data.ctrl[:] = rng.uniform(-1, 1)
    for _ in range(6000):
        mujoco.mj_step(model, data)
    world.step(6000)
    assert world.joint("j").coordinates[0] == pytest.approx(data.qpos[0], abs=1e-5)


def test_controls_of_actuators_that_are_not_done_keep_their_places(tmp_path):
    text = ('<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/><site name="s"/></body></worldbody><actuator>'
            '<general name="m" joint="j" dyntype="integrator" gainprm="3"/><motor name="t" joint="j" gear="2"/>'
            '<motor name="s" site="s" gear="0 0 1 0 0 0"/><damper name="d" joint="j" kv="4" ctrlrange="0 1"/></actuator></mujoco>')
    world, _, _, notes = both(tmp_path, text)
    assert world.actuator_names == ["m", "t", "s", "d"]
    assert sum("its control has no effect" in note for note in notes) == 3
    twin = world.copy()
    twin.ctrl = [5, 0, -3, 0.5]
    world.step(10), twin.step(10)
    assert twin.hash() == world.hash()
    twin.ctrl[1] = 1
    world.step(10), twin.step(10)
    assert twin.joint("j").rates[0] > world.joint("j").rates[0]


@pytest.mark.parametrize("kind", ["position", "velocity"])
def test_holding_motors_are_asked_for_by_their_control(tmp_path, kind):
    text = ('<mujoco><option timestep="1e-3"/><worldbody><body><joint name="j" axis="0 1 0"/><geom type="capsule" size=".03" '
            'fromto="0 0 0 .3 0 0"/></body><body pos="0 2 0"><joint name="free" axis="0 1 0"/><geom type="capsule" size=".03" '
            'fromto="0 0 0 .3 0 0"/></body></worldbody><actuator><motor name="hold" joint="j" gear="50" ctrlrange="-1 1"/>'
            '<motor name="push" joint="free"/></actuator></mujoco>')
    world, _, _, notes = both(tmp_path, text, motors=kind, start=[("j", 0.4)])
    assert world.motor_names == ["j[0]"] and world.actuator_names == ["hold", "push"] and len(notes) == 1
    assert world.ctrl.tolist() == [0.4 if kind == "position" else 0.0, 0.0]
    world.step(500)
    assert world.joint("j").coordinates[0] == pytest.approx(0.4, abs=1e-6)
    world.ctrl[0] = 2.0  # out of the range of MuJoCo's control, which was a torque
    world.step(1000)
    found = world.joint("j")
    assert (found.coordinates[0] if kind == "position" else found.rates[0]) == pytest.approx(2, abs=1e-6)
