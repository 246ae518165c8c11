# SPDX-License-Identifier: Apache-2.0
"""perpend run --dump-step, and the problems of steps that failed."""
import json
import pathlib

from cli import FAILED, Cli


class Dump(Cli):
    def dumped(self, run):
        return [file for file in run["files"] if "_step" in pathlib.Path(file).name]

    def test_each_island_of_each_step_is_a_file_that_solve_answers(self):
        run = self.json("run", "dominoes", "--duration", "0.1", "--dump-step", "1,10",
                        "--out", "out")
        files = self.dumped(run)
        self.assertEqual({pathlib.Path(file).suffix for file in files}, {".hdf5"})
        self.assertIn("out/dominoes_step1_island0.hdf5", files)
        self.assertIn("out/dominoes_step10_island0.hdf5", files)
        for file in files:
            answer = self.json("solve", file)
            self.assertEqual(answer["status"], "solved", file)
            self.assertLessEqual(answer["residual"], answer["residual_bound"], file)

    def test_names_with_dots_keep_their_islands_apart(self):
        scene = self.scene_named("v1.2", bodies=[
            {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
            *({"name": f"box_{i}", "position": [3 * i, 0.5], "shapes": [{"box": {"size": [1, 1]}}]} for i in (0, 1))])
        files = self.dumped(self.json("run", scene, "--dump-step", "2", "--out", "out"))
        self.assertEqual(sorted(files), [f"out/v1.2_step2_island{i}.hdf5" for i in (0, 1)])

    def test_what_fclib_cannot_hold_is_json(self):
        run = self.json("run", "hello", "--law", "frictionless", "--duration", "0.01",
                        "--dump-step", "2", "--dump-dir", "problems", "--no-files")
        self.assertEqual(run["files"], ["problems/hello_step2_island0.json"])
        self.assertEqual(self.json("solve", run["files"][0])["status"], "solved")

    def test_unsolved_steps_are_dumped_and_named(self):
        """At most twenty: the run goes on, and may have thousands of them."""
        done = self.perpend("run", "stack_1e6", "--solver", "pgs", "--duration", "0.5", "--out", "out")
        files = sorted((self.folder / "out").glob("*_step*"))
        self.assertEqual(len(files), 20)
        for file in files:
            self.assertIn(f"out/{file.name}", done.stdout + done.stderr)
        self.assertEqual(self.json("solve", f"out/{files[0].name}")["status"], "solved")

    def test_a_step_that_fails_although_its_problems_are_solved_leaves_these(self):
        """Forces of 1e200 N are found; the energy of what they hold overflows."""
        scene = self.scene_named("heavy", gravity=[0, -1e200])
        files = self.dumped(self.json("run", scene, "--out", "out", expect=FAILED))
        self.assertEqual(files, ["out/heavy_step1_island0.hdf5"])
        self.assertEqual(self.json("solve", files[0])["status"], "solved")

    def test_a_step_that_fails_unsolved_names_its_problem(self):
        done = self.perpend("run", "stack_1e6", "--solver", "pgs", "--accepted-residual", "0", "--halvings", "0",
                            "--out", "out",
                            "--json", expect=FAILED)
        status = json.loads(done.stdout)["status"]
        self.assertRegex(status, r"^unsolved at t = 0\.01 s: .*; its problem is in out/stack_1e6_step1_island0\.hdf5$")
        self.assertIn(status, done.stderr)

    def test_steps_without_a_problem_and_steps_that_went_on(self):
        """A ball falls onto the ground in the seventh step."""
        scene = self.scene_named("falls", gravity=[0, 0], bodies=[
            {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
            {"name": "ball", "position": [0, 1.065], "velocity": [0, -1], "shapes": [{"disc": {"radius": 1}}]}],
            simulation={"duration": 0.1, "dt": 0.01})
        done = self.perpend("run", scene, "--dump-step", "8,1", "--dump-step", "7", "--dump-dir", "deep/er",
                            "--no-files",
                            expect=FAILED)
        self.assertIn("falls: --dump-step: step 1 has no contact and no limit at work (no file is written)",
                      done.stderr)
        self.assertEqual(sorted(path.name for path in (self.folder / "deep/er").iterdir()),
                         ["falls_step7_island0.hdf5"])

    def test_steps_that_are_not_there(self):
        done = self.perpend("run", "hello", "--duration", "0.01", "--dump-step", "99999",
                            "--out", "out", expect=FAILED)
        self.assertIn("the run has no step 99999", done.stderr)

    def test_refused(self):
        self.assertIn("--dump-dir", self.refused("run", "hello", "--no-files", "--dump-step", "1"))
        for wrong in ("0", "-3", "x"):
            self.refused("run", "hello", "--dump-step", wrong)
