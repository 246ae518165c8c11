# SPDX-License-Identifier: Apache-2.0
"""Converts actuators along hinges, slides and tendons: forces, servos and holding motors, with a control for each of
MuJoCo's."""
from __future__ import annotations

from typing import Any

import numpy as np

from settings import acts

TENDON = 3  # mjtTrn
TAGS = ("motor", "position", "velocity", "general", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor", "pid",
        "orientation", "plugin")


class Drive:
    """An actuator along a joint or tendon: force = gear (gain control + b0 + b1 gear value + b2 gear rate). `still` is
    what MuJoCo's value has in addition to the coordinate of the scene."""

    def __init__(self, m, i, line, still=0.0):
        gear, bias = float(m.actuator_gear[i][0]), [float(each) for each in m.actuator_biasprm[i][:3]]
        self.index, self.line = i, line
        self.stiffness, self.damping = -bias[1] * gear * gear, -bias[2] * gear * gear
        self.gain, self.offset = gear * float(m.actuator_gainprm[i][0]), gear * bias[0] - self.stiffness * still
        self.forces = sorted(gear * float(each) for each in m.actuator_forcerange[i]) if m.actuator_forcelimited[i] else None
        self.controls = [float(each) for each in m.actuator_ctrlrange[i]] if m.actuator_ctrllimited[i] else None

    def limit_controls(self, m):
        """Applies the range of a state that follows the control."""
        if m.actuator_actlimited[self.index]:
            own = [float(each) for each in m.actuator_actrange[self.index]]
            self.controls = own if self.controls is None else [float(each) for each in np.clip(self.controls, own[0], own[1])]

    def is_servo(self):
        return self.stiffness != 0 or self.damping != 0

    def effort(self):
        """Returns the largest force that the ranges of the force and of the control allow, None without limit."""
        ranges = [self.forces] if self.forces else []
        ranges += [sorted(self.gain * each for each in self.controls)] if self.controls else []
        bounds = [max(lo for lo, _ in ranges), min(hi for _, hi in ranges)] if ranges else []
        return max(map(abs, bounds), default=None)


class Actuators:
    def __init__(self, converter):
        self.c, self.m = converter, converter.m
        self.count = getattr(self.m, "nactuator", self.m.nu)
        self.motors: dict[tuple, dict] = {}   # by line: the coordinate of a ("joint", j) or ("tendon", k)
        self.entries: dict[int, dict] = {}  # actuator of the scene for each control of MuJoCo

    def lines(self):
        return [self.line_of(i) for i in range(self.count)]

    def rotors_of(self, line):
        """Returns inertia and damping that all actuators add to a joint or tendon."""
        m, armature, damping = self.m, 0.0, 0.0
        for i in range(self.count if hasattr(m, "actuator_armature") else 0):
            if self.line_of(i) == line:
                armature += float(m.actuator_armature[i] * m.actuator_gear[i][0] ** 2)
                damping += float(m.actuator_damping[i] * m.actuator_gear[i][0] ** 2)
        return armature, damping

    def line_of(self, i):
        """Returns the hinge, slide or tendon that the actuator acts along, or None."""
        index, kind = int(self.m.actuator_trnid[i][0]), int(self.m.actuator_trntype[i])
        if kind == TENDON:
            return None if self.c.tendons.path(index).missing else ("tendon", index)
        return ("joint", index) if kind in (0, 1) and self.m.jnt_type[index] in (2, 3) else None

    def note(self, i, message, hint=""):
        self.c.note(TAGS, self.c.name("ACTUATOR", i), message, hint)

    def controls_of(self, i):
        """Returns the numbers of the controls of an actuator; before MuJoCo 4 each has one."""
        if not hasattr(self.m, "actuator_ctrladr"):
            return [i]
        first = int(self.m.actuator_ctrladr[i])
        return [] if first < 0 else list(range(first, first + int(self.m.actuator_ctrlnum[i])))

    # The actuators of the scene.

    def read(self):
        drives: dict[tuple, list[Drive]] = {}
        for i in range(self.count):
            if drive := self.drive_of(i):
                drives.setdefault(drive.line, []).append(drive)
            else:
                self.keep_place(i)
        for line, along in drives.items():
            self.drive_line(line, along)

    def keep_place(self, i):
        """Adds actuators without effect, so that all controls have MuJoCo's places."""
        controls, name = self.controls_of(i), self.c.name("ACTUATOR", i)
        for k, control in enumerate(controls):
            self.entries[control] = {"name": name if len(controls) == 1 else f"{name}[{k}]", "kind": "none"}

    def drive_of(self, i):
        """Returns an actuator that can be read; notes any other."""
        m, line = self.m, self.line_of(i)
        if not acts(self.c.mj, m, i):
            return self.note(i, "is switched off by the options, and its control has no effect")
        if line is None:
            return self.note(i, "acts on no hinge or slide, and is not done: its control has no effect",
                             "the tendon is left out" if m.actuator_trntype[i] == TENDON else "")
        filters = [int(getattr(self.c.mj.mjtDyn, f"mjDYN_{kind}")) for kind in ("FILTER", "FILTEREXACT")]
        if m.actuator_dyntype[i] not in (0, *filters):
            return self.note(i, "has states of its own, and is not done: its control has no effect")
        constant_gain = m.actuator_gaintype[i] == 0 or (m.actuator_gaintype[i] == 1 and not m.actuator_gainprm[i][1:3].any())
        if not constant_gain or m.actuator_biastype[i] not in (0, 1) or len(self.controls_of(i)) != 1:
            return self.note(i, "has a gain or bias that is not done: its control has no effect")
        drive = Drive(m, i, line, self.c.tendons.path(line[1]).still if line[0] == "tendon" else 0.0)
        if m.actuator_dyntype[i] in filters:
            drive.limit_controls(m)
            self.note(i, f"its time constant of {m.actuator_dynprm[i][0]:g} s is not done: it follows its control at once")
        return drive

    def drive_line(self, line, along):
        """Reads the actuators of one joint or tendon. The gains of its servos add up to those of one motor."""
        servos, forces = [each for each in along if each.is_servo()], [each for each in along if not each.is_servo()]
        self.limit_line(line, along)
        if servos and not self.add_servos(line, servos):
            for each in servos:
                self.note(each.index, "has a gain or bias that is not done: its control has no effect")
                self.keep_place(each.index)
        for each in forces:
            if not self.holds(line, each, len(along) == 1):
                self.add(each, "force", each.gain, each.offset, each.forces)

    def limit_line(self, line, along):
        """Applies the range of the sum of all actuators' forces that the joint or tendon has."""
        kind, index = {"joint": "jnt", "tendon": "tendon"}[line[0]], line[1]
        if not getattr(self.m, f"{kind}_actfrclimited", np.zeros(index + 1))[index]:
            return
        own = [float(each) for each in getattr(self.m, f"{kind}_actfrcrange")[index]]
        for each in along:
            each.forces = own if each.forces is None else [float(force) for force in np.clip(each.forces, own[0], own[1])]
            if len(along) > 1:
                self.note(each.index, f"has the range of forces of its {line[0]} for itself, not together with others")

    def add(self, drive, kind, gain, offset, forces, control=None):
        entry = {"name": self.c.name("ACTUATOR", drive.index), "kind": kind, "line": drive.line, "gain": gain}
        entry |= {"offset": offset} if offset else {}
        entry |= {"control_range": drive.controls} if drive.controls and kind != "none" else {}
        entry |= {"force_range": forces} if forces else {}
        control = self.control_of(drive) if control is None else control
        self.entries[self.controls_of(drive.index)[0]] = entry | ({"control": control} if control else {})

    def control_of(self, drive):
        """Returns the control at the start, which a key may set."""
        return float(self.c.data.ctrl[self.controls_of(drive.index)[0]])

    # Servos: the sum of their forces is stiffness (target - value) - damping rate.

    def add_servos(self, line, servos):
        """Returns False if their gains are those of no servo."""
        stiffness, damping = sum(each.stiffness for each in servos), sum(each.damping for each in servos)
        share = stiffness if stiffness > 0 else damping
        if stiffness < 0 or share <= 0:
            return False
        motor: dict[str, Any] = {"kind": "position" if stiffness > 0 else "velocity", "target": 0.0}
        motor |= {"stiffness": stiffness} if stiffness > 0 else {}
        motor |= {"damping": damping} if damping > 0 else {}
        if damping < 0:
            self.note(servos[0].index, "its gain on the rate feeds the motion, and is not done")
        forces = self.forces_of_motor(servos)
        if forces:
            motor["max_force"] = max(abs(each) for each in forces)
        one_sided = forces if forces and abs(sum(forces)) > 1e-12 * motor["max_force"] else None
        for each in servos:
            self.add(each, "target", each.gain / share, each.offset / share, one_sided)
            control = self.control_of(each)
            motor["target"] += (each.gain * float(np.clip(control, *(each.controls or [control, control]))) + each.offset) / share
        self.motors[line] = motor
        return True

    def forces_of_motor(self, servos):
        """Returns the range of the motor's force, None without limit. Several servos have one motor."""
        ranges = [each.forces for each in servos if each.forces]
        if len(servos) == 1 or not ranges:
            return ranges[0] if ranges else None
        for each in servos:
            if each.forces:
                self.note(each.index, "its range of forces is not done beside another servo of its joint: both have one range")
        if len(ranges) < len(servos):
            return None
        largest = sum(max(abs(force) for force in each) for each in ranges)
        return [-largest, largest]

    # Motors that hold a joint, with --motors.

    def start_of(self, line):
        return float(self.c.data.qpos[self.m.jnt_qposadr[line[1]]]) if line[0] == "joint" else self.c.tendons.length(line[1])

    def holds(self, line, drive, alone):
        """Makes a motor of an actuator that exerts a force; returns False if that is not asked for or not possible."""
        kind = self.c.options.motors
        if kind == "none":
            return False
        effort = drive.effort()
        if effort is None or drive.offset or not alone:
            self.note(drive.index, "exerts a force that follows its control: --motors makes motors of limits of effort, one to a joint")
            return False
        start = self.start_of(line) if kind == "position" else 0.0
        self.motors[line] = {"kind": kind, "target": start, "max_force": effort}
        if kind == "position":
            self.motors[line]["time_constant"] = 0.05
        drive.controls = None
        self.add(drive, "target", 1.0, 0.0, None, control=start)
        return True

    def all(self):
        """Returns the actuators of the scene, once the joints have their names."""
        found = []
        for _, entry in sorted(self.entries.items()):
            kind, index = entry.pop("line", (None, -1))
            names = self.c.tendons.joints if kind == "tendon" else self.c.coordinate_names
            found.append(entry | {"joint": names[index]} if kind else entry)
        return found
