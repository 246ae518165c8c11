# SPDX-License-Identifier: Apache-2.0
"""Frames of scenes made in Python: found by name, saved, exchanged and removed with their bodies."""
import math

import numpy as np
import perpend
import pytest


@pytest.fixture
def scene():
    made = perpend.Scene("arm", gravity=[0, 0])
    made.body("arm", position=[1, 2], angle=0.5, mass=1, inertia=1, velocity=[1, 0], omega=2)
    made.body("other", mass=1, inertia=1)
    made.frame("tip", "arm", position=[0.3, 0.4], angle=0.25)
    made.frame("room", position=[0, 0, 3])
    return made


def test_a_frame_moves_with_its_body(scene):
    world = scene.build()
    assert world.frame_names == ["tip", "room"]
    tip = world.frame("tip")
    arm = np.array([0.3 * math.cos(0.5) - 0.4 * math.sin(0.5), 0.3 * math.sin(0.5) + 0.4 * math.cos(0.5)])
    assert np.allclose(tip.pos, [1 + arm[0], 2 + arm[1], 0]) and np.allclose(tip.velocity, [1 - 2 * arm[1], 2 * arm[0], 0])
    assert np.allclose(tip.omega, [0, 0, 2]) and np.allclose(tip.quat, [math.cos(0.375), 0, 0, math.sin(0.375)])
    assert np.allclose(tip.jacobian @ world.v, tip.velocity) and np.allclose(tip.spin_jacobian @ world.v, tip.omega)
    assert tip.body.name == "arm" and np.allclose(tip.pos_in_body, [0.3, 0.4, 0])
    assert np.allclose(tip.quat_in_body, [math.cos(0.125), 0, 0, math.sin(0.125)])
    room = world.frame("room")
    assert room.body is None and not room.velocity.any() and not room.jacobian.any() and not room.spin_jacobian.any()
    assert np.allclose(world.frame("arm").pos, world.body("arm").pos)
    world.step(100)
    assert np.allclose(np.linalg.norm(tip.pos - world.body("arm").pos), 0.5)


def test_an_unknown_frame_tells_the_nearest(scene):
    world = scene.build()
    with pytest.raises(perpend.InvalidArgument, match="frame.*did you mean 'tip'"):
        world.frame("tipp")
    with pytest.raises(perpend.InvalidArgument, match="name"):
        world.frame(3)
    with pytest.raises(perpend.InvalidArgument, match="sensor"):
        perpend.Sensors(world, {"imu": perpend.Gyro("room")})
    with pytest.raises(perpend.InputError, match="frames.2..body: no body is named"):
        scene.frame("lost", "nobody")
        scene.build()


def test_frames_are_saved_exchanged_and_removed_with_their_bodies(scene, tmp_path):
    world = scene.build()
    tip, before = world.frame("tip"), world.frame("tip").pos
    scene.save(tmp_path / "arm.json")
    assert np.allclose(perpend.World.load(tmp_path / "arm.json").frame("tip").pos, before)
    changed = world.scene
    changed.frame("elbow", "arm", position=[0.1, 0])
    world.exchange(changed)
    assert np.allclose(tip.pos, before) and world.frame("elbow").body.name == "arm"
    changed._parts["expect"] = [{"frame": "tip", "quantity": "x", "value": 1, "tolerance": 1},
                                {"body": "other", "quantity": "x", "value": 0, "tolerance": 1}]
    changed.remove_body("arm")
    world.exchange(changed)
    assert world.frame_names == ["room"] and len(world.expectations) == 1
    with pytest.raises(perpend.InvalidArgument):
        tip.pos


def test_a_study_measures_frames(scene):
    from perpend.sweep.expression import Expression
    world = scene.build()
    reading = Expression("frame('tip').pos[1] - start(frame('tip').pos[1])", []).on(world)
    before = world.frame("tip").pos[1]
    world.step(10)
    assert reading.value() == pytest.approx(world.frame("tip").pos[1] - before) and abs(reading.value()) > 1e-3


def test_the_jacobian_by_joints_leads_a_tip_to_a_place():
    scene = perpend.Scene("arm", gravity=[0, 0, 0])
    for k in range(3):
        scene.body(f"link {k}", kind="spatial", position=[k + 0.5, 0, 0], mass=1, inertia=[1, 1, 1])
        scene.joint(f"hinge {k}", "revolute", f"link {k}", f"link {k - 1}" if k else None, anchor=[k, 0, 0],
                    axis=[0, -1, 0] if k else [0, 0, 1])
    scene.frame("tip", "link 2", position=[0.5, 0, 0])
    scene.frame("mark", position=[1, 1, 1])
    arm = scene.build()
    joints, tip, goal = arm.joint_names, arm.frame("tip"), np.array([1.0, 1.5, 0.5])
    arm.set_coordinates(dict(zip(joints, [0.3, 0.4, 0.5])))
    for _ in range(20):
        step = np.linalg.solve(tip.joint_jacobian(joints)[:3], goal - tip.pos)
        arm.set_coordinates(dict(zip(joints, arm.joint_coordinates + np.clip(step, -0.3, 0.3))))
    assert tip.pos == pytest.approx(goal, abs=1e-9)
    arm.set_coordinates({}, dict(zip(joints, [1.0, -2.0, 0.5])))
    twist = tip.joint_jacobian(joints) @ arm.joint_rates
    assert twist == pytest.approx(np.concatenate([tip.velocity, tip.omega]), abs=1e-12)
    assert tip.joint_jacobian([("hinge 1", 0)]).shape == (6, 1) and not arm.frame("mark").joint_jacobian(joints).any()
    with pytest.raises(perpend.InvalidArgument, match="did you mean 'hinge"):
        tip.joint_jacobian(["hing 1"])
