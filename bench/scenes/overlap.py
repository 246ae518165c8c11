# SPDX-License-Identifier: Apache-2.0
"""How deep bodies overlap: exact for boxes and spheres, the ground and each other."""
from __future__ import annotations

import numpy as np


def deepest(position: np.ndarray, rotation: np.ndarray, scene) -> float:
    """m; 0 where nothing overlaps."""
    shapes = [body.shape for body in scene.bodies]
    solid = [k for k, shape in enumerate(shapes) if shape]
    worst = 0.0
    if scene.ground:
        worst = max([worst, *(-lowest(position[k], rotation[k], shapes[k]) for k in solid)])
    for normal, distance in scene.planes:
        worst = max([worst, *(depth_in(normal, distance, position[k], rotation[k], shapes[k]) for k in solid)])
    pairs = near(position, shapes, solid)
    boxes = [(i, j) for i, j in pairs if shapes[i][0] == shapes[j][0] == "box"]
    if boxes:
        worst = max(worst, float(box_depths(position, rotation, shapes, np.array(boxes)).max()))
    for i, j in pairs:
        if shapes[i][0] == "sphere" or shapes[j][0] == "sphere":
            worst = max(worst, ball_depth(position, rotation, shapes, *((i, j) if shapes[i][0] == "sphere" else (j, i))))
    return worst


def half(shape) -> np.ndarray:
    return np.array(shape[1:]) / 2 if shape[0] == "box" else np.full(3, shape[1])


def lowest(position, rotation, shape) -> float:
    if shape[0] == "sphere":
        return float(position[2] - shape[1])
    return float(position[2] - np.abs(rotation[2]) @ half(shape))


def depth_in(normal, distance, position, rotation, shape) -> float:
    """Of a body behind a plane."""
    reach = shape[1] if shape[0] == "sphere" else float(np.abs(normal @ rotation) @ half(shape))
    return float(distance + reach - np.dot(normal, position))


def near(position, shapes, solid) -> list:
    """Pairs whose bounding spheres meet."""
    reach = np.array([np.linalg.norm(half(shapes[k])) if shapes[k][0] == "box" else shapes[k][1] for k in solid])
    where = position[solid]
    distance = np.linalg.norm(where[:, None] - where[None], axis=2)
    i, j = np.nonzero(np.triu(distance < reach[:, None] + reach[None], 1))
    return [(solid[a], solid[b]) for a, b in zip(i, j)]


def ball_depth(position, rotation, shapes, ball, other) -> float:
    """Of a ball in a ball or in a box."""
    radius = shapes[ball][1]
    apart = position[ball] - position[other]
    if shapes[other][0] == "sphere":
        return float(radius + shapes[other][1] - np.linalg.norm(apart))
    local, size = rotation[other].T @ apart, half(shapes[other])
    outside = np.maximum(np.abs(local) - size, 0)
    inside = min(np.max(np.abs(local) - size), 0.0)
    return float(radius - np.linalg.norm(outside) - inside)


def box_depths(position, rotation, shapes, pairs) -> np.ndarray:
    """By separating axes: the least overlap over the 15 axes of each pair, negative where one separates them."""
    a, b = pairs.T
    ra, rb = rotation[a], rotation[b]
    ha, hb = (np.array([half(shapes[k]) for k in which]) for which in (a, b))
    apart = position[b] - position[a]
    crosses = np.cross(ra[:, :, :, None], rb[:, :, None, :], axis=1).reshape(len(a), 3, 9)
    axes = np.concatenate([ra, rb, crosses], axis=2)
    length = np.linalg.norm(axes, axis=1)
    unit = axes / np.maximum(length, 1e-12)[:, None]
    reach = (np.einsum("pi,pik->pk", ha, np.abs(np.einsum("pxi,pxk->pik", ra, unit)))
             + np.einsum("pi,pik->pk", hb, np.abs(np.einsum("pxi,pxk->pik", rb, unit))))
    depth = reach - np.abs(np.einsum("px,pxk->pk", apart, unit))
    return np.where(length > 1e-6, depth, np.inf).min(1)
