# SPDX-License-Identifier: Apache-2.0
"""Gravity of a running world."""
import pickle

import numpy as np
import perpend
import pytest


def ball(**keys):
    scene = perpend.Scene("ball", gravity=[0, 0, -9.81], dt=0.01)
    scene.body("ball", kind="spatial", mass=2.0, inertia=[1, 1, 1], **keys)
    return scene.build()


def test_it_is_read_and_set_and_acts_from_the_next_step_on():
    world = ball()
    assert world.gravity.tolist() == [0, 0, -9.81] and not world.gravity.flags.writeable
    world.step(10)
    world.gravity = [1.0, 2.0, 3.0]
    before = world.body("ball").velocity
    world.step(10)
    assert world.body("ball").velocity - before == pytest.approx([0.1, 0.2, 0.3], rel=1e-9)
    assert world.time == pytest.approx(0.2) and world.energy_parts["potential"] == pytest.approx(
        -2.0 * world.body("ball").pos @ [1, 2, 3])
    plane = perpend.World.load("hello")
    assert plane.gravity.tolist() == [0, -9.81, 0]
    plane.gravity = [0, -1]
    assert plane.gravity.tolist() == [0, -1, 0]


def test_scenes_copies_pickles_and_rollouts_have_it(tmp_path):
    world = ball()
    world.gravity = [0, 0, -1.62]
    world.step(3)
    for twin in (world.copy(), pickle.loads(pickle.dumps(world)), world.scene.build()):
        assert twin.gravity.tolist() == [0, 0, -1.62]
    world.scene.save(tmp_path / "moon.json")
    assert perpend.World.load(tmp_path / "moon.json").gravity.tolist() == [0, 0, -1.62]
    world.reset()
    assert world.gravity.tolist() == [0, 0, -1.62]
    runs = perpend.rollout(world, world.q, world.v, steps=1)
    assert runs.v[0, 0, 2] == pytest.approx(-0.0162)


def test_a_copy_keeps_its_own():
    world = ball()
    twin = world.copy()
    world.gravity = [0, 0, 0]
    for each in (world, twin):
        each.step()
    assert (world.v[2], twin.v[2]) == (0, pytest.approx(-0.0981))


def test_sensors_held_forces_and_the_motion_stay():
    world = ball(velocity=[1, 0, 0])
    sensors = perpend.Sensors(world, {"imu": perpend.Accelerometer("ball")})
    world.body("ball").set_force([0, 4.0, 0])
    world.step()
    assert sensors["imu"] == pytest.approx([0, 2.0, 0])
    world.gravity = [0, 0, -5.0]
    world.step()
    assert sensors["imu"] == pytest.approx([0, 2.0, 0], abs=1e-9)
    assert world.v[:3] == pytest.approx([1, 0.04, -0.1481])


def test_values_that_no_gravity_has_are_refused():
    world = ball()
    for value, words in ((9.81, r"numbers \[x, y\] or"), ([0, 0, np.nan], "finite"), ("down", "numbers"), (None, "numbers")):
        with pytest.raises(perpend.InvalidArgument, match=f"^gravity must be {words}"):
            world.gravity = value
    assert world.gravity.tolist() == [0, 0, -9.81]
