# SPDX-License-Identifier: Apache-2.0
"""The elements of an MJCF file and of the files it includes, each with file and line, and which of
them Perpend does not do."""
from __future__ import annotations

import pathlib
import xml.parsers.expat
from dataclasses import dataclass, field


class Faults(Exception):
    """What makes a file no model; each a dict as io's Diagnostic."""

    def __init__(self, *faults: dict):
        super().__init__(faults)
        self.faults = list(faults)


def diagnostic(file, line, element, message, hint=""):
    return {"file": str(file), "line": line, "element": element, "message": message, "hint": hint}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    file: str
    line: int
    children: list["Element"] = field(default_factory=list)

    def words(self) -> str:
        name = self.attributes.get("name") or self.attributes.get("class")
        return f'{self.tag} "{name}"' if name else self.tag

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


def _parse(path: pathlib.Path) -> Element:
    parser = xml.parsers.expat.ParserCreate()
    document = Element("", {}, str(path), 0)
    stack = [document]

    def start(tag, attributes):
        element = Element(tag, attributes, str(path), parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: stack.pop()
    try:
        parser.Parse(path.read_bytes(), True)
    except OSError as error:
        raise Faults(diagnostic(path, 0, "", f"cannot be read: {error.strerror}")) from None
    except xml.parsers.expat.ExpatError as error:
        raise Faults(diagnostic(path, error.lineno, "", f"is no XML: {xml.parsers.expat.errors.messages[error.code]}")) from None
    return document.children[0]


def read(path: pathlib.Path, above: tuple[pathlib.Path, ...] = ()) -> Element:
    """The root, with the children of included files in the place of each `include`."""
    root = _parse(path)

    def expand(element: Element):
        children = []
        for child in element.children:
            expand(child)
            if child.tag != "include":
                children.append(child)
                continue
            file = (path.parent if not above else above[0].parent) / child.attributes.get("file", "")
            if not file.is_file():
                raise Faults(diagnostic(child.file, child.line, "include", f'no file is found for "{child.attributes.get("file", "")}"'))
            if any(file.samefile(other) for other in (*above, path)):
                raise Faults(diagnostic(child.file, child.line, "include", f'"{file.name}" includes itself'))
            children += read(file, (*above, path)).children
        element.children = children

    expand(root)
    return root


# What is read of the elements that make a model, attribute by attribute; the rest is listed.
POSE = {"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}
SPAN = {"name", "class", "limited", "range", "stiffness", "springlength", "damping", "frictionloss", "width", "rgba",
        "group", "material"}
DONE = {
    "mujoco": {"model"},
    "compiler": None, "default": None, "worldbody": set(), "asset": set(), "contact": set(), "equality": set(),
    "actuator": set(), "tendon": set(), "include": None, "frame": None, "size": None, "replicate": None,
    "option": {"timestep", "gravity"},
    "body": {"name", "childclass", *POSE},
    "inertial": {"mass", "diaginertia", "fullinertia", *POSE},
    "joint": {"name", "class", "type", "pos", "axis", "range", "limited", "stiffness", "springref", "ref", "damping",
              "frictionloss", "armature", "actuatorfrcrange", "actuatorfrclimited"},
    "freejoint": {"name"},
    "geom": {"name", "class", "type", "contype", "conaffinity", "condim", "size", "material", "rgba", "friction", "mass",
             "density", "shellinertia", "fromto", "group", "mesh", *POSE},
    "mesh": None,
    "exclude": {"name", "body1", "body2"},
    "spatial": SPAN,
    "connect": {"name", "class", "active", "body1", "body2", "anchor", "site1", "site2"},
    "weld": {"name", "class", "active", "body1", "body2", "anchor", "relpose", "site1", "site2"},
    "motor": {"name", "class", "joint", "gear", "ctrlrange", "ctrllimited", "forcerange", "forcelimited"},
    "position": {"name", "class", "joint", "gear", "kp", "kv", "dampratio", "ctrlrange", "ctrllimited", "forcerange",
                 "forcelimited"},
    "velocity": {"name", "class", "joint", "gear", "kv", "ctrlrange", "ctrllimited", "forcerange", "forcelimited"},
    "general": {"name", "class", "joint", "gear", "ctrlrange", "ctrllimited", "forcerange", "forcelimited", "gainprm",
                "biasprm", "gaintype", "biastype"},
    "site": None, "key": None,
}
WHY = {
    "solref": "contacts and limits are hard; a damping ratio below 1 is a restitution", "solimp": "contacts and limits are hard",
    "solreflimit": "limits are hard", "solimplimit": "limits are hard",
}
# Elements of one name with others: a `joint` of `equality` is a coupler.
SECTIONS = {"equality": {"joint": {"name", "class", "active", "joint1", "joint2", "polycoef"}}, "default": {"tendon": SPAN}}
PICTURES = {"visual", "statistic", "light", "camera", "texture", "material", "skin"}


def not_done(root: Element) -> list[dict]:
    """Every element and attribute that the scene does not have."""
    notes = []

    def note(element, message, hint=""):
        notes.append(diagnostic(element.file, element.line, element.words(), message, hint))

    def visit(element, section):
        done = SECTIONS.get(section, {}).get(element.tag, DONE.get(element.tag, set()))
        if element.tag in PICTURES:
            return note(element, f"{element.tag} is not drawn")
        if element.tag not in DONE:
            return note(element, f"{element.tag} is not done")
        if element.tag == "key":
            note(element, "key is not done: runs start at qpos0", "--start joint=value sets a start")
        for attribute in element.attributes if done is not None else ():
            if attribute not in done:
                note(element, f"{attribute} is not done", WHY.get(attribute, ""))
        for child in element.children:
            visit(child, element.tag)

    visit(root, "")
    return notes


# Elements that stand for several, after which an element without a name cannot be counted.
SEVERAL = {"replicate", "composite", "flexcomp", "attach"}
COUNTED = {"geom": {"geom"}, "joint": {"joint", "freejoint"}, "body": {"body"}}


class Lines:
    """Where elements stand, by name, and where they have none, by their number in MuJoCo's order."""

    def __init__(self, root: Element):
        self.root = root
        self.by_name: dict[tuple[str, str], Element] = {}
        self.by_number: dict[tuple[str, int], Element] = {}
        for element in root.walk():
            if "name" in element.attributes:
                self.by_name.setdefault((element.tag, element.attributes["name"]), element)
            elif element.tag == "mesh" and "file" in element.attributes:
                self.by_name.setdefault(("mesh", pathlib.Path(element.attributes["file"]).stem), element)
        for section in ("actuator", "equality", "tendon"):
            elements = [each for child in root.children if child.tag == section for each in child.children]
            self.number(section, elements)
        if not any(element.tag in SEVERAL for element in root.walk()):
            bodies = [body for child in root.children if child.tag == "worldbody" for body in _bodies(child)]
            for kind, tags in COUNTED.items():
                own = bodies if kind == "body" else [each for body in bodies for each in _own(body, tags)]
                self.number(kind, own)

    def number(self, kind: str, elements: list[Element]):
        self.by_number |= {(kind, i): element for i, element in enumerate(elements)}

    def place(self, tags: tuple[str, ...], name: str) -> tuple[str, int, str]:
        """File, line and tag."""
        kind, _, number = name.rpartition("_")
        plain = name.rstrip("0123456789")  # of a replicate
        found = next((self.by_name[tag, each] for each in (name, plain) for tag in tags if (tag, each) in self.by_name),
                     self.by_number.get((kind, int(number))) if number.isdigit() else None)
        return (found.file, found.line, found.tag) if found else (self.root.file, 0, tags[0])


def _bodies(body: Element):
    """A body and those below it, parents first."""
    yield body
    for child in _own(body, {"body"}):
        yield from _bodies(child)


def _own(body: Element, tags: set[str]):
    """Elements of a body, those in its frames included."""
    for child in body.children:
        if child.tag in tags:
            yield child
        elif child.tag == "frame":
            yield from _own(child, tags)
