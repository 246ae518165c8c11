#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds some hundred small drawn scenes against the committed drawn.jsonl.

    drawn_test.py PROGRAM                     PYTHONPATH: the Python package of the build
    drawn_test.py PROGRAM --update            write what this build computes (--only WORD: of some)
    drawn_test.py PROGRAM --first             until a case is off, in an order of its own
    drawn_test.py PROGRAM --only WORD --show  every number read of the cases with the word in their name
    drawn_test.py PROGRAM --only NAME --scene the scene of one, for `perpend run`

The file has a line per case: of each field a weighted sum of its numbers and how far it may be off.
That is `SHARE` of the largest number, or more where the same case with all its numbers off by 1e-12
of themselves is read off by more; null stands where that is more than `LOOSEST`. Fields without numbers
are not told.
Work of solvers is summed over a family of cases and may change by `WORK`: instruction sets round
otherwise, and differ by a fifth."""

import argparse
import json
import math
import pathlib
import random
import sys

import drawn_cases
import drawn_complete
from drawn_case import drawing, perturbed

GOLDEN = pathlib.Path(__file__).with_name("drawn.jsonl")
PAGE = pathlib.Path(__file__).parents[2] / "docs/formats/scene.md"
SHARE, LOOSEST, WORK = 1e-7, 3e-6, 0.3
OFF, TIMES, MARGIN = 1e-12, 3, 20.0  # perturbations, and what an answer may be off beyond theirs
LEAST, NOISE = 1e-11, 1e-8  # what any field may be off by; what is kept of one that is all rounding
SMALL = 1e-4  # the same of derivatives by forces and masses, which are 1/kg
PRINTED = 1e-9  # of a sum: its digits in the file
NONE = (0, 0, 0)
GOLDEN_RATIO = (math.sqrt(5) - 1) / 2


def weighted_sum(numbers):
    """That no swap and no sign leaves as it is."""
    return sum((1 + (k + 1) * GOLDEN_RATIO % 1) * x for k, x in enumerate(numbers) if math.isfinite(x))


def digest(fields):
    """Of each field that has numbers: their sum, their scale and how many."""
    return {name: (weighted_sum(numbers), max((abs(x) for x in numbers if math.isfinite(x)), default=0), len(numbers))
            for name, numbers in fields.items() if numbers}


def tolerance(field, value, scale, count, others):
    """Nothing where the field is not stable."""
    if any(field not in other or other[field][2] != count for other in others):
        return None
    off = MARGIN * max(abs(other[field][0] - value) for other in others)
    size = 0 if field == "bound" else SMALL if field.startswith("by_") else 1
    allowed = max(SHARE * scale, off, LEAST * size, PRINTED * abs(value))
    return allowed if allowed <= max(LOOSEST * scale, NOISE * size) else None


def updated(case, program, before):
    """A field that was left out stays so: others differ where this compiler's are stable."""
    fields, work = case.read(program, lambda scene: scene)
    others = []
    for k in range(TIMES):
        draw = random.Random(k)
        others.append(digest(case.read(program, lambda scene: perturbed(scene, draw, OFF))[0]))
    entry, left_out = {}, []
    for field, (value, scale, count) in digest(fields).items():
        allowed = tolerance(field, value, scale, count, others)
        if before.get(field, NONE) is None:
            allowed = None
        elif allowed is None:
            left_out.append(field)
        entry[field] = None if allowed is None else [float(f"{value:.10g}"), float(f"{allowed:.1g}"), count]
    return entry, work, left_out


def faults(name, entry, found):
    for field in entry.keys() | found.keys():
        if field in entry and entry[field] is None:
            continue
        (expected, allowed, count), (value, _, now) = entry.get(field, NONE), found.get(field, NONE)
        if count != now:
            yield f"{name}: {field}: expected {count} numbers, found {now}"
        elif not abs(value - expected) <= allowed:
            yield f"{name}: {field}: expected {expected:.10g}, found {value:.10g}, allowed {allowed:.1g}"


def add_work(total, family, work):
    of_family = total.setdefault(f"work/{family}", {})
    for key, count in work.items():
        of_family[key] = of_family.get(key, 0) + count


def work_faults(expected, found):
    for family, counts in expected.items():
        for key in counts.keys() | found.get(family, {}).keys():
            before, now = counts.get(key, 0), found.get(family, {}).get(key, 0)
            if abs(now - before) > max(3, WORK * before):
                yield f"{family}: {key}: expected {before}, found {now}"


def update(cases, program, is_whole):
    """Of a part of the cases: work stays as it was of all."""
    golden, total = read_golden(), {}
    lines = {} if is_whole else golden
    for case in cases:
        entry, work, left_out = updated(case, program, golden.get(case.name, {}))
        lines[case.name] = entry
        add_work(total, case.family, work)
        if left_out:
            print(f"{case.name}: not stable: {' '.join(left_out)}")
    if is_whole:
        lines |= total
    GOLDEN.write_text("".join(json.dumps({name: lines[name]}, separators=(",", ":")) + "\n" for name in lines))


def read_golden():
    golden = {}
    for line in GOLDEN.read_text().splitlines():
        golden.update(json.loads(line))
    return golden


def compared(cases, program, is_whole, stops):
    golden, wrong, total = read_golden(), [], {}
    for case in sorted(cases, key=lambda case: drawing(case.name).random()) if stops else cases:
        if stops and wrong:
            return wrong
        try:
            fields, work = case.read(program, lambda scene: scene)
        except (OSError, RuntimeError, ValueError) as error:
            wrong.append(f"{case.name}: {error}")
            continue
        add_work(total, case.family, work)
        wrong += faults(case.name, golden.pop(case.name, {"golden entry": (0, 0, -1)}), digest(fields))
    if is_whole:
        expected = {name: golden.pop(name) for name in [*golden] if name.startswith("work/")}
        wrong += work_faults(expected, total)
        wrong += [f"{name}: is drawn no more" for name in golden]
        wrong += [f"{name}: no drawn scene has it" for name in drawn_complete.missing(cases, PAGE)]
    return wrong


def show(cases, program):
    for case in cases:
        for field, numbers in case.read(program, lambda scene: scene)[0].items():
            print(case.name, field, " ".join(f"{x:.12g}" for x in numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    for flag in ("--update", "--show", "--scene", "--first"):
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    cases = [case for case in drawn_cases.cases() if given.only in case.name]
    if given.scene:
        print(json.dumps(cases[0].scene, indent=1))
    elif given.show:
        show(cases, given.program)
    elif given.update:
        update(cases, given.program, is_whole=not given.only)
    else:
        wrong = compared(cases, given.program, is_whole=not given.only, stops=given.first)
        print("\n".join(wrong[:60]))
        print(f"{len(cases)} cases, {len(wrong)} numbers off")
        for name in sorted({line.split(":")[0] for line in wrong})[:3]:
            print(f"  drawn_test.py {given.program} --only {name} --show")
        return bool(wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
