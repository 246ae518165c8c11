# SPDX-License-Identifier: Apache-2.0
"""Converts sites, and bodies that are welded to another, to frames of the bodies they move with."""
from __future__ import annotations

import numpy as np

from surfaces import listed, quaternion


class Frames:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.found: dict[str, dict] = {}

    def read(self):
        for site in range(self.m.nsite):
            if name := self.c.own_name("SITE", site):
                self.add(name, int(self.m.site_bodyid[site]), self.data.site_xpos[site], self.data.site_xmat[site])
        for body in range(1, self.m.nbody):
            name = self.c.own_name("BODY", body)
            if name and self.c.bodies.root_of(body) != body:
                self.add_welded(name, body)

    def add_welded(self, name, body):
        own = self.c.free_name(name, self.found)
        if own != name:
            self.c.note(("body",), name, f'is frame "{own}": a site has its name')
        self.add(own, body, self.data.xpos[body], self.data.xmat[body])

    def add(self, name, body, position, matrix):
        """Adds a frame, whose pose is given in the world."""
        root, d = self.c.bodies.root_of(body), self.data
        axes = d.xmat[root].reshape(3, 3)
        frame = {"name": name, "body": self.c.bodies.name_of(body)}
        offset, turn = axes.T @ (position - d.xpos[root]), quaternion(axes.T @ matrix.reshape(3, 3))
        if offset.any():
            frame["position"] = listed(offset)
        if np.linalg.norm(turn[1:]) > 1e-15:
            frame["orientation"] = listed(turn)
        self.found[name] = frame

    def all(self):
        return list(self.found.values())
