# SPDX-License-Identifier: Apache-2.0
"""Movers, free bodies and joints that turn far within a step."""

from drawn_case import Case, drawing, scene_of, vector
from drawn_joints import body
from drawn_options import SURFACES, loose
from drawn_shapes import PLANE, SPACE


def begun(kind, in_space, k):
    name = f"extremes/{'space' if in_space else 'plane'}/{kind}_{k}"
    return name, drawing(name), (lambda x, z, y=0.0: [x, y, z]) if in_space else (lambda x, z, y=0.0: [x, z])


def turning(in_space, k):
    """Bodies beside a mover that turns far within a step."""
    name, draw, at = begun("turning", in_space, k)
    rate = draw.uniform(15, 70) * draw.choice([-1, 1])
    mover = {"name": "mover", "kind": "spatial_kinematic" if in_space else "kinematic", "position": at(0.0, 0.0),
             "shapes": [{"box": {"size": [0.9, 0.7, 0.2] if in_space else [0.9, 0.2]}}],
             "motion": {"velocity": [0.1, 0.0, 0.0], "omega": [0.1, 0.2, rate]} if in_space
             else {"velocity": [0.1, 0.0, rate]}}
    shapes = SPACE if in_space else PLANE
    bodies = [mover, *(loose(f"b{i}", shapes[draw.choice(sorted(shapes))], draw, in_space,
                             at(0.6 - 1.2 * i, 0.25, 0.1), "ice") for i in range(2))]
    return Case(name, scene_of(name, bodies, **SURFACES), steps=(1, 4, 10))


def tumbling(in_space, k):
    """Free rotation, fast beside the step; more bodies than fit in one batch."""
    name, draw, at = begun("tumbling", in_space, k)
    bodies = []
    for i in range(9):
        bodies.append(body(f"b{i}", draw, in_space, at(3.0 * i, 0.0)))
        spin = draw.choice([0.001, 3, 40, 400])
        bodies[-1]["omega"] = vector(draw, 3, -spin, spin) if in_space else draw.uniform(-spin, spin)
    if in_space and k % 2:
        bodies[0]["inertia"] = [0.03, 0.03, 0.03]
        bodies[1]["inertia"] = [[0.04, 0.001, 0.002], [0.001, 0.03, 0.0], [0.002, 0.0, 0.05]]
    return Case(name, scene_of(name, bodies, dt=0.01), steps=(1, 5, 12))


def whirling(in_space, k):
    """Motors that turn joints by radians within a step."""
    name, draw, at = begun("whirling", in_space, k)
    kind = ["pin", "cylindrical" if in_space else "pin", "screw" if in_space else "pin"][k % 3]
    joint = {"name": "j", "kind": kind, "a": "b0", "anchor": at(0.0, 0.0)}
    if in_space:
        joint["axis"] = [0.1, 1.0, 0.2]
    if kind == "screw":
        joint["pitch"] = 0.002
    if in_space and k > 5:
        joint["kind"] = kind = "spherical"
    turns = 1 if kind in ("cylindrical", "spherical") else 0
    joint["coordinates"] = [{"coordinate": turns, "limits": [None, draw.uniform(3, 30)],
                             "motor": {"kind": "velocity", "target": draw.uniform(150, 900), "max_force": 900.5},
                             "spring": {"stiffness": 0.5, "rest": 2.0}}]
    bodies = [body("b0", draw, in_space, at(0.02, 0.01))]
    return Case(name, scene_of(name, bodies, joints=[joint], dt=0.008), steps=(1, 4, 9))
