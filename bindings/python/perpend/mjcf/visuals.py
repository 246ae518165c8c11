# SPDX-License-Identifier: Apache-2.0
"""What of a MuJoCo model is drawn: colours of bodies, and the geoms that MuJoCo's viewer shows where these are not the
shapes that collide."""
from __future__ import annotations

import math

import numpy as np

from surfaces import HFIELD, MESH, PLANE, SDF

SHOWN_GROUPS = 2  # groups up to this one are shown in MuJoCo's viewer unless asked otherwise
DEFAULT_RGBA = (0.5, 0.5, 0.5, 1)
DIGITS = 6  # of the coordinates of a mesh, relative to its size


def rounded(points):
    """Returns the points as lists, with a resolution relative to the size of all."""
    size = float(np.ptp(points, axis=0).max())
    if size > 0:
        points = np.round(points, DIGITS - math.floor(math.log10(size)))
    return (points + 0.0).tolist()  # without -0


class Visuals:
    def __init__(self, converter):
        self.c, self.m = converter, converter.m
        self.meshes: dict[int, dict] = {}

    def rgba(self, geom):
        """Returns the colour and opacity; as in MuJoCo, a geom's own replaces that of its material unless it is the
        default."""
        own, material = self.m.geom_rgba[geom], int(self.m.geom_matid[geom])
        return self.m.mat_rgba[material] if material >= 0 and np.array_equal(own, DEFAULT_RGBA) else own

    def color(self, geom):
        return "#" + "".join(f"{round(255 * min(max(float(x), 0), 1)):02x}" for x in self.rgba(geom)[:3])

    def is_drawn(self, geom):
        """True if MuJoCo shows the geom and the scene can: of planes, only those that collide."""
        if self.m.geom_group[geom] > SHOWN_GROUPS or self.rgba(geom)[3] <= 0:
            return False
        return self.m.geom_type[geom] != PLANE or self.c.filters.collides(geom) and self.c.bodies.stands(
            self.c.bodies.root_of(int(self.m.geom_bodyid[geom])))

    def note_if_hidden(self, geom):
        """Notes a geom that does not collide if it is not drawn either: it is not in the scene."""
        if not self.is_drawn(geom):
            is_hidden = self.m.geom_group[geom] > SHOWN_GROUPS
            self.c.note(("geom",), self.c.name("GEOM", geom), "collides with nothing (contype and conaffinity are 0), "
                        "and is not drawn", "MuJoCo's viewer does not show groups 3 to 5" if is_hidden else "")

    def looks_of(self, members, colliding, origin, frame):
        """Returns the colour of a body of the scene, that of its first geom, and its visuals if what is drawn differs
        from the shapes of its geoms that are `colliding`."""
        drawn = [g for body in members for g in self.c.surfaces.geoms_of(body) if self.is_drawn(g)]
        if not drawn and not colliding:
            return {}
        found = {"color": self.color((drawn or colliding)[0])}
        if drawn and not self.are_the_shapes(drawn, colliding):
            found["visuals"] = [self.visual(geom, found["color"], origin, frame) for geom in drawn]
        return found

    def are_the_shapes(self, drawn, colliding):
        """True if the shapes of a body look as its geoms do: no mesh is a hull, and all have one colour."""
        return (drawn == colliding and all(self.m.geom_type[geom] != MESH for geom in drawn)
                and len({self.color(geom) for geom in drawn}) == 1)

    def visual(self, geom, color, origin, frame):
        visual = self.solid(geom) | self.c.surfaces.pose_of(geom, origin, frame)
        own = self.color(geom)
        return visual if own == color else visual | {"color": own}

    def solid(self, geom):
        kind = int(self.m.geom_type[geom])
        if kind in (MESH, SDF):
            return {"mesh": self.mesh(int(self.m.geom_dataid[geom]))}
        if kind == HFIELD:
            return self.c.surfaces.height_field(geom)
        return self.c.surfaces.solid(geom)

    def mesh(self, index):
        """Returns the triangles as MuJoCo has them, in the frame of the geom."""
        if index not in self.meshes:
            points, faces = self.c.surfaces.mesh_of(index)
            self.meshes[index] = {"vertices": rounded(points), "triangles": faces.tolist()}
        return self.meshes[index]
