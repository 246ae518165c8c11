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
        told = self.told(pair.format(more='friction="3 2 .1 .1 .1"'), floor + ball)
        self.assertIn('pair "pair_0": has the friction of its geoms', told)
        self.assertNotIn('pair "pair_0"', self.told(pair.format(more='friction="3 3 .1 .1 .1"'), floor + ball))
        (surfaces,) = json.loads((self.folder / "scene.json").read_text())["surface_pairs"]
        self.assertEqual(surfaces["mu"], 3)

    def told(self, rest, world=BALL.format(z=1, more="")):
        """Notes."""
        self.write("world.xml", f"<mujoco><worldbody>{world}</worldbody>{rest}</mujoco>")
        return self.perpend("convert", "world.xml", "scene.json", "--overwrite").stderr

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

    def test_a_run_starts_at_a_key_of_the_file(self):
        self.write("world.xml", '<mujoco><worldbody><body name="arm"><joint name="j"/><geom size=".1"/>'
                   '<site name="tip" pos="0 1 0"/></body></worldbody><keyframe><key name="up" qpos="90"/></keyframe></mujoco>')
        told = json.loads(self.perpend("check", "world.xml", "--keyframe", "up", "--json").stdout)
        self.assertNotIn("notes", told)
        self.assertEqual([frame["name"] for frame in told["frames"]], ["tip"])
        self.assertIn('world.xml:1: keyframe: no key is named "down" (expected one of up)',
                      self.refused("check", "world.xml", "--keyframe=down"))
        self.assertIn('key "up": is not used (runs start at qpos0; --keyframe NAME', self.perpend("check", "world.xml").stderr)

    def test_mocap_bodies_are_driven(self):
        scene = self.converted('<mujoco><worldbody><body name="hand" mocap="true"><geom size="1"/></body></worldbody></mujoco>')
        self.assertEqual(scene["bodies"][0]["kind"], "spatial_kinematic")
        self.assertEqual(scene["bodies"][0]["motion"], {"driven": True})

    def converted(self, text, *words):
        self.write("robot.xml", text)
        self.perpend("convert", "robot.xml", "scene.json", "--overwrite", *words)
        self.perpend("check", "scene.json")
        return json.loads((self.folder / "scene.json").read_text())

    def test_the_ground_faces_gravity_and_free_trees_stand_on_it(self):
        world = "<mujoco><option gravity=\"0 -9.81 0\"/><worldbody>{}</worldbody></mujoco>".format(
            BALL.format(z=0.5, more="") + '<body name="held" pos="0 7 0"><joint/><geom size=".1"/></body>')
        ground, ball, held = self.converted(world, "--ground")["bodies"]
        self.assertEqual(ground["name"], "ground")
        for found, expected in zip(ground["orientation"], (0.5 ** 0.5, -0.5 ** 0.5, 0, 0)):
            self.assertAlmostEqual(found, expected, delta=1e-15)
        for found, expected in zip(ball["position"], (0, 0.1, 0.5)):
            self.assertAlmostEqual(found, expected, delta=1e-15)
        self.assertEqual(held["position"], [0, 7, 0])
        shapes = {"box": 'type="box" size=".1 .2 .3"', "capsule": 'type="capsule" size=".1 .3"',
                  "cylinder": 'type="cylinder" size=".1 .3"', "ellipsoid": 'type="ellipsoid" size=".1 .2 .3"'}
        for kind, words in shapes.items():
            self.converted(f'<mujoco><worldbody><body pos="0 0 3" euler="20 50 10"><freejoint/><geom {words}/></body>'
                           '</worldbody></mujoco>', "--ground")
            done = self.json("run", "scene.json", "--duration", "0.002", "--no-files")
            self.assertEqual(done["contacts_max"], 1, kind)
            self.assertLess(done["worst"]["penetration_m"], 1e-12)

    def test_what_a_tendon_holds_to_the_world_stays(self):
        scene = self.converted(
            '<mujoco><worldbody><site name="a" pos="0 0 5"/><body name="bob" pos="0 0 3"><freejoint/><geom size=".1"/>'
            '<site name="b"/></body></worldbody><tendon><spatial limited="true" range="0 2"><site site="a"/>'
            '<site site="b"/></spatial></tendon></mujoco>', "--ground")
        self.assertEqual(scene["bodies"][1]["position"], [0, 0, 3])

    def test_what_is_only_drawn_changes_no_motion_and_is_no_loss(self):
        mesh = '<asset><mesh name="sheet" inertia="shell" vertex="0 0 0 1 0 0 0 1 .5 1 1 0" face="0 1 2 1 3 2"/></asset>'
        floor = '<geom type="plane" size="5 5 1"/>{0}'
        weight = '<inertial pos="0 0 .01" mass="2" diaginertia=".02 .03 .04"/>'
        ball = f'<body name="ball" pos="0 0 .3"><freejoint/>{weight}<geom size=".1" pos=".02 0 0" group="3"/>{{0}}</body>'
        drawn = ('<geom type="mesh" mesh="sheet" contype="0" conaffinity="0" rgba="1 0 0 1"/>'
                 '<geom type="box" size="9 9 9" contype="0" conaffinity="0"/>')
        plain = self.end((floor + ball).format(""), mesh)
        self.assertEqual(self.end((floor + ball).format(drawn), mesh), plain)
        self.assertEqual(self.told(mesh, (floor + ball).format(drawn)), "")
        world, body = json.loads((self.folder / "scene.json").read_text())["bodies"]
        self.assertEqual([next(iter(visual)) for visual in world["visuals"]], ["half_space", "mesh", "box"])
        self.assertEqual((len(body["shapes"]), body["color"], body["visuals"][1]["color"]), (1, "#ff0000", "#808080"))
        self.perpend("check", "scene.json")

    def test_geoms_that_neither_collide_nor_show_are_named(self):
        hidden = 'contype="0" conaffinity="0" group="4"'
        told = self.told("", BALL.format(z=1, more="") + f'<geom size=".1" {hidden}/>')
        self.assertRegex(told, r'geom "geom_0": collides with nothing .* and is not drawn \(MuJoCo.s viewer does not show groups 3 to 5')
        self.assertNotIn("note", self.told("", BALL.format(z=1, more='contype="0" conaffinity="0"')))

    def test_names_are_taken_as_they_stand_and_added_ones_are_free(self):
        hinge = '<body name="{}" pos="0 {} 1"><joint {} axis="0 1 0"/><geom size=".1"/></body>'
        scene = self.converted(
            '<mujoco model="my {1}"><worldbody><geom type="plane" size="1 1 1" pos="0 0 -9"/>'
            + hinge.format("$x", 0, "") + hinge.format("ground", 1, 'name="joint_0"') + hinge.format("world_body", 2, "")
            + "</worldbody></mujoco>", "--ground")
        self.assertEqual([body["name"] for body in scene["bodies"]],
                         ["ground_plane", "world_body_2", "$$$x", "ground", "world_body"])
        self.assertEqual([joint["name"] for joint in scene["joints"]], ["joint_0_2", "joint_0", "joint_2"])
        self.assertEqual(set(self.json("run", "scene.json", "--duration", "0.01", "--no-files")["bodies"]) & {"$x"}, {"$x"})

    def test_forces_of_ball_and_free_joints_are_named(self):
        world = ('<body><joint name="b" type="ball" damping="1" armature="2"/><geom size=".1"/></body>'
                 '<body pos="1 0 0"><joint name="f" type="free"/><geom size=".1"/></body>')
        told = self.told('<default><joint frictionloss="3"/></default>', world)
        self.assertIn('joint "b": damping of a ball joint acts on its swing and its twist', told)
        self.assertIn('joint "b": frictionloss of a ball joint is not done', told)  # armature is inertia
        self.assertIn('joint "f": frictionloss of a free joint is not done', told)

    def test_copies_that_have_no_line_are_named(self):
        told = self.told("", '<replicate count="3" offset="1 0 0"><body><joint type="ball" frictionloss="1"/><geom size=".1"/></body></replicate>')
        self.assertIn('joint "joint_0": frictionloss of a ball joint is not done; so in joint "joint_1", joint "joint_2"', told)

    def test_a_joint_starts_where_an_equality_holds_it(self):
        world = "".join(f'<body pos="{x} 0 0"><joint name="j{x}" axis="0 1 0" ref="10"/><geom size=".1"/></body>' for x in (1, 2))
        told = self.told('<equality><joint name="held" joint1="j1" joint2="j2" polycoef=".3 2 0 0 0"/></equality>', world)
        self.assertIn('joint "held": its first joint starts at 0.474533, where it holds it', told)
        first, second = json.loads((self.folder / "scene.json").read_text())["joints"]
        self.assertAlmostEqual(first["coordinates"][0]["start"] - 0.3, second["coordinates"][0]["start"])

    def test_ranges_of_force_of_servos_that_share_a_joint_are_named(self):
        world = '<body><joint name="j" type="slide" axis="1 0 0"/><geom size=".1"/></body>'
        told = self.told('<actuator><position name="a" joint="j" kp="9" forcerange="-1 40" gear="-2"/>'
                         '<velocity joint="j" kv="2"/></actuator>', world)
        self.assertIn('position "a": its range of forces is not done beside another servo of its joint', told)
