# SPDX-License-Identifier: Apache-2.0
"""A quadruped stands under proportional and derivative control: python quadruped_stands.py [SECONDS]"""
import pathlib
import sys
import warnings

import numpy as np
import perpend

STIFFNESS, DAMPING = 200.0, 4.0  # N m/rad, N m s/rad
LARGEST = 30.0                   # N m
SAGGED = 10.0                    # s


def stand(seconds=60.0):
    """m that the trunk moves once it has sagged, and the world."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", perpend.NotDone)
        world = perpend.World.load(pathlib.Path(__file__).with_name("quadruped.urdf"), robot={"ground": True})
    joints = [world.joint(name) for name in world.joint_names]
    target = np.array([joint.coordinates[0] for joint in joints])
    trunk, settled, worst = world.body("trunk"), None, 0.0
    for _ in range(round(seconds / world.options["dt"])):
        for joint, angle in zip(joints, target):
            torque = STIFFNESS * (angle - joint.coordinates[0]) - DAMPING * joint.rates[0]
            joint.apply_force(float(np.clip(torque, -LARGEST, LARGEST)))
        report = world.step()
        assert report.certified, report.message
        if settled is None and world.time >= SAGGED:
            settled = trunk.pos
        if settled is not None:
            worst = max(worst, float(np.linalg.norm(trunk.pos - settled)))
    return worst, world


if __name__ == "__main__":
    moved, world = stand(*map(float, sys.argv[1:]))
    print(f"{world.time:g} s: the trunk stands at {world.body('trunk').pos[2]:.6f} m and has moved by {moved:.1e} m")
