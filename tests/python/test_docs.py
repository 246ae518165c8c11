# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run(snippets, page):
    names = {}
    for snippet in snippets:
        exec(compile(snippet, str(page), "exec"), names)
    return names


@pytest.mark.skipif(not PAGE.exists(), reason="the documents are not here")
def test_the_snippets_of_the_page_run(tmp_path, monkeypatch):
    pytest.importorskip("mcap", reason="mcap is not installed")
    monkeypatch.chdir(tmp_path)
    snippets = blocks(PAGE, "python")
    assert len(snippets) >= 7
    names = run(snippets, PAGE)
    assert names["weight"][1] == pytest.approx(9.81 * names["world"].body("box").mass, rel=1e-9)
    assert abs(names["distance"][50] - 2.02 ** 2 / (2 * 0.6 * 9.81)) < 0.01


@pytest.mark.skipif(not PAGE.exists(), reason="the documents are not here")
def test_the_study_of_the_page_of_sweeps_runs(tmp_path, monkeypatch, capsys):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "sweep.md"
    shutil.copy(ROOT / "examples" / "stopping_distance" / "box.json", tmp_path)
    study, = blocks(page, "json")
    (tmp_path / "study.json").write_text(study, encoding="utf-8")
    snippets = blocks(page, "python")
    assert len(snippets) == 2
    run(snippets, page)
    printed, = re.findall(r"print\(.*# (.*)", snippets[0])
    assert capsys.readouterr().out.splitlines()[0] == printed
    assert (tmp_path / "stopping.parquet").exists() and (tmp_path / "stopping.html").exists()
