# SPDX-License-Identifier: Apache-2.0
"""Every pair of shapes, from drawn poses apart, in touch and in overlap."""

import itertools
import math

from drawn_case import Case, drawing, scene_of, unit_turn, vector

PLANE = {
    "disc": {"disc": {"radius": 0.21}},
    "ellipse": {"ellipse": {"axes": [0.62, 0.31]}},
    "box": {"box": {"size": [0.53, 0.34]}},
    "polygon": {"polygon": {"vertices": [[-0.22, -0.17], [0.31, -0.12], [0.14, 0.27]]}},
    "regular_polygon": {"regular_polygon": {"sides": 7, "radius": 0.26}},
    "capsule": {"capsule": {"length": 0.37, "radius": 0.12}},
    "segment": {"capsule": {"length": 0.52, "radius": 0}},
}
PLANE_TERRAIN = {
    "half_plane": {"half_plane": {"normal": [0.3, 1.0]}},
    "chain": {"chain": {"vertices": [[-0.7, 0.12], [-0.1, 0.0], [0.2, 0.15], [0.9, 0.0]], "radius": 0.02}},
    "closed_chain": {"chain": {"vertices": [[-0.4, -0.3], [0.4, -0.3], [0.3, 0.3], [-0.3, 0.2]],
                               "closed": True}},
}
SPACE = {
    "sphere": {"sphere": {"radius": 0.21}},
    "box": {"box": {"size": [0.52, 0.36, 0.28]}},
    "cylinder": {"cylinder": {"length": 0.43, "radius": 0.18}},
    "capsule": {"capsule": {"length": 0.34, "radius": 0.13}},
    "cone": {"cone": {"length": 0.45, "radius": 0.22}},
    "ellipsoid": {"ellipsoid": {"axes": [0.56, 0.38, 0.3]}},
    "hull": {"hull": {"vertices": [[-0.2, -0.15, -0.1], [0.28, -0.12, -0.14], [0.05, 0.25, -0.12],
                                   [0.02, 0.03, 0.27], [0.2, 0.14, 0.1]]}},
}
SPACE_TERRAIN = {
    "half_space": {"half_space": {}},
    "mesh": {"mesh": {"vertices": [[-0.8, -0.7, 0.0], [0.8, -0.7, 0.1], [0.7, 0.8, 0.0], [-0.7, 0.7, 0.2],
                                   [0.05, 0.02, 0.15]],
                      "triangles": [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]}},
    "height_field": {"height_field": {"spacing": [0.4, 0.5], "heights": [
        [0.0, 0.1, 0.05, 0.0], [0.12, 0.2, 0.1, 0.03], [0.02, 0.07, 0.0, 0.1]]}},
}
POSES = 8


def placed(shape, draw, in_space):
    """At an offset of its body, so that the centre of mass is not its origin."""
    turned = {"axis_angle": unit_turn(draw)} if in_space else {"angle": vector(draw, 1)[0]}
    return {**shape, "position": vector(draw, 3 if in_space else 2, -0.05, 0.05), **turned}


def weight(shapes):
    """Of a body: a segment has none of its own."""
    massless = all(shape.get("capsule", {}).get("radius") == 0 for shape in shapes)
    return {"mass": 0.7, "inertia": 0.03} if massless else {}


def compound(shapes, draw, in_space):
    first, second = draw.sample(sorted(shapes), 2)
    parts = [placed(shapes[first], draw, in_space), placed(shapes[second], draw, in_space)]
    parts[1]["position"][0] += 0.3
    parts[0]["density"] = 1500.5
    return parts


def poses(draw, in_space):
    """Around the origin, mostly near enough to touch."""
    drawn = []
    for _ in range(POSES):
        far, about, up = draw.uniform(0.1, 0.55), draw.uniform(-3, 3), draw.uniform(-0.4, 1)
        along = [math.cos(about), math.sin(about)]
        if in_space:
            along = [x * math.sqrt(1 - up * up) for x in along] + [up]
            w = vector(draw, 4)
            rotation = [x / math.sqrt(sum(y * y for y in w)) for x in w]
        else:
            rotation = vector(draw, 1, -3, 3)
        drawn.append((([far * x for x in along] + [0.0])[:3], rotation))
    return tuple(drawn)


def pair(name, shapes_a, shapes_b, in_space, a_is_fixed):
    draw = drawing(name)
    kinds = ("spatial", "spatial_fixed") if in_space else ("rigid", "fixed")
    size = 3 if in_space else 2
    a = {"name": "a", "kind": kinds[a_is_fixed], "shapes": shapes_a}
    b = {"name": "b", "kind": kinds[0], "shapes": shapes_b, "velocity": vector(draw, size),
         "omega": vector(draw, 3) if in_space else vector(draw, 1)[0]}
    b |= weight(shapes_b)
    if not a_is_fixed:
        a |= {"velocity": vector(draw, size), **weight(shapes_a)}
    materials = [{"name": "default", "mu": 0.43, "e": draw.choice([0, 0.35])}]
    few = "mesh" in name or "height_field" in name
    return Case(name, scene_of(name, [a, b], materials=materials), poses=poses(draw, in_space)[:4 if few else POSES])


def pairs(shapes, terrain, in_space):
    where = "space" if in_space else "plane"
    for first, second in itertools.combinations_with_replacement(shapes, 2):
        name = f"shapes/{where}/{first}_{second}"
        draw = drawing(name + "/shapes")
        yield pair(name, [placed(shapes[first], draw, in_space)],
                   [placed(shapes[second], draw, in_space)], in_space, a_is_fixed=False)
    for ground, moving in itertools.product(terrain, [*shapes, "compound"]):
        name = f"shapes/{where}/{ground}_{moving}"
        draw = drawing(name + "/shapes")
        parts = compound(shapes, draw, in_space) if moving == "compound" else [
            placed(shapes[moving], draw, in_space)]
        yield pair(name, [terrain[ground]], parts, in_space, a_is_fixed=True)
    for k in range(6):
        name = f"shapes/{where}/compounds_{k}"
        draw = drawing(name + "/shapes")
        yield pair(name, compound(shapes, draw, in_space), compound(shapes, draw, in_space), in_space,
                   a_is_fixed=False)


def landing(where, moving, ground, terrain, shape, k):
    """A body that falls on terrain, slides, rolls and comes to rest or not."""
    name = f"landing/{where}/{ground}_{moving}_{k}"
    draw, in_space = drawing(name), where == "space"
    kinds = ("spatial", "spatial_fixed") if in_space else ("rigid", "fixed")
    height = draw.uniform(0.35, 0.5)
    body = {"name": "b", "kind": kinds[0], "shapes": [placed(shape, draw, in_space)], "material": "hard",
            "position": [*vector(draw, 2 if in_space else 1, -0.1, 0.1), height],
            "velocity": [*vector(draw, 2 if in_space else 1), -draw.uniform(1, 4)],
            "omega": vector(draw, 3, -4, 4) if in_space else draw.uniform(-4, 4), **weight([shape])}
    materials = [{"name": "default", "mu_s": 0.6, "mu_k": 0.45, "e": 0.3},
                 {"name": "hard", "mu": draw.uniform(0.1, 0.9), "e": draw.uniform(0, 0.7),
                  "rolling": draw.choice([0, 0.01]), "spinning": draw.choice([0, 0.02])}]
    ground_body = {"name": "ground", "kind": kinds[1], "shapes": [terrain],
                   **({} if in_space else {"angle": 0.1})}
    return Case(name, scene_of(name, [ground_body, body], materials=materials), steps=(8, 16, 26))


def landings():
    for where, shapes, terrain in (("plane", PLANE, PLANE_TERRAIN), ("space", SPACE, SPACE_TERRAIN)):
        for ground, moving in itertools.product(terrain, shapes):
            yield landing(where, moving, ground, terrain[ground], shapes[moving], 0)


def cases():
    yield from pairs(PLANE, PLANE_TERRAIN, in_space=False)
    yield from pairs(SPACE, SPACE_TERRAIN, in_space=True)
    yield from landings()
