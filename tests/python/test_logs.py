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


def corners_and_volume(solids):
    """Lowest and highest corner of what viewers draw, and the volume inside its triangles."""
    points, volume = [], 0.0
    for solid in solids:
        own = solid.points if solid.kind == "mesh" else half_extents(solid)
        points += [solid.position + rotated(solid.quat, point) for point in own]
        for a, b, c in solid.triangles:
            volume += np.dot(solid.points[a], np.cross(solid.points[b], solid.points[c])) / 6
    return np.min(points, axis=0), np.max(points, axis=0), volume


def half_extents(solid):
    """Points of a box, sphere or cylinder that are the farthest along some axis, near enough."""
    if solid.kind == "box":
        return [solid.size / 2 * np.array([x, y, z]) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    angles = np.linspace(0, 2 * np.pi, 37)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    heights = (-1, 1) if solid.kind == "cylinder" else np.sin(np.linspace(-np.pi / 2, np.pi / 2, 19))
    shrink = [1, 1] if solid.kind == "cylinder" else np.sqrt(np.maximum(0, 1 - np.square(heights)))
    return [solid.size / 2 * np.array([r * x, r * y, z]) for z, r in zip(heights, shrink) for x, y in circle]


TILTED = [0.6, 0, 0.8, 0]  # about y, by a bit more than a quarter
ROUND = {"sphere": ({"r": 0.5}, [0.5, 0.5, 0.5]), "box": ({"half": [1, 2, 3]}, None),
         "cylinder": ({"r": 0.5, "half": 2}, None), "capsule": ({"r": 0.5, "half": 2}, None),
         "cone": ({"r": 0.5, "half": 2}, None), "ellipsoid": ({"half": [1, 2, 3]}, None)}


def height_of(kind, keys, up):
    """How far a solid about the origin reaches along a direction in its frame."""
    half, r = np.array(keys.get("half", 0.0)), keys.get("r", 0.0)
    across = np.hypot(up[0], up[1])
    return {"sphere": r, "box": np.abs(half * up).sum(), "cylinder": r * across + half * abs(up[2]) if half.ndim ==
            0 else 0,
            "capsule": r + half * abs(up[2]) if half.ndim == 0 else 0, "ellipsoid": np.linalg.norm(half * up),
            "cone": max(half * up[2], r * across - half * up[2]) if half.ndim == 0 else 0}[kind]


@pytest.mark.parametrize("kind", ROUND)
def test_solids_are_drawn_as_large_as_they_are_in_their_place(kind):
    keys, place = ROUND[kind][0], np.array([1.0, -2.0, 0.5])
    for quat in ([1, 0, 0, 0], TILTED):
        drawn = _solids({"kind": kind, "at": [*place, *quat], **keys}, (0, 0, 1))
        low, high, volume = corners_and_volume(drawn)
        back = [quat[0], *(-np.array(quat[1:]))]
        for axis in np.eye(3):
            up = rotated(back, axis)
            assert (high - place) @ axis == pytest.approx(height_of(kind, keys, up), rel=0.02)
            assert (place - low) @ axis == pytest.approx(height_of(kind, keys, -up), rel=0.02)
        if kind in ("cone", "ellipsoid"):  # faces look outwards
            assert volume == pytest.approx(np.pi * 0.25 * 4 / 3 if kind == "cone" else 4 / 3 * np.pi * 6, rel=0.02)
        assert {solid.color for solid in drawn} == {(0, 0, 1)}


def test_outlines_are_drawn_as_large_as_they_are_in_their_place():
    quarter = np.pi / 2
    for shape, low, high in (({"kind": "slot", "half": 2, "r": 0.5}, [-0.5, -2.5], [0.5, 2.5]),
                             ({"kind": "ellipse", "a": 3, "b": 1}, [-1, -3], [1, 3]),
                             ({"kind": "polygon", "points": [[0, 0], [4, 0], [0, 1]]}, [-1, 0], [0, 4]),
                             ({"kind": "disc", "r": 0.5}, [-0.5, -0.5], [0.5, 0.5])):
        solids = _solids({"at": [10, 20, quarter], **shape}, (0, 0, 0))
        found = corners_and_volume(solids)
        assert found[0][:2] == pytest.approx(np.add([10, 20], low), abs=0.02), shape
        assert found[1][:2] == pytest.approx(np.add([10, 20], high), abs=0.02)
        assert found[0][2] == pytest.approx(-found[1][2]) and found[1][2] > 0
        if shape["kind"] in ("ellipse", "polygon"):
            area = {"ellipse": 3 * np.pi, "polygon": 2.0}[shape["kind"]]
            assert found[2] == pytest.approx(area * 2 * found[1][2], rel=0.01)
    assert _solids({"kind": "none", "at": [0, 0, 0]}, (0, 0, 0)) == []


def test_the_ground_ends_where_bodies_lie_on_it():
    for up in ([0.0, 1.0], [0.6, 0.8], [-1.0, 0.0], [0.0, -1.0]):
        solid, = _solids({"kind": "half_plane", "at": [2, 3, 0.7], "normal": up}, (0, 0, 0))
        normal = rotated(about([0, 0, 1], 0.7), [*up, 0])
        top = solid.position + rotated(solid.quat, [0, solid.size[1] / 2, 0])
        assert rotated(solid.quat, [0, 1, 0]) == pytest.approx(normal, abs=1e-14)
        assert top == pytest.approx([2, 3, 0], abs=1e-14) and solid.size[0] == 20 and solid.size[1] == 0.01
    solid, = _solids({"kind": "half_space", "at": [1, 2, 3, *TILTED]}, (0, 0, 0))
    assert solid.position + rotated(solid.quat, [0, 0, solid.size[2] / 2]) == pytest.approx([1, 2, 3], abs=1e-14)


def test_bodies_of_any_name_have_their_colours_and_place():
    scene = perpend.Scene("colours", gravity=[0, 0, 0])
    scene.body("a, b", kind="spatial", position=[1, 2, 3], color="#ff8000", mass=1.0, inertia=[1, 1, 1],
               center_of_mass=[0.5, 0, 0],
               shapes=[{"sphere": {"radius": 0.5}, "position": [0, 1, 0]}])
    world = scene.build()
    solid, = solids_of(world)["a, b"]
    assert solid.color == pytest.approx((1, 128 / 255, 0)) and solid.position == pytest.approx([-0.5, 1, 0])
    centre, quat = perpend._core.centre_pose(world._core, 0)
    assert centre == pytest.approx([1.5, 2, 3]) and abs(quat[0]) == pytest.approx(1)


def test_bodies_with_visuals_are_drawn_as_these():
    scene = perpend.Scene("v")
    scene.body("b", kind="spatial", mass=1, color="#ff0000", shapes=[{"sphere": {"radius": 1}}],
               visuals=[{"box": {"size": [1, 2, 3]}, "position": [1, 0, 0]},
                        {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2], [2, 1, 0]]},
                         "color": "#0000ff"}])
    box, mesh = solids_of(scene.build())["b"]
    assert box.kind == "box" and box.size == pytest.approx([1, 2, 3]) and box.color == (1, 0, 0)
    assert box.position == pytest.approx([1, 0, 0])
    assert mesh.triangles.tolist() == [[0, 1, 2], [2, 1, 0]] and mesh.color == (0, 0, 1)


def test_arrows_point_along_the_force_and_are_as_long_as_it_is_strong():
    pytest.importorskip("mcap", reason="mcap is not installed")
    from perpend.logs.mcap import _arrow
    row = np.zeros(1, perpend.CONTACT)[0]
    for force in ([3, 4, 12], [-1, 2, -2], [5, 0, 0], [-7, 0, 0], [0, 0, 2]):
        row["impulse"], row["point"] = np.multiply(force, 0.25), [1, 2, 3]
        arrow = _arrow(row, 0.25)
        turn, size = arrow["pose"]["orientation"], np.linalg.norm(force)
        assert rotated([turn[key] for key in "wxyz"], [1, 0, 0]) * size == pytest.approx(force, abs=1e-12)
        assert arrow["shaft_length"] + arrow["head_length"] == pytest.approx(0.01 * size)
        assert arrow["pose"]["position"] == {"x": 1.0, "y": 2.0, "z": 3.0}
    row["impulse"] = 0
    assert _arrow(row, 0.25)["shaft_length"] == 0


def test_mcap_has_each_body_with_its_shapes_in_its_frame(tmp_path):
    reader = pytest.importorskip("mcap.reader", reason="mcap is not installed")
    scene = perpend.Scene("shapes", gravity=[0, 0, -9.81], duration=0.05, dt=0.01)
    scene.body("table", kind="spatial_fixed", position=[0, 0, -1], shapes=[{"half_space": {}}])
    scene.body("odd one", kind="spatial", position=[1, 2, 3], orientation=TILTED, mass=1.0, inertia=[1, 1, 1],
               color="#00ff00",
               shapes=[{"box": {"size": [1, 2, 3]}}, {"capsule": {"length": 1, "radius": 0.25}},
                       {"cone": {"length": 1, "radius": 0.5}}])
    world = scene.build()
    world.step(2)
    perpend.log(world, tmp_path / "run.mcap")
    with open(tmp_path / "run.mcap", "rb") as file:
        opened = reader.make_reader(file)
        assert [record.metadata for record in opened.iter_metadata()] == [{"scene": "shapes"}]
    found = messages(tmp_path / "run.mcap")
    assert [time for topic, time, _ in found if topic == "/tf"] == [round(k * 1e7) for k in range(2, 6)]
    entity = next(each for each in found[1][2]["entities"] if each["id"] == "odd one")
    assert entity["frame_id"] == "odd one" and entity["frame_locked"]
    assert [len(entity[kind]) for kind in ("cubes", "spheres", "cylinders", "triangles")] == [1, 2, 1, 1]
    assert entity["cubes"][0]["size"] == {"x": 1.0, "y": 2.0, "z": 3.0}
    assert entity["cubes"][0]["color"] == {"r": 0, "g": 1, "b": 0, "a": 1}
    assert entity["cylinders"][0]["size"] == {"x": 0.5, "y": 0.5, "z": 1.0}
    transform = next(each for each in found[0][2]["transforms"] if each["child_frame_id"] == "odd one")
    assert [transform["rotation"][key] for key in "wxyz"] == pytest.approx(TILTED)
    assert transform["parent_frame_id"] == "world"
    assert transform["timestamp"] == {"sec": 0, "nsec": 20_000_000}
