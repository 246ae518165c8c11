# SPDX-License-Identifier: Apache-2.0
"""A scene being drawn: bodies and joints as scene files have them, and what may be asked of it."""

import math


def sizes(scene, *lengths):
    """A box of these lengths: along, across (in space only), up."""
    along, across, up = lengths
    return [along, across, up] if scene.in_space else [along, up]


class Scene:
    """Draws of friction, restitution, step and mass ratio; `smallest` is the size that overlap is
    measured against, `passive` says that nothing but gravity works on it."""

    def __init__(self, draw, in_space):
        self.draw = draw
        self.in_space = in_space
        self.bodies, self.joints, self.couplers = [], [], []
        self.smallest = math.inf
        self.passive = True
        self.duration = 0.6
        self.mu = draw.choice([0.0, draw.uniform(0, 1), draw.uniform(0, 2)])
        self.e = draw.choice([0.0, draw.uniform(0, 1), 1.0])
        self.dt = draw.choice([1 / 60, 1 / 120, 0.004, 0.002, 0.001])
        self.ratio = math.exp(draw.uniform(0, math.log(1e6)))
        self.gravity = 9.81
        self.rolling, self.impact = 0.0, "newton"

    def up(self, height, along=0.0, across=0.0):
        return [along, across, height] if self.in_space else [along, height]

    def motion(self, speed):
        """Of a mover along x."""
        return {"velocity": [speed, 0, 0]}

    def heavy_or_light(self):
        """A mass between 1 and the mass ratio of the scene."""
        return math.exp(self.draw.uniform(0, math.log(self.ratio)))

    def fixed(self, name, shapes):
        kind = "spatial_fixed" if self.in_space else "fixed"
        self.bodies.append({"name": name, "kind": kind, "shapes": shapes})

    def floor(self):
        shape = {"half_space": {}} if self.in_space else {"half_plane": {"normal": [0, 1]}}
        self.fixed("floor", [shape])

    def mover(self, name, shapes, position, motion):
        kind = "spatial_kinematic" if self.in_space else "kinematic"
        self.bodies.append({"name": name, "kind": kind, "shapes": shapes, "position": position,
                            "motion": motion})
        self.passive = False

    def body(self, shape, position, size, **more):
        """Adds a moving body of one shape, `size` its smallest measure; returns its name."""
        name = more.pop("name", f"b{len(self.bodies)}")
        body = {"name": name, "position": position, "shapes": [shape]}
        if self.in_space:
            body["kind"] = "spatial"
        body.update({"mass": 1.0} if "mass" not in more and "density" not in more else {})
        body.update(more)
        self.bodies.append(body)
        self.smallest = min(self.smallest, size)
        return name

    def brick(self, position, size, **more):
        return self.body({"box": {"size": size}}, position, min(size), **more)

    def ball(self, position, radius, **more):
        shape = {"sphere": {"radius": radius}} if self.in_space else {"disc": {"radius": radius}}
        return self.body(shape, position, radius, **more)

    def joint(self, kind, a, b, anchor, **more):
        self.joints.append({"name": f"j{len(self.joints)}", "kind": kind, "a": a, "b": b,
                            "anchor": anchor, **more})

    def hinge(self, a, b, anchor, **more):
        if self.in_space:
            more.setdefault("axis", [0, 1, 0])
        self.joint("pin", a, b, anchor, **more)

    def turned(self):
        """Keys of a random orientation."""
        angle = self.draw.uniform(-3, 3)
        if not self.in_space:
            return {"angle": angle}
        axis = [self.draw.uniform(-1, 1) for _ in range(3)]
        return {"axis_angle": [*axis, angle] if any(axis) else [1, 0, 0, angle]}

    def file(self, name):
        gravity = [0, 0, -self.gravity] if self.in_space else [0, -self.gravity]
        return {"format": 1, "name": name, "gravity": gravity,
                "materials": [{"name": "default", "mu": self.mu, "e": self.e,
                               "rolling": self.rolling}],
                "bodies": self.bodies, "joints": self.joints, "couplers": self.couplers,
                "simulation": {"dt": self.dt, "duration": self.duration, "impact": self.impact}}
