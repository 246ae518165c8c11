# SPDX-License-Identifier: Apache-2.0
"""The figures of a run, in words and in JSON, are those of the rows that it records."""
import csv
import json
import re
import subprocess

from cli import FAILED, OK, Cli

GIVEN_UP = {"no_restitution": "jammed without bounce", "no_push_out": "jammed in overlap",
            "squeezed": "squeezed by prescribed bodies", "stalled": "motors stalled",
            "unsolved": "taken unsolved, at the best point"}
WORKS = {"push_out_work": "push-out of overlap", "drift_work": "drifts", "projection_work": "projection of joints"}


def number(text):
    return float(text) if text else 0.0


class Steps:
    """The rows of a run, one per step, and what they come to."""

    def __init__(self, file):
        with open(file, encoding="utf-8", newline="") as rows:
            head, *lines = csv.reader(rows)
        self.names = [name.split(" [")[0] for name in head]
        self.rows = [[number(cell) for cell in line] for line in lines[1:]]
        self.start = number(lines[0][0])

    def of(self, name):
        return [row[self.names.index(name)] for row in self.rows]

    def worst(self, name):
        return max(self.of(name), default=0.0)

    def total(self, name):
        return sum(self.of(name))

    def count(self, name):
        return sum(value > 0 for value in self.of(name))

    def late(self, duration):
        pairs = zip(self.of("time"), self.of("penetration"))
        return max((deep for time, deep in pairs if time > 0.75 * duration), default=0.0)

    def solvers(self):
        names = [name for name in self.names if name.startswith("answered_by_")]
        return {name.removeprefix("answered_by_"): self.count(name) for name in names if self.count(name)}


class Summary(Cli):
    def boxes(self, loads, **last):
        """Boxes of 1 m on each other and on the ground, of so many kg."""
        bodies = [{"name": f"box_{i}", "position": [0.01 * (i % 2), 0.5 + i], "mass": mass,
                   "shapes": [{"box": {"size": [1, 1]}}]} for i, mass in enumerate(loads)]
        bodies[-1] |= last
        return self.scene_named("boxes", simulation={"duration": 0.05, "dt": 0.005}, bodies=[
            {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]}, *bodies])

    def sweeps(self, loads, high, accepted):
        """By Gauss-Seidel, which comes near; the uppermost box falls on the others."""
        scene = self.boxes(loads, position=[0.01 * (~len(loads) % 2), len(loads) - 0.5 + high], velocity=[0, -1])
        return scene, "--solver", "pgs", "--accepted-residual", accepted, "--halvings", "0"

    def belt(self):
        """Two wheels on a belt whose motors ask for other speeds."""
        wheels = [{"name": f"wheel_{i}", "position": [i, 0], "mass": 1, "inertia": 1 + i} for i in (0, 1)]
        axles = [{"name": f"axle_{i}", "kind": "pin", "a": f"wheel_{i}", "anchor": [i, 0],
                  "coordinates": [{"motor": {"kind": "velocity", "target": 1 + i}}]} for i in (0, 1)]
        belt = {"name": "belt", "terms": [{"joint": "axle_0", "factor": 1}, {"joint": "axle_1", "factor": -1}]}
        return self.scene_named("belt", gravity=[0, 0], bodies=wheels, joints=axles, couplers=[belt])

    def groove(self):
        """A disc falls between two walls that friction holds it at."""
        walls = [{"half_plane": {"normal": [x, 0.4]}} for x in (-1, 1)]
        return self.scene_named("groove", materials=[{"name": "default", "mu": 1, "e": 0.5}], bodies=[
            {"name": "groove", "kind": "fixed", "shapes": walls},
            {"name": "disc", "position": [0, 0.28], "velocity": [0, -1], "shapes": [{"disc": {"radius": 0.1}}]}],
            simulation={"duration": 0.05, "dt": 0.005})

    def leaving(self):
        """A ball in a wall leaves it early in the run; nothing pushes."""
        return self.scene_named("leaving", gravity=[0, 0], bodies=[
            {"name": "wall", "kind": "fixed", "shapes": [{"half_plane": {"normal": [1, 0]}}]},
            {"name": "ball", "position": [0.97, 0.2], "velocity": [1, 0.5], "shapes": [{"disc": {"radius": 1}}]}],
            simulation={"duration": 0.3, "dt": 0.01, "stabilise": False, "allow_overlap": True})

    def recorded(self, *words):
        """JSON, lines of the table by their names, steps."""
        done = subprocess.run([self.program, "run", *words, "--every", "1", "--csv", "--json", "--out", "out"],
                              cwd=self.folder, text=True,
                              env=self.environment, capture_output=True, timeout=600, check=False)
        self.assertIn(done.returncode, (OK, FAILED), done.stderr)
        table = {}
        for line in done.stderr.splitlines():
            if line.startswith("  "):
                table.setdefault(line[2:22].strip(), line[23:])
        headline = next(line for line in done.stderr.splitlines() if line and not line.startswith(("warning", " ")))
        return json.loads(done.stdout), table, headline, Steps(self.folder / "out/run.csv")

    def assert_json(self, run, steps):
        self.assertEqual(run["steps"], len(steps.rows))
        self.assertAlmostEqual(run["simulated_s"], steps.of("time")[-1] - steps.start, places=12)
        worst = {"residual": "residual", "penetration_m": "penetration", "velocity_residual": "velocity_residual",
                 "joint_gap": "joint_gap", "joint_residual": "joint_residual"}
        for key, column in worst.items():
            self.assertEqual(run["worst"][key], steps.worst(column), key)
        self.assertEqual(run["worst"]["late_penetration_m"], steps.late(run["simulated_s"]))
        for key, column in (("inexact", "inexact"), ("uncertified", "uncertified"), ("halved", "halvings")):
            self.assertEqual(run[key], steps.count(column), key)
        for key in ("braked", "stiffened"):
            self.assertEqual(run[key], steps.total(key), key)
        self.assertEqual(run["contacts_max"], steps.worst("contacts"))
        self.assertEqual(run["answered_by"], steps.solvers())
        scale = max(map(abs, steps.of("energy_after")), default=1.0)
        self.assertAlmostEqual(run["energy_drift_j"], steps.of("energy_after")[-1] - steps.of("energy_before")[0],
                               delta=1e-9 * max(1.0, scale))
        self.assert_times(run["step_ms"], sorted(1e3 * time for time in steps.of("time_total")))

    def assert_times(self, told, times):
        """Quantiles to one per cent of a time."""
        self.assertEqual(told["max"], times[-1])
        for key, share in (("p50", 0.5), ("p99", 0.99)):
            at = int(share * (len(times) - 1) + 0.5)
            self.assertLessEqual(abs(told[key] / times[at] - 1), 0.011, key)

    def assert_words(self, run, table, steps):
        self.assertEqual(table["law, solver"], f"{run['law']}, {run['solver']}")
        self.assertEqual(table["steps"], f"{len(steps.rows)} of {run['dt']} s, {run['simulated_s']:.6g} s simulated in "
                         f"{run['wall_s']:.3g} s ({run['simulated_s'] / run['wall_s']:.3g} x real time)")
        halved = steps.count("halvings")
        self.assertEqual(table.get("halved steps"), f"{halved}, which were not solved in one piece" if halved else None)
        given_up = [f"{steps.total(name):.0f} {words}" for name, words in GIVEN_UP.items() if steps.total(name)]
        self.assertEqual(table.get("without solution"), ", ".join(given_up) or None)
        self.assertEqual(table["contacts"], f"at most {steps.worst('contacts'):.0f}")
        self.assertEqual(table["solved by"], ", ".join(f"{name} {count}" for name, count in run["answered_by"].items())
                         or "no contact")
        kinds = re.sub(r" \([^)]*\)", "", table.get("matrices W", ""))
        self.assertEqual(kinds, ", ".join(f"{kind} {count}" for kind, count in run["representations"].items()))
        worst = steps.worst("residual")
        residual = f"{worst:.2e} (bound {run['report']['residual_bound']:.2e})" if worst else "none above rounding"
        self.assertEqual(table["worst residual"], f"{residual}; {steps.worst('velocity_residual'):.2e} m/s")
        self.assertEqual(table["worst penetration"], f"{steps.worst('penetration'):.3e} m; "
                         f"{steps.late(run['simulated_s']):.3e} m in the last quarter")
        passes = run["options"]["relaxation_passes"]
        self.assertEqual(table.get("relaxation left"),
                         f"{steps.worst('relaxation_error'):.2e} m/s after at most {passes} passes"
                         if passes else None)
        self.assert_joints_in_words(table, steps)
        self.assert_energy_in_words(run, table, steps)

    def assert_joints_in_words(self, table, steps):
        has_joints = any(".impulse[" in name for name in steps.names)
        self.assertEqual(table.get("worst joint error"),
                         f"{steps.worst('joint_gap'):.3e} m, {steps.worst('joint_angle'):.3e} rad; "
                         f"solved to {steps.worst('joint_residual'):.1e}" if has_joints else None)
        braked, taut = (steps.total(name) for name in ("braked", "stiffened"))
        self.assertEqual(table.get("energy guard"),
                         f"{braked:.0f} steps braked; {taut:.0f} with joints that became taut"
                         if braked + taut else None)

    def assert_energy_in_words(self, run, table, steps):
        start, end = steps.of("energy_before")[0], steps.of("energy_after")[-1]
        self.assertEqual(table["energy"], f"{start:.6g} J at the start, {end:.6g} J at the end")
        largest = max(abs(start), abs(end))
        beside = [f"{words} {steps.total(name):.3g} J" for name, words in WORKS.items()
                  if abs(steps.total(name)) > 1e-3 * largest]
        self.assertEqual(table.get("beside the laws"), ", ".join(beside) or None)
        work = steps.total("joint_work")
        told = f"{work:.6g} J, by the laws 0: the step is too long for this motion; try --dt {run['dt'] / 4:g}"
        self.assertEqual(table.get("work of joints"),
                         told if abs(work) > 0.01 * max(largest, abs(end - start)) and not steps.total("stalled")
                         else None)

    def assert_headline(self, run, headline, steps):
        count, bad, near = len(steps.rows), steps.count("uncertified"), steps.count("inexact")
        near_to = f"the others to {steps.worst('residual'):.2e} only"
        given_up = sum(any(steps.of(name)[i] for name in GIVEN_UP if name != "unsolved") for i in range(count))
        verdict = (f"{bad} of {count} steps not certified: " if bad else
                   f"{count - near} of {count} steps certified, {near_to}" if near else
                   f"every step certified, {given_up} of {count} gave up what has no solution: " if given_up else
                   "every step certified")
        self.assertTrue(headline.startswith(f"{run['scene']}: {verdict}"), headline)

    def assert_note(self, run, table, steps):
        """Of the first step that is not certified, else of the first that gave something up."""
        told = [steps.of(name) for name in (["uncertified"] if run["uncertified"] else GIVEN_UP)]
        first = next((i for i in range(len(steps.rows)) if any(column[i] for column in told)), None)
        if first is None:
            return
        self.assertTrue(run["note"].startswith(f"step {first + 1}, t = {steps.of('time')[first]:.6g} s: "), run["note"])
        self.assertIn(run["note"], [table.get(""), table.get("not certified"), table.get("note")])

    def runs(self):
        yield "taut", ("squeezer", "--dt", "0.02", "--duration", "0.3", "--drift", "projection")
        yield "inexact", self.sweeps([1, 1, 1.5], 0.02, "1e-2")
        yield "uncertified", self.sweeps([1, 8], 0.02, "1e-6")
        yield "unsolved", self.sweeps([1, 1, 100], 0.0, "1e-9")
        yield "stalled", (self.belt(),)
        yield "no_restitution", (self.groove(),)
        yield "early", (self.leaving(),)
        yield "matrices", ("conveyor", "--dt", "0.01", "--duration", "0.2")
        yield "relaxed", ("discs", "--law", "relaxed", "--relaxation-passes", "4", "--duration", "0.5")
        yield "swing", ("woodpecker", "--dt", "0.02", "--duration", "0.3")

    def test_the_figures_are_those_of_the_steps(self):
        told = {}
        for name, words in self.runs():
            with self.subTest(name):
                run, table, headline, steps = self.recorded(*words)
                self.assert_json(run, steps)
                self.assert_words(run, table, steps)
                self.assert_headline(run, headline, steps)
                self.assert_note(run, table, steps)
                told[name] = run
        self.assertGreater(min(told["taut"][key] for key in ("braked", "stiffened", "halved", "uncertified")), 0)
        self.assertGreater(told["inexact"]["inexact"], told["inexact"]["uncertified"])
        self.assertGreater(told["uncertified"]["uncertified"], 0)
        for name in ("unsolved", "stalled", "no_restitution"):
            self.assertGreater(told[name]["report"][name], 0)
        self.assertGreater(told["early"]["worst"]["penetration_m"], told["early"]["worst"]["late_penetration_m"])
        self.assertGreater(len(told["matrices"]["representations"]), 1)

    def test_joints_that_do_work_while_nothing_moves_are_no_alarm(self):
        """A rod that its pin stops: at a micrometre per second, and at a metre per second."""
        for speed, told in ((1e-6, False), (1.0, True)):
            rod = {"name": "rod", "position": [1, 0], "mass": 3, "inertia": 1, "velocity": [speed, 0]}
            scene = self.scene_named("rod", gravity=[0, 0], bodies=[rod], simulation={"dt": 0.01, "duration": 0.1},
                                     joints=[{"name": "pin", "kind": "pin", "a": "rod", "anchor": [0, 0]}])
            _, table, _, steps = self.recorded(scene)
            self.assertLess(steps.total("joint_work"), 0)
            self.assertEqual("work of joints" in table, told, speed)

    def test_a_run_that_is_resumed_at_its_end_has_no_step(self):
        scene = self.belt()
        self.perpend("run", scene, "--out", "out")
        done = self.perpend("run", "--resume", "out", "--no-files", "--json")
        self.assertIn("\nbelt: at its end, no step was left (--duration sets a later one)\n", done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual((run["steps"], run["simulated_s"], run["energy_drift_j"], run["answered_by"]), (0, 0, 0, {}))
