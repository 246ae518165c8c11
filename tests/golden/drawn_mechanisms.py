# SPDX-License-Identifier: Apache-2.0
"""Wheels, joints that break, loops, gears and actuators."""

import itertools

from drawn_case import Case, drawing, scene_of, vector
from drawn_joints import body, joint


def rolling(in_space, k):
    """A ball or disc on a plane that stands or moves."""
    where = "space" if in_space else "plane"
    name = f"joints/{where}/rolling_{k}"
    draw = drawing(name)
    up = [0.0, 0.0, 1.0] if in_space else [0.0, 1.0]
    radius = draw.uniform(0.1, 0.3)
    wheel = body("a", draw, in_space, [radius * x for x in up])
    wheel.pop("center_of_mass", None)
    bodies, b = [wheel], "world"
    if k:
        bodies.append(body("b", draw, in_space, [0.1 - 0.2 * x for x in up]))
        bodies.append(body("c", draw, in_space, [0.3 + x for x in up]))
        b = "b"
    joints = [{"name": "j", "kind": "rolling", "a": "a", "b": b, "anchor": [0.0 * x for x in up], "axis": up}]
    if k:
        joints.append({"name": "rod", "kind": "distance", "a": "c", "b": "a", "anchor": bodies[2]["position"],
                       "anchor_b": wheel["position"]})
    return Case(name, scene_of(name, bodies, joints=joints))


def breaking(kind, in_space):
    where = "space" if in_space else "plane"
    name = f"joints/{where}/{kind}_breaks"
    draw = drawing(name)
    at = [0.0] * (3 if in_space else 2)
    bodies = [body("a", draw, in_space, [x + 0.2 for x in at]), body("b", draw, in_space, [x + 0.6 for x in at])]
    joints = [joint("hold", "pin" if not in_space else "spherical", "a", "world", draw, in_space, at, "free"),
              joint("weak", kind, "b", "a", draw, in_space, [x + 0.4 for x in at], "free")]
    joints[1] |= {"break_force": draw.uniform(5, 40), "break_torque": draw.uniform(0.3, 3),
                  "bodies_collide": True}
    return Case(name, scene_of(name, bodies, joints=joints), steps=(1, 8, 30))


def loops(in_space, k):
    """Four bars with a coupler, a motor and drift control by turns."""
    where = "space" if in_space else "plane"
    name = f"joints/{where}/loop_{k}"
    draw = drawing(name)
    points = [[0.0, 0.0], [0.1, 0.3], [0.5, 0.45], [0.7, 0.02]]
    lift = (lambda p: [p[0], 0.0, p[1]]) if in_space else list
    axis = {"axis": [0.0, 1.0, 0.0]} if in_space else {}
    middle = [lift([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]) for p, q in itertools.pairwise(points)]
    bodies = []
    for name_of, place in zip("abc", middle):
        bodies.append(body(name_of, draw, in_space, place))
        for key in ("velocity", "omega"):
            bodies[-1].pop(key)
    ends = [("a", "world"), ("b", "a"), ("c", "b"), ("c", "world")]
    kinds = ["pin", "pin", "pin", "pin"] if not in_space else ["pin", "spherical", "universal", "pin"]
    joints = []
    for number, ((one, other), point, kind) in enumerate(zip(ends, points, kinds)):
        keys = {"name": f"j{number}", "kind": kind, "a": one, "b": other, "anchor": lift(point), **axis}
        if kind == "universal":
            keys["axis_b"] = [1.0, 0.0, 0.0]
        joints.append(keys)
    joints[0]["coordinates"] = [{"motor": {"kind": "velocity", "target": draw.uniform(1, 4),
                                           "max_force": draw.uniform(5, 50)}}]
    joints[3]["coordinates"] = [{"damping": 0.3, "spring": {"stiffness": 5.5, "rest": 0.1}}]
    simulation = [{}, {"drift": "baumgarte", "baumgarte": 0.35}, {"drift": "projection"},
                  {"position_iterations": 3}, {"energy_guard": False}, {"stabilise": False},
                  {"joints": {"stiffness": 1e5, "damping": 50.5}}, {"stepper": "semi_implicit"},
                  {"stepper": "semi_implicit", "drift": "projection"}][k]
    return Case(name, scene_of(name, bodies, joints=joints, simulation=simulation), steps=(1, 8, 25))


def couplers(in_space, k):
    where = "space" if in_space else "plane"
    name = f"joints/{where}/coupler_{k}"
    draw = drawing(name)
    axis = {"axis": [0.2, 0.1, 1.0]} if in_space else {}
    bodies, joints = [], []
    for i in range(3):
        place = [0.5 * i, *([0.0] if in_space else []), 0.1]
        bodies.append(body(f"b{i}", draw, in_space, place))
        kind = "prismatic" if (i + k) % 3 == 2 else "pin"
        along = {"axis": [1.0, 0.1, 0.0][:3 if in_space else 2]} if kind == "prismatic" else axis
        joints.append({"name": f"j{i}", "kind": kind, "a": f"b{i}", "anchor": [x + 0.05 for x in place], **along})
    terms = [{"joint": f"j{i}", "coordinate": 0, "factor": draw.uniform(-3, 3)} for i in range(2 + k % 2)]
    simulation = {"joints": {"stiffness": 2e4, "damping": 11.5}} if k == 3 else {}
    return Case(name, scene_of(name, bodies, joints=joints, couplers=[{"name": "gear", "terms": terms}],
                               simulation=simulation))


def actuators(in_space, k):
    """A cart and a pendulum with forces, servos that share a joint, ranges and a control that nothing follows."""
    where = "space" if in_space else "plane"
    name = f"joints/{where}/actuators_{k}"
    draw = drawing(name)
    at = [0.0] * (3 if in_space else 2)
    axis = {"axis": vector(draw, 3)} if in_space else {}
    bodies = [body("a", draw, in_space, at), body("b", draw, in_space, [x + 0.3 for x in at])]
    servo = {"kind": ["position", "velocity"][k % 2], "target": 0.2, "damping": draw.uniform(1, 4)}
    servo |= {"stiffness": draw.uniform(5, 40)} if k % 2 == 0 else {}
    joints = [{"name": "rail", "kind": "prismatic", "a": "a", "axis": vector(draw, len(at))},
              {"name": "pin", "kind": "pin", "a": "b", "b": "a", "anchor": at, **axis,
               "coordinates": [{"name": "swing", "motor": servo}]}]
    acting = [{"name": "thrust", "kind": "force", "joint": "rail", "gain": draw.uniform(-9, 9), "offset": draw.uniform(-2, 2),
               "control_range": [-0.5, 0.6], "force_range": [-4.5, None]},
              {"name": "spare", "kind": "none"},
              {"name": "aim", "kind": "target", "joint": "swing", "gain": draw.uniform(-1, 1), "control": draw.uniform(-1, 1)},
              {"name": "twist", "kind": "force", "joint": "pin", "coordinate": 0, "gain": draw.uniform(-1, 1)}]
    if k >= 2:
        acting[2]["force_range"] = [draw.uniform(-0.6, -0.2), draw.uniform(0.7, 1.5)]
    else:
        acting.append({"name": "lead", "kind": "target", "joint": "swing", "offset": draw.uniform(-0.5, 0.5)})
    controls = [draw.uniform(-1, 1) for _ in acting]

    def drive(world):
        world.ctrl[:] = controls

    return Case(name, scene_of(name, bodies, joints=joints, actuators=acting), drive=drive)


def cases():
    for in_space in (False, True):
        yield from (rolling(in_space, k) for k in range(2))
        yield from (breaking(kind, in_space) for kind in ("weld", "pin", "prismatic", "spherical", "distance"))
        yield from (loops(in_space, k) for k in range(9))
        yield from (couplers(in_space, k) for k in range(4))
        yield from (actuators(in_space, k) for k in range(4))
