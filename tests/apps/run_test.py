# SPDX-License-Identifier: Apache-2.0
"""perpend run: what it prints, what it expects, what it refuses."""
import json
import math
import re

from cli import FAILED, Cli


class Run(Cli):
    def test_keys_and_types(self):
        done = self.perpend("run", "newton_cradle", "--json")
        run = json.loads(done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertIn("every step certified", done.stderr)
        types = {"scene": str, "level": str, "law": str, "solver": str, "dt": float, "steps": int,
                 "simulated_s": float, "time_s": float, "wall_s": float, "status": str, "worst": dict,
                 "inexact": int, "uncertified": int, "note": str, "halved": int, "braked": int,
                 "stiffened": int, "energy_drift_j": float, "contacts_max": int, "step_ms": dict,
                 "answered_by": dict, "representations": dict, "hash": str, "bodies": dict, "expectations": list,
                 "events": list, "files": list, "options": dict, "report": dict}
        self.assertEqual({key: type(value) for key, value in run.items()}, types)
        self.assertEqual((run["scene"], run["status"]), ("newton_cradle", "ok"))
        self.assertAlmostEqual(run["steps"] * run["dt"], run["simulated_s"], places=6)
        self.assertEqual(set(run["worst"]),
                         {"residual", "velocity_residual", "penetration_m", "late_penetration_m",
                          "joint_gap", "joint_residual"})
        self.assertTrue(all(isinstance(v, float) for v in run["worst"].values()))
        self.assertLessEqual(run["worst"]["residual"], 1e-8)
        self.assertGreater(run["contacts_max"], 0)
        times = [run["step_ms"][key] for key in ("p50", "p99", "max")]
        self.assertEqual(times, sorted(times))
        self.assertLessEqual(max(run["answered_by"].values()), run["steps"])
        self.assertEqual(set(run["representations"]), {"dense"})
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
        done = self.perpend("run", "ellipse", "--no-files", "--json")
        run = json.loads(done.stdout)
        self.assertEqual(set(run["unstabilised"]), {"penetration_m", "late_penetration_m"})
        ratio = run["unstabilised"]["late_penetration_m"] / run["worst"]["late_penetration_m"]
        self.assertGreater(ratio, 100)
        told = re.search(r"last quarter \((\S+) times as much\)", done.stderr)
        self.assertAlmostEqual(float(told[1]) / ratio, 1, delta=0.01)

    def test_penetration_of_the_last_quarter_is_that_alone(self):
        """A ball half a metre in a wall leaves it at 1 m/s and is out in the middle of the run."""
        scene = self.scene_named("leaving", gravity=[0, 0], bodies=[
            {"name": "wall", "kind": "fixed", "shapes": [{"half_plane": {"normal": [1, 0]}}]},
            {"name": "ball", "position": [0.5, 0], "velocity": [1, 0], "shapes": [{"disc": {"radius": 1}}]}],
            simulation={"duration": 1, "dt": 0.01, "stabilise": False, "allow_overlap": True})
        worst = self.json("run", scene, "--no-files")["worst"]
        self.assertAlmostEqual(worst["penetration_m"], 0.5, delta=0.02)
        self.assertEqual(worst["late_penetration_m"], 0)

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
        self.assertIn("ball.vy", done.stdout)
        self.assertIn("FAILED", done.stdout)

    def test_expectations_between_steps_are_on_the_line_through_them(self):
        """1 s is no multiple of 0.03 s: the last step ends at 0.99 s, one of 0.07 s at 0.98 s and
        one of 0.15 s after the end."""
        for dt, end in ((0.03, 0.99), (0.07, 0.98), (0.15, 1.05)):
            for expectation in ({"value": -10}, {"value": -10, "time": 1}, {"value": -5, "time": 0.5}):
                run = self.json("run", self.fall(**expectation), "--dt", str(dt), "--no-files")
                self.assertAlmostEqual(run["simulated_s"], end, places=9)
        height = {"quantity": "y", "time": 0.5, "value": -1.25}
        self.perpend("run", self.fall(**height, tolerance=10 * 0.07**2 / 8), "--dt", "0.07", "--no-files")
        self.perpend("run", self.fall(value=0, time=0), "--no-files")

    def test_what_is_expected_of_the_end_is_of_the_end_of_a_longer_run(self):
        self.perpend("run", self.fall(value=-20), "--duration", "2", "--no-files")
        run = self.json("run", self.fall(value=-10, time=1), "--duration", "2", "--no-files")
        self.assertAlmostEqual(run["expectations"][0]["value"], -10, places=9)
        self.assertAlmostEqual(run["bodies"]["ball"]["v"][1], -20, places=9)

    def test_a_step_that_fails_is_counted_and_the_state_is_the_last_good_one(self):
        scene = self.scene_named("overflow", gravity=[0, -1e200])
        run = self.json("run", scene, "--no-files", "--dt", "0.0125", expect=FAILED)
        self.assertRegex(run["status"], r"^diverged at t = 0\.0125 s: .*; last good residual 0\.00e\+00$")
        self.assertEqual((run["steps"], run["simulated_s"], run["bodies"]["box"]["x"]), (1, 0, [0, 0.5]))

    def test_an_expectation_not_reached_is_null(self):
        for expectation in ({"value": -9, "time": 0.9}, {"value": -10}):
            run = self.json("run", self.fall(**expectation), "--duration", "0.5", "--no-files")
            self.assertEqual(run["steps"], 50)
            self.assertIsNone(run["expectations"][0]["value"])

    def test_an_expectation_before_the_start_of_a_resumed_run_is_null(self):
        self.perpend("run", self.fall(value=-4.8, time=0.48), "--duration", "0.5", "--out", "out")
        for dt in ("0.01", "0.03"):
            run = self.json("run", "--resume", "out/last_state.h5", "--duration", "0.6", "--dt", dt, "--no-files")
            self.assertIsNone(run["expectations"][0]["value"], dt)

    def test_a_run_that_is_resumed_at_the_end_it_was_asked_for_has_no_step(self):
        """Whatever the scene says. What is expected of the end is of that of the last run."""
        for end in ("0.5", "2"):
            self.perpend("run", self.fall(value=-30, tolerance=21), "--duration", end, "--out", end)
            run = self.json("run", "--resume", end, "--no-files")
            self.assertEqual((run["steps"], run["status"]), (0, "ok"))
            self.assertAlmostEqual(run["time_s"], float(end), places=9)
            run = self.json("run", "--resume", end, "--duration", "3", "--no-files")
            self.assertAlmostEqual(run["time_s"], 3, places=9)
            self.assertAlmostEqual(run["expectations"][0]["value"], -30, places=9)

    def test_a_step_without_answer_stops_and_keeps_the_state(self):
        """A mass ratio of a million is out of reach for PGS; auto goes on from the saved state."""
        done = self.perpend("run", "stack_1e6", "--solver", "pgs", "--out", "out", "--json",
                            "--accepted-residual", "0", expect=FAILED)
        run = json.loads(done.stdout)
        self.assertRegex(run["status"], r"unsolved at t = .* s: .*box_0.*last good residual")
        self.assertIn(run["status"], done.stderr)
        again = self.json("run", "--resume", "out/last_state.h5", "--solver", "auto",
                          "--duration", "1", "--no-files")
        self.assertEqual(again["status"], "ok")

    def test_a_step_without_answer_is_counted_and_named_and_the_run_goes_on(self):
        done = self.perpend("run", "stack_1e6", "--solver", "pgs", "--no-files", "--json",
                            "--duration", "0.05")
        run = json.loads(done.stdout)
        self.assertEqual(run["status"], "ok")
        self.assertGreater(run["report"]["unsolved"], 0)
        self.assertGreater(run["uncertified"], 0)
        self.assertRegex(run["note"], r"^step \d+, t = .* s: .*box_0.*; try ")
        self.assertRegex(done.stderr, r"\d+ of \d+ steps not certified")
        self.assertIn("taken unsolved, at the best point", done.stderr)

    def test_the_headline_names_what_is_jammed_in_overlap_and_what_to_try(self):
        """A disc between two walls that friction holds wherever it is."""
        walls = [{"half_plane": {"normal": [x, 0.4]}} for x in (-1, 1)]
        scene = self.scene_named("groove", materials=[{"name": "default", "mu": 1}],
                                 simulation={"allow_overlap": True, "duration": 0.05, "dt": 0.005,
                                             "recovery_speed": 0.01},
                                 bodies=[{"name": "groove", "kind": "fixed", "shapes": walls},
                                         {"name": "disc", "position": [0, 0.265],
                                          "shapes": [{"disc": {"radius": 0.1}}]}])
        done = self.perpend("run", scene, "--no-files", "--json")
        run = json.loads(done.stdout)
        self.assertEqual(run["report"]["no_push_out"], run["steps"])
        headline = next(line for line in done.stderr.splitlines() if line.startswith("groove: "))
        self.assertRegex(headline, r"certified, (\d+) of \1 gave up what has no solution: groove, disc: jammed .*; try ")

    def test_a_body_that_is_too_far_away_is_the_headline(self):
        """All rows hold there: what is wrong is the place alone."""
        for kind, shape, far in (("rigid", {"disc": {"radius": 1}}, [3e10, 0]), ("spatial", {"sphere": {"radius": 1}}, [0, -1e15, 0]),
                                 ("spatial", {"sphere": {"radius": 1}}, [0, 7e9, 0])):
            scene = self.scene_named("far", bodies=[{"name": "lost", "kind": kind, "position": far, "shapes": [shape]}])
            words = self.perpend("run", scene, "--no-files").stdout.splitlines()[1]
            place = f"{max(map(abs, far)):.1e}"
            self.assertEqual(words, f"far: 5 of 5 steps not certified: lost is {place} m away, where places are rounded "
                                    "to more than 1e-6 m")

    def test_the_worst_residual_is_that_of_all_steps(self):
        run = self.json("run", "stack_1e6", "--duration", "0.5", "--no-files")
        self.assertGreater(run["report"]["residual"], 0)
        self.assertEqual(run["worst"]["residual"], run["report"]["residual"])

    def test_numbers_that_overflow_are_an_outcome(self):
        """With the time and what is no longer finite; files and last good state are kept."""
        ground = {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]}
        box = {"name": "box", "position": [0, 0.6], "shapes": [{"box": {"size": [1, 1]}}]}
        floor = {"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]}
        ball = {"name": "box", "kind": "spatial", "mass": 1, "position": [0, 0, 2],
                "shapes": [{"sphere": {"radius": 1}}]}
        planar = {"bodies": [ground, box]}
        for changes in ({**planar, "gravity": [0, -1e200]}, {**planar, "gravity": [0, -1e307]},
                        {"bodies": [floor, ball], "gravity": [0, 0, -1e160]},
                        {"bodies": [floor, {**ball, "velocity": [0, 0, -1e300]}]},
                        {"bodies": [{**ball, "velocity": [1e300, 0, 0]}], "gravity": [0, 0, -1e306]}):
            with self.subTest(changes):
                scene = self.scene_named("overflow", **changes)
                done = self.perpend("run", scene, "--out", "out", "--json", "--duration", "9",
                                    expect=FAILED)
                run = json.loads(done.stdout)
                self.assertRegex(run["status"], r"^diverged at t = [\d.e+-]+ s: .* not finite")
                for name in ("run.h5", "last_state.h5", "frames.svg", "run.html"):
                    self.assertIn(f"out/{name}", run["files"])

    def test_energy_counts_springs(self):
        """A mass on a spring, 50 J: the step keeps it."""
        spring = {"coordinate": 0, "start": 1, "spring": {"stiffness": 100, "rest": 0}}
        scene = self.scene_named("oscillator", gravity=[0, 0], joints=[
            {"kind": "prismatic", "a": "m", "axis": [1, 0], "coordinates": [spring]}], bodies=[
                {"name": "m", "position": [1, 0], "mass": 1, "inertia": 1}])
        for time in ("0.05", "0.1", "0.33"):  # stretched, shortened, in between
            run = self.json("run", scene, "--duration", time, "--dt", "0.001", "--no-files")
            self.assertLess(abs(run["energy_drift_j"]), 1e-3)
        self.assertIn("50 J at the start, 50 J at the end",
                      self.perpend("run", scene, "--no-files").stdout)

    def test_work_of_joints_is_told_where_the_step_is_too_long(self):
        """A gyroscope on a ball joint that turns by 2 rad, or by 0.02 rad, per step."""
        scene = self.scene_named("gyroscope", gravity=[0, 0, -9.81], bodies=[
            {"name": "rotor", "kind": "spatial", "position": [0.3, 0, 0], "mass": 5, "omega": [0, 200, 0],
             "shapes": [{"box": {"size": [0.4, 0.05, 0.4]}}]}],
            joints=[{"kind": "spherical", "a": "rotor", "anchor": [0, 0, 0]}])
        told = "by the laws 0: the step is too long for this motion; try --dt 0.0025"
        for dt, is_told in (("0.01", True), ("0.0001", False)):
            done = self.perpend("run", scene, "--duration", "0.5", "--dt", dt, "--no-files")
            self.assertEqual(told in done.stdout, is_told, done.stdout)

    def test_options_change_what_is_run(self):
        run = self.json("run", "discs", "--law", "relaxed", "--solver", "keller", "--dt", "0.1",
                        "--duration", "2", "--no-files")
        self.assertEqual((run["law"], run["solver"], run["dt"], run["steps"]),
                         ("relaxed(8)", "keller", 0.1, 20))
        self.assertEqual(list(run["answered_by"]), ["keller"])

    def test_a_box_below_the_friction_angle_stays_for_an_hour(self):
        run = self.json("run", "incline", "--duration", "3600", "--no-files")
        self.assertGreaterEqual(run["simulated_s"], 3600 - 1e-6)
        moved = next(e for e in run["expectations"] if e["quantity"] == "displacement")
        self.assertLessEqual(moved["value"], 1e-9)


class WrongRun(Cli):
    def test_unknown_scene_names_the_nearest(self):
        self.assertIn('did you mean "discs"?', self.refused("run", "discos"))
        self.assertIn('did you mean "brazil_nut"?', self.refused("check", "brasil_nut"))
        self.assertIn("known: arch", self.refused("run", "zzzzzzzzzzzz"))

    def test_unknown_names_list_the_known(self):
        self.assertIn("cone, polyhedral, relaxed,",
                      self.refused("run", "discs", "--law", "coulombic"))
        self.assertIn("auto, dantzig", self.refused("run", "discs", "--solver", "simplex"))
        self.assertIn("newton, poisson", self.refused("run", "discs", "--impact", "elastic"))

    def test_impossible_pair_names_the_solvers_of_the_law(self):
        for law, solver, possible in (("cone", "block", "proximal"),
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

    def test_resume_from_what_is_no_snapshot(self):
        self.assertIn("none.h5", self.refused("run", "--resume", "none.h5"))
        self.write("text.h5", "no HDF5")
        self.assertIn("text.h5", self.refused("run", "--resume", "text.h5"))
        self.assertIn("--resume", self.refused("run", "discs", "--resume", "none.h5"))

    def test_a_duration_that_ends_before_the_snapshot_is_refused(self):
        self.perpend("run", "hello", "--duration", "0.1", "--out", "out")
        words = self.refused("run", "--resume", "out", "--duration", "0.05", "--no-files")
        self.assertIn("more than half a step (0.0005 s) after the start at 0.1 s", words)

    def test_a_parameter_of_the_scene_is_set(self):
        run = self.json("run", "chain", "--set", "links=3", "--duration", "0.1", "--no-files")
        self.assertEqual(list(run["bodies"]), ["link_0", "link_1", "link_2", "weight"])
        for text, words in (("lnks=3", "did you mean \"links\""), ("links=", "name=number")):
            self.assertIn(words, self.refused("run", "chain", "--set", text))

    def test_bodies_in_space_have_three_coordinates_a_quaternion_and_six_velocities(self):
        run = self.json("run", "heavy_top", "--duration", "0.1", "--no-files")
        top = run["bodies"]["top"]
        self.assertEqual([len(top[key]) for key in ("x", "q", "v")], [3, 4, 6])
        self.assertAlmostEqual(math.hypot(*top["q"]), 1.0, places=12)

    def test_mechanisms_run_as_published_or_as_theory_says(self):
        for scene in ("pendulum", "four_bar_2", "gear_train", "differential", "slider_crank",
                      "dzhanibekov"):
            with self.subTest(scene):
                for row in self.json("run", scene, "--no-files")["expectations"]:
                    self.assertLessEqual(abs(row["value"] - row["expected"]), row["tolerance"])
