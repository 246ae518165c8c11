# SPDX-License-Identifier: Apache-2.0
"""A compiled model of MuJoCo as a scene file of Perpend (docs/robots.md)."""
from __future__ import annotations

import json

import numpy as np

from bodies import Bodies
from lines import Faults, diagnostic
from surfaces import Surfaces

# Share of the mass and inertia of a body that each body between its joints has, added to it: MuJoCo
# lets several joints meet between two bodies, Perpend one. With less, the contact problems of a
# falling humanoid are solved less well than their certificate asks for.
BETWEEN = 1e-3
TOGETHER = 1e-6  # m: ends of a loop that a joint can close
JOINT, SITE = 1, 3  # mjtWrap


def listed(vector):
    return [float(x) for x in vector]


class Converter:
    def __init__(self, mujoco, model, root, options):
        self.mj, self.m, self.root, self.options = mujoco, model, root, options
        self.data = mujoco.MjData(model)
        self.notes: list[dict] = []
        self.bodies = Bodies(self)
        self.surfaces = Surfaces(self)
        self.joints, self.couplers, self.excluded = [], [], []
        self.has_loops = False
        self.drives = {}  # joint index: what actuators do along it
        self.parted = set()  # names of bodies and their parents, which do not collide
        self.joint_at = {}  # joint index: (name in the scene, coordinate)

    # Names and lines.

    def name(self, kind, index):
        found = self.mj.mj_id2name(self.m, getattr(self.mj.mjtObj, f"mjOBJ_{kind}"), index)
        return found or f"{kind.lower()}_{index}"

    def note(self, tags, name, message, hint=""):
        file, line, tag = self.bodies.lines.place(tags, name)
        self.notes.append(diagnostic(file, line, f'{tag} "{name}"', message, hint))

    def refuse(self, tags, name, message, hint=""):
        file, line, tag = self.bodies.lines.place(tags, name)
        raise Faults(diagnostic(file, line, f'{tag} "{name}"', message, hint))

    # The start.

    def joint_index(self, name, flag):
        index = self.mj.mj_name2id(self.m, self.mj.mjtObj.mjOBJ_JOINT, name)
        if index < 0 or self.m.jnt_type[index] not in (2, 3):
            raise Faults(diagnostic("", 0, flag, f'no hinge or slide is named "{name}"'))
        return index

    def move_to_start(self):
        for name, value in self.options.start:
            self.data.qpos[self.m.jnt_qposadr[self.joint_index(name, "start")]] = value
        for name, rate in self.options.rate:
            self.data.qvel[self.m.jnt_dofadr[self.joint_index(name, "rate")]] = rate
        self.mj.mj_forward(self.m, self.data)

    # Joints.

    def limits(self, bounds, start, tags, name):
        lo, hi = listed(bounds)
        if not lo <= start <= hi:
            self.note(tags, name, f"starts at {start:g}, outside of its limits {lo:g} to {hi:g}, which reach as far here")
        return [min(lo, start), max(hi, start)]

    def coordinate(self, j, index):
        """What acts along the coordinate of a hinge or slide."""
        m, dof = self.m, self.m.jnt_dofadr[j]
        start = float(self.data.qpos[m.jnt_qposadr[j]])
        found = {"coordinate": index}
        if start:
            found["start"] = start
        if m.jnt_limited[j]:
            found["limits"] = self.limits(m.jnt_range[j], start, ("joint",), self.name("JOINT", j))
        stiffness, damping = np.ravel(m.jnt_stiffness[j])[0], np.ravel(m.dof_damping[dof])[0]
        if stiffness > 0:
            found["spring"] = {"stiffness": float(stiffness), "rest": float(m.qpos_spring[m.jnt_qposadr[j]])}
        if damping > 0:
            found["damping"] = float(damping)
        if m.dof_frictionloss[dof] > 0:
            found["friction"] = float(m.dof_frictionloss[dof])
        if (armature := float(np.ravel(m.dof_armature[dof])[0])) > 0:
            found["armature"] = armature
        if motor := self.drives.get(j):
            found["motor"] = dict(motor)
            if found["motor"].pop("holds", False):
                found["motor"]["target"] = start
        return found

    def add_joint(self, name, kind, a, b, anchor, coordinates=(), **keys):
        joint = {"name": name, "kind": kind, "a": a, "b": b, "anchor": listed(anchor)}
        joint |= {key: listed(value) for key, value in keys.items()}
        if coordinates := [each for each in coordinates if len(each) > 1]:
            joint["coordinates"] = coordinates
        self.joints.append(joint)

    def add_joints_of(self, body):
        """The joints between a body and its parent, with bodies in between where there are several."""
        m, data = self.m, self.data
        own = range(m.body_jntadr[body], m.body_jntadr[body] + m.body_jntnum[body])
        types = [int(m.jnt_type[j]) for j in own]
        if not types or types == [0]:
            return
        child, parent = self.bodies.name_of(body), self.bodies.name_of(m.body_parentid[body])
        self.parted.add(tuple(sorted((child, parent))))  # though bodies may stand between
        chain = list(own)
        while chain:
            j = chain.pop(0)
            anchor, axis = data.xanchor[j], data.xaxis[j]
            name = self.name("JOINT", j)
            if types[j - own.start] == 1:
                end = child if not chain else self.bodies.add_between(body, anchor, f"{name}_body", own, j)
                self.add_joint(name, "spherical", end, parent, anchor, axis=[1, 0, 0])
                if m.jnt_limited[j]:
                    self.note(("joint",), name, "the limit of a ball joint is not done")
            elif chain and self.is_universal(j, chain[0], types[j + 1 - own.start]):
                other = chain.pop(0)
                end = child if not chain else self.bodies.add_between(body, anchor, f"{name}_body", own, other)
                self.add_joint(name, "universal", end, parent, anchor, [self.coordinate(j, 0), self.coordinate(other, 1)],
                               axis=data.xaxis[other], axis_b=axis)
                self.joint_at[j], self.joint_at[other] = (name, 0), (name, 1)
            else:
                end = child if not chain else self.bodies.add_between(body, anchor, f"{name}_body", own, j)
                kind = "pin" if types[j - own.start] == 3 else "prismatic"
                self.add_joint(name, kind, end, parent, anchor, [self.coordinate(j, 0)], axis=axis)
                self.joint_at[j] = (name, 0)
            parent = end

    def is_universal(self, j, k, type_k):
        """Two hinges that meet across each other."""
        d = self.data
        return (self.m.jnt_type[j] == 3 and type_k == 3 and np.linalg.norm(d.xanchor[j] - d.xanchor[k]) < 1e-12
                and abs(d.xaxis[j] @ d.xaxis[k]) < 1e-9)

    # Actuators.

    def read_actuators(self):
        for i in range(self.m.nu):
            self.read_actuator(i)

    def read_actuator(self, i):
        m, name = self.m, self.name("ACTUATOR", i)
        tags = ("motor", "position", "velocity", "general", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor")
        if m.actuator_trntype[i] not in (0, 1) or m.jnt_type[m.actuator_trnid[i][0]] not in (2, 3):
            return self.note(tags, name, "acts on no hinge or slide, and is not done")
        j, gear = int(m.actuator_trnid[i][0]), float(m.actuator_gear[i][0])
        if j in self.drives:
            return self.note(tags, name, "is the second along its joint, and is not done")
        gain, bias = np.array(m.actuator_gainprm[i][:3], float), np.array(m.actuator_biasprm[i][:3], float)
        affine = m.actuator_gaintype[i] == 0 and m.actuator_biastype[i] in (0, 1)
        bounds = [np.abs(m.actuator_forcerange[i]).max() * abs(gear)] if m.actuator_forcelimited[i] else []
        bounds += [np.abs(m.jnt_actfrcrange[j]).max()] if m.jnt_actfrclimited[j] else []
        effort = float(min(bounds)) if bounds else None
        if m.actuator_dyntype[i] != 0:
            return self.note(tags, name, "has states of its own, and is not done")
        if affine and not bias.any():
            self.read_motor(i, j, name, tags, gear, gain[0], effort)
        elif affine and gear != 0 and gain[0] > 0 and (bias[1] < 0 or (bias[1] == 0 and bias[0] == 0 and bias[2] < 0)):
            self.read_servo(i, j, name, tags, gear, gain[0], bias, effort)
        else:
            self.note(tags, name, "has a gain or bias that is not done")

    def read_servo(self, i, j, name, tags, gear, gain, bias, effort):
        """force = gear (gain control + b0 + b1 gear value + b2 gear rate), as a spring and a damper to the target."""
        m, by_value, by_rate = self.m, float(-bias[1] * gear * gear), float(-bias[2] * gear * gear)
        control = float(np.clip(0.0, *m.actuator_ctrlrange[i])) if m.actuator_ctrllimited[i] else 0.0
        share = by_value if by_value > 0 else by_rate
        scale = float(gear * gain / share)
        motor = {"kind": "position" if by_value > 0 else "velocity", "target": scale * control + float(gear * bias[0] / share)}
        motor |= {"stiffness": by_value} if by_value > 0 else {}
        motor |= {"damping": by_rate} if by_rate > 0 else {}
        motor |= {} if effort is None else {"max_force": effort}
        self.drives[j] = motor
        if abs(scale - 1) > 1e-12:
            self.note(tags, name, f"its target is {scale:g} times its control")
        if by_rate < 0:
            self.note(tags, name, "its gain on the rate feeds the motion, and is not done")

    def read_motor(self, i, j, name, tags, gear, gain, effort):
        m = self.m
        if m.actuator_ctrllimited[i]:
            by_control = float(np.abs(m.actuator_ctrlrange[i]).max() * abs(gain * gear))
            effort = by_control if effort is None else min(effort, by_control)
        kind = self.options.motors
        if kind == "none" or effort is None:
            bound = "" if effort is None else f" up to {effort:g}"
            return self.note(tags, name, f"exerts no force of its own{bound}: --motors makes a motor of it")
        self.drives[j] = {"kind": kind, "target": 0.0, "max_force": effort, "holds": kind == "position"}
        if kind == "position":
            self.drives[j]["time_constant"] = 0.05

    # Loops and couplers.

    def read_equalities(self):
        for i in range(self.m.neq):
            kind = str(self.mj.mjtEq(int(self.m.eq_type[i]))).rsplit("_", 1)[-1].lower()
            name = self.name("EQUALITY", i)
            tags = (kind, "joint", "tendon", "connect", "weld")
            if not self.m.eq_active0[i]:
                self.note(tags, name, "is not active, and is left out")
            elif kind in ("connect", "weld"):
                self.close_loop(i, kind, name, tags)
            elif kind == "joint":
                self.couple(i, name, tags)
            else:
                self.note(tags, name, f"equality {kind} is not done")

    def ends_of(self, i):
        """Bodies and points (world) of the two ends."""
        m, d, data = self.m, self.data, self.m.eq_data[i]
        one, two = int(m.eq_obj1id[i]), int(m.eq_obj2id[i])
        if m.eq_objtype[i] == self.mj.mjtObj.mjOBJ_SITE:
            return m.site_bodyid[one], m.site_bodyid[two], d.site_xpos[one], d.site_xpos[two]

        def at(body, local):
            return d.xpos[body] + d.xmat[body].reshape(3, 3) @ local
        if m.eq_type[i] == 0:
            return one, two, at(one, data[:3]), at(two, data[3:6])
        point = at(two, data[:3])
        return one, two, point, point

    def close_loop(self, i, kind, name, tags):
        one, two, at_one, at_two = self.ends_of(i)
        a, b = self.bodies.name_of(two), self.bodies.name_of(one)
        if a == b:
            return self.note(tags, name, "joins a body with itself, and is left out")
        gap = float(np.linalg.norm(at_one - at_two))
        if gap > TOGETHER:
            self.refuse(tags, name, f"its ends are {gap:.3g} m apart at the start", "close the loop in qpos0")
        if kind == "weld":
            self.note(tags, name, "holds the pose of the start, whatever relpose says")
        if a == "world":
            a, b = b, a
        self.has_loops = True
        self.add_joint(name, "spherical" if kind == "connect" else "weld", a, b, (at_one + at_two) / 2,
                       **({"axis": [1, 0, 0]} if kind == "connect" else {}))

    def couple(self, i, name, tags):
        m, poly = self.m, self.m.eq_data[i][:5]
        one, two = int(m.eq_obj1id[i]), int(m.eq_obj2id[i])
        if np.any(poly[2:] != 0):
            return self.note(tags, name, "a polynomial above the first degree is not done")

        def term(joint, factor):
            joint_name, coordinate = self.joint_at[joint]
            return {"joint": joint_name, "coordinate": coordinate, "factor": float(factor)}
        terms = [term(one, 1)] + ([term(two, -poly[1])] if two >= 0 and poly[1] != 0 else [])
        self.couplers.append({"name": name, "terms": terms})

    # Tendons: one that runs from a site to another is a strut; with an upper limit alone, a rope. What
    # it runs between sites of one body is of fixed length.

    def read_tendons(self):
        for k in range(self.m.ntendon):
            name, tags = self.name("TENDON", k), ("spatial",)
            first, count = int(self.m.tendon_adr[k]), int(self.m.tendon_num[k])
            kinds = [int(kind) for kind in self.m.wrap_type[first:first + count]]
            if all(kind == SITE for kind in kinds):
                self.run_over(k, name, tags, [int(site) for site in self.m.wrap_objid[first:first + count]])
            elif kinds[0] != JOINT:  # "fixed is not done" is said with its line
                self.note(tags, name, "is left out: it does not run from one site to another alone")

    def run_over(self, k, name, tags, sites):
        spans, still = list(zip(sites, sites[1:])), 0.0
        moving = []
        for one, two in spans:
            if self.bodies.root_of(self.m.site_bodyid[one]) == self.bodies.root_of(self.m.site_bodyid[two]):
                still += float(np.linalg.norm(self.data.site_xpos[one] - self.data.site_xpos[two]))
            else:
                moving.append((one, two))
        if len(moving) == 1:
            self.span(k, name, tags, *moving[0], still)
        elif moving:
            self.note(tags, name, f"is left out: {len(moving)} of its spans change their length, one can")
        else:
            self.note(tags, name, "joins a body with itself, and is left out")

    def span(self, k, name, tags, one, two, still):
        """A strut between two sites of a tendon that runs a fixed length `still` beside."""
        m, sites = self.m, self.data.site_xpos
        if self.bodies.name_of(m.site_bodyid[one]) == "world":
            one, two = two, one
        a, b = (self.bodies.name_of(m.site_bodyid[site]) for site in (one, two))
        length, along = float(np.linalg.norm(sites[one] - sites[two])), {"coordinate": 0}
        if m.tendon_limited[k]:
            lo, hi = self.limits(np.array(m.tendon_range[k]) - still, length, tags, name)
            along["limits"] = [lo if lo > 0 else None, hi]
        stiffness, damping, friction = (float(np.ravel(values[k])[0]) for values in (
            m.tendon_stiffness, m.tendon_damping, m.tendon_frictionloss))
        if stiffness > 0:
            shortest, longest = listed(np.array(m.tendon_lengthspring[k]) - still)
            along["spring"] = {"stiffness": stiffness, "rest": (shortest + longest) / 2}
            if longest > shortest:
                self.note(tags, name, f"its spring rests at {along['spring']['rest']:g} m: slack from {shortest:g} to "
                          f"{longest:g} m is not done")
        along |= {key: value for key, value in (("damping", damping), ("friction", friction)) if value > 0}
        self.add_joint(name, "strut", a, b, sites[one], [along], anchor_b=sites[two])

    # Who collides.

    def read_exclusions(self):
        pairs = {tuple(sorted((int(s) >> 16, int(s) & 0xffff))) for s in self.m.exclude_signature}
        names = {tuple(sorted((self.bodies.name_of(a), self.bodies.name_of(b)))) for a, b in pairs}
        names |= self.surfaces.filtered_pairs()
        joined = {tuple(sorted((joint["a"], joint["b"]))) for joint in self.joints}
        names |= self.parted - joined
        self.excluded = [{"a": a, "b": b} for a, b in sorted(names) if a != b and "world" not in (a, b)]
        for k in range(self.m.npair):
            self.note(("pair",), self.name("PAIR", k), "pairs of their own are not done")

    # The whole.

    def text(self):
        self.move_to_start()
        self.read_actuators()
        self.bodies.read()
        for body in range(1, self.m.nbody):
            self.add_joints_of(body)
        self.read_equalities()
        self.read_tendons()
        self.read_exclusions()
        gravity = self.options.gravity if self.options.gravity is not None else self.m.opt.gravity
        name = self.root.attributes.get("model") or "mujoco"
        scene = {"format": 1, "name": name, "gravity": listed(gravity), **self.surfaces.materials(),
                 "bodies": self.bodies.all(self.options.ground), "joints": self.joints, "couplers": self.couplers,
                 "exclude_collisions": self.excluded,
                 "simulation": {"duration": self.options.duration, "dt": float(self.m.opt.timestep)}}
        if self.has_loops:  # drift by projection keeps them closed to rounding
            scene["simulation"]["drift"] = "projection"
        return spread({key: value for key, value in scene.items() if value != []})


def spread(scene):
    """Lists with one element per line."""
    lines = []
    for key, value in scene.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
