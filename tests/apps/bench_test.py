# SPDX-License-Identifier: Apache-2.0
"""perpend bench."""
import json
import shutil
import subprocess

from cli import FAILED, Cli


class Bench(Cli):
    def test_quick_lcp(self):
        done = self.perpend("bench", "lcp", "--quick", "--json", "--out", "out")
        report = json.loads(done.stdout)
        self.assertTrue(report["host"])
        self.assertTrue(report["rows"])
        for row in report["rows"]:
            self.assertLessEqual({"family", "n", "solver", "ratio", "solved", "worst_residual"},
                                 set(row))
        self.assertIn("keller", {row["solver"] for row in report["rows"]})
        self.assertIn("<html", (self.folder / "out/lcp.html").read_text(encoding="utf-8"))

    def test_quick_cone_with_a_folder(self):
        (self.folder / "problems").mkdir()
        self.write("problems/slide.json", {
            "A": [[2, 0], [0, 1]], "b": [-1, 0.3],
            "contacts": [{"kind": "static", "mu_s": 0.5, "mu_k": 0.5}]})
        report = self.json("bench", "cone", "problems", "--quick", "--out", "out")
        page = (self.folder / "out/cone.html").read_text(encoding="utf-8")
        self.assertIn('"set":"problems"', page)
        for row in report["reliability"]:
            self.assertEqual(row["false_claims"], 0, row)
        mine = [row for row in report["profiles"] if row["set"] == "problems"]
        self.assertEqual({row["problems"] for row in mine}, {1})
        self.assertIn("perpend", {row["solver"] for row in mine})
        self.refused("bench", "cone", "nowhere", "--quick")
        self.refused("bench", "lcp", "problems")

    def test_one_part_of_the_cone(self):
        report = self.json("bench", "cone", "--quick", "--only", "cost", "--out", "out")
        self.assertTrue(report["cost"])
        for other in ("reliability", "sparse", "profiles"):
            self.assertEqual(report[other], [])
        self.assertIn("sparse", self.refused("bench", "cone", "--only", "dense"))
        self.refused("bench", "lcp", "--only", "cost")

    def test_scenes_of_perpend_alone(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("needs NumPy")
        self.assertIn("nowhere", self.refused("bench", "scenes", "--only", "nowhere"))
        report = self.json("bench", "scenes", "--quick", "--engines", "perpend", "--only", "block_stops,four_bar")
        rows = {row["scene"]: row for row in report["rows"]}
        self.assertLess(rows["block_stops"]["error"], 1e-4)
        self.assertLess(rows["four_bar"]["joint_gap_m"], 1e-3)
        self.assertEqual({row["uncertified"] for row in rows.values()}, {0})
        self.assertIn("block_stops", (self.folder / "runs/bench/scenes.md").read_text(encoding="utf-8"))

    def test_the_study_of_engines_is_pythons(self):
        """With all words behind its name, and this program in its environment unless another is named there."""
        self.write("python", '#!/bin/sh\necho "$PERPEND"\nfor word in "$@"; do echo "$word"; done\nexit 5\n')
        (self.folder / "python").chmod(0o755)
        self.environment["PERPEND_PYTHON"] = str(self.folder / "python")
        self.environment.pop("PERPEND", None)
        program, study, *words = self.perpend("bench", "scenes", "--only", "a b", "--help",
                                              expect=5).stdout.splitlines()
        self.assertEqual((program, words), (str(self.program), ["--only", "a b", "--help"]))
        self.assertTrue(study.endswith("share/perpend/bench_scenes"))
        self.environment["PERPEND"] = "/another/perpend"
        self.assertEqual(self.perpend("bench", "scenes", expect=5).stdout.splitlines()[0], "/another/perpend")
        self.environment["PERPEND_PYTHON"] = "/nowhere/python"
        self.assertIn("bench scenes needs Python; there is no /nowhere/python (PERPEND_PYTHON)",
                      self.perpend("bench", "scenes", expect=FAILED).stderr)

    def test_a_program_alone_says_what_it_lacks(self):
        (self.folder / "bin").mkdir()
        alone = shutil.copy(self.program, self.folder / "bin/perpend")
        said = self.refusal(alone, "lcp")
        self.assertIn(f"the benchmarks are a program of their own, and there is no {alone}-bench", said)
        shutil.copy(self.program.parent / "perpend-bench", self.folder / "bin")
        self.assertIn(f"there is no {self.folder}/share/perpend/bench_scenes", self.refusal(alone, "scenes"))

    def refusal(self, program, *words):
        done = subprocess.run([program, "bench", *words], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (FAILED, ""))
        return done.stderr

    def test_interactive_scenes_are_pulled_without_a_failed_step(self):
        report = self.json("bench", "interactive", "--quick")
        self.assertEqual([row["scene"] for row in report["rows"][::2]],
                         ["block_feeder", "double_action_jack", "ragdoll", "robot_arm"])
        self.assertEqual(report["mode"], "quick")
        for own, coarse in zip(report["rows"][::2], report["rows"][1::2], strict=True):
            dt = self.json("run", own["scene"], "--no-files", "--duration", "0.02")["dt"]
            self.assertEqual((own["dt"], coarse["dt"]), (dt, 1 / 60))
            self.assertEqual(own["scene"], coarse["scene"])
        for row in report["rows"]:
            self.assertLessEqual(row["p99_ms"], row["longest_ms"], row)
            self.assertEqual((row["failed"], row["steps"]), (0, 600), row)
            self.assertLessEqual(row["median_ms"], row["p99_ms"])
            self.assertGreater(row["contacts"], 0, row)
