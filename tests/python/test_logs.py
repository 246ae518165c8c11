# SPDX-License-Identifier: Apache-2.0
import json

import numpy as np
import perpend
import pytest
from perpend.logs.solids import _solids, about, product, rotated, solids_of


def test_rotations_follow_the_right_hand():
    quarter = about([0, 0, 1], np.pi / 2)
    assert np.allclose(rotated(quarter, [1, 0, 0]), [0, 1, 0])
    assert np.allclose(rotated(product(quarter, about([1, 0, 0], np.pi)), [0, 0, 1]), [0, 0, -1])


@pytest.mark.parametrize("scene", ["card_house", "ellipse", "tumble", "discs", "slider_crank", "turntable"])
def test_every_body_with_shapes_is_drawn_at_its_size(scene):
    world = perpend.World.load(scene)
    solids = solids_of(world)
    assert set(solids) == set(world.body_names)
    for parts in solids.values():
        for solid in parts:
            assert np.isclose(np.linalg.norm(solid.quat), 1) and (solid.size > 0).all()
            assert solid.triangles.size == 0 or solid.triangles.max() < len(solid.points)


def test_a_box_of_the_plane_is_a_prism_of_its_corners():
    box = solids_of(perpend.World.load("hello"))["box"][0]
    assert np.allclose(np.ptp(box.points, axis=0)[:2], [0.4, 0.2])
    # Outward faces enclose the volume.
    a, b, c = (box.points[box.triangles[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert volume == pytest.approx(0.4 * 0.2 * np.ptp(box.points[:, 2]))


def test_faces_of_hulls_become_fans():
    cube = {"kind": "hull", "at": [0, 0, 0, 1, 0, 0, 0], "faces": [[0, 1, 2, 3], [0, 3, 4]],
            "points": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]]}
    solid, = _solids(cube, (1, 0, 0))
    assert solid.kind == "mesh" and solid.triangles.tolist() == [[0, 1, 2], [0, 2, 3], [0, 3, 4]]


def messages(path):
    reader = pytest.importorskip("mcap.reader", reason="mcap is not installed")
    with open(path, "rb") as file:
        return [(channel.topic, message.log_time, json.loads(message.data))
                for _, channel, message in reader.make_reader(file).iter_messages()]


def test_mcap_has_poses_forces_and_reports(tmp_path):
    pytest.importorskip("mcap", reason="mcap is not installed")
    world = perpend.World.load("hello")
    before = world.hash()
    perpend.log(world, tmp_path / "run.mcap", 0.1, every=10)
    assert world.hash() == before
    found = messages(tmp_path / "run.mcap")
    world.step(100)
    topic, time, last = [m for m in found if m[0] == "/tf"][-1]
    assert time == round(world.time * 1e9) and len([m for m in found if m[0] == "/tf"]) == 11
    box = next(t for t in last["transforms"] if t["child_frame_id"] == "box")
    assert [box["translation"][axis] for axis in "xyz"] == world.body("box").pos.tolist()
    force = sum(c["impulse"][1] for c in [m for m in found if m[0] == "/contacts"][-1][2]["contacts"]) / 1e-3
    assert force == pytest.approx(9.81 * world.body("box").mass, rel=1e-9)
    assert [m for m in found if m[0] == "/report"][-1][2]["residual"] == world.report.residual
    entities = [e["id"] for m in found if m[0] == "/scene" for e in m[2]["entities"]]
    assert entities.count("box") == 1 and entities.count("contact forces") == 11


def test_rerun_files_are_written(tmp_path):
    pytest.importorskip("rerun", reason="rerun-sdk is not installed")
    path = perpend.log(perpend.World.load("card_house"), tmp_path / "run.rrd", 0.05, every=5)
    assert path.read_bytes()[:4] == b"RRF2" and path.stat().st_size > 10_000


def test_other_files_are_refused_by_their_suffix(tmp_path):
    with pytest.raises(perpend.InvalidArgument, match="bag"):
        perpend.log(perpend.World.load("hello"), tmp_path / "run.bag", 0.1)


def test_a_log_that_is_closed_takes_nothing(tmp_path):
    pytest.importorskip("mcap", reason="mcap is not installed")
    log = perpend.Log(perpend.World.load("hello"), tmp_path / "run.mcap")
    log.close()
    log.close()
    with pytest.raises(perpend.InvalidArgument, match="log is closed"):
        log.write()


def test_words_of_a_log_are_checked(tmp_path):
    pytest.importorskip("mcap", reason="mcap is not installed")
    world = perpend.World.load("hello")
    for every in (0, 1.5, -1):
        with pytest.raises(perpend.InvalidArgument, match=f"every must be a whole number from 1 on, got {every}"):
            perpend.log(world, tmp_path / "x.mcap", 0.01, every=every)
    for duration in (float("nan"), float("inf"), -1.0):
        with pytest.raises(perpend.InvalidArgument, match="duration must be finite and at least 0, got"):
            perpend.log(world, tmp_path / "x.mcap", duration)
    assert not (tmp_path / "x.mcap").exists()
    with pytest.raises(perpend.InputError, match="nosuch/x.mcap: cannot be written"):
        perpend.log(world, tmp_path / "nosuch/x.mcap", 0.01)
