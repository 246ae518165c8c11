# SPDX-License-Identifier: Apache-2.0
"""Robots' files from Python: what the words of convert() ask for is in the scene."""
import json
import re
import signal
import warnings

import perpend
import pytest
from perpend.robot import is_robot

pytestmark = pytest.mark.filterwarnings("ignore::perpend.NotDone")
ARM = """<?xml version="1.0"?><robot name="arm">
 <link name="base"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <collision><geometry><box size=".2 .2 .2"/></geometry></collision></link>
 <link name="upper arm"><inertial><mass value="1"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
 <link name="slide"><inertial><mass value="1"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
 <joint name="elbow, left" type="revolute"><parent link="base"/><child link="upper arm"/><axis xyz="0 0 1"/>
  <limit lower="-2" upper="2" effort="9" velocity="4"/></joint>
 <joint name="rail" type="prismatic"><parent link="upper arm"/><child link="slide"/><axis xyz="1 0 0"/>
  <limit lower="-1" upper="1" effort="7" velocity="4"/></joint>
</robot>"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path / "arm.urdf"


def scene_of(file, **words):
    return json.loads(perpend.convert(file, **words))


def test_what_is_not_asked_for_is_left_as_the_file_has_it(file):
    scene = scene_of(file)
    assert scene["name"] == "arm" and scene["simulation"]["duration"] == 10.0
    assert [body["name"] for body in scene["bodies"]] == ["base", "upper arm", "slide"]
    assert not any("motor" in each for joint in scene["joints"] for each in joint.get("coordinates", []))


def test_each_word_is_done(file):
    assert "ground" in [body["name"] for body in scene_of(file, ground=True)["bodies"]]
    assert scene_of(file, gravity=[1, -2.5, 3])["gravity"] == [1, -2.5, 3]
    assert scene_of(file, gravity="y")["gravity"] == [0, -9.81, 0]
    assert scene_of(file, duration=2.5)["simulation"]["duration"] == 2.5
    assert scene_of(file, base="fixed") != scene_of(file, base="free")
    for kind in ("position", "velocity"):
        found = {each["motor"]["kind"] for joint in scene_of(file, motors=kind)["joints"]
                 for each in joint["coordinates"]}
        assert found == {kind}
    world = perpend.World.from_scene(perpend.convert(file, base="fixed", start={"elbow, left": 0.5, "rail": -0.25},
                                                     rates={"rail": 0.75, "elbow, left": -1}))
    elbow, rail = world.joint("elbow, left"), world.joint("rail")
    assert (elbow.coordinates[0], rail.coordinates[0]) == (0.5, -0.25)
    assert (elbow.rates[0], rail.rates[0]) == pytest.approx((-1, 0.75))
    again = perpend.World.load(file, robot={"base": "fixed", "start": {"elbow, left": 0.5, "rail": -0.25},
                                            "rates": {"rail": 0.75, "elbow, left": -1}}, dt=0.001)
    assert again.hash() == world.hash() and again.options["dt"] == 0.001
    made = perpend.Scene.from_robot(file, base="fixed", duration=1.5)
    made.body("ball", kind="spatial", position=[5, 0, 0], shapes=[{"sphere": {"radius": 0.1}}])
    assert made.build().body_names[-1] == "ball" and made.build().duration == 1.5


def test_meshes_of_a_package_are_found_in_its_folder(tmp_path):
    (tmp_path / "my files").mkdir()
    (tmp_path / "my files/part.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    mesh = '<collision><geometry><mesh filename="package://parts/part.obj"/></geometry></collision>'
    box = '<collision><geometry><box size=".2 .2 .2"/></geometry></collision>'
    (tmp_path / "arm.urdf").write_text(ARM.replace(box, mesh))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", perpend.NotDone)
        scene = scene_of(tmp_path / "arm.urdf", packages={"parts": tmp_path / "my files"})
        assert "hull" in json.dumps(scene["bodies"][0]["shapes"])


# A U of 3 x 1 x 2, whose floor and legs are 0.5 thick.
PROFILE = ((0, 0), (3, 0), (3, 2), (2.5, 2), (2.5, 0.5), (0.5, 0.5), (0.5, 2), (0, 2))
CAP = ((1, 2, 5), (1, 5, 6), (2, 3, 4), (2, 4, 5), (1, 6, 7), (1, 7, 8))
CHANNEL = "".join([*(f"v {x} {y} {z}\n" for y in (0, 1) for x, z in PROFILE),
                   *(f"f {a} {b} {c}\nf {a + 8} {c + 8} {b + 8}\n" for a, b, c in CAP),
                   *(f"f {i + 1} {i + 9} {(i + 1) % 8 + 9} {(i + 1) % 8 + 1}\n" for i in range(8))])


def test_a_mesh_is_cut_into_convex_parts(tmp_path):
    pytest.importorskip("coacd")
    spatial = pytest.importorskip("scipy.spatial")
    file = tmp_path / "channel.obj"
    file.write_text(CHANNEL)
    parts = perpend.convex_parts(file, scale=0.1)
    assert sum(spatial.ConvexHull(part).volume for part in parts) == pytest.approx(3e-3, rel=0.02)
    scene = perpend.Scene("channel", dt=0.002)
    scene.body("ground", kind="spatial_fixed", shapes=[{"half_space": {}}])
    scene.body("channel", kind="spatial", density=1000, position=[0, 0, 0.001],
               shapes=[{"hull": {"vertices": part.tolist()}} for part in parts])
    scene.body("ball", kind="spatial", mass=0.01, position=[0.15, 0.05, 0.15], shapes=[{"sphere": {"radius": 0.02}}])
    world = scene.build()
    for _ in range(300):
        world.step()
    assert world.body("ball").pos[2] == pytest.approx(0.07, abs=2e-3)  # on the floor of the channel
    box = '<collision><geometry><box size=".2 .2 .2"/></geometry></collision>'
    robot = tmp_path / "arm.urdf"
    robot.write_text(ARM.replace(box, '<collision><geometry><mesh filename="channel.obj"/></geometry></collision>'))
    assert len(scene_of(robot, base="free", decompose=0.05)["bodies"][0]["shapes"]) == len(parts)
    assert len(scene_of(robot, base="free")["bodies"][0]["shapes"]) == 1


def test_what_cannot_be_cut_says_why(tmp_path):
    for words, argument, file, keys in (("from 0.01 to 1", "threshold", "a.obj", {"threshold": 0}),
                                        ("other than 0", "scale", "a.obj", {"scale": 0}), ("the path", "file", 7, {})):
        with pytest.raises(perpend.InvalidArgument, match=words) as raised:
            perpend.convex_parts(file, **keys)
        assert str(raised.value).startswith(argument)
    with pytest.raises(perpend.InputError, match="does not exist"):
        perpend.convex_parts(tmp_path / "none.obj")


def test_a_xacro_file_gets_its_arguments(tmp_path):
    pytest.importorskip("xacro")
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(re.sub("<robot[^>]*>", """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <xacro:arg name="weight" default="3"/>""", ARM).replace('mass value="1"', 'mass value="$(arg weight)"', 1))
    heaviest = {weight: max(body.get("mass", 0) for body in scene_of(file, arguments=arguments)["bodies"])
                for weight, arguments in ((3, None), (20, {"weight": "20"}))}
    assert heaviest == {3: 3, 20: 20}
    with pytest.raises(perpend.InputError, match='found "heavy"'):
        scene_of(file, arguments={"weight": "heavy"})
    (tmp_path / "arm.urdf").write_text(ARM)
    with pytest.raises(perpend.InputError, match='"weight" is of no use'):
        scene_of(tmp_path / "arm.urdf", arguments={"weight": "2"})


def test_what_is_not_done_is_a_warning_with_its_line_at_the_call(file):
    file.write_text(ARM.replace("</robot>", ' <transmission name="t"/>\n <gazebo/>\n</robot>'))
    with pytest.warns(perpend.NotDone) as told:
        perpend.Scene.from_robot(file)
        perpend.World.load(file)
        perpend.convert(file)
    assert len({each.lineno for each in told}) == 3
    assert all(str(each.message).startswith(str(file)) for each in told)
    assert {each.filename for each in told} == {__file__}
    assert any("arm.urdf:12" in str(each.message) and "transmission" in str(each.message) for each in told)


def test_a_robot_that_is_refused_says_why_in_the_words_of_python(file, tmp_path):
    for words, told, kind in (({"base": "flying"}, "base", perpend.InvalidArgument),
                              ({"start": {"elbow": 1.0}}, '"elbow"', perpend.InputError),
                              ({"rates": {"knee": 1.0}}, '"knee"', perpend.InputError),
                              ({"motors": "steam"}, "motors", perpend.InvalidArgument),
                              ({"packages": {"": "x"}}, "packages", perpend.InvalidArgument)):
        with pytest.raises(kind) as error:
            perpend.convert(file, **words)
        assert told in str(error.value) and "--" not in str(error.value), words
    file.write_text("<robot><link/></robot>")
    with pytest.raises(perpend.InputError, match="arm.urdf"):
        perpend.World.load(file)


def test_links_without_a_mass_are_refused_or_get_one(file):
    file.write_text(ARM.replace('<link name="upper arm"><inertial><mass value="1"/>', '<link name="upper arm"><inertial><mass value="0"/>'))
    for load in (perpend.World.load, perpend.Scene.from_robot, perpend.convert):
        with pytest.raises(perpend.InputError, match="upper arm.*moves, but has no mass.*allow it by mend_masses"):
            load(file)
    with pytest.warns(perpend.NotDone, match=r"arm.urdf:4: link .upper arm.: moves, but has no mass: it gets 2e-06 kg"):
        world = perpend.World.load(file, robot={"mend_masses": True})
    assert world.body("upper arm").mass == pytest.approx(2e-6, rel=1e-12) and world.body("slide").mass == 1
    made = perpend.Scene.from_robot(file, mend_masses=True).build()
    assert made.hash() == world.hash() and made.step(10).certified


@pytest.mark.parametrize("start, is_one", [(b"<robot/>", True), (b"\xef\xbb\xbf<?xml?>", True), (b" \n\t <sdf>", True),
                                           (b'{"a": "<"}', False), (b"", False), (b" " * 600 + b"<robot/>", False)])
def test_files_of_xml_are_robots(tmp_path, start, is_one):
    (tmp_path / "file").write_bytes(start)
    assert is_robot(tmp_path / "file") is is_one
    assert not is_robot(tmp_path / "none")


def test_signals_do_not_cut_short_what_reads_a_file(tmp_path):
    pytest.importorskip("mujoco")
    (tmp_path / "ball.xml").write_text('<mujoco><worldbody><body name="ball"><freejoint/><geom size="0.1"/></body>'
                                       "</worldbody></mujoco>")
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        world = perpend.World.load(tmp_path / "ball.xml")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard and "ball" in world.body_names
