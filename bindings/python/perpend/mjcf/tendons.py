# SPDX-License-Identifier: Apache-2.0
"""Converts tendons. One over joints becomes the coordinate of a light slider that a coupler moves with the sum of theirs.
One between two sites becomes a strut, or a rope if it has only an upper limit; spans between sites of one body have a
fixed length."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from bodies import first, listed

JOINT, SITE = 1, 3  # mjtWrap
# Mass of a slider as a share of the inertia along its tendon. It adds no more to any motion of the joints.
LIGHT = 1e-6


class Path(NamedTuple):
    """How a tendon runs: its joints with their factors, or the sites at both ends of the one span that changes its
    length; `still` is the length of the others. `missing` tells why it is neither."""
    factors: dict[int, float] = {}
    ends: tuple[int, int] | None = None
    still: float = 0.0
    missing: str = ""


class Tendons:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data
        self.paths: dict[int, Path] = {}
        self.joints: dict[int, str] = {}  # joint of the scene whose coordinate is the length less `still`

    def tags(self, k):
        return ("fixed",) if self.wraps(k)[0][0] == JOINT else ("spatial",)

    def name(self, k):
        return self.c.name("TENDON", k)

    def wraps(self, k):
        """Returns kinds, objects and factors of what a tendon runs over."""
        run = range(int(self.m.tendon_adr[k]), int(self.m.tendon_adr[k] + self.m.tendon_num[k]))
        return [(int(self.m.wrap_type[w]), int(self.m.wrap_objid[w]), float(self.m.wrap_prm[w])) for w in run]

    def path(self, k):
        if k not in self.paths:
            self.paths[k] = self.path_over(self.wraps(k))
        return self.paths[k]

    def path_over(self, wraps):
        if wraps[0][0] == JOINT:
            factors = {joint: factor for _, joint, factor in wraps if factor != 0}
            return Path(factors=factors, missing="" if factors else "is left out: all of its coefficients are 0")
        if any(kind != SITE for kind, _, _ in wraps):
            return Path(missing="is left out: it does not run from one site to another alone, without solids and pulleys")
        return self.path_between([site for _, site, _ in wraps])

    def path_between(self, sites):
        root = lambda site: self.c.bodies.root_of(self.m.site_bodyid[site])
        spans = list(zip(sites, sites[1:]))
        moving = [(one, two) for one, two in spans if root(one) != root(two)]
        if not moving:
            return Path(missing="joins a body with itself, and is left out")
        if len(moving) > 1:
            return Path(missing=f"is left out: {len(moving)} of its spans change their length, one can")
        still = sum(float(np.linalg.norm(self.data.site_xpos[one] - self.data.site_xpos[two])) for one, two in spans
                    if root(one) == root(two))
        return Path(ends=moving[0], still=still)

    def length(self, k):
        """Returns the value of the coordinate at the start."""
        return float(self.data.ten_length[k]) - self.path(k).still

    # The scene.

    def read(self):
        for k in range(self.m.ntendon):
            path = self.path(k)
            if path.missing:
                self.c.note(self.tags(k), self.name(k), path.missing)
            elif path.ends:
                self.span(k, path)
            elif self.has_forces(k):
                self.slider(k)
            if not path.missing and self.slack(k):
                self.slack_spring(k)

    def has_forces(self, k):
        m = self.m
        stiffness = 0.0 if self.slack(k) else m.tendon_stiffness[k]
        values = [m.tendon_limited[k], stiffness, m.tendon_damping[k], m.tendon_frictionloss[k], self.rotor(k)[0]]
        return any(first(value) > 0 for value in values) or any(line == ("tendon", k) for line in self.c.actuators.lines())

    def rotor(self, k):
        """Returns inertia and damping along a tendon that are not its own damping."""
        armature, damping = self.c.actuators.rotors_of(("tendon", k))
        return armature + float(getattr(self.m, "tendon_armature", np.zeros(k + 1))[k]), damping

    def along(self, k):
        """Returns what acts along the length of a tendon."""
        m, tags, name, still = self.m, self.tags(k), self.name(k), self.path(k).still
        found: dict[str, Any] = {"coordinate": 0}
        if m.tendon_limited[k]:
            bounds = listed(np.array(m.tendon_range[k]) - still)
            self.c.limit(found, bounds, self.length(k), tags, name, still)
            if self.path(k).ends and bounds[0] <= 0:
                found["limits"][0] = None
        if first(m.tendon_stiffness[k]) > 0 and not self.slack(k):
            found["spring"] = {"stiffness": first(m.tendon_stiffness[k]), "rest": float(m.tendon_lengthspring[k][0]) - still}
        armature, damping = self.rotor(k)
        own = {"damping": damping + first(m.tendon_damping[k]), "friction": first(m.tendon_frictionloss[k]),
               "armature": armature}
        found |= {key: value for key, value in own.items() if value > 0}
        if motor := self.c.actuators.motors.get(("tendon", k)):
            found["motor"] = motor
        self.c.note_powers(tags, name, "tendon", k)
        return found

    def slack(self, k):
        """Returns the range of lengths in which the spring is slack, None if it is one length."""
        shortest, longest = listed(np.array(self.m.tendon_lengthspring[k]) - self.path(k).still)
        return (shortest, longest) if longest > shortest and first(self.m.tendon_stiffness[k]) > 0 else None

    def span(self, k, path):
        """Adds a strut between two sites."""
        (one, two), sites = path.ends, self.data.site_xpos
        if self.c.bodies.name_of(self.m.site_bodyid[one]) == "world":
            one, two = two, one
        a, b = (self.c.bodies.name_of(self.m.site_bodyid[site]) for site in (one, two))
        self.joints[k] = self.c.add_joint(self.name(k), "strut", a, b, sites[one], [self.along(k)], anchor_b=sites[two])

    def slider(self, k):
        """Adds a slider, and the coupler of its place with the coordinates of the joints."""
        name, body = self.add_slider(k, self.name(k), self.along(k), self.length(k), float(self.data.ten_velocity[k]))
        self.joints[k] = name
        self.c.add_coupler(self.name(k), {(name, 0): 1.0}, self.terms(k), 1.0)
        self.c.note(self.tags(k), self.name(k), f'is the coordinate of "{name}", where "{body}" slides with {LIGHT:g} of its '
                    "inertia: a coupler moves it with the joints")

    def slack_spring(self, k):
        """Adds a spring that acts outside of a range: the length is the sum of that of a slider with a spring that rests
        at 0, and that of a slider with the range as its limits."""
        lo, hi = self.slack(k)
        start, rate, name = self.length(k), float(self.data.ten_velocity[k]), self.name(k)
        stretch = start - float(np.clip(start, lo, hi))
        spring = {"coordinate": 0, "spring": {"stiffness": first(self.m.tendon_stiffness[k]), "rest": 0.0}}
        limits = {"coordinate": 0, "limits": [lo, hi]}
        one, body = self.add_slider(k, f"{name}_stretch", spring, stretch, rate if stretch else 0.0)
        two, other = self.add_slider(k, f"{name}_slack", limits, start - stretch, 0.0 if stretch else rate)
        self.c.add_coupler(f"{name}_slack", {(one, 0): 1.0, (two, 0): 1.0}, self.terms(k), 1.0)
        self.c.note(self.tags(k), name, f'its spring with slack is two sliders, "{body}" and "{other}", with {LIGHT:g} of its inertia')

    def add_slider(self, k, name, along, start, rate):
        """Adds a body that slides across gravity; returns the names of its joint and of itself."""
        bodies, weight = self.c.bodies, float(self.m.tendon_invweight0[k])
        mass = LIGHT / weight if weight > 0 else LIGHT
        body = self.c.free_name(f"{name}_slider", bodies.names)
        bodies.names.add(body)
        down = np.array(self.c.gravity(), float)
        axis = np.cross(down, np.eye(3)[np.argmin(abs(down))]) if down.any() else np.array([1.0, 0.0, 0.0])
        axis /= np.linalg.norm(axis)
        entry = {"name": body, "kind": "spatial", "mass": mass, "inertia": [mass] * 3}
        if rate:
            entry["velocity"] = listed(rate * axis)
        bodies.between.append(entry)
        along = along | ({"start": start} if start else {})
        return self.c.add_joint(name, "prismatic", body, "world", np.zeros(3), [along], axis=axis), body

    def terms(self, k):
        """Returns the factors of the scene's coordinates in the length of a tendon, None if it is left out."""
        path = self.path(k)
        if path.missing:
            return None
        if path.ends:
            return {(self.joints[k], 0): 1.0}
        return {self.c.joint_at[joint]: factor for joint, factor in path.factors.items()}
