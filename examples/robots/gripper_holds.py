# SPDX-License-Identifier: Apache-2.0
"""A gripper holds a capsule by friction alone: python gripper_holds.py [SECONDS]; 3600 takes some minutes."""
import json
import pathlib
import sys
import warnings

import perpend


def scene():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", perpend.NotDone)
        found = json.loads(perpend.convert(pathlib.Path(__file__).with_name("gripper.urdf"), motors="velocity",
                                           start={"left_slide": 0.0349}))
    found["materials"] = [{"name": "default", "mu": 0.5}]
    found["bodies"].append({"name": "capsule", "kind": "spatial", "mass": 0.3, "position": [0, 0, 0.945],
                            "axis_angle": [1, 0, 0, 1.5707963267948966],
                            "shapes": [{"capsule": {"length": 0.08, "radius": 0.015}}]})
    return found


def hold(seconds=60.0):
    """m that the capsule slips in the fingers from 1 s on, and the world."""
    world = perpend.World.from_scene(scene(), dt=0.005)
    world.ctrl[:] = 0.2  # m/s: the fingers close and press with their largest force
    capsule, finger = world.body("capsule"), world.body("left_finger")
    world.step(200)
    place, step = capsule.pos - finger.pos, 200
    worst = 0.0
    while world.time < seconds - 1e-9:
        report = world.step(min(step, round((seconds - world.time) / world.options["dt"])))
        assert report.certified, report.message
        worst = max(worst, float(abs(capsule.pos - finger.pos - place).max()))
    return worst, world


if __name__ == "__main__":
    slipped, world = hold(*map(float, sys.argv[1:]))
    print(f"{world.time:g} s: the capsule hangs at {world.body('capsule').pos[2]:.9f} m and has slipped by {slipped:.1e} m")
