# SPDX-License-Identifier: Apache-2.0
"""The line that a terminal shows while a run goes on."""
import os
import pty
import re
import subprocess

from cli import OK, Cli

SHOWN = re.compile(r"\r\[(#*)(\.*)\] +(\d+) %  (\d+) s left  (.*?)\x1b\[K")


class Bar(Cli):
    def shown(self, *words):
        """What a terminal takes on stderr, and what stands on stdout."""
        own, other = pty.openpty()
        with open(self.folder / "stdout", "w", encoding="utf-8") as out, \
             subprocess.Popen([self.program, *words], cwd=self.folder, env=self.environment, stdout=out,
                              stderr=other) as process:
            os.close(other)
            text = b""
            try:
                while part := os.read(own, 65536):
                    text += part
            except OSError:  # as the other side is closed
                pass
            self.assertEqual(process.wait(timeout=120), OK, text)
        os.close(own)
        return text.decode(), (self.folder / "stdout").read_text(encoding="utf-8")

    def lines(self, *words):
        """Of a run so long that some are drawn; how long it is, and all that is shown."""
        for duration in (400 * 4**n for n in range(8)):
            text, out = self.shown(*words, "--duration", str(duration))
            if len(lines := SHOWN.findall(text)) > 3:
                self.assertTrue(text.endswith("\r\x1b[K"))
                return lines, duration, out
        raise self.failureException("nothing is drawn")

    def assert_bar(self, lines):
        shares = [int(percent) for _, _, percent, _, _ in lines]
        self.assertEqual(shares, sorted(shares))
        for full, empty, percent, left, _ in lines:
            self.assertEqual(len(full) + len(empty), 30)
            self.assertLess(abs(len(full) - 0.3 * int(percent)), 1.2)
            # Nothing is drawn in the first tenth of a second.
            self.assertGreater(int(left) + 0.5, 0.1 * (99.5 - int(percent)) / (int(percent) + 0.5))

    def test_a_run_tells_where_it_is(self):
        lines, duration, _ = self.lines("run", "incline", "--dt", "0.01", "--no-files")
        self.assert_bar(lines)
        for _, _, percent, _, note in lines:
            time = float(re.fullmatch(r"t = (\S+) s, \d+ contacts, \S+ ms/step", note)[1])
            self.assertLess(abs(100 * time / duration - int(percent)), 1.1)

    def test_what_is_not_for_a_terminal_has_no_bar(self):
        done = self.perpend("run", "incline", "--duration", "2000", "--no-files")
        self.assertEqual(done.stderr, "")

    def test_a_comparison_tells_the_runs_that_ended(self):
        lines, duration, out = self.lines("compare", "incline", "--laws", "cone,box", "--dt", "0.01,0.02", "--no-files",
                                          "--threads", "1")
        self.assert_bar(lines)
        for *_, note in lines:
            self.assertRegex(note, "^[0-5] of 5 runs$")
        self.assertIn(f"4 runs of {duration} s", out)
