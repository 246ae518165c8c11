# SPDX-License-Identifier: Apache-2.0
"""Runs cases on a cluster, through Dask: its scheduler places, moves and repeats them."""
from __future__ import annotations

import contextlib
import logging
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from distributed import Client, KilledWorker, as_completed

from ..errors import InvalidArgument
from .case import Case, Plan, failed, run_case
from .engine import EngineMismatch, engine

#: Work of one task, s, which makes Dask's overhead per task small in comparison.
BATCH_TIME = 0.5
#: Largest number of cases in a task.
BATCH = 64
#: Submitted tasks per thread of the cluster: none idles, and few are lost with a worker.
AHEAD = 3
QUEUES = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "lsf": "LSFCluster", "sge": "SGECluster"}


def run(plan: Plan, cases: list[Case], on: str, workers: int | None, options: dict) -> Iterator[dict]:
    """Yields rows as they are completed. Dask runs the cases of a lost worker again; a case that loses several
    workers gives a row that says so."""
    with _client(on, workers, options) as client:
        client.wait_for_workers(1)
        _check_workers(client, plan)
        yield from _rows(client, plan, cases)


def under_mpi(function):
    """Calls the function on one rank, with the other ranks as its scheduler and workers (dask-mpi); two ranks are
    enough. Returns its result on that rank, None elsewhere."""
    from dask_mpi import execute

    outcome: list[tuple[Any, BaseException | None]] = []

    def client():
        # An error here would leave the other ranks waiting, so it is raised once they have ended.
        try:
            outcome.append((function(), None))
        except BaseException as error:
            outcome.append((None, error))

    # Otherwise every rank logs every connection.
    logging.getLogger("distributed").setLevel(logging.ERROR)
    execute(client, exclusive_workers=False, dashboard=False, local_directory=tempfile.gettempdir())
    result, error = outcome[0] if outcome else (None, None)
    if error:
        raise error
    return result


@contextlib.contextmanager
def _client(on, workers, options):
    if on.startswith(("tcp://", "tls://", "ucx://", "inproc://")):
        with Client(on) as client:
            yield client
    elif on == "mpi":
        with Client() as client:  # dask-mpi has told Dask where its scheduler is
            yield client
    elif on in QUEUES:
        import dask_jobqueue
        with getattr(dask_jobqueue, QUEUES[on])(**_typed(options)) as cluster, Client(cluster) as client:
            cluster.scale(jobs=workers or 1)
            yield client
    else:
        raise InvalidArgument(f"on must be local, tcp://host:port, mpi or one of {', '.join(QUEUES)}, got {on}",
                              "on", on)


def _typed(options):
    """Returns the options with numbers converted and defaults: one core and 2 GB per job."""
    numbers = {key: int(value) for key, value in options.items() if str(value).isdecimal()}
    return {"cores": 1, "memory": "2GB", **options, **numbers}


def _check_workers(client, plan):
    """Raises EngineMismatch naming every worker of another build, before a case is run. Workers that come
    later refuse by themselves (run_case)."""
    strange = [f"  {worker} has {found}" for worker, found in
               client.run(engine, on_error="return").items() if found != plan.engine]
    if strange:
        raise EngineMismatch("\n".join([f"this sweep needs perpend {plan.engine}", *strange]))


def _run_batch(plan, cases):
    """Runs on a worker: returns the rows and the seconds they took."""
    start = time.perf_counter()
    return [run_case(plan, case) for case in cases], time.perf_counter() - start


def _rows(client, plan, cases):
    tasks = _Tasks(client, plan, cases)
    tasks.fill()
    for future in tasks.running:
        yield from tasks.rows_of(future)
        tasks.fill()


class _Tasks:
    """The running batches of cases, and the waiting cases."""

    def __init__(self, client, plan, cases):
        self._client, self._plan, self._waiting = client, plan, deque(cases)
        self._threads, self._size, self._batches = 1, 1, {}
        self.running = as_completed()

    def fill(self):
        self._threads = sum(self._client.nthreads().values()) or self._threads
        while self._waiting and len(self._batches) < AHEAD * self._threads:
            self.submit([self._waiting.popleft() for _ in range(min(self._size, len(self._waiting)))])

    def submit(self, batch):
        # Every call is a task of its own: no result comes from Dask's cache.
        future = self._client.submit(_run_batch, self._plan, batch, pure=False)
        self._batches[future.key] = batch
        self.running.add(future)

    def rows_of(self, future):
        """Returns the rows of a task that has ended. Raises the exceptions of run_case()."""
        batch = self._batches.pop(future.key)
        try:
            # Waits again if the result was lost with its worker after it was announced.
            rows, seconds = future.result()
        except KilledWorker as error:
            return _after_loss(batch, error, self.submit)
        fair = -(-len(self._waiting) // self._threads)
        wanted = int(BATCH_TIME * len(batch) / max(seconds, 1e-9))
        self._size = max(1, min(BATCH, fair, wanted))
        return rows


def _after_loss(batch, error, submit):
    """Splits a batch that lost several workers into its cases, to find the one that caused it."""
    if len(batch) == 1:
        return [failed(batch[0], "crashed", f"its worker died {error.allowed_failures + 1} times")]
    for case in batch:
        submit([case])
    return []
