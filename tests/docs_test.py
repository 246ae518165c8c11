#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README and docs name what is there: links, anchors and files exist, C++ is quoted from files that are
compiled, commands and pieces of scenes and problems are ones the program takes. Python on the pages
is run by tests/python.

docs_test.py SOURCE_FOLDER [PROGRAM]
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from docs_blocks import FENCE, blocks, commands, prose
from docs_scenes import completed, pieces

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "bench/results/*.md")
LINK = re.compile(r"\]\(\s*([^)\s]+)\)")
FOLDERS = "apps|bench|bindings|cmake|docs|examples|include|scenes|scripts|src|tests|web"
#: Of the program: a command or an option that it does not know.
USAGE = 2
#: Blocks of `sh` are run to their end; of other commands it is enough that they begin.
BEGIN = 1.5


def pages(root: pathlib.Path):
    return [page for pattern in PAGES for page in sorted(root.glob(pattern))]


def slug(heading: str) -> str:
    """The anchor of a heading."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain))


def anchors(page: pathlib.Path):
    return {slug(found) for found in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)}


def broken_links(page: pathlib.Path):
    for link in LINK.findall(prose(page)):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
        if not target.exists():
            yield f"{link} is not there"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{link}: no such heading"


def spelled_out(path: str) -> list[str]:
    """a/{b,c}.d: a/b.d and a/c.d."""
    found = re.search(r"\{([^}]*)\}", path)
    if not found:
        return [path]
    return [each for part in found[1].split(",")
            for each in spelled_out(path[:found.start()] + part.strip() + path[found.end():])]


def missing_files(page: pathlib.Path, root: pathlib.Path, sources: list[str]):
    """Paths from the root of the tree, in code, and sources by the end of their path. * stands for
    anything, x for the name of a new one."""
    for code in re.findall(r"`([^`\n]+)`", FENCE.sub("", page.read_text(encoding="utf-8"))):
        if not re.fullmatch(r"[\w./{},*-]+", code) or re.search(r"(^|/)x\.", code):
            continue
        for path in spelled_out(code):
            if re.match(rf"({FOLDERS})/", path):
                if not any(root.glob(path.rstrip("/"))):
                    yield f"{path} is not there"
            elif re.fullmatch(r"[\w./-]+\.(cpp|hpp)", path) and not any(f"/{s}".endswith(f"/{path}") for s in sources):
                yield f"there is no {path}"


def squeezed(text: str):
    return re.sub(r"\s+", " ", text).strip()


def compiled(root: pathlib.Path):
    """What programs of examples and tests say, without regard to line breaks."""
    files = [p for folder in ("examples", "tests/docs", "tests/package") for p in (root / folder).rglob("*")
             if p.suffix in (".cpp", ".hpp", ".txt", ".json", ".py")]
    return {p.relative_to(root).as_posix(): squeezed(p.read_text(encoding="utf-8")) for p in files}


def stale_quotes(page: pathlib.Path, sources: dict[str, str]):
    for block in blocks(page):
        if block.language not in ("cpp", "cmake") and "/" not in block.title:
            continue
        among = [block.title] if block.title else list(sources)
        if not any(squeezed(block.text) in sources.get(name, "") for name in among):
            yield f"line {block.line}: not a part of {block.title or 'a file in examples or tests/docs'}"


def tables(page: pathlib.Path):
    """Each as the list of its rows, a row as heading -> cell."""
    for table in re.findall(r"(?:^\|.*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]
        yield [dict(zip(head, row)) for row in rows]


def unmeasured_rows(page: pathlib.Path, measured: list[dict]):
    """Rows that no table of bench/results has in its columns of the same headings."""
    for row in (row for table in tables(page) for row in table):
        if not any(row.items() <= other.items() for other in measured):
            yield f"no such row in bench/results: {' | '.join(row.values())}"


def refused(command: str, program: str, folder: str, whole: bool):
    """Why a command of a page fails, or nothing."""
    environment = dict(os.environ, PATH=f"{pathlib.Path(program).parent}:{os.environ['PATH']}")
    with subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=folder, env=environment, start_new_session=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        try:
            _, errors = run.communicate(timeout=600 if whole else BEGIN)
        except subprocess.TimeoutExpired:
            run.kill()
            return None if not whole else "does not end"
    bad = run.returncode != 0 if whole else run.returncode == USAGE
    return f"exit code {run.returncode}: {errors.strip()[-300:]}" if bad else None


def wrong_pieces(page: pathlib.Path, program: str):
    """Pieces of scenes and problems that the program does not read."""
    verb = {"scene.md": "check", "problems.md": "solve"}.get(page.name)
    for block in blocks(page) if verb else []:
        if block.language != "json":
            continue
        for piece in pieces(block.text):
            with tempfile.TemporaryDirectory() as folder:
                shown = completed(piece) if verb == "check" else piece
                (pathlib.Path(folder) / "shown.json").write_text(json.dumps(shown, indent=1), encoding="utf-8")
                if why := refused(f"perpend {verb} shown.json", program, folder, whole=True):
                    yield f"line {block.line}: {why}"


def wrong_commands(page: pathlib.Path, program: str):
    """Files that a page shows are there when its commands run. What needs Python, or files of the
    reader's own, is not run here."""
    shown = blocks(page)
    if any(block.language == "python" for block in shown) and any(block.language == "sh" for block in shown):
        shown = [block for block in shown if block.language != "sh"]
    with tempfile.TemporaryDirectory() as folder:
        for block in shown:
            if block.title and "/" not in block.title:
                (pathlib.Path(folder) / block.title).write_text(block.text, encoding="utf-8")
            if block.language not in ("sh", ""):
                continue
            for command in commands(block):
                if re.search(r"my_|problem\.json|perpend (sweep|bench)|--resume|\.urdf|\.xml|\.sdf", command):
                    continue
                if why := refused(command, program, folder, block.language == "sh"):
                    yield f"line {block.line}: {command}: {why}"


def faults(root: pathlib.Path, program: str | None):
    sources = compiled(root)
    files = [p.relative_to(root).as_posix() for folder in FOLDERS.split("|") for p in (root / folder).rglob("*.?pp")]
    measured = [row for page in root.glob("bench/results/*.md") for table in tables(page) for row in table]
    for page in pages(root):
        found = [*broken_links(page), *missing_files(page, root, files), *stale_quotes(page, sources)]
        if page.name == "comparison.md":
            found += unmeasured_rows(page, measured)
        if program:
            found += [*wrong_commands(page, program), *wrong_pieces(page, program)]
        yield from (f"{page.relative_to(root)}: {fault}" for fault in found)
    for entry in re.findall(r":\s+([\w/]+\.md)$", (root / "docs/site/mkdocs.yml").read_text(), re.MULTILINE):
        if not re.match("measured/|project/", entry) and not (root / "docs" / entry).exists():
            yield f"docs/site/mkdocs.yml: {entry} is not there"


def check_myself():
    assert slug("From `relaxed` back to exact") == "from-relaxed-back-to-exact"
    assert slug("Sweep of ρ, rank, and what fails") == "sweep-of-ρ-rank-and-what-fails"
    assert spelled_out("a/{b,c}_{d,e}.f") == ["a/b_d.f", "a/b_e.f", "a/c_d.f", "a/c_e.f"]
    assert squeezed("a\n   b") == "a b" and LINK.findall("[x](\n y.md#z)") == ["y.md#z"]
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.md"
        page.write_text("# A b\n[x](#a-b) [y](#b) [z](none.md)\n```cpp\nint x;\n```\n")
        page.with_name("t.md").write_text("| a | b |\n|---|---|\n| 1 | 2 |\n")
        assert list(tables(page.with_name("t.md"))) == [[{"a": "1", "b": "2"}]]
        assert list(unmeasured_rows(page.with_name("t.md"), [{"a": "1", "b": "3", "c": ""}]))
        assert not list(unmeasured_rows(page.with_name("t.md"), [{"a": "1", "b": "2", "c": ""}]))
        assert list(pieces('{"a": 1}\n{"b": 2}')) == [{"a": 1}, {"b": 2}] and list(pieces('"a": 1')) == [{"a": 1}]
        assert len(list(broken_links(page))) == 2
        assert list(stale_quotes(page, {})) and not list(stale_quotes(page, {"x.cpp": "int x; int y;"}))


def main() -> int:
    check_myself()
    program = str(pathlib.Path(sys.argv[2]).resolve()) if any(sys.argv[2:]) else None
    found = list(faults(pathlib.Path(sys.argv[1]).resolve(), program))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
