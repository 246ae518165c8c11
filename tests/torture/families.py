# SPDX-License-Identifier: Apache-2.0
"""Families of scenes in the plane and in space: each takes a Scene and fills it."""

import math

from grips_and_shots import pressed_gripper, rough_balls_hit, shot_at_ground, stalled_arm, stalled_gripper
from legs_and_wheels import car, ragdoll, ragdoll_in_flight, walker
from links import heap_of_chains, net
from machines import MACHINES
from scene import sizes
from terrain import TERRAIN


def bin_of(scene, half, height=2.0):
    scene.floor()
    wall = 0.1
    walls = []
    for side in (-1, 1):
        walls.append({"box": {"size": sizes(scene, wall, 4, height)},
                      "position": scene.up(height / 2, side * (half + wall / 2))})
        if scene.in_space:
            walls.append({"box": {"size": [2 * half, wall, height]},
                          "position": [0, side * (half + wall / 2), height / 2]})
    scene.fixed("bin", walls)


def loose(scene, kind, position, r):
    """One body of about radius r."""
    draw = scene.draw
    heavy = {"mass": scene.heavy_or_light()}
    if kind == "mixed":
        kind = draw.choice(["ball", "brick", "capsule", "other"])
    if kind == "ball":
        return scene.ball(position, r, **heavy)
    if kind == "brick":
        size = [r * draw.uniform(0.5, 1.1) for _ in range(3 if scene.in_space else 2)]
        return scene.brick(position, size, **heavy, **scene.turned())
    if kind == "capsule":
        return scene.body({"capsule": {"length": r, "radius": 0.4 * r}}, position, 0.4 * r, **heavy,
                          **scene.turned())
    if scene.in_space:
        return scene.body({"cylinder": {"length": r, "radius": 0.7 * r}}, position, 0.7 * r, **heavy,
                          **scene.turned())
    if draw.random() < 0.5:
        return scene.body({"ellipse": {"axes": [1.8 * r, r]}}, position, 0.5 * r, **heavy,
                          **scene.turned())
    return scene.body({"regular_polygon": {"sides": draw.randint(3, 7), "radius": r}}, position,
                      0.5 * r, **heavy, **scene.turned())


def pile(kind):
    def fill(scene):
        draw = scene.draw
        bin_of(scene, 0.4)
        deep = 2 if scene.in_space else 1
        for layer in range(draw.randint(2, 4)):
            for i in range(3):
                for j in range(deep):
                    at = scene.up(0.2 + 0.27 * layer, -0.26 + 0.26 * i, -0.13 + 0.26 * j)
                    loose(scene, kind, at, draw.uniform(0.06, 0.12))
    return fill


def tower(scene):
    scene.floor()
    height = 0.0
    for _ in range(scene.draw.randint(3, 12)):
        side = scene.draw.uniform(0.1, 0.4)
        scene.brick(scene.up(height + side / 2, scene.draw.uniform(-0.01, 0.01)),
                    sizes(scene, 0.4, 0.4, side), mass=scene.heavy_or_light())
        height += side


def pyramid(scene):
    scene.floor()
    rows = scene.draw.randint(3, 6)
    for row in range(rows):
        for i in range(rows - row):
            scene.brick(scene.up(0.1 + 0.2 * row, 0.21 * (i + row / 2)), sizes(scene, 0.2, 0.2, 0.2))


def wall(scene, speed):
    scene.floor()
    for row in range(5):
        for i in range(3):
            scene.brick(scene.up(0.05 + 0.1 * row, 0.0, 0.21 * i + 0.1 * (row % 2))
                        if scene.in_space else [0.0 + 0.11 * i, 0.05 + 0.1 * row],
                        [0.1, 0.2, 0.1] if scene.in_space else [0.1, 0.1])
    scene.ball(scene.up(0.25, -0.6, 0.25), 0.1, mass=scene.heavy_or_light(),
               velocity=scene.up(0.0, speed))


def wall_hit(scene):
    wall(scene, scene.draw.uniform(2, 10))


def wall_shot(scene):
    wall(scene, scene.draw.uniform(20, 300))


def funnel(scene):
    steep = scene.draw.uniform(0.6, 1.1)
    shapes = []
    for side in (-1, 1):
        plate = {"box": {"size": sizes(scene, 1.0, 2.0, 0.05)},
                 "position": scene.up(0.5 + 0.4 * math.sin(steep),
                                      side * (0.14 + 0.5 * math.cos(steep)))}
        if scene.in_space:
            plate["axis_angle"] = [0, 1, 0, -side * steep]
        else:
            plate["angle"] = side * steep
        shapes.append(plate)
    scene.floor()
    scene.fixed("funnel", shapes)
    for i in range(3):
        for j in range(3):
            loose(scene, "mixed", scene.up(1.2 + 0.2 * j, -0.2 + 0.2 * i), 0.08)


def bridge(scene):
    planks = scene.draw.randint(6, 16)
    length = 0.25
    names = ["world"]
    for i in range(planks):
        names.append(scene.brick(scene.up(1.0, (i + 0.5) * length),
                                 sizes(scene, length, 0.5, 0.04)))
    names.append("world")
    for i in range(planks + 1):
        a, b = (names[i + 1], names[i]) if i < planks else (names[i], "world")
        scene.hinge(a, b, scene.up(1.0, i * length))
    load = scene.draw.uniform(1, 300)
    scene.brick(scene.up(1.0 + 0.02 + 0.1, planks * length / 2), sizes(scene, 0.2, 0.2, 0.2),
                mass=load)


def chain_over_drum(scene):
    drum = {"cylinder": {"length": 0.6, "radius": 0.3}, "axis_angle": [1, 0, 0, math.pi / 2]}
    scene.fixed("drum", [drum if scene.in_space else {"disc": {"radius": 0.3}}])
    link, r = 0.1, 0.02
    links = scene.draw.randint(10, 18)
    last = None
    for i in range(links):
        x = (i - links / 2 + 0.5) * link
        turned = {"axis_angle": [0, 1, 0, math.pi / 2]} if scene.in_space else {}
        name = scene.body({"capsule": {"length": link * 0.9, "radius": r}}, scene.up(0.325, x), r,
                          mass=0.1, **turned)
        if last:
            scene.joint("spherical", name, last, scene.up(0.325, x - link / 2))
        last = name
    scene.ball(scene.up(0.325, (links / 2 + 0.1) * link), 0.08, name="weight",
               mass=min(scene.heavy_or_light(), 1e3))
    scene.joint("spherical", "weight", last, scene.up(0.325, links / 2 * link))


def wrecking_ball(scene):
    scene.floor()
    for i in range(5):
        scene.brick(scene.up(0.1 + 0.2 * i), sizes(scene, 0.2, 0.4, 0.2))
    scene.ball(scene.up(0.9, -1.2), 0.2, name="ball", mass=scene.heavy_or_light(),
               velocity=scene.up(0.0, scene.draw.uniform(0, 6)))
    scene.joint("distance", "ball", "world", scene.up(0.9, -1.2),
                anchor_b=scene.up(2.2, -0.6))


def arm_pushes(scene):
    bin_of(scene, 0.8)
    for i in range(4):
        loose(scene, "mixed", scene.up(0.25, -0.3 + 0.25 * i), 0.1)
    scene.mover("arm", [{"box": {"size": sizes(scene, 0.1, 0.5, 0.4)}}], scene.up(0.21, -0.6),
                scene.motion(scene.draw.uniform(0.2, 2)))
    scene.duration = 0.4


def pad_squeezes(scene):
    scene.floor()
    side = 0.2
    for i in range(scene.draw.randint(1, 3)):
        scene.brick(scene.up(side / 2 + side * i), sizes(scene, side, side, side))
    speed = scene.draw.uniform(0.05, 0.5)
    scene.mover("pad", [{"box": {"size": sizes(scene, 0.1, 0.6, 1.0)}}], scene.up(0.55, -0.2),
                scene.motion(speed))
    scene.mover("stop", [{"box": {"size": sizes(scene, 0.1, 0.6, 1.0)}}], scene.up(0.55, 0.2),
                scene.motion(0.0))
    scene.squeezes = True


def wedge(scene):
    steep = scene.draw.uniform(0.3, 1.3)
    shapes = []
    for side in (-1, 1):
        shape = {"half_space": {}} if scene.in_space else {
            "half_plane": {"normal": [-side * math.sin(steep), math.cos(steep)]}}
        if scene.in_space:
            shape["axis_angle"] = [0, 1, 0, -side * steep]
        shapes.append(shape)
    scene.fixed("groove", shapes)
    for i in range(3):
        loose(scene, "ball", scene.up(0.6 + 0.3 * i, 0.02 * i), 0.1)


def fast_balls(scene):
    scene.gravity = 0.0
    thick = scene.draw.uniform(0.005, 0.05)
    half = 0.6
    scene.fixed("room", [
        {"box": {"size": sizes(scene, thick, 2, 2)}, "position": scene.up(0, half)},
        {"box": {"size": sizes(scene, thick, 2, 2)}, "position": scene.up(0, -half)},
        {"box": {"size": sizes(scene, 2, 2, thick)}, "position": scene.up(half)},
        {"box": {"size": sizes(scene, 2, 2, thick)}, "position": scene.up(-half)},
        *({"box": {"size": [2, thick, 2]}, "position": [0, y, 0]}
          for y in (-half, half) if scene.in_space)])
    speed = math.exp(scene.draw.uniform(0, math.log(1000)))
    for i in range(3):
        angle = scene.draw.uniform(0, 6)
        loose(scene, "mixed", scene.up(0.0, -0.3 + 0.3 * i), 0.1)
        scene.bodies[-1]["velocity"] = scene.up(speed * math.sin(angle), speed * math.cos(angle))
    scene.duration = 0.3
    scene.room = half


def tiles(scene):
    tile = scene.draw.uniform(0.15, 0.4)
    scene.fixed("tiles", [{"box": {"size": sizes(scene, tile, 1, 0.1)},
                           "position": scene.up(-0.05, i * tile)} for i in range(20)])
    scene.ball(scene.up(0.1), 0.1, velocity=scene.up(0.0, 2.0), name="rider",
               omega=[0, 20, 0] if scene.in_space else -20)
    scene.rolls = True


def dominoes(scene):
    scene.floor()
    for i in range(8):
        scene.brick(scene.up(0.15, 0.15 * i), sizes(scene, 0.03, 0.15, 0.3))
    scene.ball(scene.up(0.28, -0.15), 0.05, velocity=scene.up(0.0, 2.0))
    scene.duration = 1.0


def billiards(scene):
    if not scene.in_space:
        scene.gravity = 0.0
    else:
        scene.floor()
    r = 0.05
    for row in range(4):
        for i in range(row + 1):
            across = (i - row / 2) * 2.02 * r
            scene.ball(scene.up(r, 0.5 + 1.8 * r * row, across) if scene.in_space
                       else [0.5 + 1.8 * r * row, across], r)
    scene.ball(scene.up(r, 0.0) if scene.in_space else [0, 0.001], r,
               velocity=scene.up(0.0, scene.draw.uniform(1, 10)), mass=scene.heavy_or_light())


def seesaw(scene):
    scene.floor()
    plank = scene.brick(scene.up(0.4), sizes(scene, 2.0, 0.3, 0.05), mass=5.0)
    scene.hinge(plank, "world", scene.up(0.4))
    scene.brick(scene.up(0.525, -0.8), sizes(scene, 0.2, 0.2, 0.2), mass=1.0)
    scene.ball(scene.up(1.2, 0.8), 0.1, mass=scene.heavy_or_light())


def cradle(scene):
    balls, r = 5, 0.1
    for i in range(balls):
        x = 2 * r * i
        swung = scene.draw.uniform(0.2, 0.8) if i == 0 else 0.0
        name = scene.ball(scene.up(1 - math.cos(swung), x - math.sin(swung)), r)
        scene.hinge(name, "world", scene.up(1.0, x))


def heavy_on_light(scene):
    scene.floor()
    scene.brick(scene.up(0.1), sizes(scene, 0.2, 0.2, 0.2))
    scene.brick(scene.up(0.3), sizes(scene, 0.2, 0.2, 0.2), mass=scene.ratio)
    scene.ball(scene.up(0.6), 0.1, mass=scene.ratio)


def corner(scene):
    scene.floor()
    half = {"half_space": {}, "axis_angle": [0, 1, 0, math.pi / 2]} if scene.in_space else {
        "half_plane": {"normal": [1, 0]}}
    scene.fixed("corner", [half])
    loose(scene, "mixed", scene.up(0.3, 0.2), 0.1)
    loose(scene, "mixed", scene.up(0.6, 0.2), 0.1)
    for body in scene.bodies[-2:]:
        body["velocity"] = scene.up(-scene.draw.uniform(0, 6), -scene.draw.uniform(0, 6))


def shaken_tray(scene):
    at = [{"box": {"size": sizes(scene, 1.0, 1.0, 0.1)}, "position": scene.up(-0.05)},
          {"box": {"size": sizes(scene, 0.1, 1.0, 0.3)}, "position": scene.up(0.15, -0.55)},
          {"box": {"size": sizes(scene, 0.1, 1.0, 0.3)}, "position": scene.up(0.15, 0.55)}]
    amplitude = scene.up(scene.draw.uniform(0, 0.02), scene.draw.uniform(0, 0.1))
    amplitude += [] if scene.in_space else [0.0]
    scene.mover("tray", at, scene.up(0.0),
                {"harmonics": [{"amplitude": amplitude, "frequency": scene.draw.uniform(1, 6)}]})
    for i in range(3):
        loose(scene, "mixed", scene.up(0.2, -0.25 + 0.25 * i), 0.1)


def jenga(scene):
    scene.floor()
    for row in range(6):
        for i in range(2):
            off = -0.1 + 0.2 * i
            if scene.in_space and row % 2:
                scene.brick([0, off, 0.03 + 0.06 * row], [0.4, 0.12, 0.06])
            elif scene.in_space:
                scene.brick([off, 0, 0.03 + 0.06 * row], [0.12, 0.4, 0.06])
            elif row % 2 == 0:
                scene.brick([off, 0.03 + 0.06 * row], [0.12, 0.06])
            elif i == 0:
                scene.brick([0, 0.03 + 0.06 * row], [0.4, 0.06])


def spinner(scene):
    """A top in space, a fast flywheel with a brake in the plane."""
    speed = scene.draw.uniform(5, 100)
    if scene.in_space:
        scene.floor()
        scene.body({"capsule": {"length": 0.2, "radius": 0.05}}, [0, 0, 0.3], 0.05,
                   axis_angle=[1, 0, 0, scene.draw.uniform(0, 0.5)], omega=[0, 0, speed])
    else:
        scene.floor()
        scene.ball([0, 0.3], 0.3, omega=speed, mass=scene.heavy_or_light())
        scene.brick([0.0, 0.65], [0.3, 0.1])


def rolling_disc(scene):
    scene.floor()
    if scene.in_space:
        tilt = scene.draw.uniform(0.05, 0.6)
        r, half = 0.2, 0.02
        scene.body({"cylinder": {"length": 2 * half, "radius": r},
                    "axis_angle": [1, 0, 0, math.pi / 2]},
                   [0, 0, r * math.cos(tilt) + half * math.sin(tilt) + 1e-3], half,
                   axis_angle=[1, 0, 0, tilt], velocity=[2, 0, 0], omega=[0, 10, 0])
    else:
        scene.body({"regular_polygon": {"sides": scene.draw.randint(5, 20), "radius": 0.2}},
                   [0, 0.25], 0.1, velocity=[2, 0], omega=-10)


def turntable(scene):
    if scene.in_space:
        scene.mover("table", [{"cylinder": {"length": 0.1, "radius": 1.0}}], [0, 0, -0.05],
                    {"omega": [0, 0, scene.draw.uniform(-10, 10)]})
    else:
        scene.mover("mixer", [{"box": {"size": [0.8, 0.1]}}], [0, 0.5],
                    {"velocity": [0, 0, scene.draw.uniform(-10, 10)]})
        bin_of(scene, 0.7)
    for i in range(3):
        loose(scene, "mixed", scene.up(0.15 if scene.in_space else 1.2, -0.3 + 0.3 * i), 0.1)


def rope_bridge(scene):
    """A chain of balls on ropes that carries a load."""
    last = "world"
    at = 0.0
    for i in range(8):
        name = scene.ball(scene.up(1.0, 0.15 * (i + 1)), 0.04, mass=0.2)
        scene.joints.append({"name": f"rope{i}", "kind": "strut", "a": name, "b": last,
                             "anchor": scene.up(1.0, 0.15 * (i + 1)), "anchor_b": scene.up(1.0, at),
                             "coordinates": [{"limits": [None, 0.15]}]})
        last, at = name, 0.15 * (i + 1)
    scene.brick(scene.up(1.5, 0.6), sizes(scene, 0.3, 0.3, 0.1), mass=scene.draw.uniform(0.1, 50))


def falling_chain(scene):
    scene.floor()
    last = None
    for i in range(10):
        name = scene.brick(scene.up(0.5 + 0.02 * i, 0.12 * i), sizes(scene, 0.1, 0.04, 0.04))
        if last:
            scene.joint("spherical", name, last, scene.up(0.5 + 0.02 * i, 0.12 * i - 0.06))
        last = name
    scene.joints = [j for j in scene.joints if j["kind"] == "spherical"]


def tumbler(scene):
    """Bodies that spin fast in a closed room."""
    fast_balls(scene)
    for body in scene.bodies[1:]:
        body["velocity"] = scene.up(0.0, 1.0)
        spin = scene.draw.uniform(10, 200)
        body["omega"] = [spin, 0.1 * spin, 0.01] if scene.in_space else spin


FAMILIES = {
    "pile_balls": pile("ball"), "pile_bricks": pile("brick"), "pile_capsules": pile("capsule"),
    "pile_mixed": pile("mixed"), "tower": tower, "pyramid": pyramid, "wall_hit": wall_hit,
    "wall_shot": wall_shot, "funnel": funnel, "ragdoll": ragdoll,
    "ragdoll_in_flight": ragdoll_in_flight, "car": car, "walker": walker, "bridge": bridge,
    "chain_over_drum": chain_over_drum, "wrecking_ball": wrecking_ball, "arm_pushes": arm_pushes,
    "pad_squeezes": pad_squeezes, "wedge": wedge, "fast_balls": fast_balls, "tiles": tiles,
    "dominoes": dominoes, "billiards": billiards, "seesaw": seesaw, "cradle": cradle,
    "heavy_on_light": heavy_on_light, "corner": corner, "shaken_tray": shaken_tray, "jenga": jenga,
    "spinner": spinner, "rolling_disc": rolling_disc, "turntable": turntable,
    "rope_bridge": rope_bridge, "falling_chain": falling_chain, "tumbler": tumbler,
    "pressed_gripper": pressed_gripper, "stalled_arm": stalled_arm,
    "stalled_gripper": stalled_gripper, "rough_balls_hit": rough_balls_hit,
    "shot_at_ground": shot_at_ground, "heap_of_chains": heap_of_chains, "net": net, **MACHINES, **TERRAIN,
}
