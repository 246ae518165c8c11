# SPDX-License-Identifier: Apache-2.0
"""Every kind of joint with everything that acts along its coordinates."""

import itertools
import math

import numpy as np

from drawn_case import Case, drawing, scene_of, unit_turn, vector

# Coordinates in the plane and in space.
COORDINATES = {"pin": (1, 1), "prismatic": (1, 1), "distance": (0, 0), "weld": (0, 0), "spherical": (1, 2),
               "universal": (None, 2), "cylindrical": (None, 2), "planar": (None, 3),
               "point_on_line": (1, 1), "point_on_plane": (1, 2), "screw": (None, 1), "strut": (1, 1),
               "rolling": (0, 0)}
FEATURES = {
    "free": lambda draw: {},
    "start": lambda draw: {"start": draw.uniform(0.05, 0.2), "damping": 0.31},
    "limits": lambda draw: {"limits": [draw.uniform(-0.05, -0.01), draw.uniform(0.01, 0.05)]},
    "bounce": lambda draw: {"limits": [draw.uniform(-0.03, -0.01), 0.02], "e": draw.uniform(0.2, 0.8)},
    "upper": lambda draw: {"limits": [None, draw.uniform(0.01, 0.04)], "friction": 0.12},
    "speed": lambda draw: {"motor": {"kind": "velocity", "target": draw.uniform(-2, 2), "max_force": 4.7}},
    "drive": lambda draw: {"motor": {"kind": "velocity", "target": draw.uniform(-1, 1)}},
    "place": lambda draw: {"motor": {"kind": "position", "target": draw.uniform(-0.3, 0.3), "time_constant": 0.07,
                                     "max_force": 31.5}},
    "at_once": lambda draw: {"motor": {"kind": "position", "target": draw.uniform(-0.01, 0.01)}},
    "servo": lambda draw: {"motor": {"kind": "position", "target": draw.uniform(-0.4, 0.4), "stiffness": 210.5,
                                     "damping": 11.5, "max_force": 17.5}, "armature": 0.013},
    "servo_speed": lambda draw: {"motor": {"kind": "velocity", "target": draw.uniform(-3, 3), "damping": 3.5}},
    "spring": lambda draw: {"spring": {"stiffness": draw.uniform(50, 900), "rest": draw.uniform(-0.2, 0.2)}},
    "sprung": lambda draw: {"start": draw.uniform(0.05, 0.2),
                            "spring": {"stiffness": draw.uniform(50, 300), "rest": draw.uniform(-0.2, 0.2)}},
    "stiff": lambda draw: {"spring": {"stiffness": 2.5e5}, "damping": 12.5},
    "damper": lambda draw: {"damping": draw.uniform(0.5, 5), "armature": draw.uniform(0.01, 0.3)},
    "friction": lambda draw: {"friction": draw.uniform(0.2, 3)},
    "all": lambda draw: {"limits": [-0.021, 0.043], "spring": {"stiffness": 35.5, "rest": 0.03}, "damping": 0.41,
                         "friction": 0.17, "armature": 0.021, "e": 0.15,
                         "motor": {"kind": "velocity", "target": 1.3, "max_force": 2.1}},
}
# Lengths for angles: coordinates of struts are their length.
STRUT_LENGTH = 0.5


def body(name, draw, in_space, position, **more):
    keys = {"name": name, "position": position, "mass": draw.uniform(0.4, 3)}
    if in_space:
        keys |= {"kind": "spatial", "axis_angle": unit_turn(draw), "omega": vector(draw, 3, -2, 2),
                 "inertia": [draw.uniform(0.02, 0.03), draw.uniform(0.03, 0.04), draw.uniform(0.04, 0.049)],
                 "center_of_mass": vector(draw, 3, -0.05, 0.05)}
    else:
        keys |= {"inertia": draw.uniform(0.01, 0.2), "angle": draw.uniform(-1, 1), "omega": draw.uniform(-2, 2)}
    return {**keys, "velocity": vector(draw, 3 if in_space else 2), **more}


def shifted(coordinate, kind):
    """Values of a strut lie about its length."""
    if kind != "strut":
        return coordinate
    moved = {key: value for key, value in coordinate.items() if key != "start"}
    if "limits" in moved:
        moved["limits"] = [None if x is None else STRUT_LENGTH + x for x in moved["limits"]]
    if "rest" in moved.get("spring", {}):
        moved["spring"] = {**moved["spring"], "rest": STRUT_LENGTH + moved["spring"]["rest"]}
    if moved.get("motor", {}).get("kind") == "position":
        moved["motor"] = {**moved["motor"], "target": STRUT_LENGTH + moved["motor"]["target"]}
    return moved


def joint(name, kind, a, b, draw, in_space, anchor, feature):
    keys = {"name": name, "kind": kind, "a": a, "b": b, "anchor": anchor}
    axis = unit_turn(draw)[:3] if in_space else vector(draw, 2, 0.2, 1)
    if kind not in ("distance", "weld", "strut") and (in_space or kind not in ("pin", "spherical")):
        keys["axis"] = axis
    if kind == "universal":
        across = [axis[1], -axis[0], 0.0]
        keys["axis_b"] = across
    if kind in ("distance", "strut"):
        size = sum(x * x for x in axis) ** 0.5
        keys["anchor_b"] = [p + STRUT_LENGTH * x / size for p, x in zip(anchor, axis)]
    if kind == "screw":
        keys["pitch"] = draw.uniform(0.02, 0.1)
    count = COORDINATES[kind][in_space]
    coordinates = [{"coordinate": k, **shifted(FEATURES[feature](draw), kind)} for k in range(count)]
    if kind == "spherical" and in_space:
        coordinates[0].pop("armature", None)  # at the start the swing has no direction
    if feature != "free" and count:
        keys["coordinates"] = coordinates
    return keys


def swing(world, anchor):
    """Turns body a about the anchor: where the swing of a ball is 0 it has no direction."""
    a = world.body("a")
    half = [math.cos(0.2), *(math.sin(0.2) * x for x in (0.48, 0.6, 0.64))]
    a.set_pose(anchor + rotated(half, a.pos - anchor), product(half, a.quat))


def product(p, q):
    """Of quaternions w, x, y, z."""
    return [p[0] * q[0] - np.dot(p[1:], q[1:]), *(p[0] * q[1:] + q[0] * np.array(p[1:]) + np.cross(p[1:], q[1:]))]


def rotated(q, x):
    turned = product(product(q, np.array([0, *x])), np.array([q[0], -q[1], -q[2], -q[3]]))
    return np.array(turned[1:])


def of(kind, in_space, feature, to_body):
    where = "space" if in_space else "plane"
    name = f"joints/{where}/{kind}_{feature}" + ("_two" if to_body else "")
    draw = drawing(name)
    place = vector(draw, 3 if in_space else 2, -0.2, 0.2)
    anchor = [x + 0.1 for x in place]
    bodies = [body("a", draw, in_space, place)]
    joints = []
    if to_body:
        bodies.append(body("b", draw, in_space, [x + 0.3 for x in place]))
        hold = joint("hold", "spherical", "b", "world", draw, in_space, [x + 0.4 for x in place], "damper")
        hold["coordinates"] = hold["coordinates"][-1:]  # where the swing is 0 it has no direction
        joints.append(hold)
    joints.append(joint("j", kind, "a", "b" if to_body else "world", draw, in_space, anchor, feature))
    drive = (lambda world: swing(world, anchor)) if kind == "spherical" and in_space else None
    return Case(name, scene_of(name, bodies, joints=joints), steps=(1, 6, 16), drive=drive)


def cases():
    for (kind, counts), in_space in itertools.product(COORDINATES.items(), (False, True)):
        if counts[in_space] is None or kind == "rolling":
            continue
        for feature, to_body in itertools.product(FEATURES, (False, True)):
            if counts[in_space] or feature == "free":
                yield of(kind, in_space, feature, to_body)
