# SPDX-License-Identifier: Apache-2.0
"""Runs what the documents show: files with a title are written, Python and `sh` run in the order of
the page, in one folder and with one set of names. What stands in a comment behind a print() at the
left margin is what it prints; ... is anything."""
import ast
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from docs_blocks import blocks, commands  # noqa: E402

#: What a page needs to be run, besides numpy.
NEEDS = {"python.md": ["mcap"], "look_and_log.md": ["mcap"], "gymnasium.md": ["gymnasium"],
         "study.md": ["pyarrow"], "sweep.md": ["pyarrow"], "recording.md": ["h5py"]}
PAGES = [page for pattern in ("README.md", "docs/**/*.md") for page in sorted(ROOT.glob(pattern))
         if any(block.language == "python" for block in blocks(page))]


def prepare(page: pathlib.Path, folder: pathlib.Path):
    """Files that a page takes for granted."""
    if page.name == "sweep.md":
        study = next(block for block in blocks(page) if block.language == "json")
        (folder / "study.json").write_text(study.text, encoding="utf-8")
        (folder / "box.json").write_bytes((ROOT / "examples/stopping_distance/box.json").read_bytes())
    if page.name == "recording.md":
        shell("perpend run discs --duration 2 --out .", folder)


def shell(command: str, folder: pathlib.Path):
    words = [sys.executable, "-m", *command.split()]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=300,
                   env=dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p)))


def printed(source: str, statement: ast.stmt):
    """What a comment says that a print() prints."""
    call = getattr(statement, "value", None)
    if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print"):
        return None
    found = re.search(r"\)\s*#\s*(.*)$", source.splitlines()[statement.end_lineno - 1])
    return found[1] if found else None


def agrees(said: str, output: str) -> bool:
    parts = [re.escape(" ".join(part.split())) for part in said.split("...")]
    return re.fullmatch(".*".join(parts), " ".join(output.split())) is not None


def run(source: str, name: str, names: dict, capsys):
    for statement in ast.parse(source).body:
        capsys.readouterr()
        exec(compile(ast.Module([statement], []), name, "exec"), names)
        said = printed(source, statement)
        if said is not None:
            output = capsys.readouterr().out
            assert agrees(said, output), f"{name}: prints {output!r}, the page says {said!r}"


def test_comments_behind_prints_are_compared():
    source = "print(1.25)  # 1.2...\nprint(2)\n"
    first, second = ast.parse(source).body
    assert printed(source, first) == "1.2..." and printed(source, second) is None
    assert agrees("1.2...", "1.25\n") and not agrees("1.2", "1.25") and agrees("[1. 2.]", "[1.   2.]")


def test_there_are_pages():
    assert not (ROOT / "docs").exists() or len(PAGES) > 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_shows_runs(page, tmp_path, monkeypatch, capsys):
    for module in NEEDS.get(page.name, []):
        pytest.importorskip(module, reason=f"{module} is not installed")
    monkeypatch.chdir(tmp_path)
    prepare(page, tmp_path)
    names = {"__name__": "page"}
    for block in blocks(page):
        if block.title and "/" not in block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            run("\n" * block.line + block.text, str(page), names, capsys)
        elif block.language == "sh":
            for command in commands(block):
                shell(command, tmp_path)
