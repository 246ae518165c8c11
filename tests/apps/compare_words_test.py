# SPDX-License-Identifier: Apache-2.0
"""perpend compare: which runs its words ask for, and what its table tells of them."""
import json
import math

from cli import FAILED, OK, Cli
from compare_test import BOX


class Plans(Cli):
    def setUp(self):
        super().setUp()
        self.write("box.json", BOX)

    def runs(self, *words):
        found = self.json("compare", "box.json", "--no-files", "--duration", "0.02", *words)
        return [(run["law"], run["solver"], run["dt"]) for run in found["runs"]]

    def test_every_law_with_every_solver_and_every_step_once(self):
        laws, solvers, steps = "box, cone,polyhedral( 8 , rotated ),box", "lemke,auto,lemke", "0.02,0.01,0.02"
        self.assertEqual(self.runs("--laws", laws, "--solvers", solvers, "--dt", steps),
                         [(law, solver, dt) for law in ("box", "cone", "polyhedral(8,rotated)")
                          for solver in ("lemke", "auto") for dt in (0.02, 0.01)])

    def test_phantom_inertias_follow_the_laws_that_leave_them_open(self):
        runs = self.runs("--laws", "phantom(4),phantom(8,rho=2),cone", "--rho", "1,3,1", "--dt", "0.01")
        self.assertEqual([law for law, _, _ in runs],
                         ["phantom(4)", "phantom(4,rho=1)", "phantom(4,rho=3)", "phantom(8,rho=2)", "cone"])

    def test_a_step_or_a_reference_may_be_as_long_as_it_can(self):
        self.assertEqual(self.runs("--laws", "cone", "--dt", "0.02", "--reference", "0.02"), [("cone", "auto", 0.02)])
        self.assertIn("--dt must be at most the 0.02 s of the run, got 0.021",
                      self.refused("compare", "box.json", "--duration", "0.02", "--dt", "0.021"))
        self.assertIn("--reference must be at most the finest step, 0.005 s, got 0.006",
                      self.refused("compare", "box.json", "--dt", "0.01,0.005,0.01", "--reference", "0.006"))

    def test_the_tenth_of_a_step_is_left_out_of_what_takes_too_long(self):
        """Eight laws and a reference of a quarter of the finest step; more than 200 000 steps are too many."""
        for words, finest in ((("1.6",), "0.0001"), (("1.7",), "0.001"), (("1", "--solvers", "auto,lemke"), "0.0001"),
                              (("1.01", "--solvers", "auto,lemke"), "0.001"), (("3.9", "--laws", "cone"), "0.0001"),
                              (("4.1", "--laws", "cone"), "0.001")):
            said = self.refused("compare", "hello", "--reference", "1", "--duration", *words)
            self.assertIn(f"--reference must be at most the finest step, {finest} s, got 1", said, words)

    def test_numbers_that_are_none(self):
        for option, word in (("--dt", "0.01x"), ("--dt", "inf"), ("--dt", "0.01,,0.02"), ("--rho", "1x"),
                             ("--rho", "inf")):
            name = word.split(",")[1] if "," in word else word
            self.assertIn(f'{option}: "{name}" is no', self.refused("compare", "box.json", option, word))
        for option, word in (("--reference", "inf"), ("--reference", "nan"), ("--wall-limit", "nan"),
                             ("--duration", "nan")):
            self.assertIn(f"perpend: {option} must be ", self.refused("compare", "box.json", option, word))

    def test_runs_side_by_side_are_those_one_by_one(self):
        words = ("--laws", "cone,box,frictionless", "--dt", "0.01")
        found = [self.json("compare", "box.json", "--no-files", *words, "--threads", n) for n in ("1", "3", "0")]
        for each in found:
            for run in (each["reference"], *each["runs"]):
                run.pop("cost", None)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_a_page_is_written_where_it_is_asked_for(self):
        words = ("box.json", "--laws", "cone", "--dt", "0.01", "--duration", "0.02")
        self.assertIn("  wrote pages/a b/compare.html\n", self.perpend("compare", *words, "--out", "pages/a b").stdout)
        (self.folder / "taken/compare.html").mkdir(parents=True)
        done = self.perpend("compare", *words, "--out", "taken", "--json", expect=FAILED)
        self.assertEqual(json.loads(done.stdout)["files"], [])
        self.assertIn("taken/compare.html: ", done.stderr)


class Table(Cli):
    """Words on stderr beside --json, which has the same runs."""

    def compared(self, scene, *words, expect=OK):
        self.write("scene.json", scene)
        done = self.perpend("compare", "scene.json", "--no-files", "--json", *words, expect=expect)
        found, lines = json.loads(done.stdout), done.stderr.splitlines()
        heads = [i for i, line in enumerate(lines) if line.startswith("  law ")]
        rows = [line.split() for line in lines[heads[0] + 1:heads[0] + 1 + len(found["runs"])]]
        return found, rows, lines

    @staticmethod
    def short(value):
        return "-" if value is None else "0" if value == 0 else f"{value:.2e}"

    def assert_row(self, run, row, status):
        expected = [run["law"], run["solver"], f"{run['dt']:.3g}", *status.split(),
                    self.short(run["final_distance_m"]), self.short(run["largest_distance_m"]),
                    f"{math.degrees(run['direction_error_rad']):.3g}", self.short(run["cone_excess_ns"]),
                    self.short(run["coulomb_residual"]), self.short(run["residual"]), f"{run['residual_bound']:.0e}",
                    self.short(run["more_energy_lost_j"]), "-" if run["cost"] is None else f"{run['cost']:.2f}",
                    f"{run['pivots_per_step']:.1f}", f"{run['factorisations_per_step']:.2f}"]
        self.assertEqual(row, expected)

    def test_the_table_tells_what_json_does(self):
        found, rows, lines = self.compared(BOX, "--laws", "polyhedral(4),cone,frictionless", "--dt", "0.03,0.01",
                                           "--reference", "0.005")
        lost = found["reference"]["energy_lost_j"]
        self.assertIn(f"box: 6 runs of 0.3 s; distances to cone, auto, 0.005 s, which lost {lost:.6g} J", lines)
        for run, row in zip(found["runs"], rows, strict=True):
            self.assert_row(run, row, "ok")
            self.assertEqual(run["more_energy_lost_j"], run["energy_lost_j"] - lost)
            self.assertEqual(run["steps"], round(0.3 / run["dt"]))
            self.assertAlmostEqual(run["simulated_s"], 0.3, places=12)
        self.assertAlmostEqual(lost, (9 - (3 - 0.5 * 9.81 * 0.3)**2) / 2, places=9)

    def test_ranks_are_told_as_in_json(self):
        found, _, lines = self.compared(BOX, "--laws", "cone,polyhedral(4),phantom(4)", "--rank", "--dt", "0.01",
                                        "--duration", "0.05")
        at = lines.index("matrices of the laws, one of each step and island") + 3
        with_matrix = [run for run in found["runs"] if "matrix" in run]
        self.assertEqual([run["law"] for run in with_matrix], ["polyhedral(4)", "phantom(4)"])
        for run, line in zip(with_matrix, lines[at:at + 2], strict=True):
            m = run["matrix"]
            self.assertEqual(line.split(), [run["law"], "auto", "0.01", *(str(m[key]) for key in (
                "problems", "size", "missing_rank", "deficient")), f"{m['smallest_singular']:.1e}",
                                            str(m["block_unsolved"]),
                str(m["lemke_unsolved"]), self.short(run["final_distance_m"])])
        self.assertNotEqual(with_matrix[0]["matrix"]["missing_rank"], with_matrix[1]["matrix"]["missing_rank"])

    def test_a_run_that_fails_is_told_with_its_time(self):
        """Phantom inertia far above what keeps the matrix positive semidefinite, and block pivoting alone."""
        scene = json.loads((self.scenes / "box_on_ground.json").read_text(encoding="utf-8"))
        found, rows, lines = self.compared(scene, "--laws", "cone,phantom(4,rho=0.1)", "--solvers", "auto,block",
                                           "--dt",
                                           "0.01", "--duration", "0.1", expect=FAILED)
        for run, row in zip(found["runs"], rows, strict=True):
            status = run["status"]
            self.assert_row(run, row, "ok" if status == "ok" else f"FAILED {run['simulated_s']:.3g} s")
            self.assertEqual(f"  {run['law']}, {run['solver']}, 0.01 s: {status}" in lines, status != "ok")
        self.assertEqual([run["status"] == "ok" for run in found["runs"]], [True, True, False])
        self.assertIn("  cone is not solved by block: auto, dantzig, keller, lemke, proximal, pgs, alart_curnier, "
                      "fischer_burmeister, interior", lines)

    def test_a_reference_that_fails_is_told_and_compares_no_energy(self):
        found, rows, lines = self.compared(BOX | {"gravity": [0, 0, -1e200]}, "--laws", "cone", "--dt", "0.01",
                                           expect=FAILED)
        run, = found["runs"]
        self.assertEqual(rows[0][3:8], ["FAILED", "0", "s", "-", "-"])
        self.assertEqual([run[key] for key in ("final_distance_m", "farthest", "more_energy_lost_j", "cost")],
                         [None] * 4)
        self.assertIn("box: 1 runs of 0.3 s; distances to cone, auto, 0.0025 s, which ended at 0 s", lines)
        self.assertIn(f"  reference cone, auto, 0.0025 s: {found['reference']['status']}", lines)
        self.assertRegex(found["reference"]["status"], r"^diverged in step 1, t = 0\.0025 s: ")

    def test_steps_that_are_not_certified_are_counted(self):
        """A ball so far away that places are rounded to more than 1 µm."""
        ball = {"name": "lost", "kind": "spatial", "position": [0, 7e9, 0], "shapes": [{"sphere": {"radius": 1}}]}
        found, rows, lines = self.compared(BOX | {"bodies": [ball]}, "--laws", "cone,box", "--dt", "0.1")
        for run, row in zip(found["runs"], rows, strict=True):
            self.assertEqual((run["uncertified"], run["status"], row[3:5]), (3, "ok", ["not", "certified"]))
            self.assertIn(f"  {run['law']}, auto, 0.1 s: 3 of 3 steps not certified", lines)
