# SPDX-License-Identifier: Apache-2.0
"""Converts actuators along hinges and slides: forces, servos and holding motors, with a control for each of MuJoCo's."""
from __future__ import annotations

import numpy as np

from settings import acts

TAGS = ("motor", "position", "velocity", "general", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor", "pid",
        "orientation", "plugin")


class Drive:
    """An actuator along a joint: force = gear (gain control + b0 + b1 gear value + b2 gear rate)."""

    def __init__(self, m, i, joint):
        gear, bias = float(m.actuator_gear[i][0]), [float(each) for each in m.actuator_biasprm[i][:3]]
        self.index, self.joint = i, joint
        self.gain, self.offset = gear * float(m.actuator_gainprm[i][0]), gear * bias[0]
        self.stiffness, self.damping = -bias[1] * gear * gear, -bias[2] * gear * gear
        self.forces = sorted(gear * float(each) for each in m.actuator_forcerange[i]) if m.actuator_forcelimited[i] else None
        self.controls = [float(each) for each in m.actuator_ctrlrange[i]] if m.actuator_ctrllimited[i] else None

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
        self.motors: dict[int, dict] = {}   # motor of each joint
        self.entries: dict[int, dict] = {}  # actuator of the scene for each control of MuJoCo

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

    def controls_of(self, i):
        """Returns the numbers of the controls of an actuator; before MuJoCo 4 each has one."""
        if not hasattr(self.m, "actuator_ctrladr"):
            return [i]
        first = int(self.m.actuator_ctrladr[i])
        return [] if first < 0 else list(range(first, first + int(self.m.actuator_ctrlnum[i])))

    # The actuators of the scene.

    def read(self):
        drives: dict[int, list[Drive]] = {}
        for i in range(self.count):
            if drive := self.drive_of(i):
                drives.setdefault(drive.joint, []).append(drive)
            else:
                self.keep_place(i)
        for joint, along in drives.items():
            self.drive_joint(joint, along)

    def keep_place(self, i):
        """Adds actuators without effect, so that all controls have MuJoCo's places."""
        controls, name = self.controls_of(i), self.c.name("ACTUATOR", i)
        for k, control in enumerate(controls):
            self.entries[control] = {"name": name if len(controls) == 1 else f"{name}[{k}]", "kind": "none"}

    def drive_of(self, i):
        """Returns an actuator that can be read; notes any other."""
        m, joint = self.m, self.joint_of(i)
        if not acts(self.c.mj, m, i):
            return self.note(i, "is switched off by the options, and its control has no effect")
        if joint < 0:
            return self.note(i, "acts on no hinge or slide, and is not done: its control has no effect")
        if m.actuator_dyntype[i] != 0:
            return self.note(i, "has states of its own, and is not done: its control has no effect")
        constant_gain = m.actuator_gaintype[i] == 0 or (m.actuator_gaintype[i] == 1 and not m.actuator_gainprm[i][1:3].any())
        if not constant_gain or m.actuator_biastype[i] not in (0, 1) or len(self.controls_of(i)) != 1:
            return self.note(i, "has a gain or bias that is not done: its control has no effect")
        return Drive(m, i, joint)

    def drive_joint(self, joint, along):
        """Reads the actuators of one joint. The gains of its servos add up to those of one motor."""
        servos, forces = [each for each in along if each.is_servo()], [each for each in along if not each.is_servo()]
        self.limit_joint(joint, along)
        if servos and not self.add_servos(joint, servos):
            for each in servos:
                self.note(each.index, "has a gain or bias that is not done: its control has no effect")
                self.keep_place(each.index)
        for each in forces:
            if not self.holds(joint, each, len(along) == 1):
                self.add(each, "force", each.gain, each.offset, each.forces)

    def limit_joint(self, joint, along):
        """Applies the range of the sum of all actuators' forces that the joint has."""
        if not self.m.jnt_actfrclimited[joint]:
            return
        own = [float(each) for each in self.m.jnt_actfrcrange[joint]]
        for each in along:
            each.forces = own if each.forces is None else [float(force) for force in np.clip(each.forces, *own)]
            if len(along) > 1:
                self.note(each.index, "has the range of forces of its joint for itself, not together with others")

    def add(self, drive, kind, gain, offset, forces, control=None):
        entry = {"name": self.c.name("ACTUATOR", drive.index), "kind": kind, "mujoco_joint": drive.joint, "gain": gain}
        entry |= {"offset": offset} if offset else {}
        entry |= {"control_range": drive.controls} if drive.controls and kind != "none" else {}
        entry |= {"force_range": forces} if forces else {}
        control = self.control_of(drive) if control is None else control
        self.entries[self.controls_of(drive.index)[0]] = entry | ({"control": control} if control else {})

    def control_of(self, drive):
        """Returns the control at the start, which a key may set."""
        return float(self.c.data.ctrl[self.controls_of(drive.index)[0]])

    # Servos: the sum of their forces is stiffness (target - value) - damping rate.

    def add_servos(self, joint, servos):
        """Returns False if their gains are those of no servo."""
        stiffness, damping = sum(each.stiffness for each in servos), sum(each.damping for each in servos)
        share = stiffness if stiffness > 0 else damping
        if stiffness < 0 or share <= 0:
            return False
        motor = {"kind": "position" if stiffness > 0 else "velocity", "target": 0.0}
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
        self.motors[joint] = motor
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

    def holds(self, joint, drive, alone):
        """Makes a motor of an actuator that exerts a force; returns False if that is not asked for or not possible."""
        kind = self.c.options.motors
        if kind == "none":
            return False
        effort = drive.effort()
        if effort is None or drive.offset or not alone:
            self.note(drive.index, "exerts a force that follows its control: --motors makes motors of limits of effort, one to a joint")
            return False
        start = float(self.c.data.qpos[self.m.jnt_qposadr[joint]]) if kind == "position" else 0.0
        self.motors[joint] = {"kind": kind, "target": start, "max_force": effort}
        if kind == "position":
            self.motors[joint]["time_constant"] = 0.05
        drive.controls = None
        self.add(drive, "target", 1.0, 0.0, None, control=start)
        return True

    def all(self):
        """Returns the actuators of the scene, once the joints have their names."""
        found = []
        for _, entry in sorted(self.entries.items()):
            joint = entry.pop("mujoco_joint", -1)
            found.append(entry if joint < 0 else entry | {"joint": self.c.coordinate_names[joint]})
        return found
