# SPDX-License-Identifier: Apache-2.0
"""Reads the elements of an MJCF file and of the files it includes, each with file and line."""
from __future__ import annotations

import pathlib
import xml.parsers.expat
from dataclasses import dataclass, field


class Faults(Exception):
    """Reasons why a file is not a valid model; each is a dict like io's Diagnostic."""

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
    """Returns the root, with the children of included files in place of each `include`."""
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


# Elements that expand to several; in files with them, elements without a name cannot be numbered.
SEVERAL = {"replicate", "composite", "flexcomp", "attach"}
COUNTED = {"geom": {"geom"}, "joint": {"joint", "freejoint"}, "body": {"body"}}


def attached(model: Element, root: Element) -> list[Element]:
    """Returns the elements in the file of a `model` of the assets."""
    if model.tag != "model" or not model.attributes.get("file"):
        return []
    try:
        return [read(pathlib.Path(root.file).parent / model.attributes["file"])]
    except Faults:  # MuJoCo has found it in other folders
        return []


class Lines:
    """The places of elements by name, or for those without a name by their number in MuJoCo's order."""

    def __init__(self, root: Element):
        self.root = root
        self.by_name: dict[tuple[str, str], Element] = {}
        self.by_number: dict[tuple[str, int], Element] = {}
        for element in root.walk():
            if "name" in element.attributes:
                self.by_name.setdefault((element.tag, element.attributes["name"]), element)
            elif element.tag == "mesh" and "file" in element.attributes:
                self.by_name.setdefault(("mesh", pathlib.Path(element.attributes["file"]).stem), element)
        self.add_attached()
        for section in ("actuator", "equality", "tendon"):
            elements = [each for child in root.children if child.tag == section for each in child.children]
            self.number(section, elements)
        if not any(element.tag in SEVERAL for element in root.walk()):
            bodies = [body for child in root.children if child.tag == "worldbody" for body in _bodies(child)]
            for kind, tags in COUNTED.items():
                own = bodies if kind == "body" else [each for body in bodies for each in _own(body, tags)]
                self.number(kind, own)

    def add_attached(self):
        """Adds the elements of models that are attached, with the prefix of their names."""
        models = {model.attributes.get("name") or part.attributes.get("model", ""): part
                  for model in self.root.walk() for part in attached(model, self.root)}
        for attach in self.root.walk():
            model = models.get(attach.attributes.get("model")) if attach.tag == "attach" else None
            for part in model.walk() if model else ():
                if "name" in part.attributes:
                    name = attach.attributes.get("prefix", "") + part.attributes["name"]
                    self.by_name.setdefault((part.tag, name), part)

    def number(self, kind: str, elements: list[Element]):
        self.by_number |= {(kind, i): element for i, element in enumerate(elements)}

    def place(self, tags: tuple[str, ...], name: str) -> tuple[str, int, str]:
        """Returns file, line and tag."""
        kind, number = (*name.split("_"), "")[:2]  # of joint_3, and of joint_3_2 if that name is taken
        plain = name.rstrip("0123456789")  # of a replicate
        found = next((self.by_name[tag, each] for each in (name, plain) for tag in tags if (tag, each) in self.by_name),
                     self.by_number.get((kind, int(number))) if number.isdigit() else None)
        return (found.file, found.line, found.tag) if found else (self.root.file, 0, tags[0])


def _bodies(body: Element):
    """Yields a body and those below it, parents first."""
    yield body
    for child in _own(body, {"body"}):
        yield from _bodies(child)


def _own(body: Element, tags: set[str]):
    """Yields elements of a body, including those in its frames."""
    for child in body.children:
        if child.tag in tags:
            yield child
        elif child.tag == "frame":
            yield from _own(child, tags)
