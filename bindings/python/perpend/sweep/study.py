# SPDX-License-Identifier: Apache-2.0
"""A study: a scene, its varying parameters and its measures (docs/sweep.md)."""
from __future__ import annotations

import hashlib
import json
import os
import pathlib
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..errors import InputError, InvalidArgument
from ..world import World
from . import design, laws, measure
from .case import Case, Plan, build, split
from .engine import engine
from .expression import ExpressionError
from .faults import Faults

_KEYS = {"format", "name", "description", "scene", "parameters", "noise", "repeats", "duration", "measure", "plots"}
#: Columns of every table, in addition to those of parameters, measures and certificates.
COLUMNS = ("case", "repeat", "key", "status", "message", "time", "hash", "engine", "scene")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def digest(value) -> str:
    """Returns 64 hexadecimal digits of the hash of a value's JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Study:
    """A study, made by Study.load() or Study.from_dict(), which check all of it and raise InputError with every
    fault: unknown keys, parameters, options, laws, measures that have no value on the first case."""

    name: str
    description: str
    text: str  #: text of the scene
    source: str
    designs: dict
    noise: dict
    repeats: int
    duration: float | None  #: s; None: that of the scene
    measures: dict
    plots: list

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Study:
        """Reads a study file: JSON with comments. Its scene is a name, a path relative to the folder of the study, or a
        scene itself."""
        path = pathlib.Path(path)
        text = _text_of(path)
        try:
            parts = json.loads(_COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else _blank(m[0]), text),
                               object_pairs_hook=_once)
        except ValueError as error:
            raise InputError(f"{path}: is empty" if not text.strip() else f"{path}: cannot be read as JSON: {error}") from None
        return _checked(parts, Faults(str(path), text), path.parent, path.stem)

    @classmethod
    def from_dict(cls, parts: dict, folder: str | os.PathLike[str] = ".") -> Study:
        """Makes a study from a dict with the same keys as in a file."""
        return _checked(parts, Faults("study", json.dumps(parts, indent=1, default=str)), pathlib.Path(folder),
                        "study")

    def plan(self) -> Plan:
        return Plan(engine(), self.text, self.source, self.duration, self.measures)

    def identity(self) -> dict:
        """Returns what all rows of a table have in common; points may be added."""
        return {"engine": engine(), "scene": digest(self.text), "duration": self.duration,
                "parameters": self.columns(), "noise": self.noise, "measure": self.measures}

    def columns(self) -> list[str]:
        """Returns the names of all varying parameters."""
        return design.names(self.designs) + list(self.noise.get("ranges", {}))

    def cases(self) -> list[Case]:
        """Returns the cases in the order of the table: points, then repeats. A point that recurs counts as a repeat."""
        seen: Counter[str] = Counter()
        cases: list[Case] = []
        shared = digest(self.identity())
        for point in design.points(self.designs):
            what = digest(point)
            for _ in range(self.repeats):
                values = {**point, **self._disturbance(what, seen[what])}
                key = digest([shared, values, seen[what]])
                cases.append(Case(len(cases), seen[what], values, key))
                seen[what] += 1
        return cases

    def _disturbance(self, point: str, repeat: int) -> dict:
        """Returns the noise, which depends on the seed, the point and the repeat, not on the position of the point."""
        if not self.noise:
            return {}
        seed = [self.noise["seed"], int(point[:16], 16), repeat]
        ranges = self.noise["ranges"]
        return {name: laws.value(law, u)
                for (name, law), u in zip(ranges.items(), np.random.default_rng(seed).random(len(ranges)).tolist())}


def _blank(comment):
    """Replaces a comment by as many line breaks, so that line numbers stay the same."""
    return "\n" * comment.count("\n") or " "


def _text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is no text in UTF-8: byte {error.start} is {error.object[error.start]:#x}") from None


def _once(pairs):
    """Returns an object; raises ValueError if it has a key twice, of which JSON would keep the last."""
    twice = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if twice:
        raise ValueError(f"{', '.join(twice)} stands twice in one object")
    return dict(pairs)


def _checked(parts, faults, folder, stem):
    if not isinstance(parts, dict):
        raise InputError("a study is an object with a scene, parameters and measures")
    _check_keys(parts, faults)
    world, source = _scene(parts.get("scene"), folder, faults)
    usable = design.check(parts.get("parameters"), faults)
    noise = parts.get("noise", {})
    if noise != {}:
        design.check_ranges(noise, "noise", faults, counted=False)
    measures = _measures(parts.get("measure"), world, faults)
    if world and usable:
        ranges = noise.get("ranges") if isinstance(noise, dict) else None
        _check_names(parts["parameters"], ranges if isinstance(ranges, dict) else {}, world, faults)
    faults.throw()
    study = Study(parts.get("name", stem), str(parts.get("description", "")), world._core.text(), source,
                  parts["parameters"], noise, parts.get("repeats", 1), parts.get("duration"), measures,
                  _plots(parts))
    _check_axes(study, faults)
    _check_first_case(study, faults)
    faults.throw()
    return study


def _check_keys(parts, faults):
    for key in sorted(parts.keys() - _KEYS):
        faults.add(key, "unknown key", f"expected one of {', '.join(sorted(_KEYS))}")
    if parts.get("format", 1) != 1:
        faults.add("format", f"is {parts['format']!r}", "expected 1")
    if not re.fullmatch(r"[\w.-]+", str(parts.get("name", "study"))):
        faults.add("name", f"is {parts['name']!r}", "letters, digits, dots and dashes, as it names files")
    if type(parts.get("repeats", 1)) is not int or parts.get("repeats", 1) < 1:
        faults.add("repeats", f"is {parts['repeats']!r}", "expected a whole number from 1 on")
    duration = parts.get("duration")
    if duration is not None and not (laws.is_number(duration) and duration > 0):
        faults.add("duration", f"is {duration!r}", "expected a positive time (s)")
    _check_plots(parts, faults)


def _plots(parts):
    """Returns the list of plots; a single plot may be given without a list."""
    plots = parts.get("plots", [])
    return plots if isinstance(plots, list) else [plots]


def _check_axes(study, faults):
    """Checks the axes of plots, which needs the parameters; a series is plotted over time."""
    known = [*study.columns(), *study.measures]
    for plot in study.plots:
        over_time = "series" in study.measures[plot["y"]] and plot["x"] == "time"
        for axis in ("x", "by"):
            name = plot.get(axis)
            if isinstance(name, str) and "series" in study.measures.get(name, {}):
                faults.add("plots", f"'{name}' is a series", f"expected one value per case along '{axis}'")
                continue
            if axis in plot and name not in known and not (axis == "x" and over_time):
                faults.add("plots", f"there is no '{name}'", f"expected one of {', '.join(known)}")


def _check_plots(parts, faults):
    measured = parts["measure"].keys() if isinstance(parts.get("measure"), dict) else ()
    for plot in _plots(parts):
        if not isinstance(plot, dict) or not {"x", "y"} <= plot.keys() <= {"x", "y", "by"}:
            faults.add("plots", f"is {plot!r}", 'expected {"x": ..., "y": ...} and perhaps "by"')
        elif not all(isinstance(name, str) for name in plot.values()):
            faults.add("plots", f"is {plot!r}", "expected names")
        elif plot["y"] not in measured:
            faults.add("plots", f"there is no measure '{plot['y']}'", f"expected one of {', '.join(measured)}")


def _scene(scene, folder, faults):
    """Returns the scene with its own values, and its source."""
    try:
        if isinstance(scene, dict):
            return World.from_scene(scene), "scene"
        if isinstance(scene, str):
            beside = folder / scene
            return World.load(beside if beside.is_file() else scene), scene
        faults.add("scene", "needs the name of a scene, a path or a scene")
    except InputError as error:
        found = error.diagnostics
        if len(found) == 1 and not found[0]["file"]:  # no file has that name
            faults.add("scene", found[0]["message"], found[0]["hint"])
        else:
            faults.take(error)
    return None, ""


def _measures(measures, world, faults):
    if not isinstance(measures, dict) or not measures:
        faults.add("measure", "there is nothing to measure", '{"speed": "norm(body(\'box\').velocity)"}')
        return {}
    if world:
        for name, spec in measures.items():
            if fault := measure.fault(spec, world.parameters):
                faults.add(f"measure/{name}", fault)
    return {name: measure.normalised(spec) for name, spec in measures.items()}


def _check_names(designs, ranges, world, faults):
    """Checks the names of parameters and options. ranges: those of the noise."""
    stated = design.stated_values(designs)
    for name in stated.keys() & ranges.keys():
        faults.add(f"noise/ranges/{name}", "varies in parameters as well")
    stated.update({name: laws.stated_values(law) for name, law in ranges.items() if not laws.fault(law)})
    for name, values in stated.items():
        if name.startswith("options."):
            _check_option(name, values, world, faults)
        elif name in COLUMNS:
            faults.add(f"parameters/{name}", "is a column of every table", "give the scene's parameter another name")
        elif name not in world.parameters:
            known = ", ".join(world.parameters) or "none"
            faults.add(f"parameters/{name}", "the scene has no such parameter",
                       f"it has {known}; options are options.dt, options.law, ...")
        elif not all(map(laws.is_number, values)):
            faults.add(f"parameters/{name}", "parameters of a scene are finite numbers")


def _check_option(name, values, world, faults):
    """Checks the name of an option and the words among its values. The allowed numbers may depend on other options:
    the row of a case reports them."""
    before, known = world.options, world.options
    for part in name.split(".")[1:]:
        known = known.get(part) if isinstance(known, dict) else None
    words = dict.fromkeys(each for each in values if isinstance(each, str))
    for value in words if known is not None and words else values[:1]:
        try:
            world.set_options(**split({name: value})[1])
        except InvalidArgument as error:
            if known is None or error.value == value:
                faults.add(f"parameters/{name}", str(error))
        world.set_options(**before)


def _check_first_case(study, faults):
    """Checks the measures on the first case, since names of bodies and joints and shapes of values need a world."""
    case = study.cases()[0]
    try:
        world = build(study.plan(), case.values)
    except (InputError, InvalidArgument):
        return  # its row gives the reason
    for name, spec in study.measures.items():
        try:
            gauge = measure.Gauge(spec, world, 1)
            if "end" in spec:
                gauge.result()
        except (ExpressionError, InputError) as error:
            faults.add(f"measure/{name}", str(error))
