# SPDX-License-Identifier: Apache-2.0
"""Scenes made, changed and read in Python."""
import copy
import json
import pickle

import numpy as np
import perpend
import pytest
from perpend.scene_text import file_name, parts_of, plain


def made():
    """Two wheels on pins and a gear, three blocks, of materials that are named."""
    scene = perpend.Scene("made, here", gravity=[0, -5.0], duration=3.0, dt=0.004, law="polyhedral(8)")
    scene.material("ice", mu=0.05)
    scene.material("oak", mu_s=0.5, mu_k=0.4)
    scene.surface_pair("ice", "oak", mu_s=0.2, mu_k=0.1, e=0.3)
    for k in range(2):
        assert scene.body(f"wheel {k}", position=[3 * k, 0], shapes=[{"disc": {"radius": 1.0}}]) == f"wheel {k}"
        assert scene.joint(f"pin {k}", "pin", f"wheel {k}", anchor=[3 * k, 0]) == f"pin {k}"
    assert scene.coupler("gear", [{"joint": "pin 0", "factor": 2}, {"joint": "pin 1", "factor": 1}]) == "gear"
    for k in range(3):
        scene.body(f"block {k}", position=[0.5 * k, 9], material="ice" if k else "oak",
                   shapes=[{"box": {"size": [1, 1]}}], level=k % 2)
    scene.exclude_collisions("block 0", "block 2")
    return scene


def test_what_is_added_is_in_the_file_and_nothing_else():
    parts = made().to_dict()
    assert list(parts) == ["format", "name", "materials", "surface_pairs", "bodies", "joints", "couplers",
                           "exclude_collisions",
                           "simulation", "gravity"]
    assert parts["simulation"] == {"dt": 0.004, "duration": 3.0, "law": "polyhedral(8)"}
    assert parts["materials"][1] == {"name": "oak", "mu_s": 0.5, "mu_k": 0.4}
    assert parts["surface_pairs"] == [{"a": "ice", "b": "oak", "mu_s": 0.2, "mu_k": 0.1, "e": 0.3}]
    assert parts["joints"][1] == {"name": "pin 1", "kind": "pin", "a": "wheel 1", "anchor": [3, 0]}
    assert parts["couplers"] == [{"name": "gear",
                                  "terms": [{"joint": "pin 0", "factor": 2}, {"joint": "pin 1", "factor": 1}]}]
    assert parts["exclude_collisions"] == [{"a": "block 0", "b": "block 2"}]
    bare = perpend.Scene().to_dict()
    assert bare == {"format": 1, "name": "scene", "simulation": {"dt": 0.002, "duration": 10.0}}
    assert perpend.Scene().gravity is None


def test_what_is_added_is_in_the_world():
    world = made().build(dt=0.001)
    assert (world.name, world.duration, world.options["dt"],
            world.options["law"]) == ("made, here", 3.0, 0.001, "polyhedral(8)")
    assert [world.body(f"block {k}").material for k in range(3)] == ["oak", "ice", "ice"]
    world.v[2] = 1.0
    world.set_coordinates({}, {"pin 1": 0.0})
    world.step()
    assert 2 * world.joint("pin 0").rates[0] + world.joint("pin 1").rates[0] == pytest.approx(0, abs=1e-9)
    assert "overlap" not in str(world.report.message)
    assert world.body("block 1").velocity[1] == pytest.approx(-5.0 * 1e-3)
    assert repr(world) == "<World 'made, here': 5 bodies, t = 0.001 s>"


def test_keys_are_changed_added_and_taken_away_by_name():
    scene = made()
    scene.change_body("wheel 1", mass=3.0, shapes=None, inertia=np.float64(2.5))
    scene.change_joint("pin 1", break_force=7)
    scene.change_material("oak", mu_s=0.9, e=0.5)
    scene.gravity = np.array([1.0, 2.0])
    parts = scene.to_dict()
    assert parts["bodies"][1] == {"name": "wheel 1", "position": [3, 0], "mass": 3.0, "inertia": 2.5}
    assert "mass" not in parts["bodies"][0] and parts["gravity"] == [1.0, 2.0] == scene.gravity.tolist()
    assert parts["joints"][1]["break_force"] == 7 and "break_force" not in parts["joints"][0]
    assert parts["materials"] == [{"name": "ice", "mu": 0.05}, {"name": "oak", "mu_s": 0.9, "mu_k": 0.4, "e": 0.5}]
    for change, kind in ((scene.change_body, "body"), (scene.change_joint, "joint"),
                         (scene.change_material, "material"),
                         (scene.remove_body, "body"), (scene.remove_joint, "joint")):
        with pytest.raises(perpend.InvalidArgument,
                           match=f"^name must be that of a {kind} of the scene, or of its array, one of .*, got 'none'"):
            change("none")
        with pytest.raises(perpend.InvalidArgument, match="^name must be a name, got 3"):
            change(3)


def test_a_body_goes_with_all_that_names_it_and_nothing_else_goes():
    scene = made()
    expected = [{"quantity": "y", "body": "block 0", "value": 9, "why": "wheel 1"},
                {"quantity": "y", "body": "wheel 1", "value": 0},
                {"quantity": "coordinate", "joint": "pin 1", "value": 0}]
    scene._parts["expect"] = expected
    scene.joint("rod", "distance", "wheel 0", "wheel 1", anchor=[0, 0], anchor_b=[3, 0])
    scene.remove_body("wheel 1")
    parts = scene.to_dict()
    assert [body["name"] for body in parts["bodies"]] == ["wheel 0", "block 0", "block 1", "block 2"]
    assert [joint["name"] for joint in parts["joints"]] == ["pin 0"] and "couplers" not in parts
    assert parts["expect"] == expected[:1] and len(parts["exclude_collisions"]) == 1
    scene.remove_body("block 2")
    assert "exclude_collisions" not in scene.to_dict()
    other = made()
    other._parts["expect"] = list(expected)
    other.coupler("alone", [{"joint": "pin 0"}])
    other.remove_joint("pin 1")
    parts = other.to_dict()
    assert [joint["name"] for joint in parts["joints"]] == ["pin 0"] and len(parts["bodies"]) == 5
    assert [coupler["name"] for coupler in parts["couplers"]] == ["alone"] and parts["expect"] == expected[:2]


def test_a_scene_of_a_world_has_its_parameters_and_is_its_own(tmp_path):
    world = perpend.World.load("chain", parameters={"links": 4})
    scene = world.scene
    assert scene.to_dict()["parameters"]["links"] == 4 and len(world.body_names) == len(scene.build().body_names)
    scene.body("more", position=[50, 50], mass=1.0, inertia=1.0)
    assert "more" not in world.scene.build().body_names and "more" in scene.build().body_names
    world.exchange(scene, parameters={"links": 6})
    assert world.parameters["links"] == 6 and "more" in world.body_names
    assert world.copy().parameters["links"] == 6
    scene.save(tmp_path / "chain.json")
    text = (tmp_path / "chain.json").read_text()
    assert text.endswith("}\n") and json.loads(text) == scene.to_dict()


def test_comments_are_no_part_of_a_scene_and_texts_with_slashes_are():
    text = '{"name": "a // b", /* "x": 1,\n */ "why": "c /* d */ \\" // e", // "y": 2\n "z": 3}'
    assert parts_of(text) == {"name": "a // b", "why": 'c /* d */ " // e', "z": 3}
    with pytest.raises(ValueError):
        parts_of('{"name": }')


def test_names_of_files_have_letters_digits_dots_and_dashes():
    assert [file_name(name) for name in ("a/b c", "x-1.2_y", "µ§", "")] == ["a_b_c", "x-1.2_y", "µ_", "scene"]


def test_numbers_of_numpy_are_plain_ones():
    given = {"a": np.arange(3), "b": [np.float64(0.5), (np.int32(2), np.bool_(True))], "c": {"d": np.eye(2)}, "e": "f",
             "g": None}
    assert json.dumps(plain(given)) == ('{"a": [0, 1, 2], "b": [0.5, [2, true]], "c": {"d": [[1.0, 0.0], [0.0, 1.0]]}, '
                                        '"e": "f", "g": null}')


def test_a_number_that_is_not_finite_is_told_in_the_innermost_that_has_a_name():
    inf = float("inf")
    bodies = [{"name": "a"}, {"name": "b", "shapes": [{"disc": {"radius": -inf}}],
                              "motion": {"name": "m", "velocity": [0, inf]}}]
    with pytest.raises(perpend.InputError) as error:
        perpend.World.from_scene({"name": "whole", "bodies": bodies, "simulation": {"dt": float("nan")}})
    assert [(each["element"], each["message"], each["hint"]) for each in error.value.diagnostics] == [
        ("bodies[1].shapes[0].disc.radius", "is -inf", 'expected a finite number; in "b"'),
        ("bodies[1].motion.velocity[1]", "is inf", 'expected a finite number; in "m"'),
        ("simulation.dt", "is nan", "expected a finite number")]
    assert {each["line"] for each in error.value.diagnostics} == {0}
    assert not any(each["is_note"] for each in error.value.diagnostics)


def test_bodies_may_overlap_where_an_exchange_finds_them_and_not_at_a_start():
    scene = made()
    scene.body("in the way", position=[0, 9], shapes=[{"disc": {"radius": 0.5}}])
    with pytest.raises(perpend.InputError, match="overlaps"):
        scene.build()
    for given in (scene, scene.to_dict(), json.dumps(scene.to_dict()) + " // text"):
        world = made().build()
        world.step(3)
        world.exchange(given)
        assert world.body_names[-1] == "in the way" and world.time == pytest.approx(0.012)
    with pytest.raises(perpend.InputError):
        world.exchange("[1]")


def test_attributes_that_a_scene_does_not_have_are_refused():
    scene = perpend.Scene()
    for name in ("gravty", "dt", "bodies"):
        with pytest.raises(AttributeError, match=name):
            setattr(scene, name, 1.0)
    assert copy.deepcopy(scene).to_dict() == scene.to_dict() == pickle.loads(pickle.dumps(scene)).to_dict()


TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


def with_meshes(*files):
    scene = perpend.Scene("meshes", gravity=[0, 0, -9.81])
    for k, file in enumerate(files):
        scene.body(f"ground {k}", kind="spatial_fixed", position=[2 * k, 0, 0], shapes=[{"mesh": {"file": file}}])
    return scene


def test_a_scene_that_is_saved_elsewhere_finds_its_meshes(tmp_path, monkeypatch):
    for folder in ("parts", "here", "out/deep", "out/{k}"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("parts/a.obj", "here/b.obj", "here/$c.obj", "here/{d}.obj"):
        (tmp_path / file).write_text(TRIANGLE)
    monkeypatch.chdir(tmp_path / "here")
    scene = with_meshes("../parts/a.obj", "b.obj", "$$$c.obj", "$$./{d}.obj", str(tmp_path / "here/b.obj"))
    before = scene.to_dict()
    world = scene.build()
    for place in ("s.json", "../s.json", "../out/s.json", tmp_path / "out/deep/s.json", tmp_path / "out/{k}/s.json"):
        scene.save(place)
        monkeypatch.chdir(tmp_path / "parts")
        loaded = perpend.World.load(tmp_path / "here" / place)
        monkeypatch.chdir(tmp_path / "here")
        assert loaded.hash() == world.hash() and len(loaded.body_names) == 5
    assert scene.to_dict() == before
    parts = json.loads((tmp_path / "out/deep/s.json").read_text())
    named = [each["shapes"][0]["mesh"]["file"] for each in parts["bodies"]]
    assert named == ["../../parts/a.obj", "../../here/b.obj", "$$../../here/$c.obj", "$$../../here/{d}.obj",
                     str(tmp_path / "here/b.obj")]


def test_names_of_folders_are_no_parameters(tmp_path, monkeypatch):
    for folder in ("{k}", "$k"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.obj").write_text(TRIANGLE)
        monkeypatch.chdir(tmp_path / folder)
        with_meshes("a.obj").save(tmp_path / "s.json")
        monkeypatch.chdir(tmp_path)
        assert perpend.World.load("s.json").body_names == ["ground 0"]
        assert json.loads((tmp_path / "s.json").read_text())["bodies"][0]["shapes"][0]["mesh"]["file"] == f"$${folder}/a.obj"


def test_a_folder_that_a_link_leads_to_is_found_from(tmp_path, monkeypatch):
    (tmp_path / "a/b/c").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "a/b/c")
    (tmp_path / "ground.obj").write_text(TRIANGLE)
    monkeypatch.chdir(tmp_path)
    with_meshes("ground.obj").save("link/s.json")
    assert perpend.World.load("link/s.json").body_names == ["ground 0"]


def test_a_scene_shows_its_size_and_a_world_its_own_scene():
    assert repr(made()) == "<Scene 'made, here': 5 bodies, 2 joints>"
    assert repr(made().build().snapshot()) == "<State at t = 0 s, step 0>"


def test_one_coordinate_of_a_joint_is_changed_and_keeps_its_other_keys():
    scene = made()
    scene.change_joint("pin 0", coordinates=[{"limits": [-1, 2], "damping": 0.5, "name": "turn"}])
    motor = {"kind": "position", "target": 0.25, "stiffness": 10.0, "damping": 1.0}
    scene.change_coordinate("pin 0", motor=motor, damping=None)
    scene.change_coordinate("turn", friction=0.1)
    scene.change_coordinate("pin 1", armature=0.2)
    assert [joint.get("coordinates") for joint in scene.to_dict()["joints"]] == [
        [{"limits": [-1, 2], "name": "turn", "motor": motor, "friction": 0.1}], [{"coordinate": 0, "armature": 0.2}]]
    world = scene.build()
    assert world.joint("pin 0").limits.tolist() == [[-1, 2]] and world.joint("pin 0").motors[0]["stiffness"] == 10
    assert world.joint("pin 1").armature.tolist() == [0.2]
    scene.change_coordinate("pin 1", 1, damping=1.0)
    assert [each["coordinate"] for each in scene.to_dict()["joints"][1]["coordinates"]] == [0, 1]
    with pytest.raises(perpend.InputError, match="coordinate"):
        scene.build()
    with pytest.raises(perpend.InvalidArgument, match="^name must be that of a joint .*did you mean 'pin 1'"):
        scene.change_coordinate("pn 1", damping=1)


def test_what_a_joint_tells_can_be_given_to_a_scene():
    scene = made()
    motor = {"kind": "position", "target": 0.5, "time_constant": 0.1}
    scene.change_coordinate("pin 0", limits=[-1, None], motor=motor)
    first = scene.build().joint("pin 0")
    assert first.limits.tolist() == [[-1, np.inf]] and first.motors[0]["max_force"] == np.inf
    scene.change_coordinate("pin 1", limits=first.limits[0], motor=first.motors[0])
    scene.change_joint("pin 1", break_force=first.break_force)
    parts = scene.to_dict()["joints"][1]
    assert parts["coordinates"] == [{"coordinate": 0, "limits": [-1, None], "motor": motor}] and "break_force" not in parts
    second = scene.build().joint("pin 1")
    assert second.motors == first.motors and second.limits.tolist() == first.limits.tolist()
    assert perpend.World.from_scene({**scene.to_dict(), "gravity": np.zeros(2)}).gravity.tolist() == [0, 0, 0]
    scene.change_coordinate("pin 1", limits=[np.inf, 2])
    with pytest.raises(perpend.InputError, match="limits.* is inf"):
        scene.build()


def test_keys_of_a_coordinate_have_their_place():
    scene = made()
    for call in (lambda **keys: scene.joint("more", "pin", "block 0", anchor=[0, 0], **keys),
                 lambda **keys: scene.change_joint("pin 0", **keys)):
        for key, value in (("limits", [-1, 1]), ("motor", {"kind": "velocity"}), ("damping", 1.0)):
            with pytest.raises(perpend.InvalidArgument, match=f"^{key} must be in a coordinate of the joint, coordinates="):
                call(**{key: value})
    assert scene.to_dict() == made().to_dict()
