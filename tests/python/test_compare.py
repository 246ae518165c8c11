# SPDX-License-Identifier: Apache-2.0
"""Friction laws side by side from Python."""
import pytest

import perpend


def box(mu=0.3):
    scene = perpend.Scene("slide", gravity=[0, 0, -9.81], dt=0.01)
    scene.material("default", mu=mu)
    scene.body("ground", kind="spatial_fixed", shapes=[{"half_space": {}}])
    scene.body("box", kind="spatial", position=[0, 0, 0.1], velocity=[1, 1, 0], shapes=[{"box": {"size": [0.2, 0.2, 0.2]}}])
    return scene


def test_laws_and_steps_are_rows_beside_a_reference():
    found = perpend.compare(box(), laws=["cone", "box"], dt=[0.01, 0.005], duration=0.2)
    assert {(run["law"], run["dt"]) for run in found["runs"]} == {(law, dt) for law in ("cone", "box") for dt in (0.01, 0.005)}
    assert found["reference"]["law"] == "cone" and found["reference"]["dt"] < 0.005
    assert all(run["status"] == "ok" for run in found["runs"])
    far = {run["law"]: run["final_distance_m"] for run in found["runs"] if run["dt"] == 0.005}
    assert far["cone"] < 1e-4 < far["box"]  # the box law brakes a diagonal slide by µ √2


def test_parameters_and_pages(tmp_path):
    found = perpend.compare("incline_3d", laws="cone", dt=[0.01], parameters={"heading": 2}, duration=0.1, out=tmp_path / "here")
    assert found["runs"][0]["steps"] == 10
    assert (tmp_path / "here/compare.html").exists()


@pytest.mark.parametrize("words", [{"laws": "cube"}, {"parameters": {"nope": 1}}, {"dt": [-1]}, {"dt": [0.2]},
                                   {"dt": [0.01], "reference": 0.02}])
def test_wrong_words_are_refused(words):
    with pytest.raises(perpend.InputError):
        perpend.compare("incline_3d", duration=0.1, **words)
