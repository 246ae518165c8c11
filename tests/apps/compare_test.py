# SPDX-License-Identifier: Apache-2.0
"""perpend compare: table, JSON, page, what it refuses, runs that fail, Ctrl-C."""
import json
import math
import signal
import subprocess
import time

from cli import ENDLESS, FAILED, INTERRUPTED, USAGE, Cli

BOX = {"format": 1, "name": "box", "gravity": [0, 0, -9.81],
       "materials": [{"name": "default", "mu": 0.5}],
       "bodies": [{"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
                  {"name": "box", "kind": "spatial", "mass": 1, "position": [0, 0, 0.1],
                   "velocity": [1.8, 2.4, 0], "shapes": [{"box": {"size": [1, 1, 0.2]}}]}],
       "simulation": {"dt": 0.01, "duration": 0.3}}


class Compare(Cli):
    def setUp(self):
        super().setUp()
        self.write("box.json", BOX)

    def compare(self, *arguments, expect=0):
        return self.json("compare", "box.json", "--no-files", *arguments, expect=expect)

    def test_laws_steps_and_reference_left_open(self):
        done = self.perpend("compare", "box.json", "--json")
        found = json.loads(done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1)
        laws = ["cone", "polyhedral(4)", "polyhedral(8)", "polyhedral(16)",
                "polyhedral(16,rotated)", "relaxed(8)", "phantom(4)", "box", "frozen_box", "hybrid",
                "frictionless"]
        self.assertEqual([(run["law"], run["dt"]) for run in found["runs"]],
                         [(law, dt) for law in laws for dt in (0.01, 0.001)])
        self.assertEqual(found["reference"]["law"], "cone")
        self.assertAlmostEqual(found["reference"]["dt"], 0.00025)
        self.assertEqual(found["skipped"], [])
        self.assertEqual(found["files"], ["runs/box/compare.html"])
        self.assertGreater((self.folder / "runs/box/compare.html").stat().st_size, 100_000)
        for run in found["runs"]:
            self.assertEqual(run["status"], "ok", run)
            self.assertLessEqual(run["residual"], run["residual_bound"], run)
            self.assertIn(f"\n  {run['law']} ", done.stderr)

    def test_numbers_of_a_sliding_box(self):
        runs = {run["law"]: run for run in
                self.compare("--laws", "cone,frictionless,polyhedral(16,turned)", "--dt",
                             "0.01")["runs"]}
        self.assertEqual(set(runs), {"cone", "frictionless", "polyhedral(16,rotated)"})
        self.assertLess(runs["cone"]["largest_distance_m"], 1e-9)
        self.assertEqual(runs["cone"]["cost"], 1)
        free = runs["frictionless"]
        self.assertAlmostEqual(free["final_distance_m"], 0.5 * 9.81 * 0.3**2 / 2, places=6)
        self.assertEqual(free["farthest"], "box")
        self.assertAlmostEqual(free["more_energy_lost_j"],
                               -(9 - (3 - 0.5 * 9.81 * 0.3)**2) / 2, places=6)
        self.assertLess(runs["polyhedral(16,rotated)"]["final_distance_m"], 1e-6)

    def test_words_go_to_stdout_without_json(self):
        done = self.perpend("compare", "box.json", "--no-files", "--laws", "cone,box", "--dt", "0.01",
                            "--reference", "0.005", "--duration", "0.1")
        self.assertIn("distances to cone, auto, 0.005 s", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_in_the_plane_a_polygon_of_friction_has_two_sides(self):
        scene = self.scene_named("planar")
        runs = self.json("compare", scene, "--no-files", "--dt", "0.01")["runs"]
        self.assertEqual(sum(run["law"].startswith("polyhedral") for run in runs), 1)

    def test_slip_is_told_in_degrees(self):
        """A square of friction pulls along its diagonals: 1.8 to 2.4 is 8.13° beside one at 45°."""
        done = self.perpend("compare", "box.json", "--no-files", "--json", "--laws", "polyhedral(4)",
                            "--dt", "0.01")
        run, = json.loads(done.stdout)["runs"]
        row = next(line for line in done.stderr.splitlines() if line.startswith("  polyhedral(4)"))
        self.assertAlmostEqual(float(row.split()[6]), math.degrees(run["direction_error_rad"]), delta=0.05)
        self.assertGreater(run["direction_error_rad"], 0.05)

    def test_wrong_words(self):
        for option, value, words in (
                ("--laws", "polyhedral(5)", "polyhedral(5): sides must be even"),
                ("--laws", "cone,phantom(4,rho=-1)", "phantom(4,rho=-1): rho must be positive"),
                ("--laws", "con,box", 'no law is named "con" (did you mean "cone"?'),
                ("--laws", "polyhedral(8", '"polyhedral(8" is not understood'),
                ("--solvers", "kellr", 'no solver is named "kellr" (did you mean "keller"?'),
                ("--dt", "0.01,-1", '"-1" is no step'),
                ("--reference", "0", "--reference must be positive"),
                ("--dt", "1,0.01", "--dt must be at most the "),
                ("--reference", "0.5", "--reference must be at most the finest step, "),
                ("--threads", "-1", "--threads must be at least 0"),
                ("--wall-limit", "-1", "--wall-limit must be at least 0"),
                ("--duration", "0", "--duration must be positive")):
            self.assertIn(words, self.refused("compare", "box.json", option, value))
        both = self.refused("compare", "box.json", "--laws", "con,bx")
        self.assertEqual(len(both.splitlines()), 2)
        words = self.refused("compare", "box.json", "--laws", "phantom(4)", "--solvers", "keller")
        self.assertIn("phantom(4): auto, dantzig, lemke", words)
        self.assertIn("boxx.json", self.refused("compare", "boxx.json"))

    def test_a_law_that_fails_leaves_the_others_alone(self):
        # Phantom inertia far above what keeps the law's matrix positive semidefinite, and block
        # pivoting alone.
        law = "phantom(4,rho=0.1)"
        found = self.json("compare", "box_on_ground", "--no-files", "--laws", f"cone,{law}",
                          "--solvers", "auto,keller,block", "--dt", "0.01", "--duration", "0.1",
                          expect=FAILED)
        status = {(run["law"], run["solver"]): run["status"] for run in found["runs"]}
        failure = status.pop((law, "block"))
        self.assertRegex(failure, r"^unsolved in step \d+, t = .*residual")
        self.assertEqual(status, {("cone", "auto"): "ok", ("cone", "keller"): "ok",
                                  (law, "auto"): "ok"})
        cost = {(run["law"], run["solver"]): run["cost"] for run in found["runs"]}
        self.assertIsNone(cost.pop((law, "block")))
        self.assertEqual(cost[("cone", "auto")], 1)
        self.assertNotEqual(cost[("cone", "keller")], 1)

    def test_a_sweep_of_rho_tells_rank_and_failures(self):
        found = self.json("compare", "box_on_ground", "--no-files", "--laws",
                          "cone,polyhedral(4),phantom(4)", "--rho", "1e-10,10", "--dt", "0.01",
                          "--duration", "0.1")
        matrix = {run["law"]: run.get("matrix") for run in found["runs"]}
        self.assertEqual(list(matrix), ["cone", "polyhedral(4)", "phantom(4)",
                                        "phantom(4,rho=1e-10)", "phantom(4,rho=10)"])
        self.assertIsNone(matrix["cone"])
        self.assertEqual(matrix["polyhedral(4)"]["missing_rank"], 9)
        self.assertEqual(matrix["polyhedral(4)"]["deficient"], 10)
        self.assertEqual(matrix["phantom(4)"]["deficient"], 0)
        self.assertEqual(matrix["phantom(4)"]["block_unsolved"], 0)
        self.assertEqual(matrix["phantom(4,rho=1e-10)"]["deficient"], 10)
        self.assertGreater(matrix["phantom(4,rho=10)"]["block_unsolved"], 3)
        self.assertTrue(all(run["status"] == "ok" for run in found["runs"]))
        words = self.refused("compare", "box_on_ground", "--rho", "1,-2,x")
        self.assertEqual(len(words.splitlines()), 2)
        self.assertIn('--rho: "-2" is no phantom inertia (positive, in 1/kg)', words)

    def test_a_run_that_takes_too_long_ends_as_failed(self):
        found = self.compare("--laws", "cone", "--dt", "0.01", "--duration", ENDLESS,
                             "--wall-limit", "0.2", expect=FAILED)
        self.assertRegex(found["runs"][0]["status"], r"^step \d+, t = .* wall time of 0.2 s")
        self.assertGreater(found["runs"][0]["steps"], 10)

    def test_pairs_that_do_not_fit_are_named(self):
        found = self.compare("--laws", "cone,box", "--solvers", "auto,block", "--dt", "0.01")
        self.assertEqual(found["skipped"], [{"law": "cone", "solver": "block"},
                                            {"law": "box", "solver": "block"}])

    def test_a_folder_that_cannot_be_made(self):
        self.write("taken", "")
        done = self.perpend("compare", "box.json", "--out", "taken/page", expect=USAGE)
        self.assertIn("choose another --out", done.stderr)

    def test_ctrl_c_ends_with_what_is_done(self):
        process = subprocess.Popen(
            [self.program, "compare", "box.json", "--laws", "cone,box", "--dt", "0.01",
             "--duration", ENDLESS, "--out", "out", "--json"], cwd=self.folder,
            env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while not (self.folder / "out").exists():
            self.assertLess(time.monotonic(), deadline, "nothing starts")
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        words, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        found = json.loads(words)
        self.assertIn("interrupted", [run["status"] for run in found["runs"]])
        self.assertIn("interrupted", errors)
        self.assertTrue((self.folder / "out/compare.html").is_file())
