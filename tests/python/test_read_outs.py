# SPDX-License-Identifier: Apache-2.0
"""What a world says of its last step, and values that look as if they could be written."""
import math
import os
import subprocess
import sys

import numpy as np
import perpend
import pytest


def on_an_incline(dt, **material):
    scene = perpend.Scene("incline", dt=dt, gravity=[-9.81 * math.sin(0.2), 0, -9.81 * math.cos(0.2)])
    scene.material("default", mu=0.8, **material)
    scene.body("ground", kind="spatial_fixed", shapes=[{"half_space": {}}])
    scene.body("box", kind="spatial", position=[0, 0, 0.1], mass=1, shapes=[{"box": {"size": [0.2, 0.2, 0.2]}}])
    return scene.build()


def test_a_report_says_whether_all_steps_are_certified():
    report = perpend.World.load("hello").step(20)
    assert report.certified and report.status == "ok" and report.uncertified == 0
    assert not perpend.Report({**report, "uncertified": 1}).certified
    assert not perpend.Report({**report, "status": "unsolved"}).certified


def test_forces_are_of_the_step_that_led_here_or_none():
    world = perpend.World.load("hello")
    world.step(50)
    start = world.snapshot()
    assert world.contacts.size > 0 and world.body("box").contact_force()[1] > 0
    for moved in (world.copy(), world):
        moved.restore(start)
        assert moved.contacts.size == 0 and not moved.body("box").contact_force().any()
        moved.step()
        assert moved.contacts.size > 0
    crank = perpend.World.load("slider_crank")
    crank.step(10)
    assert any(crank.joint("shaft").reaction[0]) and crank.joint("shaft").forces["motor"][0] != 0
    crank.reset()
    assert not np.any(crank.joint("shaft").reaction) and crank.joint("shaft").forces["motor"][0] == 0


def test_copies_refuse_to_be_written():
    world = perpend.World.load("slider_crank")
    for values in (world.joint("shaft").coordinates, world.joint("shaft").rates, world.body("slider").velocity,
                   world.body("slider").omega, world.body("slider").pos, world.body("slider").quat):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1
    with pytest.raises(TypeError, match="set_options"):
        world.options.dt = 1e-5


def test_bristles_keep_a_box_at_rest_when_dt_changes():
    for before, after in ((0.01, 0.001), (0.001, 0.01)):
        world = on_an_incline(before, tangential={"stiffness": 1e4, "damping": 10.0})
        world.step(int(2 / before))
        state, place = world.snapshot(), world.body("box").pos[0]
        other = on_an_incline(after, tangential={"stiffness": 1e4, "damping": 10.0})
        other.restore(state)
        world.set_options(dt=after)
        for moved in (world, other):
            for _ in range(50):
                moved.step()
                assert abs(moved.body("box").velocity[0]) < 1e-3
            assert abs(moved.body("box").pos[0] - place) < 1e-5


def test_states_compare_with_anything():
    world = perpend.World.load("hello")
    first, again = world.snapshot(), world.snapshot()
    world.step()
    assert first == again and first != world.snapshot()
    assert first != None and first != 1 and first in [1, again]  # noqa: E711


def test_a_recorder_takes_the_reports_of_all_steps(tmp_path):
    world = perpend.World.load("hello")
    with perpend.Recorder(world, tmp_path / "run.h5") as recorder:
        for n in (5, 3):
            world.step(n)
            world.step(n)
            recorder.write()
    rows = perpend.Recording(tmp_path / "run.h5").report
    assert len(rows["residual"]) == 3
    whole = perpend.World.load("hello").step(10)
    assert rows["residual"][1] == whole.residual


def test_faults_have_the_name_of_their_argument(tmp_path):
    world = perpend.World.load("slider_crank")
    world.ctrl[0] = np.nan
    with pytest.raises(perpend.InvalidArgument, match=r"shaft\[0\]"):
        world.step()
    with pytest.raises(perpend.InvalidArgument, match="with a motor"):
        world.joint("guide").set_motor_limit(1)
    hello = on_an_incline(0.01)
    with pytest.raises(perpend.InvalidArgument, match="rotation"):
        hello.body("box").set_pose([0, 0, 1], [0, 0, 0, 0])
    with pytest.raises(perpend.InvalidArgument, match="length"):
        hello.cast_ray([0, 0, 1], [0, 0, -1], length="x")
    with pytest.raises(perpend.InvalidArgument, match="frames"):
        perpend.show(hello, 0.1, frames=0)
    with pytest.raises(perpend.InvalidArgument, match="body"):
        hello._core.body_mass(99)
    scene = perpend.Scene("bad")
    scene.body("box", mass=math.nan)
    with pytest.raises(perpend.InputError, match="nan"):
        scene.save(tmp_path / "bad.json")
    assert not (tmp_path / "bad.json").exists()


def test_a_scene_may_have_any_name(tmp_path):
    scene = perpend.Scene("a/b", duration=0.02)
    scene.body("box", position=[0, np.float64(1)], shapes=[{"box": {"size": [0.2, 0.2]}}])
    page = perpend.show(scene.build(), 0.01)
    assert page.path.exists()
    page.path.unlink()
    assert perpend.compare({**scene.to_dict(), "gravity": np.array([0, -9.81])}, laws=["cone"], duration=0.01)["runs"]


def test_the_package_imports_where_python_is_embedded():
    code = "import sys; sys.executable = None; import perpend"
    environment = {key: value for key, value in os.environ.items() if key != "PERPEND_PYTHON"}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_whole_seconds_are_stamped_as_such():
    pytest.importorskip("mcap")
    from perpend.logs.mcap import _stamp
    assert _stamp(0.9999999999) == {"sec": 1, "nsec": 0} and _stamp(1.25) == {"sec": 1, "nsec": 250_000_000}


def test_faults_of_robots_name_the_arguments_of_python():
    with pytest.raises(perpend.InvalidArgument, match="^robot must be left out with a scene such as 'hello', got {'ground'"):
        perpend.World.load("hello", robot={"ground": True})
    with pytest.raises(perpend.InvalidArgument, match="base must be one of as_file, fixed, free .did you mean 'fixed'"):
        perpend.World.load("none.urdf", robot={"base": "fixd"})
