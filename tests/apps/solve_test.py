# SPDX-License-Identifier: Apache-2.0
"""perpend solve."""
import pathlib
import re
import unittest

from cli import FAILED, USAGE, Cli

try:
    import h5py
except ImportError:
    h5py = None
try:
    import numpy
except ImportError:
    numpy = None

SHARED_LCP = pathlib.Path(__file__).resolve().parents[3] / "shared/data/lcp"


class Answers(Cli):
    KEYS = {"solver": str, "answered_by": str, "status": str, "residual": float,
            "residual_bound": float, "pivots": int, "drives": int, "factorisations": int,
            "wall_us": float, "f": list, "a": list, "ray": list}
    CONE = {"proximal", "alart_curnier", "fischer_burmeister", "interior"}
    METHODS = CONE | {"auto", "dantzig", "keller", "lemke", "murty", "block", "qp", "pgs"}
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


class Overflow(Answers):
    """Forces beyond the range of double end in a status with numbers in the JSON."""

    def test_every_method_ends(self):
        for name, problem in {
                "lcp": {"A": [[1e-300]], "b": [-1e300]},
                "boxed": {"A": [[1e-300, 0], [0, 1]], "b": [-1e300, 1], "lo": [0, None]},
                "contact": {"A": [[1e-300, 0], [0, 1e-300]], "b": [-1e300, 1e300],
                            "contacts": [{"kind": "static", "mu": 0.5}]}}.items():
            with self.subTest(name):
                file = self.write(f"{name}.json", problem)
                found = self.json("solve", file, "--solver", "all", expect=FAILED)
                for answer in found["answers"]:
                    self.assertEqual(answer["status"], "limit", answer)
                    self.assertGreater(answer["residual"], answer["residual_bound"])
                    self.assertTrue(all(isinstance(f, (int, float)) for f in answer["f"]))

    def test_deep_documents_are_refused_with_their_line(self):
        (self.folder / "deep.json").write_text('\n{"a":' * 100000)
        for verb in ("solve", "check", "run"):
            self.assertRegex(self.refused(verb, "deep.json"), r"deep.json:\d+: .*too deeply")


class Solve(Answers):
    def check_all(self, problem, f, a, solvers):
        file = self.write("problem.json", problem)
        both = self.json("solve", file, "--solver", "all")
        self.assertEqual(set(both), {"file", "answers", "unsupported"})
        self.assertTrue(solvers.isdisjoint(both["unsupported"]))
        self.assertEqual(solvers | set(both["unsupported"]), self.METHODS)
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
                       self.CONE | {"auto", "dantzig", "keller", "lemke", "pgs"})

    def test_words(self):
        words = self.perpend("solve", self.write("problem.json", self.LCP)).stdout
        self.assertIn("solved", words)
        self.assertIn("1.3333333333333", words)

    def test_words_of_all_solvers_say_which_do_not_fit(self):
        file = self.write("problem.json", self.SLIDING)
        words = self.perpend("solve", file, "--solver", "all").stdout
        self.assertRegex(words, r"solver +status +residual +bound +pivots +factorisations")
        self.assertRegex(words, r"(?m)^keller +solved ")
        self.assertRegex(words, r"(?m)^block +not for contact problems$")

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

    def test_words_have_the_first_24_rows(self):
        for size in (24, 25, 40):
            matrix = [[2.0 * (i == j) for j in range(size)] for i in range(size)]
            file = self.write("wide.json", {"A": matrix, "b": [-1.0 - i for i in range(size)]})
            words = self.perpend("solve", file).stdout
            rows = re.findall(r"(?m)^ +(\d+) +(\S+) +\S+$", words)
            self.assertEqual([int(row) for row, _ in rows], list(range(24)))
            for i, (_, force) in enumerate(rows):
                self.assertAlmostEqual(float(force), (1 + i) / 2, places=12)
            self.assertEqual(re.findall(r"(?m)^\.\.\. .*", words),
                             [f"... {size - 24} rows more, all in --json"] * (size > 24))
            self.assertEqual(len(self.json("solve", file)["f"]), size)

    def test_all_of_an_unsolvable_problem_is_exit_1(self):
        file = self.write("none.json", {"A": [[1, -1], [-1, 1]], "b": [-1, -1]})
        answers = self.json("solve", file, "--solver", "all", expect=FAILED)["answers"]
        self.assertNotIn("solved", {answer["status"] for answer in answers})

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


class Files(Answers):
    """Problems in other formats, and solutions written beside them."""

    # 2 kg that slide on the ground: v = (1, -1) before, mu = 0.25. f_N = 2, f_T = -0.5.
    GLOBAL = "2 1\n0 2 2 2 2\n2 0 0 2\n0 2 2 2 2\n0 1 1 0\n2 -2\n0 0\n0.25\n"

    def assert_slides(self, answer):
        self.assert_solved(answer, [2, -0.5], [0, 0.75])

    def test_global_problem(self):
        file = self.write("global.dat", self.GLOBAL)
        self.assert_slides(self.json("solve", file))
        self.assertIn("keller", self.perpend("solve", file, "--solver", "all").stdout)

    def test_converted_problems_have_the_same_bits(self):
        file = self.write("problem.json", self.SLIDING)
        for source, target in (("problem.json", "local.hdf5"), ("local.hdf5", "again.json"),
                               ("again.json", "again.npz"), ("again.npz", "last.h5")):
            words = self.perpend("solve", source, "--convert", target).stdout
            self.assertEqual(words, f"wrote {target}\n")
            self.assertEqual(self.json("solve", target)["f"], self.json("solve", file)["f"])
        self.perpend("solve", self.write("global.dat", self.GLOBAL), "--convert", "global.h5")
        self.assert_slides(self.json("solve", "global.h5"))

    def test_a_problem_is_not_converted_over_itself(self):
        file = self.write("problem.json", self.SLIDING)
        before = (self.folder / file).read_bytes()
        self.assertEqual(self.refused("solve", file, "--convert", "./problem.json"),
                         "perpend: --convert must be another file than the one that is converted, got ./problem.json\n")
        self.assertEqual((self.folder / file).read_bytes(), before)

    def test_solution_is_written_and_judged(self):
        for file in (self.write("local.json", self.SLIDING), self.write("g.dat", self.GLOBAL)):
            before = self.json("solve", file)
            self.assertEqual(self.json("solve", file, "--out", "solved.hdf5")["f"], before["f"])
            again = self.json("solve", "solved.hdf5", "--solver", "all")
            self.assertLessEqual(again["stored"]["residual"], again["stored"]["residual_bound"])
            words = self.perpend("solve", "solved.hdf5").stdout
            self.assertRegex(words, r"(?m)^stored +solved ")
            self.perpend("solve", "solved.hdf5", "--convert", "copy.hdf5")
            self.assertEqual(self.json("solve", "copy.hdf5", "--solver", "all")["stored"],
                             again["stored"])

    @unittest.skipUnless(h5py, "needs h5py")
    def test_a_stored_solution_that_is_none_is_told(self):
        self.perpend("solve", self.write("local.json", self.SLIDING), "--out", "solved.hdf5")
        with h5py.File(self.folder / "solved.hdf5", "r+") as file:
            forces = file["solution/r"]
            forces[...] = forces[...] + 1
        self.assertRegex(self.perpend("solve", "solved.hdf5").stdout,
                         r"(?m)^stored +not solved +\S+ +\S+  the solution in the file$")
        stored = self.json("solve", "solved.hdf5", "--solver", "all")["stored"]
        self.assertGreater(stored["residual"], stored["residual_bound"])

    def test_of_all_answers_the_best_is_written(self):
        file = self.write("local.json", self.SLIDING)
        answers = self.json("solve", file, "--solver", "all", "--out", "best.hdf5")["answers"]
        residuals = [answer["residual"] for answer in answers]
        self.assertLess(min(residuals), max(residuals))
        self.assertEqual(self.json("solve", "best.hdf5", "--solver", "all")["stored"]["residual"],
                         min(residuals))

    def test_what_cannot_be_written_is_exit_2(self):
        lcp, contact = self.write("lcp.json", self.LCP), self.write("c.json", self.SLIDING)
        self.assertIn("without contacts", self.refused("solve", lcp, "--convert", "x.hdf5"))
        self.assertIn("with contacts", self.refused("solve", lcp, "--out", "x.hdf5"))
        self.assertIn(".hdf5 or .h5", self.refused("solve", contact, "--out", "x.json"))
        self.assertIn(".npz", self.refused("solve", contact, "--convert", "x.dat"))
        self.perpend("solve", contact, "--convert", "x.npz", "--json", expect=USAGE)
        different = dict(self.SLIDING, contacts=[{"kind": "static", "mu_s": 0.5, "mu_k": 0.4}])
        words = self.refused("solve", self.write("d.json", different), "--convert", "x.hdf5")
        self.assertRegex(words, r"x\.hdf5: contacts\[0\]: has mu_s = 0\.5 and mu_k = 0\.4")
        self.assertFalse((self.folder / "x.hdf5").exists())


class BrokenProblems(Cli):
    def test_broken_fclib_files(self):
        self.write("text.hdf5", "no HDF5")
        self.assertIn("is not an HDF5 file", self.refused("solve", "text.hdf5"))
        self.write("c.json", Solve.SLIDING)
        self.perpend("solve", "c.json", "--convert", "cut.hdf5")
        whole = (self.folder / "cut.hdf5").read_bytes()
        (self.folder / "cut.hdf5").write_bytes(whole[:len(whole) // 2])
        self.assertIn("cut.hdf5: is cut short", self.refused("solve", "cut.hdf5"))

    def test_negative_friction_has_its_line(self):
        self.write("mu.dat", "2 1 0 2 2 2 2\n4 1 1 3\n-1 0.5\n-0.3\n")
        self.assertIn("mu.dat:4: mu[0]: is -0.3", self.refused("solve", "mu.dat"))

    def test_coefficients_are_named_as_they_were_written(self):
        for keys, fault in (({"mu": -0.5}, "mu: is -0.5"), ({"mu_s": -0.5}, "mu_s: is -0.5"),
                            ({"mu_s": 1, "mu_k": -0.5}, "mu_k: is -0.5"),
                            ({"mu": 1, "mu_k": 0.5}, "mu: sets both"),
                            ({"mu_s": 0.1, "mu_k": 0.5}, "mu_s: must be finite and >= mu_k")):
            contact = dict(kind="static", **keys)
            file = self.write("mu.json", dict(Answers.SLIDING, contacts=[contact]))
            words = self.refused("solve", file)
            self.assertIn("mu.json:1: contacts[0]." + fault, words)
            self.assertEqual(words.count("\n"), 1, words)

    def test_nan_oblong_and_mislabelled_problems(self):
        for name, text, fault in (
                ("nan.json", '{"A": [[1]],\n "b": [NaN]}', "nan.json:2: "),
                ("huge.json", '{"A": [[1e400]], "b": [1]}', "huge.json:1: "),
                ("oblong.json", '{"A": [[1, 0]], "b": [1]}', "A[0]: has 2 numbers"),
                ("nan.dat", "1\n0 1 1\n1 1\nnan\n1\n", "nan.dat:4: "),
                ("oblong.dat", "2\n0 2 3\n2 3\n1 0 0 1 1 1\n1 2\n", "A: is labelled 2 x 3"),
                ("json.npz", '{"A": [[1]], "b": [1]}', "json.npz: "),
                ("json.hdf5", '{"A": [[1]], "b": [1]}', "json.hdf5: is not an HDF5 file"),
                ("empty.hdf5", "", "empty.hdf5: is not an HDF5 file")):
            self.write(name, text)
            words = self.refused("solve", name)
            self.assertIn(fault, words)
            self.assertEqual(words.count("\n"), 1, words)

    def test_every_fault_of_a_problem_has_its_line(self):
        self.write("broken.json", '{"A": [[2, 1], [1, 2]],\n "b": [-5, -6, 1],\n "foo": 3}')
        words = self.perpend("solve", "broken.json", "--json", expect=USAGE).stderr
        self.assertRegex(words, r"broken\.json:1: A: has 2 rows")
        self.assertRegex(words, r"broken\.json:3: foo: is not a known key")

    def test_truncated_binary_and_text_problems(self):
        self.write("cut.npz", "PK\x03\x04")
        self.assertIn("cut.npz", self.refused("solve", "cut.npz"))
        self.write("cut.dat", "2\n1 0 0")
        self.assertIn("cut.dat", self.refused("solve", "cut.dat"))
