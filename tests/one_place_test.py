#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails unless CONTRIBUTING.md lists exactly the files that a new method, law, joint, shape, option
or report field has to touch: a file that knows many names of a kind has to know a new one too."""
import pathlib
import re
import sys

# Of the names of the kind. Half of a report is measured in one file, which nothing makes complete.
MANY, MANY_MEASURED = 0.5, 0.75
# Of a StepReport: time and step have places of their own, the others are no single number.
ELSEWHERE = {"time", "step", "status", "answered_by", "certificate", "phases", "message"}
# Has a line for every name.
TABLE = {"complementarity method": "src/lcp/methods.cpp", "friction law": "src/contact/law.cpp",
         "joint": "src/model/joint.cpp", "option": "include/perpend/sim/option_fields.hpp",
         "report field": "src/sim/fields/report_fields.cpp"}
WHERE = ("include/**/*.hpp", "src/**/*.[ch]pp", "src/**/*.js", "apps/perpend/**/*.[ch]pp")


def between(root, path, start, end):
    """The text between two words of a file, without comments."""
    text = re.sub(r"//.*", "", (root / path).read_text(encoding="utf-8"))
    assert start in text, f"{path} has no {start}"
    return text.split(start, 1)[1].split(end, 1)[0]


def names(root, path, start, end, pattern):
    return re.findall(pattern, between(root, path, start, end), flags=re.M)


def members(root, path, struct):
    """Names of the members of a struct of plain values."""
    found = []
    for statement in between(root, path, f"struct {struct} {{", "\n};").split(";"):
        if "(" not in statement:
            plain = re.sub(r"\{[^}]*\}|<[^>]*>|=[^,]*", "", statement)
            found += [part.split()[-1] for part in plain.split(",") if part.strip()]
    return found


def enumerators(root, path, start):
    return names(root, path, start, "}", r"^\s*(\w+)")


def kinds(root):
    """Kind, its names, what a mention of a name looks like."""
    options = members(root, "include/perpend/sim/options.hpp", "SimulationOptions")
    report = "include/perpend/sim/step_report.hpp"
    numbers = [name for struct in ("StepReport", "StepCertificate", "PhaseTimes")
               for name in members(root, report, struct) if name not in ELSEWHERE]
    shape = r"\b{0}(_manifold)?\b|\"{1}\""
    planar = names(root, "include/perpend/geometry/planar/shape.hpp", "std::variant<", ">", r"\w+")
    spatial = names(root, "include/perpend/geometry/spatial/shape.hpp", "std::variant<", ">", r"\w+")
    solution = "include/perpend/lcp/solution.hpp"
    return {
        "complementarity method": (enumerators(root, solution, "enum class Method {"),
                                   r"Method::{0}\b|^  {0},|^  {0}  "),
        "friction law": (enumerators(root, "include/perpend/contact/law.hpp", "enum Kind {"),
                         r"ContactLaw::{0}\b|^    {0},|\"{0}\""),
        "joint": (enumerators(root, "include/perpend/model/joint.hpp", "enum class JointKind {"),
                  r"JointKind::{0}\b|^  {0},|\"{0}\""),
        "shape in the plane": (planar, shape),
        "shape in space": (spatial, shape),
        "option": (options, r"ptions(_|\(\))?(\.|->){0}\b|ptions::{0}\b|\"{0}\"|^  [\w:]+ {0} = "),
        "report field": (numbers, r"\b(c|certificate|report|phases|step)\.{0}\b|\b[RCP]::{0}\b|"
                                  r"\"{0}\"|^  (double|int) (\w+ = 0\.0, )*{0} = "),
    }


def snake(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def places(root, found, pattern, many):
    """Files that know many of the names, with how many."""
    tests = [re.compile(pattern.format(re.escape(name), snake(name)), re.M) for name in found]
    known = {}
    for path in sorted({path for glob in WHERE for path in root.glob(glob)}):
        text = path.read_text(encoding="utf-8")
        count = sum(bool(test.search(text)) for test in tests)
        if count >= many * len(found):
            if path.name != "synonyms.hpp":  # a new name needs no second one
                known[path.relative_to(root).as_posix()] = count
    return known


def listed(root):
    """Kind and the files that CONTRIBUTING.md lists for it."""
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    items = re.findall(r"^- an? ([a-z ]+): (.*?)(?=^-|^$)", text, re.M | re.S)
    return {kind: set(re.findall(r"`((?:src|include|apps)/[^`]+)`", files)) for kind, files in items}


def faults(root):
    known = listed(root)
    for kind, (found, pattern) in kinds(root).items():
        many = MANY_MEASURED if kind == "report field" else MANY
        touched = places(root, found, pattern, many)
        for path in sorted(set(touched) - known.get(kind, set())):
            yield f"{path} knows {touched[path]} of {len(found)} names: a new {kind} touches it too"
        for path in sorted(known.get(kind, set()) - set(touched)):
            yield f"{path}: CONTRIBUTING.md says that a new {kind} touches it"
        table = TABLE.get(kind)
        if table and touched.get(table) != len(found):
            yield f"{table} has {touched.get(table)} of {len(found)} names of the kind {kind}"


def main(root: str) -> int:
    found = list(faults(pathlib.Path(root)))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
