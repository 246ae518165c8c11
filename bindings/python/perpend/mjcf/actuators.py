# SPDX-License-Identifier: Apache-2.0
"""Converts actuators along hinges and slides: motors and servos."""
from __future__ import annotations

import numpy as np

from settings import acts

TAGS = ("motor", "position", "velocity", "general", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor", "pid",
        "orientation", "plugin")


class Actuators:
    def __init__(self, converter):
        self.c, self.m = converter, converter.m
        self.count = getattr(self.m, "nactuator", self.m.nu)
        self.drives: dict[int, dict] = {}  # motor of each joint
        self.driven: set[int] = set()      # joints with an actuator that has been read

    def rotors_of(self, joint):
        """Returns inertia and damping that all actuators add to a joint."""
        m, armature, damping = self.m, 0.0, 0.0
        for i in range(self.count if hasattr(m, "actuator_armature") else 0):
            if self.joint_of(i) == joint:
                armature += float(m.actuator_armature[i] * m.actuator_gear[i][0] ** 2)
                damping += float(m.actuator_damping[i] * m.actuator_gear[i][0] ** 2)
        return armature, damping

    def joint_of(self, i):
        """Returns the hinge or slide that the actuator acts along, or -1."""
        joint = int(self.m.actuator_trnid[i][0])
        return joint if self.m.actuator_trntype[i] in (0, 1) and self.m.jnt_type[joint] in (2, 3) else -1

    def note(self, i, message, hint=""):
        self.c.note(TAGS, self.c.name("ACTUATOR", i), message, hint)

    def read(self):
        for i in range(self.count):
            if acts(self.c.mj, self.m, i):
                self.read_actuator(i)
            elif self.joint_of(i) >= 0:
                self.note(i, "is switched off by the options, and is left out")

    def read_actuator(self, i):
        m, j = self.m, self.joint_of(i)
        if j < 0:
            return self.note(i, "acts on no hinge or slide, and is not done")
        if j in self.driven:
            return self.note(i, "is the second along its joint, and is not done")
        gear = float(m.actuator_gear[i][0])
        gain, bias = np.array(m.actuator_gainprm[i][:3], float), np.array(m.actuator_biasprm[i][:3], float)
        affine = m.actuator_gaintype[i] == 0 and m.actuator_biastype[i] in (0, 1)
        if m.actuator_dyntype[i] != 0:
            return self.note(i, "has states of its own, and is not done")
        if affine and not bias.any():
            self.read_motor(i, j, gear, gain[0])
        elif affine and gear != 0 and gain[0] > 0 and (bias[1] < 0 or (bias[1] == 0 and bias[0] == 0 and bias[2] < 0)):
            self.read_servo(i, j, gear, gain[0], bias)
        else:
            self.note(i, "has a gain or bias that is not done")

    def effort(self, i, j, others=(), quiet=False):
        """Returns the largest force along the joint, None without limit. Ranges are [lo, hi] along it."""
        m, gear = self.m, float(self.m.actuator_gear[i][0])
        ranges = [gear * np.array(m.actuator_forcerange[i], float)] if m.actuator_forcelimited[i] else []
        ranges += [np.array(m.jnt_actfrcrange[j], float)] if m.jnt_actfrclimited[j] else []
        ranges += list(others)
        if not ranges:
            return None
        lo, hi = max(min(each) for each in ranges), min(max(each) for each in ranges)
        largest = float(max(abs(lo), abs(hi)))
        if abs(lo + hi) > 1e-12 * largest and not quiet:
            self.note(i, f"pushes with up to {largest:g} both ways: a range of forces from {lo:g} to {hi:g} is not done")
        return largest

    def control(self, i):
        """Returns the control of an actuator without input."""
        return float(np.clip(0.0, *self.m.actuator_ctrlrange[i])) if self.m.actuator_ctrllimited[i] else 0.0

    def read_servo(self, i, j, gear, gain, bias):
        """Reads force = gear (gain control + b0 + b1 gear value + b2 gear rate) as spring and damper to the target."""
        by_value, by_rate = float(-bias[1] * gear * gear), float(-bias[2] * gear * gear)
        share = by_value if by_value > 0 else by_rate
        scale = float(gear * gain / share)
        motor = {"kind": "position" if by_value > 0 else "velocity",
                 "target": scale * self.control(i) + float(gear * bias[0] / share)}
        motor |= {"stiffness": by_value} if by_value > 0 else {}
        motor |= {"damping": by_rate} if by_rate > 0 else {}
        effort = self.effort(i, j)
        motor |= {} if effort is None else {"max_force": effort}
        self.drives[j] = motor
        self.driven.add(j)
        if abs(scale - 1) > 1e-12:
            self.note(i, f"its target is {scale:g} times its control")
        if by_rate < 0:
            self.note(i, "its gain on the rate feeds the motion, and is not done")

    def read_motor(self, i, j, gear, gain):
        m, by_control = self.m, []
        if m.actuator_ctrllimited[i]:
            by_control = [gain * gear * np.array(m.actuator_ctrlrange[i], float)]
        kind = self.c.options.motors
        if self.control(i) * gain != 0:
            self.note(i, f"its control is at least {self.control(i):g}: the force of that is not done")
        effort = self.effort(i, j, by_control, quiet=kind == "none")
        if kind == "none" or effort is None:
            bound = "" if effort is None else f" up to {effort:g}"
            return self.note(i, f"exerts no force of its own{bound}: --motors makes a motor of it")
        self.driven.add(j)
        self.drives[j] = {"kind": kind, "target": 0.0, "max_force": effort, "holds": kind == "position"}
        if kind == "position":
            self.drives[j]["time_constant"] = 0.05
