# SPDX-License-Identifier: Apache-2.0
"""Families in which joints press on what does not give way, rough balls are hit, and surfaces
without thickness are shot at."""

import math

from scene import sizes


def pressed_gripper(scene):
    """A hand comes down on the floor with fingers that slide on it, around a box."""
    draw = scene.draw
    scene.floor()
    speed = draw.uniform(0.1, 1.5)
    scene.mover("hand", [], scene.up(1.0),
                {"velocity": [0, 0, -speed] if scene.in_space else [0, -speed, 0]})
    for side in (-1, 1):
        finger = scene.brick(scene.up(0.2, 0.2 * side), sizes(scene, 0.05, 0.2, 0.3),
                             mass=min(scene.heavy_or_light(), 100.0))
        motor = {"kind": "velocity", "target": 1.0, "max_force": 10 ** draw.uniform(0, 4)}
        scene.joints.append({"name": f"slide{side}", "kind": "prismatic", "a": finger, "b": "hand",
                             "axis": scene.up(0.0, -side), "coordinates": [{"motor": motor}]})
    scene.brick(scene.up(0.105), sizes(scene, 0.2, 0.2, 0.2))
    scene.duration = 0.3


def stalled_arm(scene):
    """An arm whose motor has no limit comes down on the floor, or on bricks that stand there."""
    draw = scene.draw
    scene.floor()
    scene.passive = False
    length, height, side = draw.uniform(0.4, 1.0), draw.uniform(0.35, 0.5), 0.1
    arm = scene.brick(scene.up(height, length / 2), sizes(scene, length, 0.06, 0.06),
                      mass=min(scene.heavy_or_light(), 100.0))
    for k in range(draw.randrange(3)):
        scene.brick(scene.up((k + 0.5) * side, 0.7 * length), sizes(scene, side, side, side),
                    mass=min(scene.heavy_or_light(), 100.0))
    down = 1 if scene.in_space else -1
    motor = draw.choice([{"kind": "velocity", "target": down * draw.uniform(0.5, 3)},
                         {"kind": "position", "target": 1.2 * down, "time_constant": draw.uniform(0.1, 0.5)}])
    scene.hinge(arm, "world", scene.up(height), coordinates=[{"motor": motor}])


def stalled_gripper(scene):
    """Jaws whose motors have no limit close on a brick, and a motor without a limit lifts them."""
    draw = scene.draw
    scene.floor()
    scene.passive = False
    lift = {"kind": "position", "target": draw.uniform(0.05, 0.3), "time_constant": draw.uniform(0.3, 1)}
    hand = scene.brick(scene.up(0.6), sizes(scene, 0.2, 0.2, 0.05), mass=2.0)
    scene.joint("prismatic", hand, "world", scene.up(0.6), axis=scene.up(1.0), coordinates=[{"motor": lift}])
    for side in (-1, 1):
        jaw = scene.brick(scene.up(0.1, 0.14 * side), sizes(scene, 0.05, 0.1, 0.15),
                          mass=min(scene.heavy_or_light(), 10.0))
        motor = {"kind": "velocity", "target": -side * draw.uniform(0.1, 1)}
        scene.joint("prismatic", jaw, hand, scene.up(0.1, 0.14 * side), axis=scene.up(0.0, 1.0),
                    coordinates=[{"motor": motor}])
    scene.brick(scene.up(0.061, draw.uniform(-0.03, 0.03)), sizes(scene, 0.12, 0.12, 0.12),
                mass=min(scene.heavy_or_light(), 1000.0))


def rough_balls_hit(scene):
    """A row of balls with rolling friction, under Poisson's law."""
    draw = scene.draw
    scene.rolling = draw.uniform(0, 2e-3)
    scene.impact = "poisson"
    scene.floor()
    r = 0.03
    for i in range(8):
        scene.ball(scene.up(r, 2.05 * r * i), r)
    spin = draw.uniform(-200, 200)
    scene.ball(scene.up(r, -0.4), r, velocity=scene.up(0.0, draw.uniform(1, 15)),
               omega=[0, spin, 0] if scene.in_space else spin)


def shot_at_ground(scene):
    """Bodies that fly farther within a step than a rough surface without thickness is away."""
    draw = scene.draw
    scene.gravity = 0.0
    cells, cell = 20, 0.4
    half = 0.5 * cells * cell
    heights = [[draw.uniform(0, 0.15) for _ in range(cells + 1)]
               for _ in range(cells + 1 if scene.in_space else 1)]
    if scene.in_space:
        shape = {"height_field": {"spacing": [cell, cell], "heights": heights},
                 "position": [-half, -half, 0]}
    else:
        shape = {"chain": {"vertices": [[i * cell - half, z] for i, z in enumerate(heights[0])]}}
    scene.fixed("ground", [shape])
    speed = math.exp(draw.uniform(math.log(10), math.log(1000)))
    for i in range(3):
        r = draw.uniform(0.02, 0.1)
        at = scene.up(draw.uniform(0.5, 3), 0.5 * (i - 1), 0.5 * (i - 1))
        kind = draw.choice(["ball", "brick", "capsule"])
        velocity = scene.up(-speed, 0.1 * speed * draw.uniform(-1, 1))
        if kind == "ball":
            scene.ball(at, r, velocity=velocity)
        elif kind == "brick":
            scene.brick(at, [r * draw.uniform(0.6, 1.2) for _ in sizes(scene, 1, 1, 1)],
                        velocity=velocity, **scene.turned())
        else:
            scene.body({"capsule": {"length": r, "radius": 0.4 * r}}, at, 0.4 * r,
                       velocity=velocity, **scene.turned())
    scene.duration = max(2 * scene.dt, 6 / speed)
    scene.above = half
