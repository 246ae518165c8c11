# SPDX-License-Identifier: Apache-2.0
"""Kinematic bodies that the caller moves."""
import numpy as np
import perpend
import pytest

DT = 0.01


def pushed():
    scene = perpend.Scene("pushed", dt=DT)
    scene.material("default", mu=0.5)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("piston", kind="kinematic", position=[-1.0, 0.25], shapes=[{"box": {"size": [0.5, 0.4]}}],
               motion={"driven": True})
    scene.body("box", position=[0, 0.2], shapes=[{"box": {"size": [0.4, 0.4]}}])
    return scene


def test_a_piston_pushes_a_box_while_it_is_told_to():
    world = pushed().build()
    piston, box = world.body("piston"), world.body("box")
    piston.set_velocity([1.0, 0])
    assert world.step(100).certified
    assert piston.pos == pytest.approx([0, 0.25, 0], abs=1e-12)
    assert box.pos[0] == pytest.approx(0.45, abs=1e-6) and box.velocity[0] == pytest.approx(1, abs=1e-9)
    piston.v[:] = 0  # as set_velocity()
    world.step(100)
    assert piston.pos == pytest.approx([0, 0.25, 0], abs=1e-12)
    assert box.velocity == pytest.approx([0, 0, 0], abs=1e-9) and box.pos[0] > 0.45


def test_a_target_pose_is_reached_in_a_step():
    world = pushed().build()
    piston = world.body("piston")
    for k in range(30):
        piston.set_target_pose([-1 + 0.02 * k, 0.3], 0.01 * k)
        world.step()
        assert piston.pos == pytest.approx([-1 + 0.02 * k, 0.3, 0], abs=1e-13)
        assert piston.q[2] == pytest.approx(0.01 * k, abs=1e-14)
    piston.set_target_pose([-1, 0.3], 0, time=0.2)
    world.step(20)
    assert piston.pos == pytest.approx([-1, 0.3, 0], abs=1e-13)


def test_a_driven_motion_is_part_of_snapshots_and_rollouts():
    world = pushed().build()
    world.body("piston").set_velocity([0.7, 0])
    world.step(20)
    state, start, speed = world.snapshot(), world.q.copy(), world.v.copy()
    world.step(30)
    after = world.hash()
    world.restore(state)
    world.step(30)
    assert world.hash() == after
    world.restore(state)
    runs = perpend.rollout(world, [start], [speed], steps=30)
    world.step(30)
    assert np.array_equal(runs.q[0, -1], world.q)


def test_only_driven_bodies_are_led():
    world = pushed().build()
    with pytest.raises(perpend.InvalidArgument, match="driven"):
        world.body("box").set_target_pose([0, 1], 0)
    scene = perpend.Scene("prescribed")
    scene.body("lift", kind="kinematic", shapes=[{"disc": {"radius": 1}}], motion={"velocity": [0, 1, 0]})
    with pytest.raises(perpend.InvalidArgument, match="driven"):
        scene.build().body("lift").set_velocity([1, 0])
    scene = pushed()
    scene.change_body("piston", motion={"driven": True, "harmonics": [{"amplitude": [0, 1, 0], "frequency": 1}]})
    with pytest.raises(perpend.InputError, match="harmonics"):
        scene.build()


def test_a_hand_in_space_turns_the_shorter_way():
    scene = perpend.Scene("hand", dt=DT, gravity=[0, 0, 0])
    scene.body("hand", kind="spatial_kinematic", shapes=[{"box": {"size": [1, 0.1, 0.1]}}], motion={"driven": True})
    world = scene.build()
    hand = world.body("hand")
    hand.set_target_pose([1, 2, 3], [np.cos(1.5), 0, 0, -np.sin(1.5)])
    assert hand.omega == pytest.approx([0, 0, -3 / DT])
    world.step()
    assert hand.pos == pytest.approx([1, 2, 3]) and abs(hand.quat[3]) == pytest.approx(np.sin(1.5))
