# SPDX-License-Identifier: Apache-2.0
import numpy as np
import perpend
import pytest


def test_a_recording_reads_back_what_was_stepped(tmp_path):
    world = perpend.World.load("pendulum")
    seen = [world.q.copy()]
    with perpend.Recorder(world, tmp_path / "run.h5") as recorder:
        for _ in range(20):
            world.step()
            recorder.write()
            seen.append(world.q.copy())
    recording = perpend.Recording(tmp_path / "run.h5")
    assert recording.scene == "pendulum" and recording.body_names == world.body_names
    assert np.array_equal(recording.q, seen)
    assert recording.time[-1] == world.time
    assert recording.report["penetration"].shape == (21,)
    assert repr(recording) == f"<Recording of 'pendulum': {len(world.body_names)} bodies, 21 rows, to t = {world.time:.6g} s>"


def test_what_is_written_after_the_end_is_refused(tmp_path):
    world = perpend.World.load("pendulum")
    recorder = perpend.Recorder(world, tmp_path / "run.h5")
    recorder.close()
    recorder.close()
    with pytest.raises(perpend.InvalidArgument, match="recorder is closed"):
        recorder.write()
    with pytest.raises(perpend.InvalidArgument, match="every must be a whole number from 1 on, got 0"):
        perpend.Recorder(world, tmp_path / "run.h5", every=0)


def test_a_file_that_is_none_of_ours_is_an_input_error(tmp_path):
    (tmp_path / "x.h5").write_text("nothing")
    with pytest.raises(perpend.InputError, match="x.h5"):
        perpend.Recording(tmp_path / "x.h5")


def driven():
    scene = perpend.Scene("a, \"b\".c", gravity=[0, 0, -3.0], dt=0.002)
    scene.body("still", kind="spatial_fixed", shapes=[{"sphere": {"radius": 0.1}}])
    scene.body("bit", kind="spatial", position=[0, 0, 1], mass=2.0, inertia=[0.5, 0.5, 0.25])
    motor = {"kind": "velocity", "target": 3.0, "max_force": 9}
    scene.joint("sleeve", "cylindrical", "bit", "still", anchor=[0, 0, 1], axis=[0, 0, 1],
                coordinates=[{"coordinate": 1, "start": 0.5, "motor": motor}])
    return scene.build()


def test_a_row_is_written_every_so_many_calls_and_holds_the_reports_between(tmp_path):
    world = driven()
    world.step(7)
    seen = {name: [] for name in ("time", "q", "v", "coordinates", "momentum_error", "pivots")}

    def look(reports):
        joint = world.joint("sleeve")
        for name, value in (("time", world.time), ("q", world.q.copy()), ("v", world.v.copy()),
                            ("coordinates", joint.coordinates),
                            ("pivots", sum(each.pivots for each in reports)),
                            ("momentum_error", max(each.momentum_error for each in reports))):
            seen[name].append(value)

    look([world.report])
    with perpend.Recorder(world, tmp_path / "run.h5", every=3) as recorder:
        reports = []
        for k in range(1, 10):
            reports.append(world.step())
            recorder.write()
            if k % 3 == 0:
                look(reports)
                reports = []
    recording = perpend.Recording(tmp_path / "run.h5")
    assert recording.scene == 'a, "b".c' and recording.body_names == ["still", "bit"]
    assert recording.time.tolist() == seen["time"] and recording.time[0] == pytest.approx(0.014)
    assert np.array_equal(recording.q, seen["q"]) and np.array_equal(recording.v, seen["v"])
    assert np.array_equal(recording.joint_coordinate, seen["coordinates"]) and recording.joint_coordinate[0, 1] > 0.5
    assert recording.joint_impulse.shape == (4, 4)
    for name in ("momentum_error", "pivots"):
        assert recording.report[name][1:].tolist() == seen[name][1:], name
    assert set(recording.report) >= {"residual", "contacts", "energy_after"}
    assert recording.report["contacts"].tolist() == [0] * 4 and recording.report["status"].tolist() == [0] * 4


def test_what_is_recorded_is_closed_at_the_end_of_its_block(tmp_path):
    world = perpend.World.load("pendulum")
    with pytest.raises(RuntimeError, match="stop"):
        with perpend.Recorder(world, tmp_path / "run.h5") as recorder:
            world.step()
            recorder.write()
            raise RuntimeError("stop")
    assert len(perpend.Recording(tmp_path / "run.h5").time) == 2
    with pytest.raises(perpend.InvalidArgument, match="recorder is closed"):
        recorder.write()
