# SPDX-License-Identifier: Apache-2.0
"""Warnings about valid scenes: the list, and Python's warnings at the line that loads."""
import pickle
import subprocess
import sys
import warnings

import perpend
import pytest


def upside_down(material="default"):
    scene = perpend.Scene("mine", gravity=[0, 0, -9.81])
    scene.material("default")
    if material != "default":
        scene.material(material, mu=0.1)
    scene.body("pit", kind="spatial_fixed",
               shapes=[{"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 2, 1]]}}])
    scene.body("ball", kind="spatial", position=[0.3, 0.3, 2], shapes=[{"sphere": {"radius": 0.1}}])
    return scene


def welded():
    scene = perpend.Scene("twice", gravity=[0, 0, 0])
    for name in ("a", "b"):
        scene.body(name, kind="spatial", mass=1, inertia=[1, 1, 1])
    for k in range(2):
        scene.joint(f"weld {k}", "weld", "a", "b", anchor=[0, 0, 0])
    return scene


def given(call):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        result = call()
    return result, found


def test_a_world_and_a_scene_tell_what_the_program_tells(tmp_path):
    for scene, elements in ((upside_down("ice"), ["pit", "ice"]), (welded(), ["weld 1"])):
        world, _ = given(scene.build)
        assert [each["element"] for each in world.warnings] == elements
        assert scene.warnings == world.warnings == world.copy().warnings
        scene.save(tmp_path / "scene.json")
        program = subprocess.run([sys.executable, "-m", "perpend", "check", str(tmp_path / "scene.json")],
                                 capture_output=True, text=True, check=True).stderr
        for each in world.warnings:
            assert f"warning: {each['element']}: {each['message']} ({each['hint']})" in program
        assert program.count("warning: ") == len(elements)


def test_each_is_given_once_at_the_line_that_loads(tmp_path):
    scene = upside_down("ice")
    scene.save(tmp_path / "scene.json")
    for load in (scene.build, lambda: perpend.World.load(tmp_path / "scene.json"),
                 lambda: perpend.World.from_scene(scene.to_dict()), lambda: perpend.Scene.load(tmp_path / "scene.json")):
        _, found = given(load)
        assert [each.category for each in found] == [perpend.SceneWarning] * 2
        assert str(found[0].message).startswith("pit: has a mesh whose outside faces down (bodies pass it from above;")
        assert {each.filename for each in found} == {__file__}


def test_copies_pickles_lists_and_sound_scenes_give_none():
    world, _ = given(upside_down().build)
    for call in (world.copy, lambda: pickle.loads(pickle.dumps(world)), lambda: upside_down().warnings,
                 lambda: perpend.World.load("hello")):
        result, found = given(call)
        assert found == []
    assert result.warnings == []


def test_an_exchange_gives_those_that_are_new():
    world, _ = given(upside_down().build)
    _, found = given(lambda: world.exchange(upside_down("ice")))
    assert [str(each.message).split(":")[0] for each in found] == ["ice"] and len(world.warnings) == 2


def test_they_can_be_made_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error", perpend.SceneWarning)
        with pytest.raises(perpend.SceneWarning, match="pit"):
            upside_down().build()
