# SPDX-License-Identifier: Apache-2.0
"""Converts the geoms of a MuJoCo model: shapes, friction and restitution."""
from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF = range(9)


CORNERS = 256


def directions():
    """Returns unit vectors along a spiral, which cover the sphere evenly."""
    i = np.arange(CORNERS)
    z = 1 - (2 * i + 1) / CORNERS
    r, turn = np.sqrt(1 - z * z), i * np.pi * (3 - np.sqrt(5))
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)


def listed(vector):
    return [float(x) for x in vector]


def quaternion(matrix):
    """Returns w, x, y, z with w >= 0."""
    values, vectors = np.linalg.eigh(np.array([
        [matrix[0, 0] - matrix[1, 1] - matrix[2, 2], 0, 0, 0],
        [matrix[0, 1] + matrix[1, 0], matrix[1, 1] - matrix[0, 0] - matrix[2, 2], 0, 0],
        [matrix[0, 2] + matrix[2, 0], matrix[1, 2] + matrix[2, 1], matrix[2, 2] - matrix[0, 0] - matrix[1, 1], 0],
        [matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1], np.trace(matrix)]]) / 3)
    x, y, z, w = vectors[:, np.argmax(values)]
    found = np.array([w, x, y, z])
    return found if w >= 0 else -found


class Surface(NamedTuple):
    """The contact surface of a body's geoms."""
    friction: tuple[float, float, float]  # sliding; spinning and rolling, m
    dimensions: int                       # condim: >= 3 uses the first, >= 4 the second, >= 6 the third
    solref: tuple[float, float]
    priority: int = 0
    owner: int = -1                       # root body, where a `pair` gives it a surface of its own beside another

    def with_(self, other: "Surface") -> "Surface":
        """Combines two surfaces as MuJoCo does: the one of higher priority, or the larger of each; of solref the mean, or
        the smaller if negative."""
        if self.priority != other.priority:
            return max(self, other, key=lambda surface: surface.priority)
        direct = self.solref[0] <= 0 or other.solref[0] <= 0
        time, damping = (min(pair) if direct else sum(pair) / 2 for pair in zip(self.solref, other.solref))
        sliding, spinning, rolling = map(max, self.friction, other.friction)
        return Surface((sliding, spinning, rolling), max(self.dimensions, other.dimensions), (time, damping), self.priority)

    def is_like(self, other: "Surface") -> bool:
        """True if both have the same friction, restitution and priority among themselves."""
        return self.keys() == other.keys() and self.priority == other.priority

    def restitution(self) -> float:
        """Returns the restitution of an oscillator with that damping ratio, after half a period."""
        stiff, damping = self.solref
        ratio = damping if stiff > 0 else -damping / (2 * math.sqrt(-stiff)) if stiff < 0 else 1.0
        return math.exp(-math.pi * ratio / math.sqrt(1 - ratio * ratio)) if 0 <= ratio < 1 else 0.0

    def keys(self) -> dict[str, float]:
        mu, spinning, rolling = self.friction
        found = {"mu": mu if self.dimensions >= 3 else 0.0}
        found |= {"spinning": spinning} if self.dimensions >= 4 and spinning > 0 else {}
        found |= {"rolling": rolling} if self.dimensions >= 6 and rolling > 0 else {}
        return found | ({"e": e} if (e := self.restitution()) > 0 else {})

    def label(self) -> str:
        words = [f"{key}_{value:g}" for key, value in self.keys().items()]
        return "_".join(words + ([f"priority_{self.priority}"] if self.priority else []))


def is_inside_out(points, faces):
    """True if the surface is closed and encloses a negative volume."""
    edges: dict[tuple[int, int], int] = {}
    for a, b, c in faces.tolist():
        for edge in ((a, b), (b, c), (c, a)):
            edges[edge] = edges.get(edge, 0) + 1
    closed = all(count == 1 and edges.get((b, a)) == 1 for (a, b), count in edges.items())
    return closed and np.einsum("ni,ni->", points[faces[:, 0]], np.cross(points[faces[:, 1]], points[faces[:, 2]])) < 0


class Surfaces:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.surfaces: dict[int, Surface] = {}   # by root body: that of its first geom
        self.names: dict[Surface, str] = {}      # of their materials
        self.pairs: dict[tuple[int, int], Surface] = {}  # by roots: those of `pair`

    def solid(self, geom):
        """Returns a geom of a kind that a scene has as it is; None for other kinds."""
        size, kind = self.m.geom_size[geom], int(self.m.geom_type[geom])
        if kind == SPHERE:
            return {"sphere": {"radius": float(size[0])}}
        if kind == CAPSULE:
            return {"capsule": {"length": float(2 * size[1]), "radius": float(size[0])}}
        if kind == CYLINDER:
            return {"cylinder": {"length": float(2 * size[1]), "radius": float(size[0])}}
        if kind == BOX:
            return {"box": {"size": listed(2 * size)}}
        if kind == PLANE:
            return {"half_space": {}}
        if kind == ELLIPSOID:
            return {"ellipsoid": {"axes": listed(2 * size)}}
        return None

    def shape(self, geom, static):
        m, name, kind = self.m, self.c.name("GEOM", geom), int(self.m.geom_type[geom])
        if kind == MESH:
            mesh = int(m.geom_dataid[geom])
            points, faces = self.mesh_of(mesh)
            if is_inside_out(points, faces):
                self.c.note(("mesh",), self.c.name("MESH", mesh), "is inside out: its faces look inwards")
            return self.hull(name, points)
        if kind == HFIELD and static:
            return self.height_field(geom)
        if (kind != PLANE or static) and (solid := self.solid(geom)):
            return solid
        words = {PLANE: "plane that moves", HFIELD: "height field that moves", SDF: "signed distance"}.get(kind, "shape")
        self.c.note(("geom",), name, f"does not collide: a {words} is not done")
        return None

    def mesh_of(self, mesh):
        """Returns the vertices in the frame of its geoms, and the corners of the triangles."""
        m = self.m
        first, count = int(m.mesh_vertadr[mesh]), int(m.mesh_vertnum[mesh])
        face, faces = int(m.mesh_faceadr[mesh]), int(m.mesh_facenum[mesh])
        return np.array(m.mesh_vert[first:first + count], float), m.mesh_face[face:face + faces]

    def height_field(self, geom):
        """Returns a surface of MuJoCo's triangles, whose first corner is at -x, -y of the geom. The box below it,
        `size[3]`, adds nothing: bodies touch the surface from above, however deep they are."""
        m, field = self.m, int(self.m.geom_dataid[geom])
        (rx, ry, top, _), rows, columns = listed(m.hfield_size[field]), int(m.hfield_nrow[field]), int(m.hfield_ncol[field])
        first = int(m.hfield_adr[field])
        heights = top * np.array(m.hfield_data[first:first + rows * columns], float).reshape(rows, columns)
        return {"height_field": {"spacing": [2 * rx / (columns - 1), 2 * ry / (rows - 1)], "heights": heights.tolist()}}

    def origin_of(self, geom):
        """Returns the origin (world) of the shape of a geom: that of the geom, or the first corner of a height field."""
        origin, field = np.array(self.data.geom_xpos[geom]), int(self.m.geom_dataid[geom])
        if self.m.geom_type[geom] == HFIELD:
            rx, ry = self.m.hfield_size[field][:2]
            origin -= self.data.geom_xmat[geom].reshape(3, 3) @ [rx, ry, 0]
        return origin

    def hull(self, name, points):
        """Returns a hull of at most as many corners as directions(), each the farthest point in one of them."""
        if len(points) > CORNERS:
            points = points[sorted({int(np.argmax(points @ direction)) for direction in directions()})]
        self.c.note(("geom",), name, f"collides as a convex hull of {len(points)} points")
        return {"hull": {"vertices": [listed(point) for point in points]}}

    def geoms_of(self, body):
        first = int(self.m.body_geomadr[body])
        return range(first, first + int(self.m.body_geomnum[body]))

    def pose_of(self, geom, origin, frame):
        """Returns the keys of a shape for the pose of a geom in the frame of its root, those that are not the default."""
        position = frame.T @ (self.origin_of(geom) - origin)
        turn = quaternion(frame.T @ self.data.geom_xmat[geom].reshape(3, 3))
        found = {"position": listed(position)} if position.any() else {}
        return found | ({"orientation": listed(turn)} if np.linalg.norm(turn[1:]) > 1e-15 else {})

    def shapes_of(self, members, origin, frame, static):
        """Returns the geoms of welded bodies that collide, and their shapes in the frame of the root."""
        root, geoms, shapes = members[0], [], []
        for geom in (g for body in members for g in self.geoms_of(body)):
            if not self.c.filters.collides(geom):
                self.c.visuals.note_if_hidden(geom)
                continue
            shape = self.shape(geom, static)
            if shape is None:
                continue
            shapes.append(shape | self.pose_of(geom, origin, frame))
            self.add_surface(root, geom)
            geoms.append(geom)
        return geoms, shapes

    def surface_of(self, geom):
        m = self.m
        root = self.c.bodies.root_of(int(m.geom_bodyid[geom]))
        is_own = any(root in roots for roots in self.pairs)
        return Surface(tuple(listed(m.geom_friction[geom])), int(m.geom_condim[geom]), tuple(listed(m.geom_solref[geom])),
                       int(m.geom_priority[geom]), root if is_own else -1)

    def surface_of_pair(self, pair):
        m = self.m
        along, _, spinning, rolling, _ = listed(m.pair_friction[pair])
        return Surface((along, spinning, rolling), int(m.pair_dim[pair]), tuple(listed(m.pair_solref[pair])))

    def read_pairs(self):
        """Finds the pairs of bodies of one geom each that have a surface of their own."""
        for pair in range(self.m.npair):
            geoms = self.c.filters.sorted_pair(pair)
            roots = tuple(sorted(self.c.bodies.root_of(int(self.m.geom_bodyid[geom])) for geom in geoms))
            are_alone = all(len(self.c.filters.geoms_of(root)) == 1 for root in roots)
            if are_alone and self.surface_of_pair(pair).keys() != self.usual(geoms).keys():
                self.pairs[roots] = self.surface_of_pair(pair)

    def usual(self, geoms):
        one, two = (self.surface_of(geom) for geom in geoms)
        return one.with_(two)

    def has_surface(self, pair):
        """True if the geoms of a pair meet with its friction in the scene."""
        geoms = self.c.filters.sorted_pair(pair)
        roots = tuple(sorted(self.c.bodies.root_of(int(self.m.geom_bodyid[geom])) for geom in geoms))
        along, across = listed(self.m.pair_friction[pair])[:2]
        found = self.pairs.get(roots) or self.usual(geoms)
        return along == across and found.keys() == self.surface_of_pair(pair).keys()

    def between(self, one, two):
        """Returns the surface between two of different bodies."""
        return self.pairs.get(tuple(sorted((one.owner, two.owner)))) or one.with_(two)

    def add_surface(self, root, geom):
        name = self.c.name("GEOM", geom)
        surface = self.surface_of(geom)
        if not self.surfaces.setdefault(root, surface).is_like(surface):
            self.c.note(("geom",), name, "has the friction and restitution of the first geom of its body")

    def keys_of(self, root):
        return {"material": self.material_of(self.surfaces[root])} if root in self.surfaces else {}

    def material_of(self, surface):
        """Returns the name of its material. Surfaces that are equal among themselves may differ beside others."""
        if surface not in self.names:
            self.names[surface] = self.c.free_name(surface.label(), set(self.names.values()))
        return self.names[surface]

    def materials(self):
        kinds = dict(sorted((name, surface) for surface, name in self.names.items()))
        found = {"materials": [{"name": name, **kind.keys()} for name, kind in kinds.items()],
                 "surface_pairs": [{"a": a, "b": b, **self.between(kinds[a], kinds[b]).keys()}
                                   for a, b in itertools.combinations(kinds, 2)]}
        return {key: value for key, value in found.items() if value}
