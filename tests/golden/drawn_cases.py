# SPDX-License-Identifier: Apache-2.0
"""All drawn cases, in the order of the file."""

import dataclasses
import itertools

import drawn_extremes
import drawn_files
import drawn_joints
import drawn_mechanisms
import drawn_motion
import drawn_options
import drawn_problems
import drawn_readings
import drawn_shapes
from drawn_case import Case, drawing


class SceneCase:
    def __init__(self, case: Case):
        self.name, self.family, self.scene, self._case = case.name, case.family, case.scene, case

    def read(self, program, change):
        return drawn_readings.read(self._case, change(self.scene), program)


class ProblemCase:
    scene = {}

    def __init__(self, name):
        self.name, self.family = name, name.split("/")[0]

    def read(self, program, change):
        off = change({"off": 1.0})["off"] - 1
        if self.family == "files":
            return drawn_files.read(self.name, program, off)
        return drawn_problems.read(self.name, off)


def is_of_forces(case):
    """Whether nothing in the scene needs the level of velocities."""
    resists = any(each.get(key) for each in case.scene.get("materials", []) for key in ("rolling", "spinning"))
    joints = case.scene.get("joints", [])
    rotors = any("armature" in along for joint in joints for along in joint.get("coordinates", []))
    soft = {"joints", "normal", "tangential"} & set(case.scene["simulation"])
    return not (case.drive or resists or rotors or soft or any("break_force" in joint for joint in joints))


def levels():
    """Some of the scenes at the levels that only the program has."""
    drawn = [*drawn_joints.cases(), *drawn_mechanisms.cases(), *drawn_shapes.landings(), *drawn_motion.cases()]
    kept = [case for case in drawn if is_of_forces(case)]
    draw = drawing("levels")
    for number, case in enumerate(draw.sample(kept, 120)):
        level = "first_order" if number % 3 == 2 else "acceleration"
        yield dataclasses.replace(case, name=f"levels/{level}_{number}", level=level)


def cases():
    scenes = itertools.chain(drawn_shapes.cases(), drawn_joints.cases(), drawn_mechanisms.cases(),
                             drawn_motion.cases(), drawn_extremes.cases(), drawn_options.cases(), levels())
    return [*(SceneCase(case) for case in scenes),
            *(ProblemCase(name) for name in [*drawn_problems.names(), *drawn_files.names()])]
