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
