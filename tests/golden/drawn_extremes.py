# SPDX-License-Identifier: Apache-2.0
"""What few scenes do: joints that become taut, squeezed bodies, far turns, large islands."""

from drawn_case import Case, scene_of, vector
from drawn_joints import body
from drawn_options import SURFACES, loose
from drawn_shapes import PLANE, PLANE_TERRAIN, SPACE, SPACE_TERRAIN
from drawn_turns import begun, tumbling, turning, whirling


def ground(in_space):
    shape = {"half_space": {}} if in_space else {"half_plane": {"normal": [0, 1]}}
    return {"name": "ground", "kind": "spatial_fixed" if in_space else "fixed", "shapes": [shape]}


def taut(in_space, k):
    """Light bodies that whirl about an anchor or each other from the first step on."""
    name, draw, at = begun("taut", in_space, k)
    kind = ["distance", "pin", "spherical", "strut"][k % 4]
    bodies, joints = [], []
    for i in range(2):
        place = at(0.4 + 0.5 * i, 0.0, 0.05)
        bodies.append(body(f"b{i}", draw, in_space, place, velocity=at(0.3, draw.uniform(5, 12))))
        bodies[-1]["inertia"] = [0.004, 0.005, 0.006] if in_space else 0.004
        anchor = {"anchor": at(0.2 + 0.5 * i, 0.0, 0.05)}
        if kind in ("distance", "strut"):
            anchor = {"anchor": place, "anchor_b": bodies[-2]["position"] if i else at(0.0, 0.0)}
        if kind == "strut":
            anchor["coordinates"] = [{"spring": {"stiffness": 4e4}, "damping": 1.5}]
        if kind == "pin" and in_space:
            anchor["axis"] = [0.0, 1.0, 0.0]
        joints.append({"name": f"j{i}", "kind": kind, "a": f"b{i}", "b": f"b{i - 1}" if i else "world", **anchor})
    guard = {"energy_guard": False} if k >= 4 else {}
    return Case(name, scene_of(name, bodies, joints=joints, dt=0.02, simulation=guard), steps=(1, 4, 9))


def squeezed(in_space, k):
    """Bodies between two movers that come closer than they fit."""
    name, draw, at = begun("squeezed", in_space, k)
    mover = "spatial_kinematic" if in_space else "kinematic"
    size = [0.1, 0.5, 0.5] if in_space else [0.1, 0.5]
    bodies = [{"name": f"pad{i}", "kind": mover, "position": at(side * 0.26, 0.3), "shapes": [{"box": {"size": size}}],
               "motion": {"velocity": [-side * draw.uniform(0.5, 3), 0.0, 0.0]}} for i, side in enumerate((-1, 1))]
    shapes = SPACE if in_space else PLANE
    shape = shapes[["box", "sphere" if in_space else "disc"][k % 2]]
    bodies.append(loose("b", shape, draw, in_space, at(0.0, 0.3), "ice"))
    return Case(name, scene_of(name, [*bodies, ground(in_space)], **SURFACES), steps=(2, 8, 20))


def halved(in_space, k):
    """A long body that spins fast where it meets others, and is pushed."""
    name, draw, at = begun("halved", in_space, k)
    size = [0.8, 0.1, 0.1] if in_space else [0.8, 0.1]
    spin = draw.uniform(60, 150)
    bodies = [{"name": "bar", "kind": "spatial" if in_space else "rigid", "position": at(0.0, 0.45),
               "shapes": [{"box": {"size": size}}], "omega": [1.0, spin, 2.0] if in_space else spin},
              loose("b", (SPACE if in_space else PLANE)["box"], draw, in_space, at(0.5, 0.6), "ice"), ground(in_space)]
    push, point = vector(draw, len(size), -20, 20), vector(draw, len(size), -0.1, 0.1)

    def drive(world):
        bar = world.body("bar")
        bar.apply_impulse(push, at=point)
        bar.apply_force([9 * x for x in push], at=point, force_in="body")
        world.body("b").hold_force([3 * x for x in push])

    return Case(name, scene_of(name, bodies, **SURFACES), steps=(1, 3, 8), drive=drive)


def rebound(in_space, k):
    """Slender bodies that hit rough ground, each other and a wall with much restitution."""
    name, draw, at = begun("rebound", in_space, k)
    rough = {"materials": [{"name": "default", "mu": draw.uniform(0.7, 1.5), "e": draw.uniform(0.6, 1)}]}
    shape = {"box": {"size": [0.6, 0.05, 0.05] if in_space else [0.6, 0.05]}}
    bodies = []
    for i in range(2):
        bodies.append(loose(f"b{i}", shape, draw, in_space, at(0.1 * i, 0.32 + 0.4 * i), "default"))
        bodies[-1]["velocity"] = at(draw.uniform(-4, 4), -draw.uniform(2, 6))
    impact = {"impact": ["newton", "poisson"][k % 2]}
    return Case(name, scene_of(name, [*bodies, ground(in_space)], simulation=impact, **rough), steps=(3, 9, 20))


def rolling_over(in_space, k):
    """Round bodies that roll on terrain from touch on."""
    name, draw, at = begun("rolling_over", in_space, k)
    terrain = SPACE_TERRAIN if in_space else PLANE_TERRAIN
    shapes = [terrain[name_of] for name_of in sorted(terrain)] + [{"capsule": {"length": 0.6, "radius": 0.25}}]
    radius = draw.uniform(0.1, 0.2)
    ball = {"sphere": {"radius": radius}} if in_space else {"disc": {"radius": radius}}
    if k >= len(shapes) and in_space:
        ball = {"ellipsoid": {"axes": [2 * radius, 1.7 * radius, 1.5 * radius]}}
    speed = draw.uniform(0.5, 3)
    rolled = {"velocity": at(speed, 0.0, 0.4), "omega": [0.0, speed / radius, 0.3] if in_space else -speed / radius}
    bodies = [{"name": "ball", "kind": "spatial" if in_space else "rigid", "shapes": [ball], **rolled,
               "position": at(-0.2, 0.22 + radius, 0.03)},
              {"name": "land", "kind": "spatial_fixed" if in_space else "fixed", "shapes": [shapes[k % len(shapes)]]}]
    return Case(name, scene_of(name, bodies, **SURFACES), steps=(10, 25, 50))


def large(in_space, k):
    """Islands of hundreds of rows, of loose bodies and of links joined on the ground."""
    name, draw, at = begun("large", in_space, k)
    count, gap = ([3, 3, 2], 0.2) if in_space else ([7, 6], 0.2)
    shape = {"box": {"size": [0.2] * len(count)}} if k % 2 else {"sphere" if in_space else "disc": {"radius": 0.1}}
    bodies = [{"name": "pile", "kind": "spatial" if in_space else "rigid", "position": at(0.0, 0.1), "shapes": [shape],
               "velocity": vector(draw, len(count)), "array": {"count": count, "spacing": [gap] * len(count)}},
              ground(in_space)]
    joints = []
    if k >= 2:
        moved = {"position": at(0.0, 0.0999, 1.0)} if in_space else {"position": at(5.0, 0.0999)}
        bodies.insert(0, {**bodies[0], "name": "link", **moved,
                          "array": {"count": 12, "spacing": at(0.25, 0.0)}})
        joints.append({"name": "ball", "kind": "spherical", "a": "link_{i+1}", "b": "link_{i}",
                       "anchor": [moved["position"][0] + 0.125, *moved["position"][1:]],
                       "array": {"count": 11, "spacing": at(0.25, 0.0)}})
    return Case(name, scene_of(name, bodies, joints=joints, **SURFACES), steps=(1, 4))


def belts(in_space, k):
    """Bodies that land on shapes of a body that run each at a speed of its own."""
    name, draw, at = begun("belts", in_space, k)
    shape = {"box": {"size": [0.8, 0.8, 0.2] if in_space else [0.8, 0.2]}}
    parts = []
    for i in range(2):
        tilt = draw.uniform(-1, 1)
        turned = {"axis_angle": [0.1, 0.2, 1.0, tilt]} if in_space else {"angle": 0.1 * tilt}
        parts.append({**shape, **turned, "position": at(0.9 * i, -0.1),
                      "surface_velocity": vector(draw, 3, 1, 3) if in_space else draw.uniform(1, 3)})
    bodies = [{**ground(in_space), "shapes": parts}]
    shapes = SPACE if in_space else PLANE
    for i in range(2):
        bodies.append(loose(f"b{i}", shapes[["box", "capsule"][k % 2]], draw, in_space, at(0.9 * i, 0.16), "rubber"))
    return Case(name, scene_of(name, bodies, **SURFACES), steps=(5, 14, 30))


def push(world):
    world.body("b1").apply_impulse([0.2, 0.1, 0.0], at=[0.02, 0.03, 0.0])
    world.body("b0").apply_force([3.0, 1.0, 0.0])


def pushed_taut(in_space, k):
    """Whirling bodies that are pushed in a step that is taken in parts."""
    case = taut(in_space, k)
    case.name, case.drive = case.name.replace("taut", "pushed_taut"), push
    return case


def cases():
    for in_space in (False, True):
        for make, count in ((taut, 8), (pushed_taut, 4), (belts, 4), (squeezed, 2), (halved, 4), (rebound, 8),
                            (turning, 6), (tumbling, 4), (whirling, 8), (rolling_over, 8),
                            (large, 2 if in_space else 4)):
            yield from (make(in_space, k) for k in range(count))
