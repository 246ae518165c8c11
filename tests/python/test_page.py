# SPDX-License-Identifier: Apache-2.0
import numpy as np
import perpend
import pytest


def test_the_page_of_a_world_needs_nothing_else_and_changes_nothing(tmp_path):
    world = perpend.World.load("slider_crank")
    world.step(10)
    before = world.hash()
    page = perpend.show(world, 0.2, path=tmp_path / "page.html")
    text = page.path.read_text(encoding="utf-8")
    assert world.hash() == before
    assert "<html" in text and "crank" in text
    assert 'src="http' not in text and 'href="http' not in text
    assert repr(page).startswith("file:///") and "iframe" in page._repr_html_()


def test_a_script_prints_the_link(tmp_path, capsys, monkeypatch):
    monkeypatch.delitem(__import__("sys").modules, "IPython", raising=False)
    page = perpend.show(perpend.World.load("hello"), 0, path=tmp_path / "now.html")
    assert capsys.readouterr().out.strip() == repr(page)


def test_a_recording_of_the_world_is_shown_and_one_of_another_is_refused(tmp_path):
    world = perpend.World.load("pendulum")
    with perpend.Recorder(world, tmp_path / "run.h5") as recorder:
        for _ in range(20):
            world.step()
            recorder.write()
    page = perpend.show(world, recording=tmp_path / "run.h5", path=tmp_path / "page.html")
    assert page.path.stat().st_size > 10_000
    with pytest.raises(ValueError):
        perpend.show(perpend.World.load("hello"), recording=tmp_path / "run.h5", path=tmp_path / "other.html")


def test_motors_keep_their_targets_in_what_is_shown(tmp_path):
    world = perpend.World.load("slider_crank")
    world.ctrl[:] = 0.0
    perpend.show(world, 0.1, path=tmp_path / "page.html")
    assert np.array_equal(world.ctrl, [0.0])
