# SPDX-License-Identifier: Apache-2.0
"""What the documents say a scene may have and no drawn case has."""

import re

import perpend

# Of pages and pictures, of files, and what is asked of a run beside its motion.
LEFT_OUT = {"name", "format", "description", "source", "parameters", "view", "expect", "color", "visuals", "duration",
            "record_every", "compare_unstabilised", "frames", "triangle", "world", "fixed", "rod"}


def words(part):
    """Every key and every text of a scene."""
    if isinstance(part, dict):
        return set(part) | {word for each in part.values() for word in words(each)}
    if isinstance(part, list):
        return {word for each in part for word in words(each)}
    return {part} if isinstance(part, str) else set()


def documented(page):
    """Names in the first column of the tables of docs/formats/scene.md before the other names."""
    text = page.read_text("utf-8").split("## Expectations")[0]
    for row in re.findall(r"^\| *(`[^|]*?) *\|", text, re.MULTILINE):
        for code in re.findall(r"`([^`]+)`", row):
            yield code if not code.startswith("{") else re.match(r'\{"(\w+)"', code).group(1)
    yield from re.findall(r'\{"(\w+)": \{', text.split("Each of the solids")[0])


def missing(cases, page):
    known = set()
    for case in cases:
        known |= words(case.scene)
    wanted = {*documented(page), *(name for name, _, _ in perpend._core.option_fields())}
    return sorted(wanted - known - LEFT_OUT)
