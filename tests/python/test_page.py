# SPDX-License-Identifier: Apache-2.0
import base64
import json
import re
import zlib

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


def frames_of(page):
    """Numbers of frames and of contacts in all of them."""
    data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', page.path.read_text(encoding="utf-8"), re.S)[1])
    status = zlib.decompress(base64.b64decode(data["frames"]["contacts"]["status"]))
    return data["frames"]["count"], len(status)


def test_the_state_now_is_shown_with_the_contacts_of_the_step_that_led_to_it(tmp_path):
    world = perpend.World.load("hello")
    assert frames_of(perpend.show(world, 0, path=tmp_path / "start.html")) == (1, 0)
    world.step(600)
    assert len(world.contacts) == 2
    assert frames_of(perpend.show(world, 0, path=tmp_path / "now.html")) == (1, 2)


@pytest.mark.parametrize("duration", [-1, -1e-9, float("nan"), float("inf")])
def test_a_duration_that_is_none_is_refused(duration, tmp_path):
    with pytest.raises(perpend.InvalidArgument, match="^duration must be finite and at least 0, got "):
        perpend.show(perpend.World.load("hello"), duration, path=tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def ball(duration, dt=0.01):
    scene = perpend.Scene("ball & <co>", gravity=[0, -9.81], dt=dt, duration=duration)
    scene.body("ball", shapes=[{"disc": {"radius": 0.1}}])
    return scene.build()


@pytest.mark.parametrize("duration, words, steps",
                         [(2.0, {}, 150), (0.3, {}, 0), (9.0, {}, 500), (9.0, {"duration": 1.235}, 124),
                                                    (0.3, {"duration": 0.0}, 0)])
def test_what_is_left_of_a_scene_is_shown_five_seconds_at_most(duration, words, steps, tmp_path):
    world = ball(duration)
    world.step(50)
    assert frames_of(perpend.show(world, path=tmp_path / "page.html", **words))[0] == steps + 1
    assert world.time == pytest.approx(0.5)


@pytest.mark.parametrize("steps, frames, rows", [(100, 10, 11), (100, 600, 101), (100, 40, 51), (7, 2, 4)])
def test_a_long_run_is_shown_in_as_many_frames_as_are_asked_for(steps, frames, rows, tmp_path):
    page = perpend.show(ball(1.0), 0.01 * steps, path=tmp_path / "page.html", frames=frames)
    assert frames_of(page)[0] == rows


def test_a_run_that_fails_is_shown_as_far_as_it_went(tmp_path):
    world = ball(1.0)
    world.step(3)
    world.v[0] = np.inf
    assert frames_of(perpend.show(world, 0.5, path=tmp_path / "page.html"))[0] <= 2


def test_a_page_without_a_path_is_named_after_its_scene(capsys):
    page = perpend.show(ball(0.1), 0.02, height=321)
    try:
        assert re.fullmatch(r"perpend_ball____co_+_\w+\.html", page.path.name), page.path.name
        frame = page._repr_html_()
        assert 'height="321"' in frame and 'width="100%"' in frame and 'srcdoc="&lt;!' in frame
        assert "<" not in frame.split('srcdoc="')[1].split('"')[0]
    finally:
        page.path.unlink()
