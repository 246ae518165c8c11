# SPDX-License-Identifier: Apache-2.0
"""Starts outside of the limits of MJCF joints, and what ball joints have of their forces, drawn at random. Skipped
without MuJoCo (`pip install mujoco`)."""
import json
import random

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

RECOVERY = 0.3  # m/s, rad/s: a tenth of the usual recovery speed


def chain(rng, count):
    """A chain of hinges and slides without gravity, some of which start outside of their ranges."""
    text, ends, kinds = "", "", {}
    for k in range(count):
        lo = rng.uniform(-1, 1)
        hi = lo + rng.uniform(0.2, 1)
        kind, ref = rng.choice(["hinge", "slide"]), rng.choice([0.0, rng.uniform(-0.5, 0.5)])
        axis = " ".join(f"{rng.uniform(-1, 1):.3f}" for _ in range(3))
        kinds[f"j{k}"] = (lo, hi, ref)
        text += (f'<body pos=".2 0 0"><joint name="j{k}" type="{kind}" axis="{axis}" ref="{ref:.9g}" range="{lo:.9g} {hi:.9g}"/>\n'
                 f'<geom size=".1"/>')
        ends += "</body>"
    return ('<mujoco><compiler angle="radian"/><option gravity="0 0 0" timestep="2e-3"/><default><geom contype="0" conaffinity="0"/>'
            f'</default><worldbody>\n{text}{ends}</worldbody></mujoco>'), kinds


@pytest.mark.parametrize("seed", range(16))
def test_limits_that_the_start_violates_are_told_and_reached_at_a_bounded_speed(tmp_path, seed):
    text, joints = chain(random.Random(seed), 4)
    (tmp_path / "model.xml").write_text(text)
    scene, notes = convert(tmp_path / "model.xml")
    outside = [name for name, (lo, hi, start) in joints.items() if not lo <= start <= hi]
    told = [(note["line"], note["element"]) for note in notes if "outside of its limits" in note["message"]]
    assert told == [(int(name[1:]) + 2, f'joint "{name}"') for name in outside]
    world = perpend.World.from_scene(json.dumps(scene))
    before = {name: world.joint(name).coordinates[0] for name in joints}
    assert before == pytest.approx({name: start for name, (_, _, start) in joints.items()})
    for _ in range(2500):
        assert world.step().status == "ok"
        for name in outside:
            now = world.joint(name).coordinates[0]
            lo, hi, _ = joints[name]
            beyond = max(lo - before[name], before[name] - hi)
            # Limits that close elsewhere in the chain push too, at most at the recovery speed.
            assert beyond < 1e-3 or abs(now - before[name]) < 10 * RECOVERY * 2e-3
            before[name] = now
    for name, (lo, hi, _) in joints.items():
        assert lo - 1e-4 < world.joint(name).coordinates[0] < hi + 1e-4


BALL = """<mujoco><compiler angle="radian"/><option timestep="2e-4" gravity="0 0 0" integrator="RK4"/><worldbody>
<body name="b" pos="0 0 1"><joint name="j" type="ball" {}/><inertial pos="{}" mass="2" diaginertia=".05 .05 .03"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("seed", range(12))
def test_springs_and_dampers_of_a_ball_joint_are_theirs_about_one_axis(tmp_path, seed):
    """Of a body that is round about its arm, which swings in a plane or twists."""
    rng = random.Random(seed)
    words = f'stiffness="{rng.uniform(2, 20):.6g}" ' if rng.random() < 0.7 else ""
    words += f'damping="{rng.uniform(0.1, 1):.6g}"' if not words or rng.random() < 0.7 else ""
    angle = rng.uniform(0, 6)
    axis = rng.choice([[np.cos(angle), np.sin(angle), 0], [0, 0, 1]])
    file, center = tmp_path / "model.xml", [0, 0, -0.3]
    file.write_text(BALL.format(words, " ".join(map(str, center))))
    scene, notes = convert(file)
    (note,) = notes
    assert note["line"] == 2 and "its swing and its twist" in note["message"]
    model = mujoco.MjModel.from_xml_path(str(file))
    data, omega = mujoco.MjData(model), rng.uniform(1, 4) * np.array(axis)
    data.qvel[:] = omega
    scene["bodies"][0] |= {"omega": list(omega), "velocity": list(np.cross(omega, center))}
    world = perpend.World.from_scene(json.dumps(scene))
    for _ in range(5):
        for _ in range(400):
            mujoco.mj_step(model, data)
        assert world.step(400).status == "ok"
        assert world.body("b").omega == pytest.approx(data.qvel, abs=2e-3 * np.linalg.norm(omega))


@pytest.mark.parametrize("seed", range(8))
def test_a_ball_joint_turns_no_further_than_its_range_about_one_axis(tmp_path, seed):
    rng = random.Random(seed)
    most, angle = rng.uniform(0.2, 2.5), rng.uniform(0, 6)
    axis = rng.choice([np.array([np.cos(angle), np.sin(angle), 0]), np.array([0, 0, 1.0])])
    file, center = tmp_path / "model.xml", [0, 0, -0.3]
    file.write_text(BALL.format(f'range="0 {most:.9g}"', " ".join(map(str, center))))
    scene, _ = convert(file)
    omega = 3 * axis
    scene["bodies"][0] |= {"omega": list(omega), "velocity": list(np.cross(omega, center))}
    scene["simulation"]["dt"] = 1e-3
    world, largest = perpend.World.from_scene(json.dumps(scene)), 0.0
    for _ in range(1500):
        assert world.step().status == "ok"
        largest = max(largest, 2 * np.arccos(min(1, abs(world.body("b").quat[0]))))
    assert largest == pytest.approx(most, abs=3e-3)


def test_what_a_ball_joint_does_not_have_is_told(tmp_path):
    file = tmp_path / "model.xml"
    file.write_text(BALL.format('frictionloss=".2" damping=".1"', "0 0 -.3"))
    messages = [note["message"] for note in convert(file)[1]]
    assert "frictionloss of a ball joint is not done" in messages
    text = BALL.format('stiffness="3" range="0 1" damping=".1"', "0 0 -.3")
    file.write_text(text.replace("</worldbody>", '</worldbody><keyframe><key name="k" qpos=".8 .6 0 0"/></keyframe>'))
    scene, notes = convert(file, keyframe="k")
    told = [note for note in notes if note["message"] == "stiffness and range of a ball joint are not done"]
    assert len(told) == 1 and told[0]["line"] == 2 and "count from the start" in told[0]["hint"]
    assert all(set(each) == {"coordinate", "damping"} for each in scene["joints"][0]["coordinates"])
