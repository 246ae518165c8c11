# SPDX-License-Identifier: Apache-2.0
"""perpend run stopped by Ctrl-C, SIGTERM and kill -9."""
import json
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
