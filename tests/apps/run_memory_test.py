# SPDX-License-Identifier: Apache-2.0
"""What a run takes of memory and disk: bounded, and announced."""
import os

from cli import OK, Cli


class Memory(Cli):
    def peak(self, *arguments):
        """Largest resident set of one run, MB."""
        log = os.open(self.folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        child = os.posix_spawn(self.program, [str(self.program), "run", *arguments],
                               self.environment, file_actions=[
                                   (os.POSIX_SPAWN_DUP2, log, 1), (os.POSIX_SPAWN_DUP2, log, 2)])
        os.close(log)
        _, status, usage = os.wait4(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), OK,
                         (self.folder / "log").read_text(encoding="utf-8"))
        return usage.ru_maxrss / 1024

    def test_memory_does_not_grow_with_the_run(self):
        """Ten times the steps. All rows in memory would be 60 000 of about 1 kB more."""
        out = str(self.folder / "out")
        with_files = [self.peak("incline", "--duration", duration, "--dt", "0.01", "--out", out)
                      for duration in ("100", "1000")]
        self.assertLess(with_files[1] - with_files[0], 12, with_files)
        without = [self.peak("incline", "--duration", duration, "--dt", "0.01", "--no-files")
                   for duration in ("100", "1000")]
        self.assertLess(without[1] - without[0], 4, without)

    def test_a_large_recording_is_announced(self):
        process = self.start("incline", "--duration", "3600")
        words = (self.folder / "stderr").read_text(encoding="utf-8")
        self.assertRegex(words, r"out/run.h5: about [\d.]+ GB when all \d+ steps are recorded")
        self.assertIn("record_every", words)
        process.kill()
        self.assertNotIn("GB", self.perpend("run", "hello", "--out", "small").stderr)

    def test_the_announced_size_is_that_of_the_file(self):
        done = self.perpend("run", "incline", "--duration", "1500", "--dt", "0.01", "--out", "out")
        announced = float(done.stderr.split("about ")[1].split(" GB")[0])
        size = (self.folder / "out/run.h5").stat().st_size * 1e-9
        self.assertLess(abs(announced - size), 0.1 * size)
