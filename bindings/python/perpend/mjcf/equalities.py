# SPDX-License-Identifier: Apache-2.0
"""Converts equalities: loops closed by `connect` and `weld`, and couplers of joints."""
from __future__ import annotations

import numpy as np

TOGETHER = 1e-6  # m, rad: largest gap of a loop that counts as closed
NEARLY = 1e-2  # m: largest gap of a loop that is held in the middle; soft constraints leave such gaps in keys
CONNECT, WELD, JOINT, TENDON = 0, 1, 2, 3  # mjtEq


class Equalities:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data

    def read(self):
        for i in range(self.m.neq):
            kind = str(self.c.mj.mjtEq(int(self.m.eq_type[i]))).rsplit("_", 1)[-1].lower()
            name = self.c.name("EQUALITY", i)
            tags = (kind, "joint", "tendon", "connect", "weld")
            if not self.m.eq_active0[i]:
                self.c.note(tags, name, "is not active, and is left out")
            elif kind in ("connect", "weld"):
                self.close_loop(i, kind, name, tags)
            elif kind == "joint":
                self.couple(i, name, tags)
            elif kind != "tendon":
                self.c.note(tags, name, f"equality {kind} is not done")

    # Loops.

    def ends_of(self, i):
        """Returns bodies and points (world) of the two ends, and the angle between the frames that a weld joins."""
        m, d, data = self.m, self.data, self.m.eq_data[i]
        one, two = int(m.eq_obj1id[i]), int(m.eq_obj2id[i])
        is_weld = m.eq_type[i] == WELD
        if m.eq_objtype[i] == self.c.mj.mjtObj.mjOBJ_SITE:
            turn = self.angle(d.site_xmat[one], d.site_xmat[two]) if is_weld else 0.0
            return m.site_bodyid[one], m.site_bodyid[two], d.site_xpos[one], d.site_xpos[two], turn
        first, second = (data[3:6], data[:3]) if is_weld else (data[:3], data[3:6])

        def at(body, local):
            return d.xpos[body] + d.xmat[body].reshape(3, 3) @ local
        asked = np.zeros(9)
        if is_weld:
            self.c.mj.mju_quat2Mat(asked, data[6:10])
        turn = self.angle((d.xmat[one].reshape(3, 3) @ asked.reshape(3, 3)).ravel(), d.xmat[two]) if is_weld else 0.0
        return one, two, at(one, first), at(two, second), turn

    def angle(self, one, two):
        between = one.reshape(3, 3).T @ two.reshape(3, 3)
        sine = np.linalg.norm([between[2, 1] - between[1, 2], between[0, 2] - between[2, 0], between[1, 0] - between[0, 1]])
        return float(np.arctan2(sine, np.trace(between) - 1))

    def close_loop(self, i, kind, name, tags):
        one, two, at_one, at_two, turn = self.ends_of(i)
        a, b = self.c.bodies.name_of(two), self.c.bodies.name_of(one)
        if a == b:
            return self.c.note(tags, name, "joins a body with itself, and is left out")
        gap = float(np.linalg.norm(at_one - at_two))
        if kind == "connect" and gap > NEARLY:
            self.c.refuse(tags, name, f"its ends are {gap:.3g} m apart at the start",
                          f"expected at most {NEARLY:g} m: close the loop in qpos0 or in the key")
        if kind == "connect" and gap > TOGETHER:
            self.c.note(tags, name, f"its ends are {gap:.3g} m apart at the start: it joins the points halfway between them")
        if kind == "weld" and max(gap, turn) > TOGETHER:
            self.c.note(tags, name, f"holds the pose of the start, which is {gap:.3g} m and {turn:.3g} rad from what it asks for")
        if "world" not in (a, b) and self.c.filters.roots_meet(*map(self.c.bodies.root_of, (one, two))):
            self.c.note(tags, name, "joins bodies, which then do not collide with each other")
        if a == "world":
            a, b = b, a
        self.c.has_loops = True
        anchor = at_two if kind == "weld" else (at_one + at_two) / 2
        self.c.add_joint(name, "spherical" if kind == "connect" else "weld", a, b, anchor,
                         **({"axis": [1, 0, 0]} if kind == "connect" else {}))

    # Couplers: joint1 - its qpos0 = a0 + a1 (joint2 - its qpos0).

    def coupled(self):
        """Yields number, first joint, second or -1, a0 and a1 of the equalities that are couplers."""
        for i in range(self.m.neq):
            poly = self.m.eq_data[i][:5]
            if self.m.eq_type[i] == JOINT and self.m.eq_active0[i] and not np.any(poly[2:] != 0):
                one, two = int(self.m.eq_obj1id[i]), int(self.m.eq_obj2id[i])
                yield i, one, two, float(poly[0]), float(poly[1]) if two >= 0 else 0.0

    def move_to_start(self):
        """Sets coupled joints to the values and rates that follow from the joints that lead them."""
        m, d = self.m, self.data
        before = np.array(d.qpos)
        for _ in range(m.neq + 1):  # a joint may follow another follower
            for _, one, two, offset, factor in self.coupled():
                lead = d.qpos[m.jnt_qposadr[two]] - m.qpos0[m.jnt_qposadr[two]] if two >= 0 else 0.0
                d.qpos[m.jnt_qposadr[one]] = m.qpos0[m.jnt_qposadr[one]] + offset + factor * lead
                d.qvel[m.jnt_dofadr[one]] = factor * d.qvel[m.jnt_dofadr[two]] if two >= 0 else 0.0
        for i, one, _, _, _ in self.coupled():
            now = float(d.qpos[m.jnt_qposadr[one]])
            if abs(now - before[m.jnt_qposadr[one]]) > TOGETHER:
                self.c.note(("joint",), self.c.name("EQUALITY", i), f"its first joint starts at {now:g}, where it holds it")
            asked = dict(self.c.options.rate).get(self.c.name("JOINT", one))
            if asked is not None and abs(asked - d.qvel[m.jnt_dofadr[one]]) > TOGETHER:
                self.c.note(("joint",), self.c.name("EQUALITY", i), "its first joint starts as fast as the second leads it")

    def couple(self, i, name, tags):
        if np.any(self.m.eq_data[i][2:5] != 0):
            return self.c.note(tags, name, "a polynomial above the first degree is not done")
        one, two, factor = next((one, two, factor) for k, one, two, _, factor in self.coupled() if k == i)
        self.c.add_coupler(name, {self.c.joint_at[one]: 1.0}, {self.c.joint_at[two]: 1.0} if factor != 0 else {}, factor)

    # Tendons: length of the first - its length0 = a0 + a1 (length of the second - its length0).

    def read_tendons(self):
        for i in range(self.m.neq):
            if self.m.eq_type[i] == TENDON and self.m.eq_active0[i]:
                self.couple_tendons(i, self.c.name("EQUALITY", i))

    def couple_tendons(self, i, name):
        m, poly, tags = self.m, [float(each) for each in self.m.eq_data[i][:5]], ("tendon",)
        pair = [int(each) for each in (m.eq_obj1id[i], m.eq_obj2id[i]) if each >= 0]
        if any(poly[2:]):
            return self.c.note(tags, name, "a polynomial above the first degree is not done")
        if any(self.c.tendons.path(k).missing for k in pair):
            return self.c.note(tags, name, "is left out, as one of its tendons is")
        change = [float(self.data.ten_length[k] - m.tendon_length0[k]) for k in pair] + [0.0]
        error = change[0] - poly[0] - poly[1] * change[1]
        if abs(error) > TOGETHER:
            self.c.note(tags, name, f"holds the lengths of the start, which are {error:.3g} from what it asks for")
        one, two = [self.c.tendons.terms(k) for k in pair] + ([{}] if len(pair) < 2 else [])
        self.c.add_coupler(name, one, two, poly[1])
