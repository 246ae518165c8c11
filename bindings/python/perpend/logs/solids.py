# SPDX-License-Identifier: Apache-2.0
"""Converts shapes of bodies to those that viewers draw: boxes, spheres, cylinders and triangles."""
from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np

from .. import _core

#: Side of the ground as it is drawn, m; thickness with which planar bodies are drawn, relative to their size.
GROUND, THICKNESS = 20.0, 0.1


class Solid(NamedTuple):
    kind: str  #: "box", "sphere", "cylinder" (along z) or "mesh"
    position: np.ndarray  #: (3,) m, in the frame at the centre of mass
    quat: np.ndarray  #: (4,) w, x, y, z
    size: np.ndarray  #: (3,) m: whole lengths along x, y, z
    color: tuple  #: red, green, blue in 0 to 1
    points: np.ndarray = np.zeros((0, 3))  #: of a mesh, (n, 3) m
    triangles: np.ndarray = np.zeros((0, 3), int)


def rotated(quat, vector):
    w, v = quat[0], np.asarray(quat[1:])
    return vector + 2 * np.cross(v, np.cross(v, vector) + w * np.asarray(vector))


def product(a, b):
    w = a[0] * b[0] - np.dot(a[1:], b[1:])
    return np.array([w, *(a[0] * np.asarray(b[1:]) + b[0] * np.asarray(a[1:]) + np.cross(a[1:], b[1:]))])


def about(axis, angle):
    return np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.asarray(axis, float))])


def _place(at):
    """Returns position and quaternion of a shape from three numbers in the plane or seven in space."""
    if len(at) == 3:
        return np.array([at[0], at[1], 0.0]), about([0, 0, 1], at[2])
    return np.array(at[:3]), np.array(at[3:])


def _prism(points, thickness):
    """Returns corners and triangles of a convex planar polygon with two faces and a rim."""
    flat, n = np.asarray(points, float), len(points)
    corners = np.array([[x, y, side * thickness / 2] for side in (-1, 1) for x, y in flat])
    faces = [[0, i + 1, i] for i in range(1, n - 1)] + [[n, n + i, n + i + 1] for i in range(1, n - 1)]
    rim = [t for i in range(n) for j in [(i + 1) % n] for t in ([i, j, n + j], [i, n + j, n + i])]
    return corners, np.array(faces + rim)


def _triangles(faces):
    """Splits convex faces into triangle fans."""
    return np.array([[face[0], face[i], face[i + 1]] for face in faces for i in range(1, len(face) - 1)])


def _capsule(color, p, q, half, r, axis):
    """Returns a cylinder and its two end balls; `axis` is the shape's own axis, as a vector."""
    turn = about([0, 1, 0], np.pi / 2) if axis[0] else np.array([1.0, 0, 0, 0])
    ends = [p + side * half * rotated(q, np.asarray(axis, float)) for side in (-1, 1)]
    balls = [Solid("sphere", end, q, np.full(3, 2 * r), color) for end in ends]
    return [Solid("cylinder", p, product(q, turn), np.array([2 * r, 2 * r, 2 * half]), color), *balls]


def _ellipse(a, b, corners=48):
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([a * np.cos(angles), b * np.sin(angles)], axis=1)


def _rings(radii, heights, corners=32):
    """Returns corners and triangles of rings about z, stacked, with closed ends."""
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    points = [[r * np.cos(a), r * np.sin(a), z] for r, z in zip(radii, heights) for a in angles]
    triangles = []
    for ring in range(len(radii) - 1):
        for i in range(corners):
            a, b = ring * corners + i, ring * corners + (i + 1) % corners
            triangles += [[a, b, b + corners], [a, b + corners, a + corners]]
    for first, turn in ((0, -1), ((len(radii) - 1) * corners, 1)):
        triangles += [[first, first + i, first + i + 1][::turn] for i in range(1, corners - 1)]
    return np.array(points), np.array(triangles)


def _ellipsoid(shape):
    angles = np.linspace(-np.pi / 2, np.pi / 2, 17)
    points, triangles = _rings(np.cos(angles), np.sin(angles))
    return points * np.array(shape["half"]), triangles


def _cone(shape):
    return _rings([shape["r"], 0.0], [-shape["half"], shape["half"]])


def _solids(shape, color):
    p, q = _place(shape["at"])
    kind = shape["kind"]
    if kind == "box":
        return [Solid("box", p, q, 2 * np.array(shape["half"]), color)]
    if kind == "sphere":
        return [Solid("sphere", p, q, np.full(3, 2 * shape["r"]), color)]
    if kind == "cylinder":
        return [Solid("cylinder", p, q, np.array([2 * shape["r"]] * 2 + [2 * shape["half"]]), color)]
    if kind == "disc":
        return [Solid("cylinder", p, q, shape["r"] * np.array([2, 2, THICKNESS]), color)]
    if kind in ("capsule", "slot"):
        return _capsule(color, p, q, shape["half"], shape["r"], (0, 0, 1) if kind == "capsule" else (1, 0, 0))
    if kind == "half_space":
        return [Solid("box", p + rotated(q, [0, 0, -0.005]), q, np.array([GROUND, GROUND, 0.01]), color)]
    if kind == "half_plane":
        x, y = shape["normal"]
        turned = product(q, about([0, 0, 1], np.arctan2(-x, y)))
        return [Solid("box", p + rotated(turned, [0, -0.005, 0]), turned, np.array([GROUND, 0.01, 1.0]), color)]
    if kind in ("ellipsoid", "cone"):
        return [Solid("mesh", p, q, np.ones(3), color, *(_ellipsoid(shape) if kind == "ellipsoid" else _cone(shape)))]
    if kind in ("hull", "mesh"):
        return [Solid("mesh", p, q, np.ones(3), color, np.array(shape["points"]), _triangles(shape["faces"]))]
    if kind in ("polygon", "ellipse"):
        points = np.array(shape["points"]) if kind == "polygon" else _ellipse(shape["a"], shape["b"])
        corners, triangles = _prism(points, THICKNESS * np.ptp(points, axis=0).max())
        return [Solid("mesh", p, q, np.ones(3), color, corners, triangles)]
    return []


def _rgb(color):
    return tuple(int(color[i:i + 2], 16) / 255 for i in (1, 3, 5))


def solids_of(world) -> dict[str, list[Solid]]:
    """Returns by the name of the body the solids of its visuals, or of its shapes if it has none. Shapes of other kinds
    are left out."""
    found = {}
    for body in json.loads(_core.bodies(world._core)):
        drawn = body.get("visuals", body["shapes"])
        found[body["name"]] = [solid for shape in drawn for solid in _solids(shape, _rgb(shape.get("color", body["color"])))]
    return found
