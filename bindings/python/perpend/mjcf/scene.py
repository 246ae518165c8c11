# SPDX-License-Identifier: Apache-2.0
"""Converts a compiled model of MuJoCo to a scene file of Perpend (docs/robots.md)."""
from __future__ import annotations

import itertools
import json

import numpy as np

from actuators import Actuators
from bodies import Bodies, listed
from equalities import Equalities
from filters import Filters
from frames import Frames
from ground import Ground
from joints import Joints
from lines import Faults, diagnostic
from settings import switch_off
from surfaces import Surfaces
from tendons import Tendons
from visuals import Visuals


class Converter:
    def __init__(self, mujoco, model, root, options):
        self.mj, self.m, self.root, self.options = mujoco, model, root, options
        switch_off(mujoco, model)
        self.data = mujoco.MjData(model)
        self.notes: list[dict] = []
        self.given: dict[str, set[str]] = {}  # names in the file, by kind
        self.bodies = Bodies(self)
        self.filters = Filters(self)
        self.surfaces, self.visuals = Surfaces(self), Visuals(self)
        self.actuators, self.tree = Actuators(self), Joints(self)
        self.equalities, self.tendons = Equalities(self), Tendons(self)
        self.ground, self.frames = Ground(self), Frames(self)
        self.joints, self.couplers = [], []
        self.joint_names: set[str] = set()
        self.has_loops = False
        self.joint_at = {}  # joint index: (name in the scene, coordinate)
        self.coordinate_names = {}  # joint index: name of the joint or of its coordinate in the scene

    # Names and lines.

    def name(self, kind, index):
        return self.own_name(kind, index) or self.free_name(f"{kind.lower()}_{index}", self.names(kind))

    def own_name(self, kind, index):
        return self.mj.mj_id2name(self.m, getattr(self.mj.mjtObj, f"mjOBJ_{kind}"), index)

    def names(self, kind):
        """Returns all names in the file, a copy."""
        if kind not in self.given:
            count = getattr(self.m, {"BODY": "nbody", "JOINT": "njnt", "EQUALITY": "neq", "ACTUATOR": "nactuator" if hasattr(self.m, "nactuator") else "nu"}.get(
                kind, f"n{kind.lower()}"))
            self.given[kind] = {self.own_name(kind, i) for i in range(count)} - {None, ""}
        return set(self.given[kind])

    @staticmethod
    def free_name(wanted, taken):
        """Returns the first of wanted, wanted_2, wanted_3 ... that is not taken."""
        counted = (wanted if i == 1 else f"{wanted}_{i}" for i in itertools.count(1))
        return next(name for name in counted if name not in taken)

    def note(self, tags, name, message, hint=""):
        file, line, tag = self.bodies.lines.place(tags, name)
        self.notes.append(diagnostic(file, line, f'{tag} "{name}"', message, hint))

    def refuse(self, tags, name, message, hint=""):
        file, line, tag = self.bodies.lines.place(tags, name)
        raise Faults(diagnostic(file, line, f'{tag} "{name}"', message, hint))

    def note_powers(self, tags, name, kind, index, dof=None):
        """Notes forces with higher powers of length or speed; MuJoCo 4 has these in fields of their own."""
        by_rate = ("dof_damping", dof) if kind == "jnt" else (f"{kind}_damping", index)
        for (field, at), word in (((f"{kind}_stiffness", index), "stiffness"), (by_rate, "damping")):
            higher = getattr(self.m, f"{field}poly", None)
            powers = [*np.ravel(getattr(self.m, field)[at])[1:], *(higher[at] if higher is not None else ())]
            if any(powers):
                self.note(tags, name, f"{word} above the first power is not done")

    # The start.

    def joint_index(self, name, flag):
        index = self.mj.mj_name2id(self.m, self.mj.mjtObj.mjOBJ_JOINT, name)
        if index < 0 or self.m.jnt_type[index] not in (2, 3):
            raise Faults(diagnostic("", 0, flag, f'no hinge or slide is named "{name}"'))
        return index

    def key_index(self, wanted):
        """Returns the number of a key, which those without a name have as their name."""
        names = [self.own_name("KEY", i) or str(i) for i in range(self.m.nkey)]
        if wanted in names:
            return names.index(wanted)
        known = f"expected one of {', '.join(names)}" if names else "the file has no key"
        raise Faults(diagnostic(self.root.file, self.root.line, "keyframe", f'no key is named "{wanted}"', known))

    def start_at_key(self, wanted):
        index = self.key_index(wanted)
        self.mj.mj_resetDataKeyframe(self.m, self.data, index)
        if self.data.time:
            self.note(("key",), wanted, f"time = {self.data.time:g} is not done: runs start at 0")
        if self.data.act.any():
            self.note(("key",), wanted, "act is not done: no actuator has states of its own")

    def move_to_start(self):
        if self.options.keyframe is not None:
            self.start_at_key(self.options.keyframe)
        for name, value in self.options.start:
            self.data.qpos[self.m.jnt_qposadr[self.joint_index(name, "start")]] = value
        for name, rate in self.options.rate:
            self.data.qvel[self.m.jnt_dofadr[self.joint_index(name, "rate")]] = rate
        self.equalities.move_to_start()
        self.mj.mj_forward(self.m, self.data)
        if self.options.ground:
            self.ground.put_down()
            self.mj.mj_forward(self.m, self.data)

    def gravity(self):
        return self.options.gravity if self.options.gravity is not None else self.m.opt.gravity

# Additions by other classes.

    def limit(self, along, bounds, start, tags, name, still=0.0):
        """Adds limits along a coordinate; `still` is what the file counts in addition to it."""
        lo, hi = along["limits"] = listed(bounds)
        if lo <= start <= hi:
            return
        along["start_outside"] = True
        self.note(tags, name, f"starts at {start + still:g}, outside of its limits {lo + still:g} to {hi + still:g}: "
                  "it is brought back at a bounded speed")

    def add_joint(self, name, kind, a, b, anchor, coordinates=(), collide=False, **keys):
        name = self.free_name(name, self.joint_names)
        self.joint_names |= {name} | {each["name"] for each in coordinates if "name" in each}  # they share one set
        joint = {"name": name, "kind": kind, "a": a, "b": b, "anchor": listed(anchor)}
        joint |= {key: listed(value) for key, value in keys.items()}
        if coordinates := [each for each in coordinates if len(each) > 1]:
            joint["coordinates"] = coordinates
        if collide:
            joint["bodies_collide"] = True
        self.joints.append(joint)
        return name

    def add_coupler(self, name, one, two, factor):
        """Adds a coupler that keeps the sum of the terms `one` less `factor` times those of `two`."""
        sums = dict(one)
        for at, share in two.items():
            sums[at] = sums.get(at, 0.0) - factor * share
        terms = [{"joint": joint, "coordinate": coordinate, "factor": float(share)}
                 for (joint, coordinate), share in sums.items() if share != 0]
        if terms:
            name = self.free_name(name, {coupler["name"] for coupler in self.couplers})
            self.couplers.append({"name": name, "terms": terms})

    # Collisions.

    def joined(self):
        """Returns pairs of names of bodies that do not collide because of a joint."""
        return {tuple(sorted((joint["a"], joint["b"]))) for joint in self.joints
                if joint["kind"] != "strut" and "bodies_collide" not in joint}

    def are_joined(self, *roots):
        """True if a joint prevents the roots from colliding; joints to the world do not."""
        return 0 not in roots and tuple(sorted(self.bodies.name_of(root) for root in roots)) in self.joined() | self.tree.parted

    def exclusions(self):
        names = {tuple(sorted(map(self.bodies.body_of, roots))) for roots in self.filters.apart}
        names |= {pair for pair in self.tree.parted - self.joined() if "world" not in pair}
        bodies = {body["name"] for body in self.bodies.all(False)}
        return [{"a": a, "b": b} for a, b in sorted(names) if a != b and {a, b} <= bodies]

    # The whole scene.

    def text(self):
        self.move_to_start()
        self.filters.read(self.data)
        self.surfaces.read_pairs()
        self.actuators.read()
        self.bodies.read()
        self.frames.read()
        self.tree.read()
        self.equalities.read()
        self.tendons.read()
        self.equalities.read_tendons()
        self.filters.note_pairs()
        bodies = self.bodies.all(self.options.ground)
        if not bodies:
            raise Faults(diagnostic(self.root.file, self.root.line, "mujoco", "has no body"))
        name = self.root.attributes.get("model") or "mujoco"
        scene = {"format": 1, "name": name, "gravity": listed(self.gravity()), **self.surfaces.materials(),
                 "bodies": bodies, "frames": self.frames.all(), "joints": self.joints, "couplers": self.couplers,
                 "actuators": self.actuators.all(),
                 "exclude_collisions": self.exclusions(),
                 "simulation": {"duration": self.options.duration, "dt": float(self.m.opt.timestep)}}
        if self.options.allow_overlap:
            scene["simulation"]["allow_overlap"] = True
        if self.has_loops:  # projection of drift keeps them closed to round-off
            scene["simulation"]["drift"] = "projection"
        return spread(literal({key: value for key, value in scene.items() if value != []}))


def literal(value):
    """Escapes names so that none is read as an expression, whatever it begins with."""
    if isinstance(value, dict):
        return {key: literal(each) for key, each in value.items()}
    if isinstance(value, list):
        is_of_numbers = bool(value) and isinstance(value[0], (int, float))  # a terrain has millions
        return value if is_of_numbers else [literal(each) for each in value]
    is_expression = isinstance(value, str) and (value.startswith("$") or "{" in value)
    return f"$${value}" if is_expression else value


def spread(scene):
    """Returns JSON text with one element of each list of objects per line."""
    lines = []
    for key, value in scene.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
