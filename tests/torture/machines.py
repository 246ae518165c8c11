# SPDX-License-Identifier: Apache-2.0
"""Families of mechanisms that carry, drive and hit: platforms, gears, tracks, doors, belts."""

import math

from scene import sizes


def platform(scene):
    """A table on legs of servos, six in space, with loose things on it."""
    scene.floor()
    scene.passive = False
    height, half = scene.draw.uniform(0.8, 1.5), scene.draw.uniform(0.4, 0.7)
    thick = 0.06
    table = scene.brick(scene.up(height), sizes(scene, 2 * half, 2 * half, thick), mass=20.0)
    scene.fixed("base", [])
    feet = [k * math.pi / 3 for k in range(6)] if scene.in_space else [0.1, 1.4, 1.7, 3.0]
    for k, angle in enumerate(feet):
        turned = angle + (0.35 if k % 2 else -0.35) if scene.in_space else angle
        if scene.in_space:
            foot = [1.2 * half * math.cos(angle), 1.2 * half * math.sin(angle), 0]
            head = [0.9 * half * math.cos(turned), 0.9 * half * math.sin(turned), height - thick / 2]
        else:
            foot, head = [1.2 * half * math.cos(angle), 0], [0.9 * half * math.cos(turned + 0.3), height - thick / 2]
        length = math.dist(foot, head)
        motor = {"kind": "position", "target": length * scene.draw.uniform(0.92, 1.08),
                 "stiffness": scene.draw.uniform(5e3, 1e5), "damping": scene.draw.uniform(200, 5e3)}
        scene.joint("strut", table, "base", head, anchor_b=foot, coordinates=[{"motor": motor}])
    for k in range(3):
        scene.ball(scene.up(height + 0.2 + 0.3 * k, 0.1 * k), 0.08, mass=min(scene.heavy_or_light(), 50))


def geared_hoist(scene):
    """A motor that lifts a load by a gear and a drum; the load is a slide that is coupled."""
    scene.passive = False
    scene.fixed("frame", [])
    small = scene.ball(scene.up(2.0), 0.1, mass=1.0)
    large = scene.ball(scene.up(2.0, 0.5), 0.4, mass=scene.draw.uniform(1, 30))
    load = scene.brick(scene.up(0.0, 1.5), sizes(scene, 0.3, 0.3, 0.3), mass=min(scene.heavy_or_light(), 1e4))
    motor = {"kind": "velocity", "target": scene.draw.uniform(-10, 10), "max_force": scene.draw.uniform(1, 500)}
    scene.hinge(small, "frame", scene.up(2.0), coordinates=[{"motor": motor, "armature": scene.draw.choice([0, 0.01])}])
    scene.hinge(large, "frame", scene.up(2.0, 0.5))
    scene.joint("prismatic", load, "frame", scene.up(0.0, 1.5), axis=scene.up(1.0),
                coordinates=[{"limits": [-0.3, 0.3], "friction": scene.draw.uniform(0, 20)}])
    teeth = scene.draw.randint(2, 40)
    scene.couplers.append({"name": "gear", "terms": [{"joint": "j0", "factor": 10}, {"joint": "j1", "factor": -teeth}]})


def belt(scene):
    """A track of links about two wheels, one of which a motor turns, that stands on the ground."""
    scene.floor()
    scene.passive = False
    scene.dt = min(scene.dt, 0.004)
    radius, span = 0.25, scene.draw.uniform(0.6, 1.2)
    around = 2 * span + 2 * math.pi * (radius + 0.03)
    links = max(16, int(around / 0.12))
    pitch = around / links
    lift = radius + 0.065

    def at(s):
        s %= around
        r, arc = radius + 0.03, math.pi * (radius + 0.03)
        if s < span:
            return -span / 2 + s, r
        if s < span + arc:
            a = math.pi / 2 - (s - span) / r
            return span / 2 + r * math.cos(a), r * math.sin(a)
        if s < 2 * span + arc:
            return span / 2 - (s - span - arc), -r
        a = -math.pi / 2 - (s - 2 * span - arc) / r
        return -span / 2 + r * math.cos(a), r * math.sin(a)

    hull = scene.brick(scene.up(lift), sizes(scene, span - 2 * radius + 0.3, 0.2, 0.1), mass=30.0, level=1)
    for x in (-span / 2, span / 2):
        shape = {"cylinder": {"length": 0.2, "radius": radius}, "axis_angle": [1, 0, 0, math.pi / 2]} \
            if scene.in_space else {"disc": {"radius": radius}}
        wheel = scene.body(shape, scene.up(lift, x), radius, mass=5.0)
        motor = {"kind": "velocity", "target": scene.draw.uniform(-8, 8), "max_force": 100}
        scene.hinge(wheel, hull, scene.up(lift, x), coordinates=[{"motor": motor}] if x < 0 else [])
    names, joints = [], [at(k * pitch) for k in range(links)]
    for k in range(links):
        (x0, z0), (x1, z1) = joints[k], joints[(k + 1) % links]
        angle = math.atan2(z1 - z0, x1 - x0)
        length = math.hypot(x1 - x0, z1 - z0)
        size = sizes(scene, 0.8 * length, 0.2, 0.04)
        turned = {"axis_angle": [0, 1, 0, -angle]} if scene.in_space else {"angle": angle}
        names.append(scene.brick(scene.up(lift + (z0 + z1) / 2, (x0 + x1) / 2), size, mass=0.5, category=2, mask=1, **turned))
    for k in range(links):
        scene.hinge(names[k], names[k - 1], scene.up(lift + joints[k][1], joints[k][0]))
    scene.smallest = 0.04


def door(scene):
    """Doors with limits that rebound, hit by balls."""
    scene.gravity = 9.81 if scene.in_space else 0.0
    if scene.in_space:
        scene.floor()
    scene.fixed("frame", [])
    for k in range(scene.draw.randint(1, 3)):
        width = scene.draw.uniform(0.5, 1.0)
        y = 2.0 * k
        e = scene.draw.choice([0.0, 0.5, 1.0])
        limits = {"limits": [-scene.draw.uniform(0, 1), scene.draw.uniform(0, 1.5)], "e": e}
        leaf = scene.brick([width / 2, y, 1.05] if scene.in_space else [width / 2, y],
                           [width, 0.05, 2.0] if scene.in_space else [width, 0.05], mass=min(scene.heavy_or_light(), 500))
        anchors = [[0, y, 0.3], [0, y, 1.8]] if scene.in_space else [[0, y]]
        axis = {"axis": [0, 0, 1]} if scene.in_space else {}
        scene.joint("pin", leaf, "frame", anchors[0], coordinates=[limits], **axis)
        if scene.in_space and scene.draw.random() < 0.5:  # as doors are hung: over-constrained
            scene.joint("pin", leaf, "frame", anchors[1], **axis)
        speed = scene.draw.uniform(1, 20)
        where = scene.draw.uniform(0.3, 1) * width
        scene.ball([where, y - 0.6, 1.0] if scene.in_space else [where, y - 0.6], 0.1, mass=2.0,
                   velocity=[0, speed, 0] if scene.in_space else [0, speed])


def conveyor(scene):
    """Belts that run, boxes and balls dropped on them, a wall at the end."""
    scene.passive = False
    speed = scene.draw.uniform(-3, 3)
    size = sizes(scene, 6, 1, 0.2)
    run = {"surface_velocity": [speed, 0, 0] if scene.in_space else speed}
    scene.fixed("belt", [{"box": {"size": size}, "position": scene.up(-0.1), **run}])
    side = 1 if speed > 0 else -1
    scene.fixed("wall", [{"box": {"size": sizes(scene, 0.2, 1, 1)}, "position": scene.up(0.5, 1.4 * side)}])
    scene.floor()
    scene.bodies[-1]["position"] = scene.up(-0.5)
    for k in range(scene.draw.randint(2, 6)):
        at = scene.up(0.3 + 0.35 * k, scene.draw.uniform(-0.8, 0.8))
        if scene.draw.random() < 0.5:
            scene.brick(at, sizes(scene, *(scene.draw.uniform(0.1, 0.3) for _ in range(3))), mass=scene.draw.uniform(0.1, 20))
        else:
            scene.ball(at, scene.draw.uniform(0.05, 0.15), mass=scene.draw.uniform(0.1, 20))


def breaking_beam(scene):
    """A beam of welded bricks that may break, between two piers, under a falling weight."""
    scene.floor()
    piers = [{"box": {"size": sizes(scene, 0.3, 0.5, 1)}, "position": scene.up(0.5, x)} for x in (-1.1, 1.1)]
    scene.fixed("piers", piers)
    count, size = 10, sizes(scene, 0.25, 0.4, 0.2)
    names = [scene.brick(scene.up(1.1, 0.25 * (k - 4.5)), size, mass=5.0) for k in range(count)]
    strength = math.exp(scene.draw.uniform(math.log(10), math.log(1e5)))
    for k in range(1, count):
        scene.joint("weld", names[k], names[k - 1], scene.up(1.1, 0.25 * (k - 5)), break_torque=strength,
                    **({"break_force": strength} if scene.draw.random() < 0.5 else {}))
    scene.ball(scene.up(1.7, scene.draw.uniform(-0.6, 0.6)), 0.2, mass=min(scene.heavy_or_light(), 1000),
               velocity=scene.up(-scene.draw.uniform(0, 8)))


def screw_press(scene):
    """A screw that a motor drives presses a plate on sprung blocks."""
    scene.passive = False
    scene.floor()
    scene.fixed("frame", [])
    plate = scene.brick(scene.up(0.6), sizes(scene, 1.0, 0.6, 0.1), mass=10.0)
    if scene.in_space:
        bolt = scene.body({"cylinder": {"length": 0.4, "radius": 0.05}}, [0, 0, 1.2], 0.05, mass=3.0)
        pitch = scene.draw.uniform(0.005, 0.05)
        motor = {"kind": "velocity", "target": -scene.draw.uniform(5, 50), "max_force": scene.draw.uniform(5, 100)}
        scene.joint("screw", bolt, "frame", [0, 0, 1.2], axis=[0, 0, 1], pitch=pitch, coordinates=[{"motor": motor}])
        scene.joint("pin", plate, bolt, [0, 0, 0.7], axis=[0, 0, 1])
        scene.joint("prismatic", plate, "frame", [0, 0, 0.6], axis=[0, 0, 1])
    else:
        push = {"kind": "velocity", "target": -scene.draw.uniform(0.1, 1), "max_force": scene.draw.uniform(200, 5000)}
        scene.joint("prismatic", plate, "frame", scene.up(0.6), axis=scene.up(1.0), coordinates=[{"motor": push}])
    for x in (-0.3, 0.0, 0.3):
        base = scene.brick(scene.up(0.05, x), sizes(scene, 0.1, 0.1, 0.1), mass=1.0)
        cap = scene.brick(scene.up(0.35, x), sizes(scene, 0.1, 0.1, 0.1), mass=1.0)
        spring = {"spring": {"stiffness": scene.draw.uniform(1e3, 1e6)}, "damping": scene.draw.uniform(0, 500)}
        scene.joint("prismatic", cap, base, scene.up(0.35, x), axis=scene.up(1.0), coordinates=[spring])


MACHINES = {"platform": platform, "geared_hoist": geared_hoist, "belt": belt, "door": door, "conveyor": conveyor,
            "breaking_beam": breaking_beam, "screw_press": screw_press}
