# SPDX-License-Identifier: Apache-2.0
"""perpend run --level and perpend compare --levels: events, closed forms, order, what is refused."""
import math
import pathlib

from cli import Cli

BALL = {"format": 1, "name": "ball", "materials": [{"name": "default", "mu": 0.5, "e": 0.8}],
        "bodies": [{"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
                   {"name": "ball", "position": [0, 1.1], "shapes": [{"disc": {"radius": 0.1}}]}],
        "simulation": {"dt": 0.05, "duration": 5}}
ASSEMBLY = pathlib.Path(__file__).parents[2] / "examples/assembly/assembly.json"


class Level(Cli):
    def test_a_ball_rests_when_theory_says(self):
        self.write("ball.json", BALL)
        run = self.json("run", "ball.json", "--level", "acceleration", "--no-files")
        self.assertEqual(run["level"], "acceleration")
        rests = [event for event in run["events"] if "rest of ground and ball" in event]
        self.assertEqual(len(rests), 1)
        ends = float(rests[0].split(" end at ")[1].split()[0])
        self.assertAlmostEqual(ends, math.sqrt(2 / 9.81) * 1.8 / 0.2, delta=1e-7)
        self.assertAlmostEqual(run["bodies"]["ball"]["x"][1], 0.1, delta=1e-9)

    def test_painleve_is_logged_as_what_it_is(self):
        words = ("--level", "acceleration", "--duration", "0.001", "--no-files")
        self.assertTrue(any("jam" in event and "no force exists" in event
                            for event in self.json("run", "painleve_rod", *words)["events"]))
        calm = self.json("run", "painleve_rod", "--set", "mu=1.3", *words, expect=1)
        self.assertFalse(any("jam" in event for event in calm["events"]))

    def test_files_of_a_run_are_those_of_every_level(self):
        self.perpend("run", "hello", "--level", "acceleration", "--csv")
        for name in ("run.h5", "run.html", "run.csv", "contacts.csv"):
            self.assertTrue((self.folder / "runs/hello" / name).exists(), name)

    def test_a_mechanism_is_put_together(self):
        run = self.json("run", ASSEMBLY, "--level", "first_order", "--no-files")
        self.assertEqual(run["level"], "first_order")  # and what it expects holds

    def test_the_velocity_level_converges_to_the_acceleration_level(self):
        for scene in ("pendulum", "heavy_top"):
            found = self.json("compare", scene, "--levels", "--duration", "0.5", "--dt",
                              "0.002,0.001,0.0005")
            for row in found["levels"][1:]:
                self.assertAlmostEqual(row["order"], 2, delta=0.05)

    def test_steps_of_a_comparison_are_taken_in_any_order(self):
        words = ("compare", "pendulum", "--levels", "--duration", "0.1", "--dt")
        self.assertEqual(self.json(*words, "0.01,0.005"), self.json(*words, "0.005,0.01"))

    def test_what_is_refused(self):
        self.assertIn("velocity, acceleration, first_order",
                      self.refused("run", "hello", "--level", "position"))
        self.assertIn("cone", self.refused("run", "hello", "--level", "acceleration", "--law",
                                           "relaxed(8)"))
        self.assertIn("tolerance", self.refused("run", "hello", "--level", "acceleration",
                                                "--tolerance", "0"))
        self.assertIn("--dt", self.refused("compare", "hello", "--levels", "--dt", "0.003,0.002"))
