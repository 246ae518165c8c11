# SPDX-License-Identifier: Apache-2.0
"""Runs cases on the cores of this machine, with one process per core."""
from __future__ import annotations

import os
import pickle
import selectors
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator

from .case import Case, Plan, failed

#: Number of times that the process of a case may die before its row says so.
ATTEMPTS = 3


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


class _Worker:
    """A process and its current case."""

    def __init__(self, plan: Plan):
        # Each process has one core, so libraries need no threads.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p or "." for p in sys.path),
                       "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        # Only the process that started the sweep receives Ctrl-C; it ends its workers.
        self.process = process = subprocess.Popen([sys.executable, "-m", "perpend.sweep.worker"], env=environment,
                                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                  start_new_session=True)
        assert process.stdin and process.stdout, "both are pipes"
        self.stdin, self.stdout = process.stdin, process.stdout
        self.case: Case | None = None
        self._send(plan)

    def give(self, case: Case):
        self.case = case
        self._send(case)

    def take(self):
        """Returns the row, or None if the process has died. Raises the exceptions of run_case()."""
        try:
            answer = pickle.load(self.stdout)
        except (EOFError, pickle.UnpicklingError):
            return None
        if isinstance(answer, Exception):
            raise answer
        self.case = None
        return answer

    def _send(self, what):
        try:
            pickle.dump(what, self.stdin)
            self.stdin.flush()
        except BrokenPipeError:
            pass  # take() detects that the process has died

    def end(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.stdin, self.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass  # bytes not sent to a dead process


def run(plan: Plan, cases: list[Case], workers: int | None = None) -> Iterator[dict]:
    """Yields rows as they are completed. A process that dies is replaced and its case tried again."""
    pool = _Pool(plan, cases)
    try:
        for _ in range(min(workers or cores(), len(cases))):
            pool.start()
        yield from pool.rows()
    finally:
        pool.end()


class _Pool:
    """Processes with one case each, and the waiting cases."""

    def __init__(self, plan, cases):
        self._plan, self._waiting = plan, deque(cases)
        self._deaths: Counter[str] = Counter()
        self._selector = selectors.DefaultSelector()

    def start(self):
        worker = _Worker(self._plan)
        worker.give(self._waiting.popleft())
        self._selector.register(worker.stdout, selectors.EVENT_READ, worker)

    def rows(self):
        while self._selector.get_map():
            for ready, _ in self._selector.select():
                row = self._row_of(ready.data)
                if row:
                    yield row

    def end(self):
        for ready in list(self._selector.get_map().values()):
            self._finish(ready.data)

    def _row_of(self, worker):
        row = worker.take()
        if row is None:
            return self._after_death(worker)
        if self._waiting:
            worker.give(self._waiting.popleft())
        else:
            self._finish(worker)
        return row

    def _after_death(self, worker):
        """Returns the row of a case that has cost too many processes, else None."""
        case = worker.case
        self._finish(worker)
        self._deaths[case.key] += 1
        hopeless = self._deaths[case.key] == ATTEMPTS
        if not hopeless:
            self._waiting.appendleft(case)
        if self._waiting:
            self.start()
        return failed(case, "crashed", f"its process died {ATTEMPTS} times") if hopeless else None

    def _finish(self, worker):
        self._selector.unregister(worker.stdout)
        worker.end()
