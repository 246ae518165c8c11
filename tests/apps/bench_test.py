# SPDX-License-Identifier: Apache-2.0
"""perpend bench."""
import json

from cli import Cli


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

    def test_interactive_scenes_are_pulled_without_a_failed_step(self):
        report = self.json("bench", "interactive", "--quick")
        self.assertEqual([row["scene"] for row in report["rows"][::2]],
                         ["block_feeder", "double_action_jack", "ragdoll", "robot_arm"])
        for row in report["rows"]:
            self.assertEqual((row["failed"], row["steps"]), (0, 600), row)
            self.assertLessEqual(row["median_ms"], row["p99_ms"])
            self.assertGreater(row["contacts"], 0, row)
