# SPDX-License-Identifier: Apache-2.0
"""perpend run --level and perpend compare --levels: events, closed forms, order, what is refused."""
import json
import math
import pathlib

from cli import FAILED, Cli

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

    def test_order_is_that_of_any_ratio_of_steps(self):
        row = self.json("compare", "pendulum", "--levels", "--duration", "0.5", "--dt", "0.001,0.004")["levels"][1]
        self.assertEqual(row["dt"], 0.001)
        self.assertAlmostEqual(row["order"], 2, delta=0.05)

    def test_a_step_may_be_as_long_as_the_run(self):
        found = self.json("compare", "pendulum", "--levels", "--duration", "0.1", "--dt", "0.1")
        self.assertEqual([(row["dt"], row["order"]) for row in found["levels"]], [(0.1, None)])
        self.assertIn("--dt must be at most the 0.1 s of the run, got 0.2",
                      self.refused("compare", "pendulum", "--levels", "--duration", "0.1", "--dt", "0.2"))

    def test_a_level_that_fails_ends_the_comparison(self):
        scene = self.scene_named("heavy", gravity=[0, -1e200])
        done = self.perpend("compare", scene, "--levels", "--json", expect=FAILED)
        self.assertRegex(done.stderr, r"^heavy: t = [\d.e-]+ s: ")
        self.assertEqual(list(json.loads(done.stdout)), ["diagnostics"])

    def test_words_of_the_other_comparison_are_refused(self):
        words = {"--laws": "cone", "--solvers": "auto", "--reference": "1", "--rho": "1", "--rank": None,
                 "--threads": "1",
                 "--wall-limit": "0", "--out": "x"}
        given = [word for pair in words.items() for word in pair if word]
        self.assertEqual(self.refused("compare", "pendulum", "--levels", *given).splitlines(),
                         [f"perpend: {word} must be left out with --levels" for word in words])

    def test_the_tolerance_is_that_of_the_integrator(self):
        """A pendulum keeps its energy the better."""
        drifts = [abs(self.json("run", "pendulum", "--level", "acceleration", "--dt", "0.1", "--duration", "1",
                                "--no-files",
                                *words)["energy_drift_j"])
                  for words in (("--tolerance", "1e-4"), ("--tolerance", "1e-7"), (), ("--tolerance", "1e-10"))]
        self.assertGreater(drifts[0], 30 * drifts[1])
        self.assertGreater(drifts[1], 30 * drifts[2])
        self.assertEqual(drifts[2], drifts[3])

    def test_a_resumed_run_goes_on_at_its_level(self):
        words = ("--level", "acceleration", "--duration")
        whole = self.json("run", "pendulum", *words, "0.4", "--no-files")["bodies"]
        self.perpend("run", "pendulum", *words, "0.2", "--out", "out")
        again = self.json("run", "--resume", "out", "--duration", "0.4", "--no-files")
        self.assertEqual((again["steps"], again["level"]), (200, "acceleration"))
        for name, body in whole.items():
            for one, other in zip(body["x"] + body["v"], again["bodies"][name]["x"] + again["bodies"][name]["v"],
                                  strict=True):
                self.assertAlmostEqual(one, other, delta=1e-8)

    def test_a_resumed_run_names_another_level(self):
        self.perpend("run", "pendulum", "--level", "acceleration", "--duration", "0.1", "--out", "out")
        words = self.perpend("run", "--resume", "out", "--level", "velocity", "--duration", "0.2", "--no-files").stderr
        self.assertIn("resumed with level acceleration -> velocity\n", words)

    def test_of_many_events_twelve_are_told_and_all_are_counted(self):
        """Fourteen balls of which each comes to rest after infinitely many bounces."""
        balls = [{"name": f"ball_{i}", "position": [3 * i, 1.02],
                  "shapes": [{"disc": {"radius": 1}}]} for i in range(14)]
        self.write("balls.json",
                   {**BALL, "bodies": [BALL["bodies"][0], *balls], "materials": [{"name": "default", "e": 0.3}],
                                  "simulation": {"dt": 0.05, "duration": 0.3}})
        events = self.json("run", "balls.json", "--level", "acceleration", "--no-files")["events"]
        self.assertRegex(events[0], r"^\d+ impact, 14 contact, 14 rest$")
        self.assertEqual(len(events), 13)
        for i, event in enumerate(events[1:]):
            self.assertRegex(event, rf"^t = 0\.\d+ s: rest of ground and ball_{i}: ")

    def test_there_is_no_unstabilised_run_beside_another_level(self):
        run = self.json("run", "ellipse", "--level", "acceleration", "--duration", "0.05", "--compare-unstabilised",
                        "--out", "x")
        self.assertNotIn("unstabilised", run)
        self.assertFalse((self.folder / "x/unstabilised.h5").exists())

    def test_what_is_refused(self):
        for spring in ("--normal-stiffness", "--tangential-stiffness", "--joints-stiffness"):
            self.assertIn("normal, tangential, joints must be hard at level first_order, got a stiffness",
                          self.refused("run", "hello", "--level", "first_order", spring, "1e6"))
        self.assertIn("--dump-step must be left out at level first_order",
                      self.refused("run", "hello", "--level", "first_order", "--dump-step", "1"))
        self.assertIn("velocity, acceleration, first_order",
                      self.refused("run", "hello", "--level", "position"))
        self.assertIn("cone", self.refused("run", "hello", "--level", "acceleration", "--law",
                                           "relaxed(8)"))
        self.assertIn("tolerance", self.refused("run", "hello", "--level", "acceleration",
                                                "--tolerance", "0"))
        self.assertIn("--dt", self.refused("compare", "hello", "--levels", "--dt", "0.003,0.002"))
