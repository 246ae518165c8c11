# SPDX-License-Identifier: Apache-2.0
"""Adds the half space of --ground, which faces gravity, and puts free trees on it."""
from __future__ import annotations

from typing import Any

import numpy as np

from joints import FREE
from surfaces import BOX, CAPSULE, CYLINDER, ELLIPSOID, MESH, SPHERE
from tendons import SITE

CONNECT, WELD = 0, 1  # mjtEq


def up_against(gravity):
    length = float(np.linalg.norm(gravity))
    return -np.asarray(gravity, float) / length if length > 0 else np.array([0.0, 0.0, 1.0])


def facing(up):
    """Returns the rotation from z to `up`: w, x, y, z."""
    turn = np.array([1 + up[2], -up[1], up[0], 0.0])
    length = float(np.linalg.norm(turn))
    return turn / length if length > 1e-9 else np.array([0.0, 1.0, 0.0, 0.0])


class Ground:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.up = up_against(converter.gravity())

    def body(self, taken):
        name = "ground" if "ground" not in taken else self.c.free_name("ground_plane", taken)
        ground: dict[str, Any] = {"name": name, "kind": "spatial_fixed", "shapes": [{"half_space": {}}]}
        if self.up[2] < 1:
            ground["orientation"] = [float(x) for x in facing(self.up)]
        return ground

    def reach(self, geom):
        """Returns how far a geom extends below its centre."""
        m, size, kind = self.m, self.m.geom_size[geom], int(self.m.geom_type[geom])
        down = -self.up @ self.data.geom_xmat[geom].reshape(3, 3)
        if kind == SPHERE:
            return size[0]
        if kind == CAPSULE:
            return size[0] + size[1] * abs(down[2])
        if kind == CYLINDER:
            return size[0] * np.hypot(down[0], down[1]) + size[1] * abs(down[2])
        if kind == BOX:
            return size @ abs(down)
        if kind == ELLIPSOID:
            return np.linalg.norm(size * down)
        if kind == MESH:
            mesh = int(m.geom_dataid[geom])
            first, count = int(m.mesh_vertadr[mesh]), int(m.mesh_vertnum[mesh])
            return (np.array(m.mesh_vert[first:first + count], float) @ down).max()
        return -np.inf  # geoms that do not collide when they move

    def ties(self):
        """Yields pairs of bodies that loops and tendons connect."""
        m = self.m
        for i in range(m.neq):
            if m.eq_type[i] in (CONNECT, WELD) and m.eq_active0[i]:
                ends = int(m.eq_obj1id[i]), int(m.eq_obj2id[i])
                on_sites = m.eq_objtype[i] == self.c.mj.mjtObj.mjOBJ_SITE
                yield tuple(int(m.site_bodyid[end]) for end in ends) if on_sites else ends
        for k in range(m.ntendon):
            wraps = range(int(m.tendon_adr[k]), int(m.tendon_adr[k] + m.tendon_num[k]))
            bodies = [int(m.site_bodyid[m.wrap_objid[w]]) for w in wraps if int(m.wrap_type[w]) == SITE]
            yield from zip(bodies, bodies[1:])

    def groups(self):
        """Returns for each body the root of its connected group; 0 if the world holds the group."""
        m = self.m
        group = [int(root) for root in m.body_rootid]
        for body in set(group) - {0}:
            first = int(m.body_jntadr[body])
            if first < 0 or m.jnt_type[first] != FREE:
                group = [0 if root == body else root for root in group]
        for one, two in self.ties():
            least, most = sorted((group[one], group[two]))
            group = [least if root == most else root for root in group]
        return group

    def put_down(self):
        """Moves each free group along `up` until it touches the ground."""
        m, d, group = self.m, self.data, self.groups()
        lowest = dict.fromkeys(group, np.inf)
        for geom in range(m.ngeom):
            if self.c.filters.collides(geom):
                root = group[int(m.geom_bodyid[geom])]
                lowest[root] = min(lowest[root], self.up @ d.geom_xpos[geom] - self.reach(geom))
        for joint in range(m.njnt):
            root = group[int(m.jnt_bodyid[joint])]
            if m.jnt_type[joint] == FREE and root != 0 and np.isfinite(lowest[root]):
                at = int(m.jnt_qposadr[joint])
                d.qpos[at:at + 3] -= lowest[root] * self.up
