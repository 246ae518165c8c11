# SPDX-License-Identifier: Apache-2.0
"""The folder of a run: named by the scene, and one run's at a time."""
import shutil
import signal
import subprocess

from cli import ENDLESS, INTERRUPTED, Cli, USAGE


class Named(Cli):
    NAMES = ("../../escaped", "..", ".", "a/b/../../../c", "a\\b", ".hidden", " ", "n" * 300, "µ" * 300, "C:x", "a" * 99 + "é")

    def setUp(self):
        super().setUp()
        self.around, self.folder = self.folder, self.folder / "a/b"
        self.folder.mkdir(parents=True)

    def test_a_downloaded_scene_writes_into_its_own_folder(self):
        for name in (*self.NAMES, str(self.around / "absolute")):
            with self.subTest(repr(name)):
                scene = self.scene_named(name)
                before = set(self.around.rglob("*"))
                for arguments in (("run", "--csv", "--dump-step", "1"),
                                  ("compare", "--laws", "cone")):
                    self.perpend(arguments[0], scene, *arguments[1:])
                written = set(self.around.rglob("*")) - before - {self.folder / "runs"}
                folders = {path.relative_to(self.folder / "runs").parts[0] for path in written}
                self.assertEqual(len(folders), 1, written)
                self.assertNotIn(folders.pop(), (".", ".."))
                shutil.rmtree(self.folder / "runs")

    def test_names_that_cannot_be_printed_are_refused_with_their_line(self):
        for name in ("x\u0000y", "line\nbreak", "\u001b[2J", "\u202ex", ""):
            for verb in ("run", "check", "compare"):
                self.assertRegex(self.refused(verb, self.scene_named(name)), r"named.json:1: name: (has control|is empty)")

    def test_a_resumed_scene_too(self):
        self.perpend("run", self.scene_named("../../escaped"), "--out", "out")
        self.perpend("run", "--resume", "out", "--duration", "0.1")
        self.assertEqual([path.name for path in (self.folder / "runs").iterdir()], ["___.._escaped"])


class Shared(Cli):
    def test_a_second_run_is_refused_by_name_and_the_first_goes_on(self):
        first = self.start("discs", "--duration", ENDLESS)
        for arguments in (("hello", "--out", "out"), ("--resume", "out", "--out", "out"),
                          ("hello", "--out", "./out/../out")):
            words = self.refused("run", *arguments)
            self.assertIn("out: ", words)
            self.assertIn("choose another --out", words)
        self.assertIn(f"another run (process {first.pid}) writes there",
                      self.refused("run", "hello", "--out", "out"))
        self.perpend("run", "hello", "--out", "other")
        first.send_signal(signal.SIGINT)
        self.assertEqual(first.wait(timeout=120), INTERRUPTED)
        self.perpend("run", "hello", "--out", "out")

    def test_a_killed_run_leaves_no_lock(self):
        first = self.start("discs", "--duration", ENDLESS)
        first.kill()
        first.wait()
        self.perpend("run", "hello", "--out", "out")

    def test_runs_that_start_at_once_are_one_run(self):
        """Of eight, those that ran wrote whole recordings; the others say why not."""
        runs = [subprocess.Popen([self.program, "run", "hello", "--out", "out"], cwd=self.folder,
                                 env=self.environment, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE) for _ in range(8)]
        codes = []
        for run in runs:
            _, words = run.communicate(timeout=300)
            codes.append(run.returncode)
            self.assertEqual("writes there" in words, run.returncode == USAGE, words)
        self.assertIn(0, codes)
        self.assertLessEqual(set(codes), {0, USAGE})
        self.assertEqual({path.name for path in (self.folder / "out").iterdir()},
                         {"run.h5", "last_state.h5", "frames.svg", "run.html"})

    def test_a_snapshot_alone_is_continued_in_its_own_folder(self):
        """With a recording beside it that is the run which it continues, whatever it is called."""
        self.perpend("run", "discs", "--duration", "1", "--out", "out")
        (self.folder / "alone").mkdir()
        shutil.copy(self.folder / "out/last_state.h5", self.folder / "alone/saved.h5")
        words = ("run", "--resume", "alone/saved.h5", "--out", "alone", "--duration")
        self.perpend(*words, "1.5")
        before = (self.folder / "alone/run.h5").read_bytes()
        self.assertIn("alone: holds the run that is continued (choose another --out)", self.refused(*words, "2"))
        self.assertEqual((self.folder / "alone/run.h5").read_bytes(), before)

    def test_a_continued_run_writes_over_nothing(self):
        self.perpend("run", "discs", "--duration", "1", "--out", "out")
        before = (self.folder / "out/run.h5").read_bytes()
        for source in ("out", "out/run.h5", "out/last_state.h5"):
            words = self.refused("run", "--resume", source, "--duration", "2", "--out", "out/")
            self.assertIn("holds the run that is continued", words)
        self.assertEqual(before, (self.folder / "out/run.h5").read_bytes())
        done = self.perpend("run", "--resume", "out", "--duration", "2")
        self.assertIn("runs/discs/from_step_", done.stdout)
        again = next((self.folder / "runs/discs").iterdir())
        self.perpend("run", "--resume", again, "--duration", "3")
        self.assertEqual(len(list((self.folder / "runs/discs").iterdir())), 2)
