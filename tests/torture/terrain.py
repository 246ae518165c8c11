# SPDX-License-Identifier: Apache-2.0
"""Families on ground that is not flat, and of bodies of several shapes."""

import math

from scene import sizes


def hills(scene, rough, half=3.0, cells=24):
    """A height field, in the plane a chain."""
    phases = [scene.draw.uniform(0, 6) for _ in range(4)]

    def height(x, y):
        return rough * (math.sin(1.7 * x + phases[0]) * math.cos(1.3 * y + phases[1])
                        + 0.4 * math.sin(4.1 * x + phases[2]) * math.cos(3.7 * y + phases[3]))
    step = 2 * half / cells
    grid = [-half + k * step for k in range(cells + 1)]
    if scene.in_space:
        shape = {"height_field": {"spacing": [step, step], "heights": [[height(x, y) for x in grid] for y in grid]}}
        scene.bodies.append({"name": "hills", "kind": "spatial_fixed", "shapes": [{**shape, "position": [-half, -half, 0]}]})
    else:
        scene.fixed("hills", [{"chain": {"vertices": [[x, height(x, 0)] for x in grid]}}])
    return height


def stone(scene, size):
    """A hull of random points, in the plane a polygon."""
    if not scene.in_space:
        angles = sorted(scene.draw.uniform(0, 2 * math.pi) for _ in range(scene.draw.randint(5, 9)))
        gaps = [b - a for a, b in zip(angles, angles[1:] + [angles[0] + 2 * math.pi])]
        if max(gaps) > 2.5 or min(gaps) < 0.1:
            return stone(scene, size)
        return {"polygon": {"vertices": [[size * math.cos(a), 0.7 * size * math.sin(a)] for a in angles]}}
    points = []
    for _ in range(scene.draw.randint(8, 30)):
        x, y, z = (scene.draw.gauss(0, 1) for _ in range(3))
        r = size / math.sqrt(x * x + y * y + z * z)
        points.append([r * x, 0.8 * r * y, 0.6 * r * z])
    return {"hull": {"vertices": points}}


def stones_on_hills(scene):
    height = hills(scene, scene.draw.uniform(0, 0.4))
    scene.rolling = scene.draw.choice([0.0, 0.0, 0.01])
    for k in range(scene.draw.randint(2, 8)):
        x = scene.draw.uniform(-1.5, 1.5)
        size = scene.draw.uniform(0.1, 0.25)
        scene.body(stone(scene, size), scene.up(height(x, 0) + 0.7 + 0.6 * k, x), 0.3 * size,
                   mass=min(scene.heavy_or_light(), 1e3), **scene.turned())


def heap_of_stones(scene):
    scene.floor()
    for k in range(scene.draw.randint(6, 14)):
        size = scene.draw.uniform(0.1, 0.2)
        scene.body(stone(scene, size), scene.up(0.3 + 0.42 * (k // 3), 0.45 * (k % 3 - 1)), 0.3 * size,
                   mass=scene.draw.uniform(1, 20), **scene.turned())


def sprung_car(scene):
    """Wheels on slides with springs and dampers, over hills."""
    scene.passive = False
    rough = scene.draw.uniform(0, 0.12)
    height = hills(scene, rough, half=6.0, cells=60)
    radius = 0.25
    ground = max(height(x / 10, y / 10) for x in range(-8, 9) for y in range(-8, 9))
    base = ground + radius + 0.05
    body = scene.brick(scene.up(base + 0.45), sizes(scene, 1.4, 0.6, 0.3), mass=scene.draw.uniform(50, 1500))
    speed = scene.draw.uniform(0, 6)
    for x in (-0.5, 0.5):
        for y in ((-0.45, 0.45) if scene.in_space else (0.0,)):
            hub = scene.body({"sphere": {"radius": 0.05}} if scene.in_space else {"disc": {"radius": 0.05}},
                             scene.up(base, x, y), 0.05, mass=5.0, mask=0)
            spring = {"spring": {"stiffness": scene.draw.uniform(1e4, 6e4), "rest": scene.draw.uniform(-0.1, 0)},
                      "damping": scene.draw.uniform(500, 4000), "limits": [-0.15, 0.15]}
            scene.joint("prismatic", hub, body, scene.up(base, x, y), axis=scene.up(1.0), coordinates=[spring])
            if scene.in_space:
                shape = {"cylinder": {"length": 0.12, "radius": radius}, "axis_angle": [1, 0, 0, math.pi / 2]}
                wheel = scene.body(shape, [x, y, base], 0.12, mass=10.0)
            else:
                wheel = scene.ball([x, base], radius, mass=10.0)
            motor = {"kind": "velocity", "target": (speed if scene.in_space else -speed) / radius,
                     "max_force": scene.draw.uniform(10, 400)}
            scene.hinge(wheel, hub, scene.up(base, x, y), coordinates=[{"motor": motor}])


def chair(scene, at):
    """A seat, four legs and a back, as one body."""
    legs = [(x, y) for x in (-0.2, 0.2) for y in ((-0.2, 0.2) if scene.in_space else (0.0,))]
    shapes = [{"box": {"size": sizes(scene, 0.5, 0.5, 0.05)}},
              {"box": {"size": sizes(scene, 0.05, 0.5, 0.5)}, "position": scene.up(0.25, -0.22)}]
    shapes += [{"box": {"size": sizes(scene, 0.05, 0.05, 0.45)}, "position": scene.up(-0.24, x, y)} for x, y in legs]
    name = f"b{len(scene.bodies)}"
    kind = {"kind": "spatial"} if scene.in_space else {}
    scene.bodies.append({"name": name, "position": at, "shapes": shapes, "mass": 5.0, **kind, **scene.turned()})
    scene.smallest = min(scene.smallest, 0.05)


def chairs(scene):
    scene.floor()
    for k in range(scene.draw.randint(1, 4)):
        chair(scene, scene.up(0.9 + 1.2 * k, scene.draw.uniform(-0.2, 0.2)))


def mixed_solids(scene):
    """Cones, ellipsoids, cans and hulls on a tilted floor between walls."""
    tilt = scene.draw.uniform(0, 0.5)
    ground = {"half_space": {}, "axis_angle": [0, 1, 0, tilt]} if scene.in_space \
        else {"half_plane": {"normal": [math.sin(tilt), math.cos(tilt)]}}
    scene.fixed("slope", [ground])
    for k in range(scene.draw.randint(3, 8)):
        r = scene.draw.uniform(0.08, 0.2)
        if scene.in_space:
            shape = scene.draw.choice([{"cone": {"length": 2 * r, "radius": r}}, {"ellipsoid": {"axes": [2 * r, 1.5 * r, r]}},
                                       {"cylinder": {"length": r, "radius": r}}, stone(scene, r),
                                       {"capsule": {"length": r, "radius": 0.5 * r}}])
        else:
            shape = scene.draw.choice([{"ellipse": {"axes": [2 * r, r]}}, stone(scene, r),
                                       {"capsule": {"length": r, "radius": 0.5 * r}},
                                       {"regular_polygon": {"sides": 5, "radius": r}}])
        scene.body(shape, scene.up(0.8 + 0.5 * k, 0.1 * scene.draw.uniform(-1, 1)), 0.5 * r, mass=scene.draw.uniform(1, 20), **scene.turned())


TERRAIN = {"stones_on_hills": stones_on_hills, "heap_of_stones": heap_of_stones, "sprung_car": sprung_car,
           "chairs": chairs, "mixed_solids": mixed_solids}
