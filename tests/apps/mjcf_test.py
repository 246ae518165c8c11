# SPDX-License-Identifier: Apache-2.0
"""MJCF on the command line: who collides, flags, what a file asks for and does not get. Skipped without MuJoCo."""
import json
import unittest

from robot_test import HAS_MUJOCO, RobotCli

BALL = '<body name="ball" pos="0 0 {z}"><freejoint/><geom size=".1" {more}/></body>'


@unittest.skipUnless(HAS_MUJOCO, "MuJoCo is not installed: pip install mujoco")
class Contacts(RobotCli):
    def end(self, world, rest="", seconds=0.5):
        """Bodies after a time."""
        self.write("world.xml", f'<mujoco><option timestep="0.001"/><worldbody>{world}</worldbody>{rest}</mujoco>')
        done = self.json("run", "world.xml", "--duration", seconds, "--no-files")
        self.assertEqual(done["uncertified"], 0)
        return done["bodies"]

    def test_what_is_excluded_from_a_fixed_base_falls_through_it(self):
        base = '<body name="base"><geom type="box" size=".2 .2 .2"/></body>' + BALL.format(z=0.5, more="")
        self.assertAlmostEqual(self.end(base)["ball"]["x"][2], 0.3, delta=1e-6)
        fallen = self.end(base, '<contact><exclude body1="base" body2="ball"/></contact>')["ball"]["x"][2]
        self.assertAlmostEqual(fallen, 0.5 - 9.81 / 8, delta=1e-9)
        floor = '<geom type="plane" size="1 1 1" pos="0 0 -.5"/>'  # of the world, from which nothing is excluded
        landed = self.end(floor + base, '<contact><exclude body1="base" body2="ball"/></contact>')["ball"]["x"][2]
        self.assertAlmostEqual(landed, -0.4, delta=1e-6)

    def test_a_hinge_swings_through_the_base_it_is_excluded_from(self):
        self.end('<body name="base"><geom type="box" size=".2 .2 .2"/><body name="rod" pos="0 0 .3"><joint axis="1 0 0"/>'
                 '<geom type="capsule" fromto="0 0 -.2 0 0 .4" size=".05"/></body></body>',
                 '<contact><exclude body1="base" body2="rod"/></contact>')

    def test_each_geom_meets_what_its_own_bits_say(self):
        floor = '<geom type="plane" size="5 5 1" contype="2" conaffinity="2"/>'
        box = ('<body name="b" pos="0 0 .5"><freejoint/><geom type="box" size=".3 .3 .3"/>'
               '<geom size=".1" contype="2" conaffinity="2"/></body>')
        self.assertAlmostEqual(self.end(floor + box)["b"]["x"][2], 0.1, delta=1e-6)

    def test_a_pair_meets_whatever_bits_say(self):
        floor = '<geom name="floor" type="plane" size="5 5 1" contype="0" conaffinity="0"/>'
        ball = BALL.format(z=0.3, more='name="shell" contype="0" conaffinity="0"')
        pair = '<contact><pair geom1="floor" geom2="shell" {more}/></contact>'
        self.assertAlmostEqual(self.end(floor + ball, pair.format(more=""))["ball"]["x"][2], 0.1, delta=1e-6)
        told = self.told(pair.format(more='friction="3 3 .1 .1 .1"'), floor + ball)
        self.assertIn('pair "pair_0": has the friction of its geoms', told)

    def told(self, rest, world=BALL.format(z=1, more="")):
        """Notes."""
        self.write("world.xml", f"<mujoco><worldbody>{world}</worldbody>{rest}</mujoco>")
        return self.perpend("convert", "world.xml", "scene.json").stderr

    def test_without_contacts_nothing_collides_and_all_may_overlap(self):
        world = '<geom type="plane" size="1 1 1"/>' + BALL.format(z=0.05, more="")
        self.write("world.xml", f'<mujoco><worldbody>{world}</worldbody></mujoco>')
        self.assertIn("overlaps", self.refused("check", "world.xml"))
        for flag in ("contact", "constraint"):
            self.told(f'<option><flag {flag}="disable" gravity="disable"/></option>', world)
            self.assertEqual(self.json("run", "scene.json", "--duration", "0.1", "--no-files")["contacts_max"], 0)
            self.assertEqual(json.loads((self.folder / "scene.json").read_text())["gravity"], [0, 0, 0])

    def test_a_refusal_says_what_was_left_out(self):
        self.write("world.xml", '<mujoco>\n <worldbody>\n  <geom type="plane" size="1 1 1"/>\n'
                   '  <body gravcomp="1"><freejoint/><geom size=".1"/></body>\n </worldbody>\n</mujoco>')
        told = self.refused("check", "world.xml")
        self.assertRegex(told, r"(?s)overlaps 'world_body'.*note: .*world\.xml:4: body: gravcomp is not done")

    def test_a_world_of_nothing_has_no_body(self):
        self.write("world.xml", "<mujoco/>")
        self.assertIn("world.xml:1: mujoco: has no body", self.refused("check", "world.xml"))

    def test_mocap_bodies_stand(self):
        told = self.told("", '<body name="hand" mocap="true"><geom size="1"/></body>')
        self.assertIn('body "hand": stands still: mocap is not done', told)

    def test_forces_of_ball_and_free_joints_are_named(self):
        world = ('<body><joint name="b" type="ball" damping="1" armature="2"/><geom size=".1"/></body>'
                 '<body pos="1 0 0"><joint name="f" type="free"/><geom size=".1"/></body>')
        told = self.told('<default><joint frictionloss="3"/></default>', world)
        self.assertIn('joint "b": damping and frictionloss of a ball joint are not done', told)  # armature is inertia
        self.assertIn('joint "f": frictionloss of a free joint is not done', told)

    def test_copies_that_have_no_line_are_named(self):
        told = self.told("", '<replicate count="3" offset="1 0 0"><body><joint type="ball" damping="1"/><geom size=".1"/></body></replicate>')
        self.assertIn('joint "joint_0": damping of a ball joint is not done; so in joint "joint_1", joint "joint_2"', told)

    def test_a_joint_starts_where_an_equality_holds_it(self):
        world = "".join(f'<body pos="{x} 0 0"><joint name="j{x}" axis="0 1 0" ref="10"/><geom size=".1"/></body>' for x in (1, 2))
        told = self.told('<equality><joint name="held" joint1="j1" joint2="j2" polycoef=".3 2 0 0 0"/></equality>', world)
        self.assertIn('joint "held": its first joint starts at 0.474533, where it holds it', told)
        first, second = json.loads((self.folder / "scene.json").read_text())["joints"]
        self.assertAlmostEqual(first["coordinates"][0]["start"] - 0.3, second["coordinates"][0]["start"])

    def test_ranges_of_force_that_differ_both_ways_are_named(self):
        world = '<body><joint name="j" type="slide" axis="1 0 0"/><geom size=".1"/></body>'
        told = self.told('<actuator><position name="a" joint="j" kp="9" forcerange="-1 40" gear="-2"/></actuator>', world)
        self.assertIn('position "a": pushes with up to 80 both ways: a range of forces from -80 to 2 is not done', told)
