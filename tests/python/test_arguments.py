# SPDX-License-Identifier: Apache-2.0
"""Wrong arguments raise InvalidArgument with their name and value, whatever their type."""
import copy
import json
import pickle
import re

import numpy as np
import perpend
import pytest

NAN = float("nan")


@pytest.fixture
def world():
    return perpend.World.load("hello")


def refused(words, call, *arguments, **options):
    with pytest.raises(perpend.InvalidArgument) as error:
        call(*arguments, **options)
    assert words in str(error.value)
    return error.value


def test_counts_and_names(world):
    for n, words in ((1.5, "a whole number, got 1.5"), ("a", "a whole number, got 'a'"), (True, "a whole number, got True"),
                     (-1, "not negative, got -1"), (2**40, "at most 2147483647, got 1099511627776")):
        assert refused(f"n must be {words}", world.step, n).argument == "n"
    assert world.step(np.int64(2)).step == 2
    refused("body must be a name, got 1", world.body, 1)
    refused("against must be a name, got 3", world.body("box").contact_force, 3)
    refused("state must be a State that snapshot() gave, got None", world.restore, None)
    refused("scene must be a name or a path (World.from_scene() takes a Scene, a dict or JSON text), got 1",
            perpend.World.load, 1)
    refused("parameters must be a dict from names to numbers, got [1]", perpend.World.load, "hello", parameters=[1])
    shaft = perpend.World.load("slider_crank").joint("shaft")
    refused("force must be a number, got [1, 2]", shaft.apply_force, [1, 2])
    refused("target must be a number, got 'fast'", shaft.set_motor_target, "fast")
    refused("force must be numbers [x, y] or [x, y, z], got [None, 1]", world.body("box").apply_force, [None, 1])


def test_names_of_laws_options_and_methods_are_listed(world):
    found = refused("law must be one of cone, polyhedral,", perpend.World.load, "hello", law="conee")
    assert "did you mean 'cone'?" in str(found) and found.value == "conee"
    refused("law must be such as polyhedral(16,rotated)", perpend.World.load, "hello", law="polyhedral(x)")
    found = refused("option must be one of dt, law, solver,", world.set_options, lawq="cone")
    assert "did you mean 'law'?" in str(found)
    for name, ours in (("timestep", "dt"), ("time_step", "dt"), ("cone", "law"), ("integrator", "stepper"),
                       ("num_threads", "threads")):
        assert str(refused("option must be one of dt, law,", world.set_options, **{name: 1})).endswith(
            f"threads (did you mean '{ours}'?), got {name}") and ours in world.options
    refused("drift must be one of ", world.set_options, drift="none at all")
    refused("method must be one of auto, ", perpend.lcp.solve, np.eye(2), [-1, -1], method="kellr")


def test_keywords_of_robots_have_their_place(tmp_path):
    (tmp_path / "arm.urdf").write_text('<robot name="arm"><link name="base"/></robot>')
    refused("base is of the robot's file: robot={'base': ...}", perpend.World.load, tmp_path / "arm.urdf", base="fixed")
    found = refused("robot must be a dict whose keys are one of ground,", perpend.World.load, tmp_path / "arm.urdf", robot={"bas": 1})
    assert str(found).endswith("(did you mean 'base'?), got 'bas'")
    refused("keyword must be one of ground,", perpend.Scene.from_robot, tmp_path / "arm.urdf", bas=1)


def test_scenes_and_robots_are_told_apart(tmp_path, world):
    world.scene.save(tmp_path / "scene.json")
    robot = '<robot name="arm"><link name="base"/></robot>'
    for scene in ("hello", tmp_path / "scene.json", str(tmp_path / "scene.json")):
        found = refused("file must be a URDF, SDF or MJCF file; Scene.load() and World.load() read scenes, got ",
                        perpend.Scene.from_robot, scene)
        assert found.value == repr(str(scene))
        refused("scene must be a Scene, a dict or JSON text; World.load() and Scene.load() read files, and scenes by name",
                perpend.World.from_scene, scene)
    refused("file must be the path of a URDF, SDF or MJCF file, got 1", perpend.convert, 1)
    refused("World.load() and Scene.load() read files and robots, got '<robot", perpend.World.from_scene, robot)
    for given in (world.scene, world.scene.to_dict(), (tmp_path / "scene.json").read_text()):
        assert perpend.World.from_scene(given).hash() == world.hash()
    with pytest.raises(perpend.InputError, match="no_such"):
        perpend.Scene.from_robot("no_such.urdf")


def test_unknown_names_are_told_with_those_there_are(world):
    crank = perpend.World.load("slider_crank")
    for call, words in ((lambda: world.body("bxo"), "body must be one of ground, box (did you mean 'box'?), got bxo"),
                        (lambda: world.distance("box", "grund"), "one of ground, box (did you mean 'ground'?), got grund"),
                        (lambda: world.frame("bxo"), "frame must be one of ground, box (did you mean 'box'?), got bxo"),
                        (lambda: world.joint("pin"), "joint must be one of none: there are no names, got pin"),
                        (lambda: crank.joint("shft"), "(did you mean 'shaft'?), got shft"),
                        (lambda: crank.set_coordinates({"shft": 1}), "(did you mean 'shaft'?), got shft"),
                        (lambda: world.scene.change_body("bxo", mass=1), "one of ground, box (did you mean 'box'?), got 'bxo'"),
                        (lambda: crank.scene.remove_joint("shft"), "(did you mean 'shaft'?), got 'shft'")):
        refused(words, call)
    many = refused("and ", perpend.World.load("pile").body, "nothing like it at all")
    assert len(str(many)) < 300


def test_names_of_other_engines_lead_to_ours(world):
    with pytest.raises(AttributeError, match="^a World has no attribute 'qpos'; it has q "):
        world.qpos
    with pytest.raises(AttributeError, match="^a World has no attribute 'nothing'$") as error:
        world.nothing
    assert error.value.name == "nothing" and not hasattr(world, "timestep")
    for name, ours in perpend.other_names.MUJOCO.items():
        for word in re.findall(r"^\w+|(?<=and )\w+", ours.replace("len(", "")):
            assert hasattr(perpend.World, word) or hasattr(perpend, word), (name, word)
    with pytest.raises(AttributeError, match=r"'residul' \(did you mean 'residual'\?\); it has status, "):
        world.report.residul


def test_states_have_their_shape(world):
    before = world.q.copy()
    for name in ("q", "v"):
        for values, words in ((3, "of shape (6,), got ()"), ([1, 2], "of shape (6,), got (2,)"),
                              ([None] * 6, "numbers, got [None, None"), (["1"] * 6, "numbers, got ['1'"), ("abc", "numbers, got 'abc'")):
            refused(f"{name} must be {words}", setattr, world, name, values)
    assert np.array_equal(world.q, before)
    world.q = [1, 2, 3, 4, 5, 6]
    assert list(world.q) == [1, 2, 3, 4, 5, 6]
    crank = perpend.World.load("slider_crank")
    crank.ctrl = 2
    assert list(crank.ctrl) == [2.0]
    refused("ctrl must be of shape (1,), got (2,)", setattr, crank, "ctrl", [1, 2])


def test_shapes_of_rollouts_and_problems(world):
    q, v = np.tile(world.q, (4, 1)), np.tile(world.v, (2, 1))
    refused("v0 must be of shape (4, 6), got (2, 6)", perpend.rollout, world, q, v, steps=3)
    refused("q0 must be of shape (runs, 6), got (4, 5)", perpend.rollout, world, q[:, :5], v, steps=3)
    refused("steps must be a whole number from 0 on, got 1.5", perpend.rollout, world, world.q, world.v, steps=1.5)
    refused("steps must be a whole number from 0 on, got -1", perpend.rollout, world, world.q, world.v, steps=-1)
    refused("ctrl must be of shape (1, steps, 0), got (3,)", perpend.rollout, world, world.q, world.v, np.zeros(3))
    refused("A must be of shape (2, 2), got (2, 3)", perpend.lcp.solve, np.zeros((2, 3)), [1, 2])
    refused("b must be of shape (n,), got (1, 2)", perpend.lcp.solve, np.eye(2), [[1, 2]])
    refused("lo must be of shape (2,), got (3,)", perpend.lcp.solve, np.eye(2), [-1, -1], lo=[1, 2, 3])
    refused("mu must be of shape", perpend.cone.solve, np.eye(3), [-1, 0.2, 0], mu=[[0.5]])


def test_lists_of_compare():
    refused("dt must be a list, got 0.01", perpend.compare, "hello", dt=0.01)
    refused("reference must be a number, got 'fine'", perpend.compare, "hello", reference="fine")


def test_attributes_that_there_are_none_of_are_refused(world):
    for thing in (world, world.body("box"), perpend.World.load("slider_crank").joint("shaft")):
        for name in ("qpos", "foo"):
            with pytest.raises(AttributeError, match=name):
                setattr(thing, name, 3)
    with pytest.raises(AttributeError):
        world.body("box").name = "other"


def test_copies_say_how_to_change_what_they_are_of(world):
    with pytest.raises(TypeError, match=r"world\.set_options"):
        world.options["dt"] = 0.5
    with pytest.raises(TypeError, match=r"world\.set_options"):
        world.options["normal"]["stiffness"] = 1.0
    with pytest.raises(TypeError, match="World.load"):
        perpend.World.load("chain").parameters.update(links=3)
    options = world.options
    assert json.loads(json.dumps(options)) == options == pickle.loads(pickle.dumps(options)) == copy.deepcopy(options)
    world.set_options(**options)


def test_what_makes_and_pickles_worlds_is_told(world):
    with pytest.raises(TypeError, match=r"World\.load"):
        perpend.World()
    with pytest.raises(TypeError, match=r"pickle its World, then world\.body\(name\)"):
        pickle.dumps(world.body("box"))
    with pytest.raises(TypeError, match=r"a Joint is not .*world\.joint\(name\)"):
        pickle.dumps(perpend.World.load("slider_crank").joint("shaft"))


def test_numbers_that_are_not_finite_are_told_with_their_place():
    with pytest.raises(perpend.InputError) as error:
        perpend.World.from_scene({"bodies": [{"name": "a"}, {"name": "b"}, {"name": "c", "position": [0, NAN]}],
                                  "gravity": [0, float("inf")]})
    assert str(error.value).splitlines() == [
        'scene: bodies[2].position[1]: is nan (expected a finite number; in "c")',
        "scene: gravity[1]: is inf (expected a finite number)"]
    assert error.value.diagnostics[0]["element"] == "bodies[2].position[1]"
    refused("scene must be text or a dict of what JSON has", perpend.World.from_scene, {"name": {1}})


def test_a_name_of_something_else_is_told_as_that(tmp_path):
    scene = perpend.Scene("arm", gravity=[0, 0])
    scene.body("link", mass=1, inertia=1)
    scene.frame("tip", "link", position=[1, 0])
    scene.joint("hinge", "pin", "link", anchor=[0, 0])
    scene.actuator("drive", "hinge")
    arm = scene.build()
    refused("got tip; 'tip' is a frame: world.frame('tip')", arm.body, "tip")
    refused("got hinge; 'hinge' is a joint: world.joint('hinge')", arm.body, "hinge")
    refused("got link; 'link' is a body: world.body('link')", arm.joint, "link")
    refused("got hinge; 'hinge' is a joint: world.joint('hinge')", arm.frame, "hinge")
    refused("got drive; 'drive' is an actuator, an entry of World.ctrl", arm.joint, "drive")
    assert str(refused("got none", arm.joint, "none")).endswith("got none")


def test_files_and_names_that_are_no_text_are_told(tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe{\x00")
    with pytest.raises(perpend.InputError) as error:
        perpend.World.load(tmp_path / "picture.png")
    assert error.value.diagnostics[0]["line"] == 1 and str(error.value).startswith(str(tmp_path / "picture.png"))


def test_rotations_have_the_numbers_of_their_body(world):
    refused("rotation must be the angle of a planar body, one number, got 4 numbers", world.body("box").set_pose, [0, 1], [1, 0, 0, 0])
    dice = perpend.World.load("dice")
    refused("rotation must be a quaternion, four numbers w, x, y, z, got 3 numbers", dice.body(dice.body_names[-1]).set_pose, [0, 0, 1], [0, 0, 0])


ARM = """<robot name="arm"><link name="base"/><link name="link"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="continuous"><parent link="base"/><child link="link"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
</robot>"""


def test_arguments_of_robots_are_checked_by_name(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    for keys, words in (({"ground": "yes"}, "ground must be True or False, got 'yes'"),
                        ({"allow_overlap": 2}, "allow_overlap must be True or False, got 2"),
                        ({"mend_masses": None}, "mend_masses must be True or False, got None"),
                        ({"base": "fixd"}, "base must be one of as_file, fixed, free (did you mean 'fixed'?), got fixd"),
                        ({"base": True}, "base must be a name, got True"),
                        ({"motors": "servo"}, "motors must be one of none, position, velocity, got servo"),
                        ({"keyframe": 1}, "keyframe must be a name, got 1"),
                        ({"gravity": "w"}, "gravity must be the axis that points up, one of x, y, z, -x, -y, -z, or (3,)"),
                        ({"gravity": [0, 1]}, "gravity must be of shape (3,), got (2,)"),
                        ({"gravity": [0, 0, NAN]}, "gravity must be finite, got [0, 0, nan]"),
                        ({"start": [1]}, "start must be a dict from names of joints to numbers, got [1]"),
                        ({"start": {"hinge": "far"}}, "start['hinge'] must be a number, got 'far'"),
                        ({"rates": {"hinge": NAN}}, "rates['hinge'] must be finite, got nan"),
                        ({"packages": "x"}, "packages must be a dict from names to folders, got 'x'"),
                        ({"packages": {"x": str(file)}}, "packages['x'] must be a folder, got "),
                        ({"decompose": 2}, "decompose must be from 0.01 to 1, got 2"),
                        ({"arguments": "x"}, "arguments must be a dict from names to strings, got 'x'"),
                        ({"arguments": {"x": 7}}, "arguments['x'] must be a string, got 7"),
                        ({"duration": 0}, "duration must be positive, got 0"),
                        ({"duration": "long"}, "duration must be a number, got 'long'")):
        refused(words, perpend.Scene.from_robot, file, **keys)
        refused(words, perpend.World.load, file, robot=keys)


def test_arguments_of_robots_are_all_heard(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    world = perpend.World.load(file, robot={"gravity": "-y", "start": {"hinge": 0.5}, "rates": {"hinge": 2}, "base": "fixed",
                                            "ground": True, "duration": 3, "packages": {"p": tmp_path}})
    assert world.gravity.tolist() == [0, 9.81, 0] and world.duration == 3 and "ground" in world.body_names
    assert world.joint_coordinates.tolist() == [0.5] and world.joint_rates == pytest.approx([2])
    for gravity, expected in (("z", [0, 0, -9.81]), ("x", [-9.81, 0, 0]), (np.array([1, 2, 3.0]), [1, 2, 3]), (None, [0, 0, -9.81])):
        assert perpend.World.load(file, robot={"gravity": gravity}).gravity.tolist() == expected
    for keys, kind in (({"motors": "position"}, "position"), ({"motors": "velocity"}, "velocity")):
        (file.parent / "strong.urdf").write_text(ARM.replace("<axis", '<limit effort="5"/><axis'))
        assert perpend.World.load(file.parent / "strong.urdf", robot=keys).joint("hinge").motors[0]["kind"] == kind
    with pytest.raises(perpend.InputError, match="moves, but has no mass"):
        perpend.World.load(file, robot={"base": "free"})


def test_faults_of_robots_are_diagnostics(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM.replace("<parent link=", "<parent lnk=").replace("continuous", "hinge"))
    with pytest.raises(perpend.InputError) as error:
        perpend.Scene.from_robot(tmp_path / "arm.urdf")
    found = error.value.diagnostics
    assert len(found) >= 2 and {each["line"] for each in found} == {3}
    assert all(each["file"] == str(tmp_path / "arm.urdf") and each["message"] in str(error.value) for each in found)
    (tmp_path / "arm.urdf").write_text(ARM)
    with pytest.raises(perpend.InputError, match="did you mean .hinge"):
        perpend.World.load(tmp_path / "arm.urdf", robot={"start": {"hing": 1.0}})


def test_what_cannot_be_assigned_says_what_changes_it(world):
    shaft = perpend.World.load("slider_crank").joint("shaft")
    for thing, name, words in ((world.body("box"), "pos", r"^pos of <Body 'box' at .*> cannot be assigned; set_pose\(\)"),
                               (world.body("box"), "mass", r"World.exchange\(\)"),
                               (world.body("box"), "name", "cannot be assigned"),
                               (shaft, "coordinates", r"World.set_coordinates\(\) sets them"),
                               (shaft, "limits", r"Scene.change_coordinate\(\)"), (world.frame("box"), "pos", "exchange")):
        with pytest.raises(AttributeError, match=words):
            setattr(thing, name, 1.0)
    for thing in (perpend.Body, perpend.Joint):
        for name in thing._CHANGED_BY:
            assert isinstance(getattr(thing, name), property)
