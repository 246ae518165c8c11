#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a case of `perpend sweep` costs beside its steps: processes against Dask workers, one and
two of each, on the scene hello with few steps.

    python3 bench/sweep/overhead.py > bench/results/sweep.md"""
import contextlib
import os
import platform
import time

import perpend.sweep
import psutil
from distributed import Client, LocalCluster
from perpend.sweep import cluster, local
from perpend.sweep.case import run_case

CASES, RUNS = 400, 4
DURATIONS = (0.001, 0.02, 0.2)  # s; steps of 1 ms


def study(duration):
    return perpend.sweep.Study.from_dict({
        "scene": "hello", "duration": duration, "measure": {"x": "body('box').pos[0]"},
        "parameters": {"random": {"count": CASES, "seed": 1, "ranges": {"options.margin": [0.0, 1e-9]}}}})


def processor_time():
    """s, of this process and all it has started."""
    tree = [psutil.Process(), *psutil.Process().children(recursive=True)]
    total = 0.0
    for process in tree:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def seconds(rows):
    """(processor, wall) per row after the first, which comes alone: until then processes start."""
    for number, row in enumerate(rows):
        assert row["status"] == "ok", row
        if number == 0:
            start = processor_time(), time.perf_counter()
    return (processor_time() - start[0]) / (CASES - 1), (time.perf_counter() - start[1]) / (CASES - 1)


def alone(parts):
    plan = parts.plan()
    return seconds(run_case(plan, case) for case in parts.cases())


def processes(parts, workers):
    return seconds(local.run(parts.plan(), parts.cases(), workers))


def dask(parts, address):
    return seconds(cluster.run(parts.plan(), parts.cases(), address, None, {}))


@contextlib.contextmanager
def dask_workers(count):
    with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as made, Client(made):
        yield made.scheduler_address


def table():
    """Rows of (place, seconds() for each duration), the least of RUNS runs."""
    studies = [study(duration) for duration in DURATIONS]

    def best(measure):
        return [min(measure(parts) for _ in range(RUNS)) for parts in studies]
    yield "run_case() in a loop", best(alone)
    for count in (1, 2):
        yield f"processes, {count}", best(lambda parts: processes(parts, count))
    for count in (1, 2):
        with dask_workers(count) as address:
            yield f"Dask workers, {count}", best(lambda parts: dask(parts, address))


def main():
    rows = dict(table())
    print("# A case of a sweep, measured\n\n    python3 bench/sweep/overhead.py\n")
    print(f"Per case of {CASES} of the scene hello (ms): processor time of all processes, in brackets wall time; the "
          f"least of {RUNS} runs.\n")
    print(f"Host: {platform.machine()}, {len(os.sched_getaffinity(0))} cores, Python {platform.python_version()}, "
          f"load {os.getloadavg()[0]:.1f}\n")
    print("| on | " + " | ".join(f"{round(1e3 * d)} steps" for d in DURATIONS) + " |")
    print("|---|" + "---|" * len(DURATIONS))
    for place, times in rows.items():
        print(f"| {place} | " + " | ".join(f"{1e3 * cpu:.2f} ({1e3 * wall:.2f})" for cpu, wall in times) + " |")
    extra = [1e3 * (b[0] - a[0]) for a, b in zip(rows["processes, 1"], rows["Dask workers, 1"])]
    print("\nOne Dask worker takes more of the processor than one plain process: "
          + ", ".join(f"{each:.2f}" for each in extra) + " ms per case.")


if __name__ == "__main__":
    main()
