# SPDX-License-Identifier: Apache-2.0
"""Shows a bar on stderr, or a line at every tenth if stderr is not a terminal."""
import sys
import time

WIDTH = 30


class Progress:
    def __init__(self, total: int, done: int, *, shown: bool):
        """done: number of cases completed by an earlier run."""
        self._total, self._done, self._first, self._failed = total, done, done, 0
        self._shown, self._tenth, self._drawn = shown, 0, 0.0
        self._start = time.monotonic()

    def count(self, row: dict) -> None:
        self._done += 1
        self._failed += row["status"] != "ok"
        if not self._shown:
            return
        if not sys.stderr.isatty():
            self._say_tenths()
        elif time.monotonic() - self._drawn > 0.1 or self._done == self._total:
            self._drawn = time.monotonic()
            filled = WIDTH * self._done // self._total
            bar = "█" * filled + "·" * (WIDTH - filled)
            print(f"\r{bar} {self._words()}\x1b[K", end="", file=sys.stderr, flush=True)
            if self._done == self._total:
                print(file=sys.stderr)

    def _say_tenths(self):
        tenth = 10 * self._done // self._total
        if tenth > self._tenth:
            self._tenth = tenth
            print(self._words(), file=sys.stderr, flush=True)

    def _words(self):
        rate = (self._done - self._first) / max(time.monotonic() - self._start, 1e-9)
        left = (self._total - self._done) / rate if rate else 0
        failed = f", {self._failed} failed" if self._failed else ""
        return f"{self._done}/{self._total} cases{failed}, {rate:.3g} per second, {left:.0f} s left"
