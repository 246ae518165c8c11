# SPDX-License-Identifier: Apache-2.0
"""Forces as control input: of all bodies and joints at once, in worlds and rollouts."""
import pickle

import numpy as np
import perpend
import pytest

DT = 0.01


def arm():
    """A fixed base, a rod pinned to it and one pinned to that, without gravity and motors."""
    scene = perpend.Scene("arm", dt=DT, gravity=[0, 0])
    scene.body("base", kind="fixed")
    scene.body("upper", position=[0.5, 0], mass=1.0, inertia=0.1)
    scene.body("lower", position=[1.5, 0], mass=1.0, inertia=0.1)
    scene.joint("shoulder", "pin", "upper", "base", anchor=[0, 0])
    scene.joint("elbow", "pin", "lower", "upper", anchor=[1, 0])
    return scene.build()


def test_forces_on_bodies_are_one_array():
    world = arm()
    assert world.force.shape == world.v.shape
    world.body("lower").set_force([0, 2.0], [0, 0, 0.5])
    assert world.force.tolist() == [0, 0, 0, 0, 0, 0, 0, 2.0, 0.5]
    view = world.force
    twin = world.copy()
    view[7] = 3.0
    twin.body("lower").set_force([0, 3.0], [0, 0, 0.5])
    world.step(5)
    twin.step(5)
    assert world.hash() == twin.hash() and world.body("lower").omega[2] != 0
    world.clear_held()
    assert not view.any()


def test_forces_along_joints_are_one_array():
    world = arm()
    assert world.coordinate_names == ["shoulder[0]", "elbow[0]"]
    world.joint_force = [0.3, -0.2]
    twin = arm()
    twin.joint("shoulder").set_force(5.0)
    twin.joint("shoulder").set_force(0.3)
    twin.joint("elbow").set_force(-0.2)
    assert twin.joint_force.tolist() == [0.3, -0.2]
    held = arm()
    held.joint("shoulder").hold_force(0.3)
    held.joint("elbow").hold_force(-0.2)
    for each in (world, twin, held):
        each.step(20)
    assert world.hash() == twin.hash() == held.hash()
    assert world.joint("shoulder").rates[0] > 0 > world.joint("elbow").rates[0]


def test_set_forces_are_part_of_copies():
    world = arm()
    world.force[4], world.joint_force[1] = 1.0, 0.4
    twins = [world.copy(), pickle.loads(pickle.dumps(world))]
    world.step(7)
    for twin in twins:
        twin.step(7)
        assert twin.hash() == world.hash()


def test_forces_that_cannot_act_are_refused():
    world = arm()
    world.force[0] = 1.0
    with pytest.raises(perpend.InvalidArgument, match="no force moves.*base"):
        world.step()
    world.force = np.zeros(9)
    world.joint_force[1] = np.nan
    with pytest.raises(perpend.InvalidArgument, match=r"nan for 'elbow\[0\]'"):
        world.step()
    with pytest.raises(perpend.InvalidArgument, match="force must be of shape"):
        world.force = [1.0, 2.0]


def test_a_rollout_takes_forces_in_each_step():
    world = arm()
    world.body("upper").set_force([0, 0.5])
    world.joint("elbow").set_force(0.1)
    draw = np.random.default_rng(3)
    force = draw.normal(size=(4, 12, 9))
    force[:, :, :3] = 0  # the base
    joint_force = draw.normal(size=(4, 12, 2))
    starts, speeds = np.tile(world.q, (4, 1)), np.tile(world.v, (4, 1))
    runs = perpend.rollout(world, starts, speeds, force=force, joint_force=joint_force, threads=2)
    assert runs.done.tolist() == [12] * 4
    for run in (0, 3):
        twin = world.copy()
        held, along = world.force.copy(), world.joint_force.copy()
        for step in range(12):
            twin.force = held + force[run, step]
            twin.joint_force = along + joint_force[run, step]
            twin.step()
        assert np.array_equal(runs.q[run, -1], twin.q) and np.array_equal(runs.v[run, -1], twin.v)
    assert world.time == 0


def test_a_rollout_refuses_forces_by_name_and_row():
    world = arm()
    starts, speeds = world.q[None], world.v[None]
    force, along = np.zeros((1, 3, 9)), np.zeros((1, 3, 2))
    force[0, 2, 1] = 1.0
    with pytest.raises(perpend.InvalidArgument, match="no force moves.*base"):
        perpend.rollout(world, starts, speeds, force=force)
    along[0, 1, 1] = np.inf
    with pytest.raises(perpend.InvalidArgument, match="joint_force.*row 0"):
        perpend.rollout(world, starts, speeds, joint_force=along)
    with pytest.raises(perpend.InvalidArgument, match="joint_force must be of shape"):
        perpend.rollout(world, starts, speeds, force=np.zeros((1, 3, 9)), joint_force=np.zeros((1, 2, 2)))
