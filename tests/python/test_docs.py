# SPDX-License-Identifier: Apache-2.0
import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the documents are not here")
def test_the_snippets_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(snippets) >= 7
    names = {}
    for snippet in snippets:
        exec(compile(snippet, str(PAGE), "exec"), names)
    assert names["weight"][1] == pytest.approx(9.81 * names["world"].body("box").mass, rel=1e-9)
    assert abs(names["distance"][50] - 2.02 ** 2 / (2 * 0.6 * 9.81)) < 0.01
