#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a text that users read has a word of our own where the field has one, or a line that
does not fit a screen: README, docs, public headers, messages of the programs and of the pages."""
import pathlib
import re
import sys

# Word of our own: the field's.
BANNED = {
    r"\bstrips?\b": "chunk",
    r"\beights\b": "SIMD batches",
    r"\bkerbs?\b|\bgraz(e|es|ed|ing)\b": "ghost collision at an internal edge",
    r"\blooks? ahead\b|\bforese(e|es|en)\b": "speculative contact",
    r"\breferees?\b": "residual checker",
    r"\brungs?\b": "stage of a fallback chain",
    r"\b(the|its|cone|whole) ladder\b(?! of)|\bladder of methods\b": "fallback chain",
    r"\binfeasibility\b": "penetration",
    r"\banswered by\b": "solved by",
    r"\bturned (sides|axes|facets|frames)\b": "rotated",
    r"\bpassive (row|contact|bod)": "unstabilised",
    r"\bway \(m\)|\bway, m\b|\b(block|point|body)'s way\b": "distance",
    r"\bof late\b": "recent",
    r"\bat most so (often|many)\b": "a number",
    r"\bwhat sweeps leave\b|\blost as much again\b": "who does what",
}
READ = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", "include/**/*.hpp", "web/src/*/*.js", "web/src/*/*.html",
        "src/io/page/*.html", "bench/results/*.md", "scenes/*.json")
# Of sources only what stands in quotes is read.
SPEAK = ("apps/**/*.cpp", "apps/**/*.hpp", "bench/*.cpp", "bench/*/*.cpp", "src/**/*.cpp")
PROSE, TABLE = 120, 160  # characters of a line; rows of bench/results are printed by programs
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def words_of_our_own(text: str):
    """Of a line without what it quotes as code."""
    plain = re.sub(r"`[^`]*`", "", text)
    return [f"'{found[0]}', the field says: {word}" for pattern, word in BANNED.items()
            if (found := re.search(pattern, plain, re.IGNORECASE))]


def too_long(line: str):
    is_row = line.lstrip().startswith("|")
    most = TABLE if is_row else PROSE
    return [f"{len(line)} characters, {most} fit"] if len(line) > most else []


def faults(root: pathlib.Path):
    for pattern in READ + SPEAK:
        for path in sorted(root.glob(pattern)):
            name = path.relative_to(root)
            for number, line in enumerate(path.read_text().splitlines(), 1):
                said = " ".join(QUOTED.findall(line)) if pattern in SPEAK else line
                found = words_of_our_own(said)
                if path.suffix == ".md" and "bench" not in name.parts:
                    found += too_long(line)
                yield from (f"{name}:{number}: {fault}" for fault in found)


def check_myself():
    assert words_of_our_own("judged by the referee") and words_of_our_own("answered by keller")
    assert words_of_our_own("a rung of the ladder") and words_of_our_own("an invisible kerb")
    assert not words_of_our_own("run `ladder`: a drunken turn of 8 chunks, `answered_by`")
    assert too_long("x" * 121) and not too_long("x" * 120) and not too_long("|" + "x" * 150)


def main(root: str) -> int:
    check_myself()
    found = list(faults(pathlib.Path(root)))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
