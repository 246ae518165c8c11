# SPDX-License-Identifier: Apache-2.0
"""Movers, belts, filters, arrays and what is applied from outside."""

from drawn_case import Case, drawing, scene_of, vector
from drawn_joints import body, joint
from drawn_options import SURFACES, arm, loose
from drawn_shapes import PLANE, SPACE


def harmonic(draw, in_space):
    keys = {"amplitude": vector(draw, 3, -0.2, 0.2), "frequency": draw.uniform(1, 6), "phase": draw.uniform(0, 3),
            "start": 0.012, "stop": 0.11}
    return {**keys, "rotation": vector(draw, 3, -0.6, 0.6)} if in_space else keys


def mover(in_space, k):
    """A plate that moves, turns and swings under two bodies, one of them joined to it."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/mover_{k}"
    draw = drawing(name)
    motion = {}
    if k % 3 != 2:
        motion["velocity"] = vector(draw, 3)
        if in_space:
            motion["omega"] = vector(draw, 3, -2, 2)
    if k % 3:
        motion["harmonics"] = [harmonic(draw, in_space) for _ in range(k % 3)]
    size = [1.2, 1.0, 0.2] if in_space else [1.2, 0.2]
    belt = {"surface_velocity": vector(draw, 3) if in_space else draw.uniform(-1, 1)} if k % 2 else {}
    turned = {"orientation": [0.98, 0.06, 0.04, 0.19]} if in_space else {"angle": 0.1}
    at = [0.1, *([0.05] if in_space else []), -0.1]
    bodies = [{"name": "plate", "kind": "spatial_kinematic" if in_space else "kinematic", "position": at, **turned,
               "shapes": [{"box": {"size": size}, **belt}], "motion": motion, "material": "rubber"}]
    shapes = SPACE if in_space else PLANE
    for i in range(2):
        place = [0.4 * i, *([0.1] if in_space else []), 0.25]
        bodies.append(loose(f"b{i}", shapes[draw.choice(sorted(shapes))], draw, in_space, place, "ice"))
    bodies.append(body("c", draw, in_space, [-0.4 if i == 0 else 0.3 for i in range(3 if in_space else 2)]))
    kind = draw.choice(["pin", "spherical", "prismatic", "point_on_line", "weld"])
    joints = [joint("j", kind, "c", "plate", draw, in_space, bodies[-1]["position"], "free")]
    return Case(name, scene_of(name, bodies, joints=joints, **SURFACES), steps=(3, 10, 26))


def filters(in_space, k):
    """Bodies of which some meet the ground, some each other, some none."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/filters_{k}"
    draw = drawing(name)
    ball = {"sphere": {"radius": 0.1}} if in_space else {"disc": {"radius": 0.1}}
    kind = {"kind": "spatial"} if in_space else {}
    bodies, shift = [], [0.0, 0.0, 0.19] if in_space else [0.0, 0.19]
    for i in range(5):
        choices = {"level": i % 2}, {"category": 2, "mask": 1}, {"category": 4, "mask": 5}, {}, {"category": 6}
        keys = choices[(i + k) % 5]
        shapes = [ball, {**ball, "position": shift, "category": 1 + i, "mask": 7}]
        bodies.append({"name": f"b{i}", "position": [0.21 * i, *([0.01 * i] if in_space else []), 0.1], **kind,
                       "shapes": shapes, "velocity": vector(draw, 3 if in_space else 2), **keys})
    ground = {"half_space": {}} if in_space else {"half_plane": {"normal": [0, 1]}}
    bodies.append({"name": "ground", "kind": "spatial_fixed" if in_space else "fixed", "shapes": [ground]})
    pin = {"name": "j", "kind": "pin", "a": "b2", "b": "b3", "anchor": bodies[2]["position"],
           "bodies_collide": bool(k % 2), **({"axis": [0.0, 1.0, 0.0]} if in_space else {})}
    return Case(name, scene_of(name, bodies, joints=[pin] if k else [],
                               exclude_collisions=[{"a": "b1", "b": "b0"}]))


def particles(in_space, k):
    """Point masses on struts and rods, and an array of bodies that fall."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/particles_{k}"
    draw = drawing(name)
    size = 3 if in_space else 2
    kind = "spatial_particle" if in_space else "particle"
    bodies = [{"name": f"p{i}", "kind": kind, "mass": draw.uniform(0.2, 2), "position": vector(draw, size),
               "velocity": vector(draw, size)} for i in range(3)]
    joints = [joint(f"j{i}", ["strut", "distance", "point_on_plane"][(i + k) % 3], f"p{i}",
                    f"p{i - 1}" if i else "world", draw, in_space, bodies[i]["position"],
                    ["spring", "all", "damper"][(i + k) % 3]) for i in range(3)]
    for i, each in enumerate(joints):
        if i and "anchor_b" in each:
            each["anchor_b"] = bodies[i - 1]["position"]
            for coordinate in each.get("coordinates", []):
                coordinate.pop("limits", None)
    ball = {"sphere": {"radius": 0.1}} if in_space else {"disc": {"radius": 0.1}}
    count = [2, 2, 1] if in_space else [2, 2]
    bodies.append({"name": "row", "kind": "spatial" if in_space else "rigid", "shapes": [ball],
                   "position": [3.0] * size,
                   "array": {"count": count, "spacing": [0.25] * size, "jitter": 0.02, "seed": k,
                             **({} if in_space else {"stagger": 0.3})}})
    gravity = {"gravity": vector(draw, size, -9, 9)}
    return Case(name, scene_of(name, bodies, joints=joints, **gravity))


def pushed(in_space, k):
    """An arm and a loose body under forces, impulses and targets given from outside."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/pushed_{k}"
    draw = drawing(name)
    bodies, joints = arm(draw, in_space)
    place = [0.3, *([0.1] if in_space else []), 0.5]
    bodies.append(loose("b", (SPACE if in_space else PLANE)["box"], draw, in_space, place, "ice"))
    size = 3 if in_space else 2
    torque = (lambda: vector(draw, 3, -2, 2)) if in_space else (lambda: [0, 0, *vector(draw, 1, -2, 2)])
    given = [vector(draw, size, -5, 5) for _ in range(4)]
    points = [vector(draw, size, -0.1, 0.1) for _ in range(3)]
    torques = [torque() for _ in range(4)]

    def drive(world):
        b, lower = world.body("b"), world.body("lower")
        b.apply_force(given[0], torques[0], at=points[0], at_in="body", force_in="body")
        b.apply_impulse(given[1], torques[1], at=points[1], at_in="world")
        lower.hold_force(given[2], torques[2], at=points[2])
        lower.apply_impulse([0.1 * x for x in given[3]], force_in="body")
        b.set_force(given[3], torques[3])
        world.joint("elbow").hold_force(0.4 * (k + 1))
        world.joint("elbow").apply_force(-1.7)
        world.joint("shoulder").set_motor_target(0.7 + k)
        world.joint("shoulder").set_motor_limit(1.1 + k)

    return Case(name, scene_of(name, bodies, joints=joints, **SURFACES), drive=drive)


def bouncing(in_space, k):
    """Bodies that meet in flight: fast, spinning, off their centres."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/bouncing_{k}"
    draw = drawing(name)
    shapes = SPACE if in_space else PLANE
    bodies = []
    for i in range(3):
        place = [0.9 * i, *([0.05 * i] if in_space else []), draw.uniform(-0.1, 0.1)]
        bodies.append(loose(f"b{i}", shapes[draw.choice(sorted(shapes))], draw, in_space, place, "ice"))
        bodies[-1]["velocity"] = [(1 - i) * draw.uniform(5, 25), *vector(draw, 2 if in_space else 1)]
    return Case(name, scene_of(name, bodies, simulation={"impact": ["newton", "poisson"][k % 2]},
                               gravity=[0.0] * (3 if in_space else 2), **SURFACES), steps=(4, 9, 20))


def resting(in_space, k):
    """At rest from the start, or nearly: friction holds, ground yields to a push."""
    where = "space" if in_space else "plane"
    name = f"motion/{where}/resting_{k}"
    draw = drawing(name)
    tilt = 0.35 + 0.07 * k
    shape = {"sphere": {"radius": 0.2}} if in_space and k % 2 else {"box": {"size": [0.3, 0.3, 0.2]}} \
        if in_space else {"disc": {"radius": 0.2}} if k % 2 else {"box": {"size": [0.3, 0.2]}}
    height = 0.2 if k % 2 else 0.1
    ground = {"half_space": {}} if in_space else {"half_plane": {"normal": [0, 1]}}
    kind = {"kind": "spatial"} if in_space else {}
    bodies = [{"name": "ground", "kind": "spatial_fixed" if in_space else "fixed", "shapes": [ground]},
              {"name": "b", "position": [0.0, *([0.0] if in_space else []), height], "shapes": [shape], **kind,
               "material": draw.choice(["default", "ice", "rubber"])}]
    gravity = [9.81 * tilt, *([0.3] if in_space else []), -9.0]
    return Case(name, scene_of(name, bodies, gravity=gravity, **SURFACES), steps=(2, 10, 40))


def cases():
    for in_space in (False, True):
        for make, count in ((mover, 8), (filters, 5), (particles, 6), (pushed, 6), (bouncing, 12), (resting, 8)):
            yield from (make(in_space, k) for k in range(count))
