# SPDX-License-Identifier: Apache-2.0
"""Converts bodies of a MuJoCo model: welded ones become one body, those welded to the world are fixed."""
from __future__ import annotations

import numpy as np

from lines import Lines


def listed(vector):
    return [float(x) for x in vector]


def first(values):
    """Returns the first coefficient of a force; some MuJoCo versions have several, by powers of length or speed."""
    return float(np.ravel(values)[0])


def about(inertia, mass, offset):
    """Returns the inertia about a point `offset` away from the centre of mass."""
    return inertia + mass * (offset @ offset * np.eye(3) - np.outer(offset, offset))


# Fraction of a body's mass and inertia that each intermediate body between its joints has in addition:
# MuJoCo allows several joints between two bodies, Perpend one. With a smaller fraction, the contact
# problems of a falling humanoid are not solved to the bound of their certificate.
BETWEEN = 1e-3
LARGEST = 200  # m; no robot is as large, but a file in millimetres is


class Bodies:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.lines = Lines(converter.root)
        self.found: list[dict] = []
        self.between: list[dict] = []
        self.by_root: dict[int, list[int]] = {}
        self.names = converter.names("BODY")  # names in use
        self.static = converter.free_name("world_body", self.names)
        self.names.add(self.static)

    def root_of(self, body):
        return int(self.m.body_weldid[body])

    def name_of(self, body):
        """Returns the name in the scene; "world" for bodies welded to the world."""
        root = self.root_of(body)
        return "world" if root == 0 else self.c.name("BODY", root)

    def body_of(self, root):
        """Returns the body of the scene that has the shapes of `root`."""
        return self.static if root == 0 else self.c.name("BODY", root)

    def stands(self, root):
        """True for the world and for mocap bodies, which are kinematic: only the user's program moves them."""
        return root == 0 or self.m.body_mocapid[root] >= 0

    def members(self, root):
        if not self.by_root:
            for body in range(self.m.nbody):
                self.by_root.setdefault(self.root_of(body), []).append(body)
        return self.by_root[root]

    def mass_of(self, root):
        """Returns mass, centre of mass (world) and inertia about it (world axes) of a root with its welded bodies."""
        m, d = self.m, self.data
        members = self.members(root)
        masses = np.array([m.body_mass[b] for b in members])
        mass = masses.sum()
        if mass == 0:
            return 0.0, d.xpos[root], np.zeros((3, 3))
        center = (masses[:, None] * np.array([d.xipos[b] for b in members])).sum(0) / mass
        inertia = np.zeros((3, 3))
        for b in members:
            axes = d.ximat[b].reshape(3, 3)
            inertia += about(axes @ np.diag(m.body_inertia[b]) @ axes.T, m.body_mass[b], d.xipos[b] - center)
        return float(mass), center, inertia

    def motion_of(self, body, center):
        """Returns the velocity of the centre of mass and the angular velocity."""
        m = self.m
        jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        self.c.mj.mj_jac(m, self.data, jacp, jacr, center, body)
        return jacp @ self.data.qvel, jacr @ self.data.qvel

    def read(self):
        for root in range(self.m.nbody):
            if self.root_of(root) == root:
                self.read_body(root)
        for body in range(1, self.m.nbody):
            self.note_size(body)

    def note_size(self, body):
        """Notes moving bodies that are too large, as for URDF and SDF (src/io/robot/robot_bodies.cpp)."""
        m, d = self.m, self.data
        first = int(m.body_geomadr[body])
        own = range(first, first + int(m.body_geomnum[body]))
        size = max([2 * float(m.geom_rbound[g]) for g in own] + [float(np.linalg.norm(d.xpos[body] - d.xpos[m.body_rootid[body]]))])
        if self.root_of(body) != 0 and size > LARGEST:
            self.c.note(("body",), self.c.name("BODY", body), f"makes the robot {size:.4g} m large",
                        "lengths are in m: is the file in mm?")

    def read_body(self, root):
        d, surfaces = self.data, self.c.surfaces
        static, frame, origin = self.stands(root), d.xmat[root].reshape(3, 3), d.xpos[root]
        geoms, shapes = surfaces.shapes_of(self.members(root), origin, frame, static)
        looks = self.c.visuals.looks_of(self.members(root), geoms, origin, frame)
        if root == 0 and not looks:
            return
        kind = "spatial" if not static else "spatial_fixed" if root == 0 else "spatial_kinematic"
        body = {"name": self.body_of(root), "kind": kind}
        if root != 0:
            body |= {"position": listed(origin), "orientation": listed(d.xquat[root])}
        if static and root != 0:
            body["motion"] = {"driven": True}
        if not static:
            body |= self.weight_of(body, root, origin, frame)
        if shapes:
            body["shapes"] = shapes
            self.c.filters.put(body, geoms)
        body |= surfaces.keys_of(root) | looks
        self.found.append(body)

    def weight_of(self, body, root, origin, frame):
        """Returns mass and motion."""
        mass, center, inertia = self.mass_of(root)
        if mass <= 0:
            self.c.refuse(("body",), body["name"], "moves, but has no mass")
        inertia = inertia + self.c.tree.rotor_of(root) * np.eye(3)
        velocity, omega = self.motion_of(root, center)
        found = {key: listed(value) for key, value in (("velocity", velocity), ("omega", omega)) if value.any()}
        return found | {"mass": mass, "center_of_mass": listed(frame.T @ (center - origin)),
                        "inertia": [listed(row) for row in frame.T @ inertia @ frame]}

    def add_between(self, body, anchor, name, own, last):
        """Adds a small body between a body and its parent, which moves with the joints up to `last`."""
        m, d, name = self.m, self.data, self.c.free_name(name, self.names)
        self.names.add(name)
        mass, center, inertia = self.mass_of(self.root_of(body))
        largest = np.linalg.eigvalsh(about(inertia, mass, center - anchor)).max()
        jacp, jacr = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        self.c.mj.mj_jac(m, d, jacp, jacr, anchor, body)
        rates = np.array(d.qvel)
        for j in range(last + 1, own.stop):  # later joints do not move it
            rates[m.jnt_dofadr[j]] = 0
        entry = {"name": name, "kind": "spatial", "position": listed(anchor), "mass": BETWEEN * mass,
                 "inertia": [BETWEEN * largest] * 3}
        velocity, omega = jacp @ rates, jacr @ rates
        entry |= {key: listed(value) for key, value in (("velocity", velocity), ("omega", omega)) if value.any()}
        self.between.append(entry)
        self.c.note(("body",), self.c.name("BODY", body), f"has several joints: \"{name}\" is a body between them, "
                    f"{BETWEEN:g} of its mass and inertia")
        return name

    def all(self, ground):
        floor = [self.c.ground.body(self.names)] if ground else []
        return floor + self.found + self.between
