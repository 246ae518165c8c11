# SPDX-License-Identifier: Apache-2.0
"""What is measured on the states of a run, by the same code for every engine."""
from __future__ import annotations

import numpy as np
import overlap


def rotations(quaternions: np.ndarray) -> np.ndarray:
    """(..., 4) w x y z -> (..., 3, 3)."""
    w, x, y, z = np.moveaxis(quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True), -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def penetration(run, scene) -> float:
    """The deepest overlap of any two bodies, or of a body and the ground, at any sample, m."""
    return max(overlap.deepest(state[:, 0:3], rotations(state[:, 3:7]), scene) for state in run.states)


def joint_gap(run, scene) -> float:
    """The largest distance of two anchors that a joint keeps together, at any sample, m."""
    index = {body.name: k for k, body in enumerate(scene.bodies)}
    turned = rotations(run.states[:, :, 3:7])
    start = [rotations(np.array(body.quaternion)) for body in scene.bodies]

    def anchor(name, point):
        if name is None:
            return np.broadcast_to(point, (len(run.states), 3))
        k = index[name]
        local = start[k].T @ (np.array(point) - scene.bodies[k].position)
        return run.position[:, k] + turned[:, k] @ local

    gaps = [np.linalg.norm(anchor(j.a, j.anchor) - anchor(j.b, j.anchor), axis=1).max() for j in scene.joints]
    return float(max(gaps, default=0.0))


def momenta(run, scene) -> tuple[np.ndarray, np.ndarray]:
    """(samples, bodies, 3) linear, and angular about the origin."""
    mass = np.array([body.mass for body in scene.bodies])[None, :, None]
    inertia = np.array([body.inertia for body in scene.bodies])
    turned = rotations(run.states[:, :, 3:7])
    local = np.einsum("kiba,kib->kia", turned, run.states[:, :, 10:13]) * inertia[None]
    linear = mass * run.velocity
    return linear, np.cross(run.position, linear) + np.einsum("kiab,kib->kia", turned, local)


def momentum_error(run, scene) -> float:
    """The largest change of either momentum over the sum of the sizes of its parts at the start."""
    worst = 0.0
    for parts in momenta(run, scene):
        total, scale = parts.sum(1), np.linalg.norm(parts[0], axis=1).sum()
        if scale > 0:
            worst = max(worst, float(np.linalg.norm(total - total[:1], axis=1).max() / scale))
    return worst


def energy_error(run, scene) -> float:
    """The largest change of the energy over the potential energy that the run moves, or the kinetic one at the start."""
    mass = np.array([body.mass for body in scene.bodies])
    inertia = np.array([body.inertia for body in scene.bodies])
    local = np.einsum("kiba,kib->kia", rotations(run.states[:, :, 3:7]), run.states[:, :, 10:13])
    kinetic = (0.5 * mass * (run.velocity ** 2).sum(2) + 0.5 * (inertia * local ** 2).sum(2)).sum(1)
    potential = -(mass[None, :, None] * run.position * np.array(scene.gravity)).sum((1, 2))
    energy = kinetic + potential
    return float(np.abs(energy - energy[0]).max() / max(np.ptp(potential), kinetic[0]))
