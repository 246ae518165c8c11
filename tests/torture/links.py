# SPDX-License-Identifier: Apache-2.0
"""Bodies that joints couple and that lie on each other: chains, nets."""

import math


def heap_of_chains(scene):
    """Level chains of capsules or bricks, one above the other."""
    scene.floor()
    length, radius = 0.2, 0.04
    for k in range(scene.draw.randint(2, 4)):
        links = scene.draw.randint(2, 5)
        heading = scene.draw.uniform(-3, 3) if scene.in_space else 0.0
        begin = scene.draw.uniform(-0.2, 0.2) - 0.5 * links * length
        height = 0.06 + 0.15 * k
        mass = scene.heavy_or_light() ** 0.3

        def place(along, height=height, heading=heading):
            return scene.up(height, along * math.cos(heading), along * math.sin(heading))

        last = None
        for i in range(links):
            name = link(scene, place(begin + (i + 0.5) * length), length, radius, heading, mass)
            if last:
                scene.joint("spherical" if scene.in_space else "pin", last, name,
                            place(begin + i * length))
            last = name


def link(scene, position, length, radius, heading, mass):
    if not scene.in_space:
        return scene.brick(position, [0.8 * length, 2 * radius], mass=mass)
    shape = {"capsule": {"radius": radius, "length": 0.9 * length - 2 * radius},
             "axis_angle": [0, 1, 0, math.pi / 2]}
    return scene.body(shape, position, radius, mass=mass, axis_angle=[0, 0, 1, heading])


def net(scene):
    """Balls on threads that fall over a ball; in the plane a string of them."""
    scene.floor()
    radius, pitch = scene.draw.uniform(0.05, 0.15), scene.draw.uniform(0.08, 0.14)
    scene.fixed("stone", [{("sphere" if scene.in_space else "disc"): {"radius": radius}}])
    count = scene.draw.randint(4, 7)
    rows = count if scene.in_space else 1
    mass = scene.draw.uniform(0.02, 0.2)

    def place(i, j):
        return scene.up(radius + 0.4 * pitch, pitch * (i - 0.5 * (count - 1) + 0.1),
                        pitch * (j - 0.5 * (rows - 1)))

    names = {(i, j): scene.ball(place(i, j), 0.25 * pitch, mass=mass)
             for i in range(count) for j in range(rows)}
    for (i, j), name in names.items():
        for near in ((i + 1, j), (i, j + 1)):
            if near in names:
                scene.joint("distance", name, names[near], place(i, j), anchor_b=place(*near))
