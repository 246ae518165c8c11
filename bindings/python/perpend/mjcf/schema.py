# SPDX-License-Identifier: Apache-2.0
"""The elements and attributes of MJCF that a scene supports. Every other is listed with its line."""
from __future__ import annotations

from typing import Literal

from lines import Element, attached, diagnostic

# Attributes of each element that are read or do not change the motion; None: all attributes. All others
# are listed.
LABELS = {"name", "class", "group", "user", "rgba", "material"}
POSE = {"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}
SPAN = LABELS | {"limited", "range", "stiffness", "springlength", "damping", "frictionloss", "width", "armature",
                 "actuatorfrcrange", "actuatorfrclimited"}
DRIVE = LABELS | {"joint", "jointinparent", "gear", "ctrlrange", "ctrllimited", "forcerange", "forcelimited", "armature", "damping",
                  "inheritrange", "lengthrange", "actlimited", "actrange", "actearly", "site", "refsite", "tendon", "body",
                  "cranksite", "slidersite", "cranklength"}
SOLVER = {"integrator", "cone", "impratio", "jacobian", "solver", "iterations", "tolerance", "ls_iterations", "ls_tolerance",
          "noslip_iterations", "noslip_tolerance", "ccd_iterations", "ccd_tolerance", "sdf_iterations", "sdf_initpoints",
          "sleep_tolerance", "magnetic", "apirate", "mpr_iterations", "mpr_tolerance"}
FLAGS = {"constraint", "equality", "frictionloss", "limit", "contact", "spring", "damper", "passive", "gravity", "clampctrl",
         "filterparent", "actuation"}
METHODS = {"warmstart", "refsafe", "sensor", "midphase", "nativeccd", "eulerdamp", "autoreset", "island", "multiccd", "energy",
           "fwdinv", "invdiscrete", "sleep", "diagexact", "ipc", "speculative"}
DONE: dict[str, set[str] | None] = {
    "mujoco": None, "compiler": None, "lengthrange": None, "default": None, "worldbody": None, "asset": None, "contact": None,
    "equality": None, "actuator": None, "tendon": None, "include": None, "frame": None, "size": None, "replicate": None,
    "custom": None, "numeric": None, "text": None, "tuple": None, "element": None, "attach": None, "model": None,
    "option": {"timestep", "gravity", "actuatorgroupdisable"} | SOLVER,
    "flag": FLAGS | METHODS,
    "body": {"childclass", "mocap", "sleep", "simple", "fuse"} | LABELS | POSE,
    "inertial": {"mass", "diaginertia", "fullinertia"} | POSE,
    "joint": {"type", "pos", "axis", "range", "limited", "stiffness", "springref", "springdamper", "ref", "damping",
              "frictionloss", "armature", "actuatorfrcrange", "actuatorfrclimited"} | LABELS,
    "freejoint": {"align"} | LABELS,
    "geom": {"type", "contype", "conaffinity", "condim", "size", "friction", "mass", "density", "shellinertia", "fromto",
             "mesh", "hfield", "fitscale", "castshadow", "priority"} | LABELS | POSE,
    "mesh": None, "hfield": None,
    "exclude": None,
    "pair": {"geom1", "geom2", "condim", "friction"} | LABELS,
    "spatial": SPAN, "fixed": SPAN,
    "connect": {"active", "body1", "body2", "anchor", "site1", "site2"} | LABELS,
    "weld": {"active", "body1", "body2", "anchor", "relpose", "site1", "site2"} | LABELS,
    "motor": DRIVE,
    "position": DRIVE | {"kp", "kv", "dampratio", "timeconst"},
    "velocity": DRIVE | {"kv"},
    "general": DRIVE | {"gainprm", "biasprm", "gaintype", "biastype", "dyntype", "dynprm", "actdim"},
    "site": None, "keyframe": None, "key": set(),
}
# Elements whose meaning depends on their section: a `joint` of `equality` is a coupler.
EQUAL = {"active", "joint1", "joint2", "polycoef"} | LABELS
SECTIONS: dict[str, dict[str, set[str] | None]] = {
    "equality": {"joint": EQUAL, "tendon": {"active", "tendon1", "tendon2", "polycoef"} | LABELS},
    "fixed": {"joint": None}, "spatial": {"geom": None}, "default": {"tendon": SPAN, "equality": {"active"}}}
PICTURES = {"visual", "statistic", "light", "camera", "texture", "skin"}
WHY = {
    "solref": "contacts and limits are hard; a damping ratio below 1 is a restitution", "solimp": "contacts and limits are hard",
    "solreflimit": "limits are hard", "solimplimit": "limits are hard",
    "solreffriction": "dry friction is hard", "solimpfriction": "dry friction is hard", "torquescale": "welds are hard",
    "margin": "contacts and limits act where they are reached", "gap": "contacts act where they are reached",
    "gravcomp": "the body has its whole weight", "key": "runs start at qpos0; --keyframe NAME starts them at a key",
    "flexcomp": "its points are bodies that nothing holds together", "density": "there is no medium",
    "viscosity": "there is no medium", "wind": "there is no medium",
}


def asks(value: str) -> bool:
    """False for values that request nothing: zeros, and what is switched off."""
    words = value.split()
    try:
        return any(float(word) != 0 for word in words)
    except ValueError:
        return words not in (["false"], ["auto"], ["none"], ["disable"])


def done_of(element: Element, section: str) -> set[str] | Literal[""] | None:
    """Returns the supported attributes, None for all; "" if the element is not supported."""
    if element.tag == "plugin" or element.tag not in DONE and element.tag not in SECTIONS.get(section, {}):
        return ""
    return SECTIONS.get(section, {}).get(element.tag, DONE.get(element.tag))


def not_done(root: Element, starts_at_key: bool = False) -> list[dict]:
    """Returns a note for every element and attribute that the scene does not support, and for keys where the run
    starts at none."""
    notes = []

    def note(element, message, hint=""):
        notes.append(diagnostic(element.file, element.line, element.words(), message, hint))

    def visit(element, section):
        if element.tag in PICTURES:
            return note(element, f"{element.tag} is not drawn")
        if element.tag == "material":
            return note(element, "only its colour is drawn") if element.children or element.attributes.keys() - LABELS else None
        done = done_of(element, section)
        if element.tag == "key":
            return None if starts_at_key else note(element, "is not used", WHY["key"])
        if done == "":
            return note(element, f"{element.tag} is not done", WHY.get(element.tag, ""))
        for attribute, value in element.attributes.items():
            if done is not None and attribute not in done and asks(value):
                note(element, f"{attribute} is not done", WHY.get(attribute, ""))
        for child in element.children + [each for part in attached(element, root) for each in part.children]:
            visit(child, element.tag)

    visit(root, "")
    return notes
