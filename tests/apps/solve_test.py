# SPDX-License-Identifier: Apache-2.0
"""perpend solve."""
import pathlib
import unittest

from cli import FAILED, Cli

try:
    import numpy
except ImportError:
    numpy = None

SHARED_LCP = pathlib.Path(__file__).resolve().parents[3] / "shared/data/lcp"


class Solve(Cli):
    KEYS = {"solver": str, "answered_by": str, "status": str, "residual": float,
            "residual_bound": float, "pivots": int, "drives": int, "factorisations": int,
            "wall_us": float, "f": list, "a": list, "ray": list}
    LCP = {"A": [[2, 1], [1, 2]], "b": [-5, -6]}
    BOXED = {"A": [[2, 0], [0, 1]], "b": [1, -9], "lo": [None, 0], "hi": [None, 4]}
    SLIDING = {"A": [[2, 0], [0, 1]], "b": [-1, 0.3],
               "contacts": [{"kind": "static", "mu_s": 0.5, "mu_k": 0.5}]}

    def assert_solved(self, answer, f, a):
        self.assertEqual({key: type(value) for key, value in answer.items()}, self.KEYS)
        self.assertEqual(answer["status"], "solved", answer)
        self.assertLessEqual(answer["residual"], answer["residual_bound"])
        for got, known in zip(answer["f"] + answer["a"], f + a, strict=True):
            self.assertAlmostEqual(got, known, places=9, msg=answer["solver"])

    def check_all(self, problem, f, a, solvers):
        file = self.write("problem.json", problem)
        both = self.json("solve", file, "--solver", "all")
        self.assertEqual(set(both), {"file", "answers"})
        self.assertEqual({answer["solver"] for answer in both["answers"]}, solvers)
        for answer in both["answers"]:
            self.assert_solved(answer, f, a)
            alone = self.json("solve", file, "--solver", answer["solver"])
            self.assert_solved(alone, f, a)
            self.assertEqual(alone["f"], answer["f"])
        self.assertEqual(self.json("solve", file)["solver"], "auto")

    def test_lcp(self):
        self.check_all(self.LCP, [4 / 3, 7 / 3], [0, 0],
                       {"auto", "dantzig", "keller", "lemke", "murty", "block", "qp", "pgs"})

    def test_boxed_with_a_bilateral_row(self):
        self.check_all(self.BOXED, [-0.5, 4], [0, -5],
                       {"auto", "dantzig", "keller", "lemke", "murty", "block", "qp", "pgs"})

    def test_sliding_contact(self):
        """f_n = 1/2; sticking would need f_t = -0.3 beyond the limit 1/4."""
        self.check_all(self.SLIDING, [0.5, -0.25], [0, 0.05],
                       {"auto", "dantzig", "keller", "lemke", "proximal", "pgs"})

    def test_words(self):
        words = self.perpend("solve", self.write("problem.json", self.LCP)).stdout
        self.assertIn("solved", words)
        self.assertIn("1.3333333333333", words)

    def test_solver_of_another_kind_names_the_possible(self):
        contact = self.write("contact.json", self.SLIDING)
        self.assertIn("proximal", self.refused("solve", contact, "--solver", "block"))
        lcp = self.write("lcp.json", self.LCP)
        self.assertIn("lemke", self.refused("solve", lcp, "--solver", "simplex"))

    def test_no_solution_is_exit_1_with_a_ray(self):
        file = self.write("none.json", {"A": [[1, -1], [-1, 1]], "b": [-1, -1]})
        answer = self.json("solve", file, expect=FAILED)
        self.assertIn(answer["status"], ("ray", "infeasible"))
        self.assertEqual(len(answer["ray"]), 2)
        self.assertTrue(all(z >= 0 for z in answer["ray"]) and max(answer["ray"]) > 0)
        self.assertLess(-sum(answer["ray"]), 0)

    @unittest.skipUnless(numpy, "needs numpy")
    def test_npz(self):
        numpy.savez(self.folder / "boxed.npz", A=numpy.diag([2.0, 1.0]), b=[1.0, -9.0],
                    lo=[-numpy.inf, 0], hi=[numpy.inf, 4])
        self.assert_solved(self.json("solve", "boxed.npz"), [-0.5, 4], [0, -5])
        numpy.savez(self.folder / "contact.npz", A=numpy.asfortranarray(numpy.diag([2.0, 1.0])),
                    b=[-1.0, 0.3], kind=[1], mu_s=0.5, mu_k=0.5)
        self.assert_solved(self.json("solve", "contact.npz"), [0.5, -0.25], [0, 0.05])

    def test_text_form_of_an_lcp(self):
        self.write("lcp.dat", "2\n0 2 2\n2 2\n2 1\n1 2\n-5 -6\nand a remark\n")
        self.assert_solved(self.json("solve", "lcp.dat"), [4 / 3, 7 / 3], [0, 0])

    @unittest.skipUnless(SHARED_LCP.is_dir(), "needs ../shared/data/lcp")
    def test_collection(self):
        files = sorted(SHARED_LCP.glob("*.dat"))
        self.assertTrue(files)
        for file in files:
            answers = self.json("solve", file, "--solver", "all")["answers"]
            status = {answer["solver"]: answer["status"] for answer in answers}
            self.assertEqual((status["auto"], status["lemke"]), ("solved", "solved"), file.name)
            for answer in answers:
                certified = answer["residual"] <= answer["residual_bound"]
                self.assertEqual(answer["status"] == "solved", certified, f"{file.name} {answer}")


class BrokenProblems(Cli):
    def test_every_fault_of_a_problem_has_its_line(self):
        self.write("broken.json", '{"A": [[2, 1], [1, 2]],\n "b": [-5, -6, 1],\n "foo": 3}')
        words = self.refused("solve", "broken.json", "--json")
        self.assertRegex(words, r"broken\.json:1: A: has 2 rows")
        self.assertRegex(words, r"broken\.json:3: foo: is not a known key")

    def test_truncated_binary_and_text_problems(self):
        self.write("cut.npz", "PK\x03\x04")
        self.assertIn("cut.npz", self.refused("solve", "cut.npz"))
        self.write("cut.dat", "2\n1 0 0")
        self.assertIn("cut.dat", self.refused("solve", "cut.dat"))
