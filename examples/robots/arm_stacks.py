# SPDX-License-Identifier: Apache-2.0
"""An arm with four axes pushes a box to its place and stacks two others on it: python arm_stacks.py"""
import json
import math
import pathlib
import warnings

import numpy as np
import perpend

SIZE = 0.06                       # m, edge of a box
UPPER, LOWER = 0.3, 0.25          # m, links of the arm
HEIGHT = 0.2                      # m, of the palm above the ground where the lift is at 0
PAD = 0.041                       # m, from the palm down to the middle of the pads
SITE = np.array([0.4, 0.05])      # m, of the stack
STARTS = [np.array([0.4, -0.1]), np.array([0.22, 0.3]), np.array([0.05, 0.42])]
OPEN, CLOSED = 0.0, 0.05          # m, of the fingers


def scene():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", perpend.NotDone)
        found = json.loads(perpend.convert(pathlib.Path(__file__).with_name("stacking_arm.urdf"), ground=True,
                                           motors="position", start={"shoulder": -0.6, "elbow": 1.8, "wrist": -1.2}))
    found["materials"] = [{"name": "default", "mu": 0.6}]
    found["bodies"] += [{"name": f"box_{i}", "kind": "spatial", "mass": 0.2, "position": [*start, SIZE / 2],
                         "shapes": [{"box": {"size": [SIZE] * 3}}]} for i, start in enumerate(STARTS)]
    return found


class Arm:
    def __init__(self):
        self.world = perpend.World.from_scene(scene())
        self.deepest, self.uncertified = 0.0, 0
        self.at = np.array([*self.reach(-0.6, 1.8), 0.15, OPEN])  # x, y, z of the pads; fingers
        self.move(self.at, 0.1)

    @staticmethod
    def reach(shoulder, elbow):
        return (UPPER * math.cos(shoulder) + LOWER * math.cos(shoulder + elbow),
                UPPER * math.sin(shoulder) + LOWER * math.sin(shoulder + elbow))

    def command(self, x, y, z, fingers):
        """Targets of the motors, with the fingers along x."""
        cosine = (x * x + y * y - UPPER**2 - LOWER**2) / (2 * UPPER * LOWER)
        elbow = math.acos(cosine)
        shoulder = math.atan2(y, x) - math.atan2(LOWER * math.sin(elbow), UPPER + LOWER * cosine)
        targets = {"shoulder": shoulder, "elbow": elbow, "wrist": -shoulder - elbow, "lift": z + PAD - HEIGHT,
                   "left_slide": fingers}  # which the right one mimics
        for name, target in targets.items():
            self.world.joint(name).set_motor_target(target)

    def move(self, to, seconds):
        """Along a line that starts and ends at rest."""
        start, to = self.at, np.array(to, float)
        for step in range(count := round(seconds / self.world.options["dt"])):
            share = (step + 1) / count
            self.command(*(start + share * share * (3 - 2 * share) * (to - start)))
            report = self.world.step()
            assert report.status == "ok", report.message
            self.deepest, self.uncertified = max(self.deepest, report.penetration), self.uncertified + report.uncertified
        self.at = to

    def push(self, start, end):
        """With closed fingers, from behind the box."""
        behind = (start - end) / np.linalg.norm(start - end) * (SIZE / 2 + 0.02)
        self.move([*(start + 1.5 * behind), 0.15, CLOSED], 1.0)
        self.move([*(start + 1.5 * behind), 0.04, CLOSED], 0.6)
        self.move([*(end + behind), 0.04, CLOSED], 1.5)
        self.move([*(end + 1.5 * behind), 0.04, CLOSED], 0.5)
        self.move([*(end + 1.5 * behind), 0.15, OPEN], 0.6)

    def carry(self, start, end, level):
        place = SIZE / 2 + level * SIZE
        self.move([*start, 0.18, OPEN], 1.0)
        self.move([*start, SIZE / 2 + 0.005, OPEN], 0.8)
        self.move([*start, SIZE / 2 + 0.005, CLOSED], 0.5)
        self.move([*start, 0.2, CLOSED], 0.8)
        self.move([*end, 0.2, CLOSED], 1.2)
        self.move([*end, place + 0.006, CLOSED], 0.8)
        self.move([*end, place + 0.006, OPEN], 0.5)
        self.move([*end, 0.22, OPEN], 0.8)


def stack(rest=2.0):
    """Positions of the boxes (m), bottom first, and the arm."""
    arm = Arm()
    arm.push(STARTS[0], SITE)
    for level, start in enumerate(STARTS[1:], 1):
        arm.carry(start, SITE, level)
    arm.move([0.25, -0.2, 0.2, OPEN], 1.0)
    arm.move(arm.at, rest)
    return [arm.world.body(f"box_{i}").pos for i in range(3)], arm


if __name__ == "__main__":
    boxes, arm = stack()
    for i, box in enumerate(boxes):
        print(f"box {i} at {box.round(5)} m, {box[2] - SIZE / 2 - i * SIZE:.1e} m above its place")
    print(f"{arm.world.time:.1f} s, deepest penetration {arm.deepest:.1e} m, {arm.uncertified} steps not certified")
