# SPDX-License-Identifier: Apache-2.0
"""Converts joints between a body and its parent, with intermediate bodies if there are several."""
from __future__ import annotations

from typing import Any

import numpy as np

from bodies import first

FREE, BALL, SLIDE, HINGE = range(4)  # mjtJoint


class Joints:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.parted = set()  # names of bodies and parents that do not collide

    def read(self):
        for body in range(1, self.m.nbody):
            self.add_joints_of(body)

    def coordinate(self, j, index):
        """Returns limits, spring, damping, friction and motor along the coordinate of a hinge or slide."""
        m, dof, name = self.m, self.m.jnt_dofadr[j], self.c.name("JOINT", j)
        start = float(self.data.qpos[m.jnt_qposadr[j]])
        found = {"coordinate": index}
        if start:
            found["start"] = start
        if m.jnt_limited[j]:
            self.c.limit(found, m.jnt_range[j], start, ("joint",), name)
        if first(m.jnt_stiffness[j]) > 0:
            found["spring"] = {"stiffness": first(m.jnt_stiffness[j]), "rest": float(m.qpos_spring[m.jnt_qposadr[j]])}
        self.c.note_powers(("joint",), name, "jnt", j, dof)
        armature, damping = self.c.actuators.rotors_of(("joint", j))
        own = {"damping": damping + first(m.dof_damping[dof]), "friction": float(m.dof_frictionloss[dof]),
               "armature": armature + float(m.dof_armature[dof])}
        found |= {key: value for key, value in own.items() if value > 0}
        if motor := self.c.actuators.motors.get(("joint", j)):
            found["motor"] = motor
        return found

    def add_joints_of(self, body):
        m = self.m
        own = range(m.body_jntadr[body], m.body_jntadr[body] + m.body_jntnum[body])
        if not own:
            return
        if m.jnt_type[own[0]] == FREE:
            return self.note_forces(own[0], "free")
        child, parent = self.c.bodies.name_of(body), self.c.bodies.name_of(m.body_parentid[body])
        if self.c.filters.parents_part:
            self.parted.add(tuple(sorted((child, parent))))  # even with bodies between them
        chain = list(own)
        while chain:
            links = [chain.pop(0)]
            if m.jnt_type[links[0]] != BALL and chain and self.is_universal(links[0], chain[0]):
                links.append(chain.pop(0))
            name, anchor = self.c.name("JOINT", links[0]), self.data.xanchor[links[0]]
            end = child if not chain else self.c.bodies.add_between(body, anchor, f"{name}_body", own, links[-1])
            self.add_links(links, name, end, parent, anchor)
            parent = end

    def add_links(self, links, name, a, b, anchor):
        """Adds one joint of the scene."""
        j, axes = links[0], self.data.xaxis
        if self.m.jnt_type[j] == BALL:
            along, axis = self.ball_coordinates(j, anchor)
            self.c.add_joint(name, "spherical", a, b, anchor, along, axis=axis, collide=not self.c.filters.parents_part)
            return self.note_forces(j, "ball", done={word for each in along for word in each})
        along = [self.coordinate(each, k) for k, each in enumerate(links)]
        self.c.joint_at |= {each: (name, k) for k, each in enumerate(links)}
        self.c.coordinate_names |= {each: self.c.name("JOINT", each) for each in links}
        if len(links) == 2:
            along[1]["name"] = self.c.coordinate_names[links[1]]
        kind, keys = "pin" if self.m.jnt_type[j] == HINGE else "prismatic", {"axis": axes[j]}
        if len(links) == 2:
            kind, keys = "universal", {"axis": axes[links[1]], "axis_b": axes[j]}
        self.c.add_joint(name, kind, a, b, anchor, along, collide=not self.c.filters.parents_part, **keys)

    def rotor_of(self, root):
        """Returns the armature of a body on a single ball joint to a fixed one; equal about all axes, it is inertia."""
        m, first_joint = self.m, int(self.m.body_jntadr[root])
        hangs = (m.body_jntnum[root] == 1 and m.jnt_type[first_joint] == BALL
                 and self.c.bodies.stands(self.c.bodies.root_of(m.body_parentid[root])))
        return float(m.dof_armature[m.jnt_dofadr[first_joint]]) if hangs else 0.0

    def ball_coordinates(self, j, anchor):
        """Returns spring, damper and limits of a ball joint on its swing and its twist, and the axis of these: from the
        joint to the centre of mass. The scene counts both from the start, MuJoCo from its reference."""
        m, data, name, turn = self.m, self.data, self.c.name("JOINT", j), int(self.m.jnt_qposadr[j])
        found = {"spring": first(m.jnt_stiffness[j]), "damping": first(m.dof_damping[m.jnt_dofadr[j]]),
                 "limits": float(max(m.jnt_range[j])) if m.jnt_limited[j] else 0.0}
        if np.linalg.norm(data.qpos[turn + 1:turn + 4]) > 1e-9:
            found["spring"] = found["limits"] = 0.0
        swing: dict[str, Any] = {"coordinate": 0}
        twist: dict[str, Any] = {"coordinate": 1}
        if found["spring"] > 0:
            swing["spring"] = twist["spring"] = {"stiffness": found["spring"], "rest": 0.0}
        if found["damping"] > 0:
            swing["damping"] = twist["damping"] = found["damping"]
        if 0 < found["limits"] < np.pi:
            swing["limits"], twist["limits"] = [None, found["limits"]], [-found["limits"], found["limits"]]
        if len(swing) == 1:
            return [], [1.0, 0.0, 0.0]
        words = [word for word, key in (("stiffness", "spring"), ("damping", "damping"), ("range", "limits")) if key in swing]
        self.c.note(("joint",), name, f"{' and '.join(words)} of a ball joint act{'s' if len(words) == 1 else ''} on its swing and "
                    "its twist, each by itself: as in MuJoCo where it turns about one axis")
        self.c.note_powers(("joint",), name, "jnt", j, m.jnt_dofadr[j])
        return [swing, twist], self.axis_of_limb(j, anchor)

    def axis_of_limb(self, j, anchor):
        _, center, _ = self.c.bodies.mass_of(self.c.bodies.root_of(int(self.m.jnt_bodyid[j])))
        arm = np.array(center) - anchor
        length = float(np.linalg.norm(arm))
        return arm / length if length > 1e-9 else [1.0, 0.0, 0.0]

    def note_forces(self, j, kind, done=frozenset()):
        """Notes forces of a ball or free joint that the scene does not have; `done` are the keys of those it has."""
        m, dof = self.m, self.m.jnt_dofadr[j]
        inertia = self.rotor_of(int(m.jnt_bodyid[j]))
        acting = {"stiffness": first(m.jnt_stiffness[j]), "damping": first(m.dof_damping[dof]), "frictionloss": m.dof_frictionloss[dof],
                  "armature": m.dof_armature[dof] - inertia, "range": m.jnt_limited[j]}
        keys = {"stiffness": "spring", "range": "limits"}
        found = [word for word, value in acting.items() if value > 0 and keys.get(word, word) not in done]
        if not found:
            return
        self.c.note(("joint", "freejoint"), self.c.name("JOINT", j), f"{' and '.join(found)} of a {kind} joint "
                    f"{'are' if len(found) > 1 else 'is'} not done",
                    "a freejoint takes nothing from the class of its body" if kind == "free" else
                    "springs and limits count from the start, where it is turned" if "stiffness" in found or "range" in found else "")

    def is_universal(self, j, k):
        """True for two hinges with perpendicular axes through one point."""
        d, types = self.data, self.m.jnt_type
        return (types[j] == HINGE and types[k] == HINGE and np.linalg.norm(d.xanchor[j] - d.xanchor[k]) < 1e-12
                and abs(d.xaxis[j] @ d.xaxis[k]) < 1e-9)
