# SPDX-License-Identifier: Apache-2.0
"""perpend run stopped by Ctrl-C, SIGTERM and kill -9."""
import json
import shutil
import signal
import time
import unittest

from cli import ENDLESS, INTERRUPTED, Cli

try:
    import h5py
    import numpy
except ImportError:
    h5py = None


class Interrupted(Cli):
    def test_ctrl_c_ends_with_table_and_files_to_resume(self):
        process = self.start("discs", "--duration", ENDLESS)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), INTERRUPTED)
        run = json.loads((self.folder / "stdout").read_text(encoding="utf-8"))
        words = (self.folder / "stderr").read_text(encoding="utf-8")
        self.assertEqual(run["status"], "interrupted")
        self.assertEqual(run["time_s"], run["simulated_s"])
        self.assertAlmostEqual(run["time_s"], run["steps"] * run["dt"], places=6)
        self.assertIn("worst residual", words)
        self.assertIn(f"interrupted at t = {run['time_s']:.6g} s\n", words)
        for name in ("run.h5", "last_state.h5", "run.html"):
            self.assertIn(f"out/{name}", run["files"])

        further = f"{run['simulated_s'] + 5:.6f}"
        resumed = self.json("run", "--resume", "out/last_state.h5", "--duration", further,
                            "--no-files")
        self.assertEqual(resumed["steps"], round(5 / run["dt"]))
        self.assertEqual(resumed["status"], "ok")
        self.assertAlmostEqual(resumed["time_s"], float(further), delta=run["dt"])
        self.assertEqual(resumed["hash"], self.hash("discs", "--duration", further))

    @unittest.skipUnless(h5py, "needs h5py")
    def test_the_recording_of_an_interrupted_run_ends_at_the_time_told(self):
        process = self.start("discs", "--duration", ENDLESS)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), INTERRUPTED)
        run = json.loads((self.folder / "stdout").read_text(encoding="utf-8"))
        self.assertEqual(self.rows(), run["steps"] + 1)
        with h5py.File(self.folder / "out/run.h5", "r") as file:
            self.assertEqual(file["time"][-1], run["time_s"])

    def test_an_interrupted_run_goes_on_to_the_end_it_was_asked_for(self):
        process = self.start("discs", "--duration", "60")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), INTERRUPTED)
        first = json.loads((self.folder / "stdout").read_text(encoding="utf-8"))
        again = self.json("run", "--resume", "out", "--no-files")
        self.assertGreater(again["steps"], 0)
        self.assertAlmostEqual(again["time_s"], 60, places=6)
        self.assertAlmostEqual(again["simulated_s"], 60 - first["time_s"], places=6)
        self.assertEqual(again["hash"], self.hash("discs", "--duration", "60"))

    def test_sigterm_and_a_closed_terminal_end_alike(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            process = self.start("incline", "--duration", ENDLESS)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=120), INTERRUPTED)
            self.assertTrue((self.folder / "out/run.html").is_file())
            shutil.rmtree(self.folder / "out")

    def test_nohup_runs_on(self):
        old = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup sets it, and children keep
        self.addCleanup(signal.signal, signal.SIGHUP, old)
        process = self.start("incline", "--duration", ENDLESS)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())

    @unittest.skipUnless(h5py, "needs h5py")
    def test_a_killed_run_goes_on_from_its_last_snapshot(self):
        """With the bits of a run that nobody killed, however it is named."""
        process = self.start("discs", "--duration", ENDLESS, "--snapshot-every", "0.1")
        first = (self.folder / "out/last_state.h5").stat().st_ino
        deadline = time.monotonic() + 120
        while (self.folder / "out/last_state.h5").stat().st_ino == first:
            self.assertLess(time.monotonic(), deadline, "no snapshot follows the first")
            time.sleep(0.01)
        process.kill()
        process.wait()
        shutil.copy(self.folder / "out/run.h5", self.folder / "elsewhere.h5")
        with h5py.File(self.folder / "out/last_state.h5", "r") as file:
            further = str(file.attrs["time"] + 1)
        dt = self.json("run", "--resume", "out", "--duration", further)["dt"]
        folder = next((self.folder / "runs/discs").iterdir())  # named by the step of the snapshot
        step = int(folder.name.removeprefix("from_step_"))
        self.assertGreater(step, 0)
        further = str((step + 50) * dt)
        for source in ("out", "out/run.h5", "out/last_state.h5"):
            resumed = self.json("run", "--resume", source, "--duration", further, "--no-files")
            self.assertEqual(resumed["steps"], 50)
            self.assertEqual(resumed["hash"], self.hash("discs", "--duration", further))
        shutil.rmtree(self.folder / "runs")
        self.assertIn("last_state.h5: does not exist", self.refused("run", "--resume", "elsewhere.h5"))

    def test_snapshots_of_an_earlier_run_are_not_taken_for_this_ones(self):
        self.perpend("run", "hello", "--out", "out")
        process = self.start("discs", "--duration", ENDLESS, "--snapshot-every", "0")
        process.kill()
        process.wait()
        resumed = self.json("run", "--resume", "out", "--duration", "1", "--no-files")
        self.assertEqual(resumed["scene"], "discs")
        self.assertAlmostEqual(resumed["simulated_s"], 1, places=9)

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
