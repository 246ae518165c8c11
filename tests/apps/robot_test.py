# SPDX-License-Identifier: Apache-2.0
"""Robots on the command line: convert, run, check; published robots where they are at hand."""
import importlib.util
import json
import os
import pathlib
import sys
import unittest

from cli import FAILED, OK, Cli

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("PERPEND_DATA", SOURCE.parent / "shared/data"))
HAS_XACRO = importlib.util.find_spec("xacro") is not None
HAS_MUJOCO = importlib.util.find_spec("mujoco") is not None

PENDULUM = """<robot name="pendulum">
 <link name="stand"/>
 <link name="rod">
  <inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.01"/></inertial>
  <visual><geometry><sphere radius="0.1"/></geometry></visual>
  <collision><origin xyz="0 0 -0.5"/><geometry><capsule radius="0.05" length="0.8"/></geometry></collision>
 </link>
 <joint name="hinge" type="revolute">
  <parent link="stand"/> <child link="rod"/> <origin xyz="0 0 2"/> <axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="50" velocity="9"/>
 </joint>
</robot>
"""


class RobotCli(Cli):
    def setUp(self):
        super().setUp()
        self.environment["PERPEND_PYTHON"] = sys.executable  # the one that HAS_MUJOCO is about


class Robots(RobotCli):
    def test_a_robot_is_converted_to_a_scene_that_runs(self):
        self.write("pendulum.urdf", PENDULUM)
        done = self.perpend("convert", "pendulum.urdf", "scene.json", "--start", "hinge=0.5")
        self.assertIn("1 joints", done.stdout)
        self.assertIn('joint "hinge": limit: velocity is not done', done.stderr)
        scene = json.loads((self.folder / "scene.json").read_text())
        self.assertEqual([body["name"] for body in scene["bodies"]], ["stand", "rod"])
        self.assertEqual(scene["bodies"][1]["visuals"], [{"sphere": {"radius": 0.1}}])
        self.assertEqual(scene["joints"][0]["coordinates"][0]["limits"], [-1, 1])
        self.assertEqual(self.hash("scene.json", "--duration", "0.2"),
                         self.hash("pendulum.urdf", "--start", "hinge=0.5", "--duration", "0.2"))
        self.assertIn('"format": 1', self.perpend("convert", "pendulum.urdf", "-").stdout)
        self.perpend("convert", "pendulum.urdf", "scene.json", "--overwrite")

    def test_no_robot_and_no_source_is_written_over(self):
        for name in ("pendulum.urdf", "other.urdf"):
            self.write(name, PENDULUM)
        for out in ("pendulum.urdf", "./pendulum.urdf", "other.urdf"):
            self.assertIn("out must be ", self.refused("convert", "pendulum.urdf", out))
            self.assertEqual((self.folder / out).read_text(), PENDULUM)
        self.perpend("convert", "pendulum.urdf", "scene.json")
        self.refused("convert", "scene.json", "scene.json", "--overwrite")

    def test_a_scene_is_written_over_nothing_that_is_there(self):
        """It is made to be edited, unlike the recordings that a run writes anew."""
        self.write("pendulum.urdf", PENDULUM)
        self.write("scene.json", "edited")
        self.assertEqual(self.refused("convert", "pendulum.urdf", "scene.json"),
                         "perpend: out must be a new file, or --overwrite given, got scene.json\n")
        self.assertEqual((self.folder / "scene.json").read_text(), "edited")
        self.perpend("convert", "pendulum.urdf", "scene.json", "--overwrite")
        self.perpend("check", "scene.json")
        (self.folder / "folder.json").mkdir()
        self.assertIn("folder.json", self.refused("convert", "pendulum.urdf", "folder.json"))
        self.assertIn("folder.json: is a folder",
                      self.perpend("convert", "pendulum.urdf", "folder.json", "--overwrite", expect=FAILED).stderr)

    def test_a_scene_has_the_name_of_one(self):
        self.write("pendulum.urdf", PENDULUM)
        for out in ("scene.foo", "scene", "scene.urdf", "scene.json.txt", "."):
            for more in ((), ("--overwrite",)):
                self.assertEqual(self.refused("convert", "pendulum.urdf", out, *more),
                                 f"perpend: out must be a name that ends in .json, or - for stdout, got {out}\n")

    def test_a_device_takes_a_scene_and_stays_a_device(self):
        """Through links, since a fault would put a file in the place of what is named."""
        self.write("pendulum.urdf", PENDULUM)
        for name, code in (("full", FAILED), ("null", OK)):
            (self.folder / name).symlink_to(f"/dev/{name}")
            done = self.perpend("convert", "pendulum.urdf", name, expect=code)
            self.assertTrue((self.folder / name).is_char_device(), name)
            self.assertEqual("full: cannot be written" in done.stderr, code == FAILED)

    def test_a_scene_that_cannot_be_written_is_a_failure_with_the_name_of_the_file(self):
        self.write("pendulum.urdf", PENDULUM)
        self.write("file", "")
        self.assertIn("file/scene.json", self.perpend("convert", "pendulum.urdf", "file/scene.json", expect=FAILED).stderr)

    def test_a_run_of_a_robot_is_resumed_from_its_scene(self):
        self.write("pendulum.urdf", PENDULUM)
        self.perpend("run", "pendulum.urdf", "--duration", "0.1")
        whole = self.hash("pendulum.urdf", "--duration", "0.2")
        (self.folder / "pendulum.urdf").unlink()
        self.assertEqual(self.hash("--resume", "runs/pendulum", "--duration", "0.2"), whole)

    def test_dynamics_in_joint_coordinates(self):
        self.write("pendulum.urdf", PENDULUM)
        found = self.json("check", "pendulum.urdf", "--dynamics", "--start", "hinge=0.5")["dynamics"]
        inertia, torque = 0.2 + 2 * 0.25, 2 * 9.81 * 0.5 * 0.479425538604203  # sin 0.5
        self.assertEqual(found["coordinates"], ["hinge"])
        self.assertAlmostEqual(found["mass_matrix"][0][0], inertia, delta=1e-12)
        self.assertAlmostEqual(found["bias_force"][0], torque, delta=1e-9)
        self.assertAlmostEqual(found["acceleration"][0], -torque / inertia, delta=1e-9)
        self.assertIn("hinge", self.perpend("check", "pendulum.urdf", "--dynamics").stdout)

    def test_a_free_robot_rests_on_the_ground(self):
        self.write("box.urdf", """<robot name="box"><link name="box">
 <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>
 <collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link></robot>""")
        rested = self.json("run", "box.urdf", "--ground", "--gravity", "y", "--duration", "0.2", "--no-files")
        self.assertLess(rested["worst"]["penetration_m"], 1e-9)
        self.assertEqual(rested["contacts_max"], 4)

    def test_a_robot_that_starts_in_the_ground_is_refused_or_pushed_out(self):
        self.write("sunk.sdf", """<sdf version="1.9"><world name="w"><model name="floor"><static>true</static><link name="l">
<collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
<model name="ball"><pose>0 0 0.09 0 0 0</pose><link name="l">
<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model></world></sdf>""")
        words = self.refused("check", "sunk.sdf")
        self.assertIn("sunk.sdf:3: bodies[1]: 'ball::l' overlaps 'floor::l' by 0.01 m", words)
        self.assertIn("--allow-overlap", words)
        pushed = self.json("run", "sunk.sdf", "--allow-overlap", "--duration", "1", "--no-files")
        self.assertAlmostEqual(pushed["worst"]["penetration_m"], 0.01, places=6)
        self.assertGreater(pushed["energy_j"]["push_out"] if "energy_j" in pushed else 1, 0)

    WEAK = '''<robot name="weak"><link name="a"/>
<link name="b"/>
<link name="c"><inertial><origin xyz="0 0 -1"/><mass value="2"/><inertia ixx="0" iyy="0" izz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><axis xyz="0 1 0"/></joint></robot>
'''

    def test_links_without_a_mass_or_with_impossible_inertia_are_refused_or_get_another(self):
        self.write("weak.urdf", self.WEAK)
        for verb in (["run", "--no-files"], ["check"], ["convert", "scene.json"]):
            words = self.refused(verb[0], "weak.urdf", *verb[1:])
            self.assertIn('weak.urdf:2: link "b": moves, but has no mass', words)
            self.assertIn("or allow it by --mend-masses", words)
        done = self.perpend("convert", "weak.urdf", "scene.json", "--mend-masses")
        self.assertIn('weak.urdf:2: link "b": moves, but has no mass: it gets 2e-06 kg', done.stderr)
        self.assertIn("weak.urdf:3: link \"c\": has the principal moments of inertia 0, 0, 0 kg m²: it gets those of a ball",
                      done.stderr)
        bodies = json.loads((self.folder / "scene.json").read_text())["bodies"]
        self.assertEqual([body.get("mass") for body in bodies], [None, 2e-6, 2])
        self.assertEqual(self.json("run", "weak.urdf", "--mend-masses", "--rate", "k=1", "--duration", "0.5",
                                   "--no-files")["status"], "ok")

    def test_a_link_without_mass_moves_as_if_it_were_not_there(self):
        self.write("weak.urdf", self.WEAK)
        found = self.json("check", "weak.urdf", "--mend-masses", "--dynamics", "--start", "k=0.4")["dynamics"]
        inertia = 2 + 0.4 * 2 * 1e-4  # of a ball of 0.01 m, 1 m below both hinges
        self.assertAlmostEqual(found["acceleration"][0], 0, delta=1e-9)
        self.assertAlmostEqual(found["acceleration"][1], -2 * 9.81 * 0.389418342308651 / inertia, delta=1e-8)  # sin 0.4

    def test_words_for_robots_are_checked(self):
        self.write("pendulum.urdf", PENDULUM)
        for wrong in ("up", "0,-9.81", "0,0,-9.81,0"):
            self.assertIn("--gravity", self.refused("run", "pendulum.urdf", "--gravity", wrong))
        self.assertIn("--base", self.refused("run", "pendulum.urdf", "--base", "loose"))
        self.assertIn('did you mean "hinge"', self.refused("check", "pendulum.urdf", "--start", "hing=1"))
        self.assertIn("its limits are -1 to 1", self.refused("check", "pendulum.urdf", "--start", "hinge=2"))
        self.assertIn("--ground", self.refused("run", "hello", "--ground"))
        self.assertIn("--mend-masses", self.refused("run", "hello", "--mend-masses"))
        self.assertIn("missing.urdf", self.refused("convert", "missing.urdf", "scene.json"))

    def test_the_name_of_a_joint_may_contain_an_equals_sign(self):
        self.write("named.urdf", PENDULUM.replace('"hinge"', '"a=b"'))
        self.write("pendulum.urdf", PENDULUM)
        for flag in ("--start", "--rate"):
            self.assertEqual(self.hash("named.urdf", flag, "a=b=0.3", "--duration", "0.2"),
                             self.hash("pendulum.urdf", flag, "hinge=0.3", "--duration", "0.2"))

    def test_all_words_that_are_wrong_are_told_at_once(self):
        self.write("pendulum.urdf", PENDULUM)
        robot = [("--gravity", "up"), ("--base", "loose"), ("--motors", "torque"), ("--start", "hinge"), ("--rate", "hinge=fast"),
                 ("--package", "name"), ("--argument", "name"), ("--decompose", "2")]
        flags = [word for pair in robot for word in pair]
        for verb, more in ((["convert", "pendulum.urdf", "pendulum.urdf"], {"--duration": "-1"}), (["check", "pendulum.urdf"], {"--set": "x"}),
                           (["view", "pendulum.urdf"], {"--set": "x"})):
            words = self.refused(*verb, *flags, *[word for pair in more.items() for word in pair]).splitlines()
            self.assertEqual(sorted(line.split()[1] for line in words),
                             sorted([*dict(robot), *more, *(["out"] if verb[0] == "convert" else [])]), verb)
        words = self.refused("check", "hello", "--ground", "--base", "fixed").splitlines()
        self.assertEqual([line.split()[1] for line in words], ["--ground", "--base"])

    def test_xacro_goes_through_its_program(self):
        self.write("robot.urdf.xacro", PENDULUM)
        self.environment.update(PATH="/nonexistent", PERPEND_PYTHON="/nonexistent/python")
        self.assertIn("xacro", self.refused("check", "robot.urdf.xacro"))
        tool = self.folder / "bin" / "xacro"
        tool.parent.mkdir()
        tool.write_text('#!/bin/sh\n/bin/cat "$1"\n')
        tool.chmod(0o755)
        self.environment["PATH"] = str(tool.parent)
        self.assertIn("hinge", self.perpend("check", "robot.urdf.xacro").stdout)

    @unittest.skipUnless(HAS_XACRO, "xacro is not installed")
    def test_packages_of_xacro_are_found_without_ros(self):
        arm = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">
 <xacro:arg name="weight" default="2"/>
 <xacro:include filename="$(find %s)/urdf/macro.xacro"/>
 <xacro:rod mass="$(arg weight)"/>
</robot>"""
        macro = PENDULUM.replace('<robot name="pendulum">', """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
 <xacro:macro name="rod" params="mass">""").replace('mass value="2"', 'mass value="${mass}"')
        for folder in ("work/rod_description", "alone/clone", "named/clone-main", "elsewhere"):
            self.write(f"{folder}/urdf/macro.xacro", macro.replace("</robot>", "</xacro:macro></robot>"))
        self.write("named/clone-main/package.xml", "<package><name>rod_description</name></package>")
        for place, package, flags in (("work/rod_description", "rod_description", ()),
                                      ("work/arm_description", "rod_description", ()),
                                      ("alone/clone", "arm_description", ()),
                                      ("named/clone-main", "rod_description", ()),
                                      ("far", "rod", ("--package", f"rod={self.folder / 'elsewhere'}"))):
            file = f"{place}/urdf/arm.urdf.xacro"
            self.write(file, arm % package)
            self.assertIn("masses 2 to 2 kg", self.perpend("check", file, *flags).stdout, place)
            self.assertIn("masses 7 to 7 kg", self.perpend("check", file, *flags, "--argument", "weight=7").stdout, place)
        said = self.refused("check", "far/urdf/arm.urdf.xacro")
        self.assertIn('no folder is found for the package "rod"', said)
        self.assertIn("give it by --package", said)
        self.write("arm.xacro", arm.replace("<xacro:rod", "<xacro:stick") % "alone/clone")
        self.assertIn("unknown macro name: xacro:stick, in arm.xacro", self.refused("check", "arm.xacro"))

    def test_arguments_are_those_of_xacro(self):
        self.write("pendulum.urdf", PENDULUM)
        self.assertIn('argument: "weight" is of no use', self.refused("check", "pendulum.urdf", "--argument", "weight=7"))


class Mjcf(RobotCli):
    TWO = """<mujoco model="two">
 <worldbody>
  <geom type="plane" size="1 1 1"/>
  <body name="arm" pos="0 0 2"><joint name="shoulder" axis="0 1 0" damping="0.5" range="-90 90"/>
   <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05"/>
   <body name="hand" pos="0 0 -0.6"><joint name="wrist" axis="1 0 0"/> <geom size="0.1"/></body>
  </body>
 </worldbody>
 <equality><joint joint1="wrist" joint2="shoulder" polycoef="0 2 0 0 0"/></equality>
 <sensor><gyro site="none"/></sensor>
</mujoco>
"""

    def test_without_mujoco_the_missing_package_is_named(self):
        self.write("two.xml", self.TWO)
        self.environment["PERPEND_PYTHON"] = "/nonexistent/python"
        self.assertIn("/nonexistent/python", self.refused("check", "two.xml"))
        fake = self.folder / "python"
        fake.write_text(f'#!/bin/sh\nexec /usr/bin/env python3 -c "import sys; sys.modules[\'mujoco\'] = None; '
                        f'sys.argv = sys.argv[1:]; import runpy; sys.path.insert(0, sys.argv[0]); '
                        f'runpy.run_path(sys.argv[0], run_name=\'__main__\')" "$@"\n')
        fake.chmod(0o755)
        self.environment["PERPEND_PYTHON"] = str(fake)
        self.assertRegex(self.refused("check", "two.xml"), r"two\.xml:1: mujoco: needs the Python package mujoco")

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_joints_limits_couplers_and_what_is_not_done(self):
        self.write("two.xml", self.TWO.replace('<gyro site="none"/>', '<jointpos joint="wrist"/>'))
        done = self.perpend("convert", "two.xml", "scene.json")
        self.assertIn("two.xml:10: sensor: sensor is not done", done.stderr)
        scene = json.loads((self.folder / "scene.json").read_text())
        shoulder = scene["joints"][0]
        self.assertEqual(shoulder["name"], "shoulder")
        self.assertAlmostEqual(shoulder["coordinates"][0]["limits"][1], 1.5707963267948966)
        self.assertEqual(shoulder["coordinates"][0]["damping"], 0.5)
        self.assertEqual([term["factor"] for term in scene["couplers"][0]["terms"]], [1, -2])
        self.assertEqual(self.json("check", "scene.json")["mechanism"]["mobility"], 1)

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_a_loop_by_connect_stays_closed(self):
        self.write("loop.xml", """<mujoco model="loop"><option timestep="0.002"/><worldbody>
 <body name="crank"><joint name="turn" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.01"/>
  <body name="rod" pos="0.2 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0.2" size="0.01"/></body></body>
 <body name="rocker" pos="0.6 0 -0.1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.1 0 0.3" size="0.01"/></body>
</worldbody><contact><exclude body1="rod" body2="rocker"/></contact>
<equality><connect body1="rod" body2="rocker" anchor="0.5 0 0.2"/></equality></mujoco>""")
        done = self.json("run", "loop.xml", "--duration", "2", "--no-files")
        self.assertLess(done["worst"]["joint_gap"], 1e-8)
        self.write("weld.xml", """<mujoco model="weld"><option timestep="0.002"/><default><geom contype="0"/></default><worldbody>
 <body name="arm"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.01"/></body>
 <body name="load" pos="0.6 0 0"><freejoint/><geom size="0.05"/></body>
</worldbody><equality><weld body1="load" body2="arm"/></equality></mujoco>""")
        self.assertLess(self.json("run", "weld.xml", "--duration", "2", "--no-files")["worst"]["joint_gap"], 1e-8)
        self.assertIn("m apart at the start", self.refused("check", "loop.xml", "--start", "turn=0.3"))

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_servos_have_gains_and_joints_rotors(self):
        self.write("servos.xml", """<mujoco model="servos"><worldbody>
 <body name="arm"><joint name="shoulder" axis="0 1 0" armature="0.3"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.02"/>
  <body name="hand" pos="0.5 0 0"><joint name="wrist" axis="0 1 0" actuatorfrcrange="-3 3"/><geom size="0.05"/></body></body>
</worldbody><actuator>
 <position name="lift" joint="shoulder" kp="60" kv="4" gear="2" forcerange="-20 20"/>
 <velocity name="turn" joint="wrist" kv="0.5"/>
</actuator></mujoco>""")
        done = self.perpend("convert", "servos.xml", "scene.json")
        self.assertNotIn("not done", done.stderr)
        scene = json.loads((self.folder / "scene.json").read_text())
        self.assertEqual([(each["name"], each["joint"], each["kind"], each["gain"]) for each in scene["actuators"]],
                         [("lift", "shoulder", "target", 0.5), ("turn", "wrist", "target", 1)])
        shoulder, wrist = (joint["coordinates"] for joint in scene["joints"])
        self.assertEqual(shoulder, [{"coordinate": 0, "armature": 0.3, "motor": {
            "kind": "position", "target": 0, "stiffness": 240, "damping": 16, "max_force": 40}}])
        self.assertEqual(wrist, [{"coordinate": 0, "motor": {"kind": "velocity", "target": 0, "damping": 0.5, "max_force": 3}}])
        self.assertEqual(self.json("run", "scene.json", "--duration", "0.5", "--no-files")["uncertified"], 0)

    TENDONS = """<mujoco model="tendons">
 <default><geom size="0.1"/></default>
 <worldbody>
  <site name="hook" pos="0 0 1"/>
  <body name="ball"><freejoint/><geom solref="0.02 0.5" condim="6" friction="0.7 0.01 0.002"/><site name="top" pos="0 0 0.1"/></body>
  <body name="arm" pos="1 0 0"><joint name="hinge"/> <frame pos="0.1 0 0"><geom/></frame>
   <geom contype="0" conaffinity="0" group="3"/><site name="end"/></body>
 </worldbody>
 <tendon>
  <spatial limited="true" range="0 0.95" stiffness="5" springlength="0.5" damping="0.2"><site site="hook"/><site site="top"/></spatial>
  <spatial><site site="hook"/><site site="top"/><site site="end"/></spatial>
  <fixed name="pull" damping="2"><joint joint="hinge" coef="1"/></fixed>
 </tendon>
</mujoco>
"""

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_a_tendon_between_two_sites_is_a_strut(self):
        self.write("tendons.xml", self.TENDONS)
        done = self.perpend("convert", "tendons.xml", "scene.json")
        scene = json.loads((self.folder / "scene.json").read_text())
        strut = next(joint for joint in scene["joints"] if joint["kind"] == "strut")
        self.assertEqual((strut["a"], strut["b"], strut["anchor"], strut["anchor_b"]), ("ball", "world", [0, 0, 0.1], [0, 0, 1]))
        self.assertEqual(strut["coordinates"], [{"coordinate": 0, "limits": [None, 0.95], "damping": 0.2,
                                                 "spring": {"stiffness": 5, "rest": 0.5}}])
        self.assertIn('tendons.xml:11: spatial "tendon_1": is left out: 2 of its spans', done.stderr)
        self.assertIn('tendons.xml:12: fixed "pull": is the coordinate of "pull"', done.stderr)
        pull = next(joint for joint in scene["joints"] if joint["name"] == "pull")
        self.assertEqual((pull["kind"], pull["coordinates"]), ("prismatic", [{"coordinate": 0, "damping": 2}]))
        self.assertEqual(self.json("run", "scene.json", "--duration", "0.2", "--no-files")["uncertified"], 0)

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_a_tendon_over_sites_of_one_body_is_as_much_shorter(self):
        self.write("rope.xml", """<mujoco>
 <worldbody>
  <site name="winch" pos="2 0 1"/> <site name="hook" pos="0 0 1"/>
  <body name="ball"><freejoint/><geom size="0.1"/><site name="top"/></body>
 </worldbody>
 <tendon><spatial limited="true" range="0 3.5" stiffness="5" springlength="2.75">
  <site site="winch"/><site site="hook"/><site site="top"/></spatial></tendon>
</mujoco>
""")
        self.assertNotIn("left out", self.perpend("convert", "rope.xml", "scene.json").stderr)
        strut, = json.loads((self.folder / "scene.json").read_text())["joints"]
        self.assertEqual((strut["anchor"], strut["anchor_b"]), ([0, 0, 0], [0, 0, 1]))
        self.assertEqual(strut["coordinates"], [{"coordinate": 0, "limits": [None, 1.5],
                                                 "spring": {"stiffness": 5, "rest": 0.75}}])

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_surfaces_bounce_roll_and_spin(self):
        self.write("tendons.xml", self.TENDONS)
        self.perpend("convert", "tendons.xml", "scene.json")
        one, two = sorted(json.loads((self.folder / "scene.json").read_text())["materials"], key=len)
        self.assertEqual((one["mu"], one.keys() & {"e", "rolling", "spinning"}), (1, set()))
        self.assertEqual((two["mu"], two["spinning"], two["rolling"]), (0.7, 0.01, 0.002))
        self.assertAlmostEqual(two["e"], 0.163033534821580)  # exp(-π ζ / sqrt(1 - ζ²)), ζ = 0.5

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_what_has_no_name_is_found_by_its_line(self):
        self.write("tendons.xml", self.TENDONS)
        done = self.perpend("convert", "tendons.xml", "-")
        self.assertIn('tendons.xml:7: geom "geom_2": collides with nothing', done.stderr)

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_bad_files_are_refused_with_their_lines(self):
        self.write("self.xml", '<mujoco>\n <include file="self.xml"/>\n</mujoco>')
        self.assertRegex(self.refused("check", "self.xml"), r'self\.xml:2: include: "self\.xml" includes itself')
        self.write("gone.xml", '<mujoco>\n\n <include file="none.xml"/>\n</mujoco>')
        self.assertIn("gone.xml:3: include", self.refused("check", "gone.xml"))
        self.write("bad.xml", '<mujoco>\n <worldbody>\n  <geom type="potato"/>\n </worldbody>\n</mujoco>')
        self.assertIn("bad.xml:3: ", self.refused("check", "bad.xml"))

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_a_mesh_that_is_inside_out_is_told_with_its_line(self):
        corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
        self.write("out.obj", corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        self.write("in.obj", corners + "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n")
        self.write("meshes.xml", '<mujoco>\n <asset>\n  <mesh file="out.obj"/>\n  <mesh file="in.obj"/>\n </asset>\n'
                   ' <worldbody><body><freejoint/><geom type="mesh" mesh="out"/><geom type="mesh" mesh="in"/></body></worldbody>\n</mujoco>')
        told = self.perpend("check", "meshes.xml").stderr
        self.assertRegex(told, r'meshes\.xml:4: mesh "in": is inside out')
        self.assertNotIn('mesh "out": is', told)

    @unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
    def test_a_robot_of_1000_m_is_told_with_its_line(self):
        self.write("big.xml", '<mujoco>\n <worldbody>\n  <body name="b">\n   <freejoint/>\n'
                   '   <geom type="box" size="500 1 1"/>\n  </body>\n </worldbody>\n</mujoco>')
        self.assertIn('big.xml:3: body "b": makes the robot 1000 m large', self.perpend("check", "big.xml").stderr)


class Published(RobotCli):
    """Each file of the data folder loads and runs, or is refused with a line."""

    def files(self):
        return sorted(path for folder in ("robots", "worlds") for suffix in ("urdf", "sdf", "xml")
                      for path in (DATA / folder).rglob(f"*.{suffix}"))

    def test_every_robot_and_world_loads(self):
        if not self.files():
            self.skipTest(f"no robots in {DATA}")
        for file in self.files():
            if file.suffix == ".xml" and not HAS_MUJOCO:
                continue
            with self.subTest(file=file.name):
                done = self.json("run", file, "--duration", "0.2", "--no-files")
                self.assertEqual(done["status"], "ok")
