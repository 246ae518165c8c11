# SPDX-License-Identifier: Apache-2.0
"""Families with limbs and wheels: figures, cars and walkers."""

import math

from scene import sizes


def limb(scene, a, length, joint_at, centre, dry):
    thick = 0.08
    shape = {"capsule": {"length": length, "radius": thick / 2}}
    if scene.in_space:
        turned = {}
    else:
        turned = {"angle": math.pi / 2}
    name = scene.body(shape, centre, thick / 2, mass=scene.draw.uniform(1, 5), **turned)
    limits = [scene.draw.choice([0.0, -scene.draw.uniform(0, 1)]), scene.draw.uniform(0, 2)]
    scene.hinge(name, a, joint_at, coordinates=[{"limits": limits, "friction": dry}])
    return name


def ragdoll(scene):
    scene.floor()
    trunk = scene.brick(scene.up(1.5), sizes(scene, 0.3, 0.15, 0.5), mass=20.0,
                        velocity=scene.up(0.0, scene.draw.uniform(-3, 3)))
    dry = scene.draw.choice([0.0, scene.draw.uniform(0, 5)])
    for side in (-1, 1):
        upper = limb(scene, trunk, 0.3, scene.up(1.2, 0.1 * side), scene.up(1.0, 0.1 * side), dry)
        limb(scene, upper, 0.3, scene.up(0.8, 0.1 * side), scene.up(0.6, 0.1 * side), dry)
        limb(scene, trunk, 0.3, scene.up(1.7, 0.25 * side), scene.up(1.5, 0.25 * side), dry)
    scene.ball(scene.up(1.92), 0.12, name="head")
    scene.hinge("head", trunk, scene.up(1.78), coordinates=[{"limits": [-0.5, 0.5]}])


def ragdoll_in_flight(scene):
    ragdoll(scene)
    scene.bodies = [body for body in scene.bodies if body["name"] != "floor"]


def car(scene):
    scene.fixed("road", [{"box": {"size": sizes(scene, 20, 4, 0.2)}, "position": scene.up(-0.1)}]
                + [{"box": {"size": sizes(scene, 0.1, 4, 0.04)}, "position": scene.up(0.02, x)}
                   for x in (1.5, 2.5)])
    scene.passive = False
    r = 0.2
    body = scene.brick(scene.up(0.45), sizes(scene, 1.2, 0.5, 0.25),
                       mass=min(scene.heavy_or_light(), 1e4))
    for x in (-0.4, 0.4):
        for y in ((-0.4, 0.4) if scene.in_space else (0,)):
            motor = {"kind": "velocity", "target": -10 if not scene.in_space else 10,
                     "max_force": scene.draw.uniform(1, 100)}
            if scene.in_space:
                wheel = scene.body({"cylinder": {"length": 0.1, "radius": r},
                                    "axis_angle": [1, 0, 0, math.pi / 2]}, [x, y, r], 0.1, mass=5.0)
            else:
                wheel = scene.ball([x, r], r, mass=5.0)
            scene.hinge(wheel, body, scene.up(r, x, y), coordinates=[{"motor": motor}])


def walker(scene):
    """Legs that strong or weak motors hold, under a load on the back."""
    draw = scene.draw
    scene.floor()
    scene.passive = False
    back = scene.brick(scene.up(0.33), sizes(scene, 0.5, 0.24, 0.08), mass=4.0)
    max_force = 10 ** draw.uniform(1, 5)
    turned = {} if scene.in_space else {"angle": math.pi / 2}

    def segment(parent, joint_height, x, y):
        name = scene.body({"capsule": {"length": 0.08, "radius": 0.02}},
                          scene.up(joint_height - 0.07, x, y), 0.02, mass=0.3, **turned)
        motor = {"kind": "position", "target": draw.uniform(-0.3, 0.3),
                 "time_constant": draw.uniform(0.05, 0.2), "max_force": max_force}
        scene.hinge(name, parent, scene.up(joint_height, x, y),
                    coordinates=[{"limits": [-1.5, 1.5], "motor": motor}])
        return name

    for x in (-0.2, 0.0, 0.2):
        for y in ((-0.1, 0.1) if scene.in_space else (0.0,)):
            segment(segment(back, 0.29, x, y), 0.15, x, y)
    for i in range(draw.randint(0, 3)):
        scene.brick(scene.up(0.43, 0.15 * (i - 1)), sizes(scene, 0.1, 0.1, 0.1),
                    mass=min(scene.heavy_or_light(), 10.0))
