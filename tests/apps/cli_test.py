#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program as a user does: exit codes, messages, JSON keys, files, resume, kill.

Usage: cli_test.py PERPEND SCENES [unittest arguments]
"""
import csv
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import h5py
except ImportError:
    h5py = None
try:
    import numpy
except ImportError:
    numpy = None

PERPEND = pathlib.Path()
SCENES = pathlib.Path()
SHARED_LCP = pathlib.Path(__file__).resolve().parents[3] / "shared/data/lcp"
OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
ENDLESS = "1e7"  # s of simulated time: hours of wall time


class Cli(unittest.TestCase):
    """Each test has an empty working folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = dict(os.environ, PERPEND_SCENES=str(SCENES))

    def perpend(self, *arguments, expect=OK):
        done = subprocess.run([PERPEND, *map(str, arguments)], cwd=self.folder, text=True,
                              env=self.environment, capture_output=True, timeout=600, check=False)
        self.assertEqual(done.returncode, expect, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def json(self, *arguments, expect=OK):
        return json.loads(self.perpend(*arguments, "--json", expect=expect).stdout)

    def hash(self, *arguments):
        return self.perpend("run", *arguments, "--no-files", "--hash").stdout.strip()

    def refused(self, *arguments):
        """The words on stderr; nothing is on stdout and nothing is written."""
        done = self.perpend(*arguments, expect=USAGE)
        self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "runs").exists())
        return done.stderr

    def write(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return name

    def start(self, *arguments):
        """A run in the background, some rows into its recording."""
        with open(self.folder / "stdout", "w", encoding="utf-8") as out, \
             open(self.folder / "stderr", "w", encoding="utf-8") as err:
            process = subprocess.Popen([PERPEND, "run", *arguments, "--out", "out", "--json"],
                                       cwd=self.folder, env=self.environment,
                                       stdout=out, stderr=err)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        recording, deadline = self.folder / "out/run.h5", time.monotonic() + 120
        start = 0
        while not start or recording.stat().st_size < start + 100_000:
            self.assertIsNone(process.poll(), "the run ended by itself")
            self.assertLess(time.monotonic(), deadline, "no recording grows")
            time.sleep(0.05)
            if not start and recording.exists():
                start = recording.stat().st_size
        return process


class Listing(Cli):
    def names(self):
        return sorted(path.stem for path in SCENES.glob("*.json"))

    def test_list_names_every_scene(self):
        words = self.perpend("list").stdout
        self.assertEqual([line.split()[0] for line in words.splitlines()], self.names())

    def test_run_without_arguments_lists(self):
        self.assertEqual(self.perpend("run").stdout, self.perpend("list").stdout)

    def test_list_json(self):
        scenes = self.json("list")["scenes"]
        self.assertEqual([s["name"] for s in scenes], self.names())
        for scene in scenes:
            self.assertEqual(set(scene), {"name", "description", "file"})
            self.assertTrue(scene["description"])
            self.assertTrue(pathlib.Path(scene["file"]).is_file())

    def test_scenes_of_the_working_folder_come_first(self):
        (self.folder / "scenes").mkdir()
        mine = (SCENES / "hello.json").read_text(encoding="utf-8").replace('"hello"', '"mine"')
        self.write("scenes/mine.json", mine)
        self.assertIn("mine", self.perpend("list").stdout)
        self.assertEqual(self.json("check", "mine")["scene"], "mine")

    def test_every_scene_passes_its_check(self):
        for name in self.names():
            found = self.json("check", name)
            self.assertEqual(found["diagnostics"], [], name)
            self.assertGreater(found["dynamic"], 0, name)


class RunJson(Cli):
    def test_keys_and_types(self):
        done = self.perpend("run", "newton_cradle", "--json")
        run = json.loads(done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertIn("every step certified", done.stderr)
        types = {"scene": str, "law": str, "solver": str, "dt": float, "steps": int,
                 "simulated_s": float, "wall_s": float, "status": str, "worst": dict,
                 "energy_drift_j": float, "contacts_max": int, "step_ms": dict,
                 "answered_by": dict, "hash": str, "bodies": dict, "expectations": list,
                 "files": list}
        self.assertEqual({key: type(value) for key, value in run.items()}, types)
        self.assertEqual((run["scene"], run["status"]), ("newton_cradle", "ok"))
        self.assertAlmostEqual(run["steps"] * run["dt"], run["simulated_s"], places=6)
        self.assertEqual(set(run["worst"]),
                         {"residual", "penetration_m", "late_penetration_m", "joint_gap"})
        self.assertTrue(all(isinstance(v, float) for v in run["worst"].values()))
        self.assertLessEqual(run["worst"]["residual"], 1e-8)
        self.assertGreater(run["contacts_max"], 0)
        times = [run["step_ms"][key] for key in ("p50", "p99", "max")]
        self.assertEqual(times, sorted(times))
        self.assertLessEqual(max(run["answered_by"].values()), run["steps"])
        self.assertRegex(run["hash"], "^[0-9a-f]{16}$")
        self.assert_bodies(run["bodies"])
        for file in run["files"]:
            self.assertTrue((self.folder / file).is_file(), file)

    def assert_bodies(self, bodies):
        self.assertGreater(len(bodies), 4)
        for name, body in bodies.items():
            self.assertEqual(set(body), {"x", "q", "v"}, name)
            numbers = [*body["x"], body["q"], *body["v"]]
            self.assertEqual(len(numbers), 6, name)
            self.assertTrue(all(math.isfinite(number) for number in numbers), name)

    def test_unstabilised_run_beside_the_stabilised(self):
        run = self.json("run", "ellipse", "--no-files")
        self.assertEqual(set(run["unstabilised"]), {"penetration_m", "late_penetration_m"})
        self.assertGreater(run["unstabilised"]["late_penetration_m"],
                           100 * run["worst"]["late_penetration_m"])

    def test_stopping_distance_of_a_sliding_box(self):
        expectations = self.json("run", "hello", "--no-files")["expectations"]
        self.assertEqual(set(expectations[0]),
                         {"body", "quantity", "value", "expected", "tolerance"})
        distance = next(e for e in expectations if e["quantity"] == "displacement")
        self.assertAlmostEqual(distance["value"], 2.0**2 / (2 * 0.6 * 9.81), delta=0.0015)

    def fall(self, **expectation):
        """A ball that falls for one second; g = 10 m/s²."""
        expect = {"body": "ball", "quantity": "vy", "tolerance": 1e-9, **expectation}
        return self.write("fall.json", {
            "format": 1, "name": "fall", "gravity": [0, -10], "expect": [expect],
            "bodies": [{"name": "ball", "shapes": [{"disc": {"radius": 1}}]}],
            "simulation": {"duration": 1, "dt": 0.01}})

    def test_expectations_decide_the_exit_code(self):
        self.perpend("run", self.fall(value=-10), "--no-files")
        self.perpend("run", self.fall(value=-5, time=0.5), "--no-files")
        done = self.perpend("run", self.fall(value=-11), "--no-files", expect=FAILED)
        self.assertIn("ball.vy", done.stderr)
        self.assertIn("FAILED", done.stderr)

    def test_an_expectation_not_reached_is_null(self):
        for expectation in ({"value": -9, "time": 0.9}, {"value": -10}):
            run = self.json("run", self.fall(**expectation), "--duration", "0.5", "--no-files")
            self.assertEqual(run["steps"], 50)
            self.assertIsNone(run["expectations"][0]["value"])

    def test_a_step_without_answer_stops_and_keeps_the_state(self):
        """A mass ratio of a million is out of reach for PGS; auto goes on from the saved state."""
        done = self.perpend("run", "stack_1e6", "--solver", "pgs", "--out", "out", "--json",
                            expect=FAILED)
        run = json.loads(done.stdout)
        self.assertRegex(run["status"], r"unsolved at t = .* s: .*box_0.*last good residual")
        self.assertIn(run["status"], done.stderr)
        again = self.json("run", "--resume", "out/last_state.h5", "--solver", "auto",
                          "--duration", "1", "--no-files")
        self.assertEqual(again["status"], "ok")

    def test_options_change_what_is_run(self):
        run = self.json("run", "discs", "--law", "relaxed", "--solver", "keller", "--dt", "0.1",
                        "--duration", "2", "--no-files")
        self.assertEqual((run["law"], run["solver"], run["dt"], run["steps"]),
                         ("relaxed", "keller", 0.1, 20))
        self.assertEqual(list(run["answered_by"]), ["keller"])

    def test_a_box_below_the_friction_angle_stays_for_an_hour(self):
        run = self.json("run", "incline", "--duration", "3600", "--no-files")
        self.assertGreaterEqual(run["simulated_s"], 3600 - 1e-6)
        moved = next(e for e in run["expectations"] if e["quantity"] == "displacement")
        self.assertLessEqual(moved["value"], 1e-9)


class WrongArguments(Cli):
    def test_unknown_scene_names_the_nearest(self):
        self.assertIn('did you mean "discs"?', self.refused("run", "dics"))
        self.assertIn('did you mean "brazil_nut"?', self.refused("check", "brasil_nut"))
        self.assertIn("known: arch", self.refused("run", "zzzzzzzzzzzz"))

    def test_unknown_names_list_the_known(self):
        self.assertIn("polyhedral, relaxed, frictionless",
                      self.refused("run", "discs", "--law", "coulombic"))
        self.assertIn("auto, dantzig", self.refused("run", "discs", "--solver", "simplex"))
        self.assertIn("newton, poisson", self.refused("run", "discs", "--impact", "elastic"))

    def test_impossible_pair_names_the_solvers_of_the_law(self):
        for law, solver, possible in (("polyhedral", "block", "proximal"),
                                      ("relaxed", "proximal", "block")):
            words = self.refused("run", "discs", "--law", law, "--solver", solver)
            self.assertIn(solver, words)
            self.assertIn(law, words)
            self.assertIn(possible, words)

    def test_impossible_numbers(self):
        for option, value in (("--dt", "-1"), ("--dt", "0"), ("--dt", "nan"), ("--dt", "fast"),
                              ("--duration", "-2"), ("--duration", "inf"), ("--margin", "-1"),
                              ("--recovery-speed", "nan"), ("--threads", "-3")):
            words = self.refused("run", "discs", option, value)
            self.assertIn(option.strip("-").replace("-", "_"), words.replace("-", "_"))

    def test_unknown_flags_and_verbs(self):
        self.assertIn("--bogus", self.refused("run", "discs", "--bogus"))
        self.assertIn("subcommand", self.refused())
        self.refused("simulate", "discs")
        self.assertIn("lcp", self.refused("bench", "qcp"))
        self.assertIn("lcp.json", self.refused("solve", "lcp.json"))

    def test_resume_from_what_is_no_snapshot(self):
        self.assertIn("none.h5", self.refused("run", "--resume", "none.h5"))
        self.write("text.h5", "no HDF5")
        self.assertIn("text.h5", self.refused("run", "--resume", "text.h5"))
        self.assertIn("--resume", self.refused("run", "discs", "--resume", "none.h5"))

    def test_folder_that_cannot_be_written(self):
        self.write("file", "")
        self.assertIn("file/out", self.refused("run", "hello", "--out", "file/out"))
        self.assertIn("file/out", self.refused("bench", "lcp", "--quick", "--out", "file/out"))
        (self.folder / "taken/run.h5").mkdir(parents=True)
        self.assertIn("taken/run.h5", self.refused("run", "hello", "--out", "taken"))

    def test_file_that_cannot_be_written_is_exit_1(self):
        (self.folder / "out/run.html").mkdir(parents=True)
        done = self.perpend("run", "hello", "--out", "out", "--json", expect=FAILED)
        self.assertIn("run.html", done.stderr)
        self.assertNotIn("out/run.html", json.loads(done.stdout)["files"])
        self.assertTrue((self.folder / "out/run.npz").is_file())

    def test_full_disk_stops_no_run(self):
        """Files of at most 200 kB; discs write more. restore_signals would let SIGXFSZ kill."""
        done = subprocess.run([PERPEND, "run", "discs", "--out", "out", "--json"], text=True,
                              cwd=self.folder, env=self.environment, capture_output=True,
                              timeout=600, check=False, restore_signals=False, preexec_fn=lambda:
                              resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)))
        self.assertEqual(done.returncode, FAILED, done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual((run["status"], run["steps"]), ("ok", 400))
        self.assertIn("out/last_state.h5", run["files"])
        self.assertNotIn("out/run.h5", run["files"])
        self.assertEqual(done.stderr.count("out/run.h5: "), 1)

    def test_help_and_version(self):
        for verb in ("run", "list", "check", "solve", "bench"):
            self.assertIn(verb, self.perpend("--help").stdout)
            self.assertIn("--json", self.perpend(verb, "--help").stdout)
        self.assertRegex(self.perpend("--version").stdout, r"^\d+\.\d+")


class BrokenFiles(Cli):
    SCENE = """{"format": 1,
 "name": "broken",
 "bodies": [
  {"name": "a", "shapes": [{"disc": {"radius": -1}}]},
  {"name": "b", "shapez": []},
  {"name": "c", "shapes": [{"disc": {"radius": 1}}], "material": "icee"}],
 "joints": [{"kind": "pin", "a": "bb", "anchor": [0, 0]}],
 "simulation": {"duration": 1, "law": "polyhedrl"}}
"""
    FAULTS = [(4, "radius"), (5, "shapez"), (6, "icee"), (7, "bb"), (8, "polyhedrl")]

    def test_every_fault_of_a_scene_has_its_line(self):
        self.write("broken.json", self.SCENE)
        for verb in ("check", "run"):
            words = self.refused(verb, "broken.json").splitlines()
            self.assertEqual(len(words), len(self.FAULTS), words)
            for (line, name), fault in zip(self.FAULTS, words):
                self.assertTrue(fault.startswith(f"broken.json:{line}: "), fault)
                self.assertIn(name, fault)

    def test_check_json_holds_the_same_faults(self):
        self.write("broken.json", self.SCENE)
        faults = self.json("check", "broken.json", expect=USAGE)["diagnostics"]
        self.assertEqual([fault["line"] for fault in faults], [line for line, _ in self.FAULTS])
        for fault in faults:
            self.assertEqual(set(fault), {"file", "line", "element", "message", "hint"})
            self.assertEqual(fault["file"], "broken.json")

    def test_check_json_of_a_sound_scene(self):
        found = self.json("check", "discs")
        overlap = found.pop("overlap_m")
        self.assertLessEqual(overlap, 1e-9)
        self.assertEqual(found, {"scene": "discs", "bodies": 22, "dynamic": 21, "joints": 0,
                                 "contacts_at_start": 51, "diagnostics": []})

    def test_text_that_is_no_json(self):
        self.write("cut.json", self.SCENE[:60])
        self.assertRegex(self.refused("check", "cut.json"), r"^cut\.json:\d+: ")
        self.write("empty.json", "")
        self.assertIn("empty.json", self.refused("run", "empty.json"))

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


class Bits(Cli):
    def test_same_bits_twice_and_on_two_threads(self):
        for scene, duration in (("discs", "20"), ("dominoes", "2"), ("brazil_nut", "2")):
            run = (scene, "--duration", duration)
            first = self.hash(*run, "--threads", "1")
            self.assertRegex(first, "^[0-9a-f]{16}$")
            self.assertEqual(first, self.hash(*run, "--threads", "1"), scene)
            self.assertEqual(first, self.hash(*run, "--threads", "2"), scene)

    def test_json_and_hash_agree(self):
        run = self.json("run", "discs", "--no-files", "--hash")
        self.assertEqual(run["hash"], self.hash("discs"))

    def test_resumed_run_has_the_bits_of_the_straight_one(self):
        for scene, half, whole in (("discs", "10", "20"), ("newton_cradle", "0.5", "1.5"),
                                   ("brazil_nut", "1", "2")):
            out = f"out_{scene}"
            self.perpend("run", scene, "--duration", half, "--out", out)
            resumed = self.json("run", "--resume", f"{out}/last_state.h5", "--duration", whole,
                                "--no-files")
            self.assertEqual(resumed["scene"], scene)
            self.assertAlmostEqual(resumed["simulated_s"], float(whole) - float(half), places=6)
            self.assertEqual(resumed["hash"], self.hash(scene, "--duration", whole), scene)

    def test_resumed_run_leaves_the_first_recording(self):
        self.perpend("run", "hello", "--duration", "0.5")
        first = (self.folder / "runs/hello/run.h5").read_bytes()
        files = self.json("run", "--resume", "runs/hello/last_state.h5")["files"]
        self.assertIn("runs/hello/from_step_500/run.h5", files)
        self.assertEqual((self.folder / "runs/hello/run.h5").read_bytes(), first)


class Files(Cli):
    def test_default_folder_and_page(self):
        files = self.json("run", "ellipse", "--csv")["files"]
        names = {pathlib.Path(file).name for file in files}
        self.assertEqual({str(pathlib.Path(file).parent) for file in files}, {"runs/ellipse"})
        self.assertLessEqual({"run.h5", "last_state.h5", "run.npz", "run.csv", "contacts.csv",
                              "frames.svg", "run.html", "unstabilised.h5"}, names)
        page = (self.folder / "runs/ellipse/run.html").read_text(encoding="utf-8")
        self.assertNotIn('src="http', page)
        self.assertNotIn('href="http', page)

    def test_csv_has_a_row_per_step_and_the_start(self):
        run = self.json("run", "hello", "--csv", "--out", "out")
        with open(self.folder / "out/run.csv", encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(len(rows), run["steps"] + 1)
        self.assertEqual({len(row) for row in rows}, {len(head)})
        at = next(i for i, name in enumerate(head) if name.startswith("time"))
        self.assertAlmostEqual(float(rows[-1][at]), run["simulated_s"], places=12)

    def test_no_csv_unless_asked(self):
        self.perpend("run", "hello", "--out", "out")
        self.assertEqual(list((self.folder / "out").glob("*.csv")), [])

    def test_no_files(self):
        self.assertEqual(self.json("run", "hello", "--no-files")["files"], [])
        self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipUnless(numpy, "needs numpy")
    def test_npz_ends_in_the_state_of_the_json(self):
        run = self.json("run", "hello", "--out", "out")
        arrays = numpy.load(self.folder / "out/run.npz")
        self.assertEqual(len(arrays["time"]), run["steps"] + 1)
        self.assertLessEqual(arrays["report_residual"].max(), run["worst"]["residual"])
        numpy.testing.assert_array_equal(arrays["v"][-1][-3:], run["bodies"]["box"]["v"])

    @unittest.skipUnless(h5py, "needs h5py")
    def test_recording_opens_without_perpend(self):
        run = self.json("run", "discs", "--out", "out")
        with h5py.File(self.folder / "out/run.h5", "r") as file:
            self.assertEqual(len(file["time"]), run["steps"] + 1)
            self.assertEqual(file["report/penetration"][:].max(), run["worst"]["penetration_m"])
            self.assertEqual(file["bodies/mass"].shape, (len(run["bodies"]),))


class Interrupted(Cli):
    def test_ctrl_c_ends_with_table_and_files_to_resume(self):
        process = self.start("discs", "--duration", ENDLESS)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), INTERRUPTED)
        run = json.loads((self.folder / "stdout").read_text(encoding="utf-8"))
        words = (self.folder / "stderr").read_text(encoding="utf-8")
        self.assertEqual(run["status"], "ok")
        self.assertIn("worst residual", words)
        self.assertIn("interrupted at t =", words)
        for name in ("run.h5", "last_state.h5", "run.npz", "run.html"):
            self.assertIn(f"out/{name}", run["files"])

        further = f"{run['simulated_s'] + 5:.6f}"
        resumed = self.json("run", "--resume", "out/last_state.h5", "--duration", further,
                            "--no-files")
        self.assertEqual(resumed["steps"], round(5 / run["dt"]))
        self.assertEqual(resumed["hash"], self.hash("discs", "--duration", further))

    def test_sigterm_ends_alike(self):
        process = self.start("incline", "--duration", ENDLESS)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=120), INTERRUPTED)
        self.assertTrue((self.folder / "out/last_state.h5").is_file())

    def rows(self):
        """Rows of a recording whose writer runs or was killed, all of them sound."""
        with h5py.File(self.folder / "out/run.h5", "r", libver="latest", swmr=True) as file:
            rows = len(file["time"])
            times, states = file["time"][:rows], file["q"][:rows]
            self.assertTrue((times[1:] > times[:-1]).all())
            self.assertTrue(numpy.isfinite(states).all())
            self.assertLessEqual(file["report/residual"][:rows].max(), 1e-8)
        return rows

    @unittest.skipUnless(h5py, "needs h5py")
    def test_recording_is_readable_while_it_grows_and_after_a_kill(self):
        process = self.start("discs", "--duration", ENDLESS)
        deadline = time.monotonic() + 120
        while (seen := self.rows()) < 2:
            self.assertLess(time.monotonic(), deadline, "no rows reach the file")
            time.sleep(0.05)
        self.assertIsNone(process.poll())
        process.kill()
        process.wait()
        self.assertGreaterEqual(self.rows(), seen)


if __name__ == "__main__":
    PERPEND = pathlib.Path(sys.argv[1]).resolve()
    SCENES = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=1)
