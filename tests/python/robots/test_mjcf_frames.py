# SPDX-License-Identifier: Apache-2.0
"""Sites and welded bodies of MJCF beside MuJoCo: poses, velocities and Jacobians of random trees. Skipped without
MuJoCo (`pip install mujoco`)."""
import json
import random

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402


def random_tree(rng: random.Random) -> str:
    """Bodies on hinges, slides, balls or free joints, or welded to their parents; each with sites."""
    names, sites = iter(range(100)), iter(range(100))

    def numbers(count):
        return " ".join(f"{rng.uniform(-1, 1):.6f}" for _ in range(count))

    def marks():
        return "".join(f'<site name="s{next(sites)}" pos="{numbers(3)}" quat="{numbers(4)}"/>'
                       for _ in range(rng.randint(0, 2)))

    def body(depth):
        kinds = ["", f'<joint type="slide" axis="{numbers(3)}"/>', '<joint type="ball"/>', f'<joint axis="{numbers(3)}"/>']
        joint = rng.choice([*kinds, "<freejoint/>"] if depth == 0 else kinds)
        inner = "".join(body(depth + 1) for _ in range(rng.randint(0, 2) if depth < 3 else 0))
        return (f'<body name="b{next(names)}" pos="{numbers(3)}" quat="{numbers(4)}">{joint}'
                f'<geom size=".1" pos="{numbers(3)}" contype="0" conaffinity="0"/>{marks()}{inner}</body>')

    return (f'<mujoco><worldbody>{marks()}{body(0)}{body(0)}'
            f'<body name="on"><joint type="hinge"/><geom size=".1" contype="0" conaffinity="0"/><site name="on"/></body>'
            f'</worldbody></mujoco>')


def told(frame, position, matrix, velocity):
    """How far a frame is from MuJoCo's."""
    axes = np.zeros(9)
    mujoco.mju_quat2Mat(axes, frame.quat)
    return max(np.abs(frame.pos - position).max(), np.abs(axes - matrix).max(),
               np.abs(frame.omega - velocity[:3]).max(), np.abs(frame.velocity - velocity[3:]).max())


@pytest.mark.parametrize("seed", range(12))
def test_frames_are_where_mujoco_has_its_sites_and_bodies(tmp_path, seed):
    rng = random.Random(seed)
    file = tmp_path / "tree.xml"
    file.write_text(random_tree(rng))
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    rates = {}
    for joint in range(model.njnt):
        if model.jnt_type[joint] in (2, 3):
            data.qvel[model.jnt_dofadr[joint]] = rng.uniform(-1, 1)
            rates[joint] = data.qvel[model.jnt_dofadr[joint]]
    mujoco.mj_forward(model, data)
    scene, _ = convert(file)
    world = perpend.World.from_scene(scene)
    world.set_coordinates({}, {f"joint_{joint}": rate for joint, rate in rates.items()})  # none has a name
    velocity, kind = np.zeros(6), mujoco.mjtObj
    for site in range(model.nsite):
        mujoco.mj_objectVelocity(model, data, kind.mjOBJ_SITE, site, velocity, 0)
        name = model.site(site).name
        assert told(world.frame(name), data.site_xpos[site], data.site_xmat[site], velocity) < 1e-12, name
        frame = world.frame(name)
        assert np.allclose(frame.jacobian @ world.v, frame.velocity, atol=1e-12)
        assert np.allclose(frame.spin_jacobian @ world.v, frame.omega, atol=1e-12)
    for body in range(1, model.nbody):
        mujoco.mj_objectVelocity(model, data, kind.mjOBJ_XBODY, body, velocity, 0)
        name = model.body(body).name
        if name != "on":  # the site of that name comes first
            assert told(world.frame(name), data.xpos[body], data.xmat[body], velocity) < 1e-12, name
    assert world.frame_names == [each["name"] for each in scene["frames"]]
    assert world.scene.to_dict()["frames"] == scene["frames"]


def test_a_welded_body_with_the_name_of_a_site_has_another_name(tmp_path):
    file = tmp_path / "hand.xml"
    file.write_text('<mujoco><worldbody><body name="arm"><freejoint/><geom size=".1"/><site name="hand" pos="1 0 0"/>'
                    '\n<body name="hand" pos="0 2 0"><geom size=".1"/></body></body></worldbody></mujoco>')
    scene, notes = convert(file)
    assert scene["frames"] == [{"name": "hand", "body": "arm", "position": [1, 0, 0]},
                               {"name": "hand_2", "body": "arm", "position": [0, 2, 0]}]
    assert [note["message"] for note in notes if note["line"] == 2 and "frame" in note["message"]] == [
        'is frame "hand_2": a site has its name']
    assert json.dumps(scene)


def test_a_force_at_a_site_and_sensors_of_a_site(tmp_path):
    """An IMU on a site reads what one at the same pose of its body reads; a force at a site turns the body about it."""
    file = tmp_path / "imu.xml"
    file.write_text('<mujoco><option gravity="0 0 -9.81"/><worldbody><body name="torso" pos="0 0 2"><freejoint/>'
                    '<geom type="box" size=".1 .2 .3" mass="2"/>'
                    '<site name="imu" pos=".1 .2 .3" quat=".5 .5 .5 .5"/></body></worldbody></mujoco>')
    world = perpend.World.from_scene(convert(file)[0])
    frame = world.frame("imu")
    assert frame.body.name == "torso" and np.allclose(frame.pos_in_body, [0.1, 0.2, 0.3])
    sensors = perpend.Sensors(world, {
        "site": perpend.Accelerometer("imu"), "same": perpend.Accelerometer("torso", (0.1, 0.2, 0.3), (0.5, 0.5, 0.5, 0.5)),
        "moved": perpend.Accelerometer("imu", (1, 2, 3), (0.5, -0.5, -0.5, -0.5)),
        "as moved": perpend.Accelerometer("torso", (3.1, 1.2, 2.3)),
        "gyro": perpend.Gyro("imu")})
    frame.body.apply_force((0, 0, 5), at=frame.pos_in_body)
    world.step(2)
    assert np.allclose(sensors["site"], sensors["same"], atol=1e-12)
    assert np.allclose(sensors["moved"], sensors["as moved"], atol=1e-12)
    assert np.abs(sensors["gyro"]).max() > 1e-4
