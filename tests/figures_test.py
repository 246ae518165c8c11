#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that stand beside figures in README and docs, and compares what they print.

The text of a page around its figure is given, with # for the figure. A figure that is a bound holds
if the value is not above it; any other must agree with the value to half of its last digit, or to
the relative difference that is named where rounding decides more than that."""
import dataclasses
import json
import math
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable

NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
HART = "docs/papers/hart_anitescu.md"
PEIRET = "docs/papers/peiret.md"
SCENES = "docs/friction_scenes.md"


@dataclasses.dataclass
class Figure:
    page: str
    text: str
    command: str
    value: Callable  # of the command's JSON
    bound: bool = False
    difference: float = 0.0  # relative


def worst(name, scale=1.0):
    return lambda run: run["worst"][name] * scale


def unstabilised(run):
    return run["unstabilised"]["penetration_m"]


def stabilised_ratio(run):
    return run["unstabilised"]["late_penetration_m"] / run["worst"]["late_penetration_m"]


def expectation(body, quantity):
    return lambda run: next(e["value"] for e in run["expectations"]
                            if (e["body"], e["quantity"]) == (body, quantity))


def distance_off(body):
    """From the expected x and y."""
    return lambda run: math.dist(*zip(*((e["value"], e["expected"]) for e in run["expectations"]
                                        if e["body"] == body and e["quantity"] in "xy")))


def ends_at(body, axis):
    return lambda run: run["bodies"][body]["x"][axis]


def box_under(law, label=None):
    """The cube of Peiret et al. ends at (x, y) after steps of 10 ms."""
    command = f"run box_on_ground --dt 0.01 --law {law}"
    row = label or f"| `{law}` |"
    return [Figure(PEIRET, f"{row} #,", command, ends_at("cube", 0)),
            Figure(PEIRET, f"{row} {NUMBER}, #", command, ends_at("cube", 1))]


HOUR = "run incline --duration 3600"
MINUTE = "run chain --dt 0.0041667 --duration 60"
FIGURES = [
    Figure("README.md", "| `box.displacement` # after an hour", HOUR, expectation("box", "displacement"), bound=True),
    Figure("README.md", "slides # m at every heading", "run incline_3d --set heading=2",
           expectation("block", "displacement")),
    Figure("README.md", "penetration # m under a million", "run stack_1e6", worst("penetration_m"), bound=True),
    Figure("README.md", "penetration at most # mm", "run tumble", worst("penetration_m", 1e3), bound=True),
    Figure("README.md", "gaps of # m", MINUTE, worst("joint_gap"), difference=0.1),
    Figure("README.md", "# J lost in a minute", MINUTE, lambda run: -run["energy_drift_j"], difference=0.1),
    Figure("README.md", "# J of 620 J off", "run ladder", lambda run: abs(run["energy_drift_j"]), difference=0.2),
    Figure(HART, "drifts to ≈ 0.35 at 20 s | drifts to # at", "run ellipse", unstabilised),
    Figure(HART, "narrow band up to ≈ 0.05 | # at most", "run ellipse", worst("late_penetration_m")),
    Figure(HART, "once # at the first impact", "run ellipse", worst("penetration_m")),
    Figure(HART, '"more than 100 times smaller" | # |', "run ellipse", stabilised_ratio),
    # Discs in a symmetric arrangement: rounding decides which of them fall first.
    Figure(HART, "without stabilisation | ≈ 0.25 | # ", "run discs", unstabilised, difference=0.15),
    Figure(HART, "corrected at once | #, in one step", "run discs", worst("penetration_m")),
    Figure(SCENES, "slides, by its ODE; the same for every heading | # m", "run incline_3d",
           expectation("block", "displacement")),
    Figure(SCENES, "a ball circles at 2/7 of the table's rate | # m off", "run turntable",
           distance_off("rider"), difference=0.1),
    *box_under("cone"), *box_under("phantom(4)", "| `phantom(4)`, the paper's, with (43) |"),
    *box_under("polyhedral(16,rotated)"), *box_under("polyhedral(8)"), *box_under("box"),
]


def figure_of(page: str, text: str):
    """The figure in the page and half of its last digit; None where the text is not found."""
    parts = [re.escape(part).replace(re.escape(NUMBER), NUMBER.replace("(", "(?:", 1))
             for part in text.split("#")]
    found = re.search(NUMBER.join(parts), page)
    if not found:
        return None
    digits, _, exponent = found[1].partition("e")
    decimals = len(digits.partition(".")[2])
    return float(found[1]), 0.5 * 10.0 ** (int(exponent or 0) - decimals)


def fault(figure: Figure, page: str, run: dict):
    stated = figure_of(page, figure.text)
    if stated is None:
        return "no such text"
    value, (number, half) = figure.value(run), stated
    if figure.bound:
        return None if value <= number + half else f"bound {number:g}, printed {value:.6g}"
    allowed = max(1.01 * half, figure.difference * abs(number))
    return None if abs(value - number) <= allowed else f"{number:g}, printed {value:.6g}"


def run(program: str, command: str):
    done = subprocess.run([program, *command.split(), "--no-files", "--json"], capture_output=True,
                          text=True, timeout=600, check=False)
    return json.loads(done.stdout)


def check_myself():
    assert figure_of("a 0.204 b", "a # b") == (0.204, 0.0005)
    number, half = figure_of("| x | 2e-14 m", "| x | # m")
    assert number == 2e-14 and abs(half - 0.5e-14) < 1e-20
    assert figure_of("0.4, 1.58 |", f"{NUMBER}, # |") == (1.58, 0.005)
    exact = Figure("", "a #", "", lambda run: run)
    assert fault(exact, "a 0.20", 0.204) is None and fault(exact, "a 0.20", 0.21)
    bound = dataclasses.replace(exact, bound=True)
    assert fault(bound, "a 0.20", 0.1) is None and fault(bound, "a 0.20", 0.3)


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    check_myself()
    runs = {command: run(program, command) for command in {figure.command for figure in FIGURES}}
    failed = 0
    for figure in FIGURES:
        page = (root / figure.page).read_text()
        if found := fault(figure, page, runs[figure.command]):
            print(f"{figure.page}: {figure.text}: {found} by perpend {figure.command}")
            failed += 1
    print(f"{len(FIGURES) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
