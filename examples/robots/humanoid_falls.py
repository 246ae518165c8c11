# SPDX-License-Identifier: Apache-2.0
"""A humanoid without a controller is pushed and falls: python humanoid_falls.py [SECONDS]"""
import pathlib
import sys
import warnings

import perpend


def fall(seconds=4.0, push=40.0):
    """Height of the centre of mass before and after (m), the deepest penetration (m), and the world."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", perpend.NotDone)
        world = perpend.World.load(pathlib.Path(__file__).with_name("humanoid.urdf"), robot={"ground": True})
    before, deepest = world.center_of_mass()[1][2], 0.0
    world.body("chest").apply_impulse([push, 5.0, 0])  # N s
    while world.time < seconds:
        report = world.step()
        assert report.certified, report.message
        deepest = max(deepest, report.penetration)
    return before, world.center_of_mass()[1][2], deepest, world


if __name__ == "__main__":
    before, after, deepest, world = fall(*map(float, sys.argv[1:]))
    print(f"{world.time:g} s: centre of mass from {before:.3f} m to {after:.3f} m, deepest penetration {deepest:.1e} m")
