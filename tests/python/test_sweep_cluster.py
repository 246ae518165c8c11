# SPDX-License-Identifier: Apache-2.0
"""perpend.sweep on Dask, under MPI and on Slurm; each part is skipped where its software is missing."""
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import perpend
import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
import perpend.sweep  # noqa: E402
from perpend.sweep import cluster  # noqa: E402
from sweep_study import python, study, sweep  # noqa: E402

MANY = {"grid": {"mu": [0.3, 0.6], "speed": {"from": 1, "to": 3, "count": 30}}}


@contextlib.contextmanager
def scheduler(folder, workers, **options):
    """Address of a scheduler with workers in processes of their own, and those processes."""
    processes = [python("-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
                        "--scheduler-file", folder / "scheduler.json", cwd=folder, stderr=subprocess.DEVNULL)]
    try:
        address = address_in(folder / "scheduler.json")
        processes += [worker(address, folder, **options) for _ in range(workers)]
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def address_in(file):
    """Once the scheduler has written it."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError):
            return json.loads(file.read_text())["address"]
        time.sleep(0.1)
    raise TimeoutError("the scheduler did not start")


def worker(address, folder, **options):
    return python("-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard", "--nthreads", "1",
                  "--local-directory", folder, cwd=folder, stderr=subprocess.DEVNULL, **options)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("local") / "boxes.parquet"
    perpend.sweep.run(study(parameters=MANY), path, workers=2)
    return path


def test_a_cluster_writes_the_same_bytes_as_local_processes(table, tmp_path):
    with scheduler(tmp_path, 3) as (address, _):
        perpend.sweep.run(study(parameters=MANY), tmp_path / "boxes.parquet", on=address)
    assert (tmp_path / "boxes.parquet").read_bytes() == table.read_bytes()


def test_workers_that_are_killed_lose_nothing_and_repeat_nothing(table, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "BATCH", 2)
    rows = []
    with scheduler(tmp_path, 3) as (address, workers):
        parts = perpend.sweep.Study.from_dict(study(parameters=MANY))
        late = []
        for row in cluster.run(parts.plan(), parts.cases(), address, None, {}):
            rows.append(row)
            if len(rows) in (5, 20):
                workers.pop().kill()
            if len(rows) == 20:
                late.append(worker(address, tmp_path))
        for process in late:
            process.kill()
            process.communicate()
    assert sorted(row["key"] for row in rows) == sorted(case.key for case in parts.cases())
    assert {row["status"] for row in rows} == {"ok"}


def test_a_batch_that_kills_workers_is_taken_apart():
    killed, parts = distributed.KilledWorker("task", None, 3), perpend.sweep.Study.from_dict(study())
    cases, again = parts.cases()[:3], []
    assert cluster._after_loss(cases, killed, again.append) == []
    assert again == [[case] for case in cases]
    row, = cluster._after_loss(cases[:1], killed, again.append)
    assert row["status"] == "crashed" and "worker died 4 times" in row["message"]


def another_build(folder):
    """A copy of the package whose compiled library differs in its last byte."""
    shutil.copytree(pathlib.Path(perpend.__file__).parent, folder / "perpend",
                    ignore=shutil.ignore_patterns("bin", "share", "__pycache__"))
    library, = (folder / "perpend").glob("_core*.so")
    library.write_bytes(library.read_bytes() + b"\0")
    return str(folder)


def test_a_worker_of_another_build_is_refused(tmp_path):
    path = os.pathsep.join([another_build(tmp_path), *sys.path])
    with scheduler(tmp_path, 1) as (address, _):
        stranger = worker(address, tmp_path, env={"PYTHONPATH": path})
        try:
            with distributed.Client(address) as client:
                client.wait_for_workers(2, timeout=120)
            with pytest.raises(perpend.sweep.EngineMismatch, match=r"needs perpend .*\n  tcp://.* has "):
                perpend.sweep.run(study(), tmp_path / "boxes.parquet", on=address)
        finally:
            stranger.kill()
            stranger.communicate()
    assert not (tmp_path / "boxes.parquet").exists()


def test_a_worker_that_comes_late_refuses_by_itself():
    from dataclasses import replace

    from perpend.sweep.case import run_case
    parts = perpend.sweep.Study.from_dict(study())
    with pytest.raises(perpend.sweep.EngineMismatch, match="0.0.9"):
        run_case(replace(parts.plan(), engine="0.0.9+0"), parts.cases()[0])


def test_two_ranks_of_mpi_write_the_same_bytes(table, tmp_path):
    pytest.importorskip("dask_mpi", reason="dask-mpi is not installed")
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    beside = pathlib.Path(sys.executable).parent / "mpirun"
    mpirun = str(beside) if beside.exists() else shutil.which("mpirun")
    if not mpirun:
        pytest.skip("mpirun is not installed")
    file = tmp_path / "boxes.json"
    file.write_text(json.dumps(study(parameters=MANY)))
    process = python("-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))", mpirun, "-n", "2",
                     sys.executable, "-m", "perpend", "sweep", file, "--on", "mpi", "--quiet",
                     env={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    _, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    assert (tmp_path / "boxes.parquet").read_bytes() == table.read_bytes()


def test_jobs_of_slurm_start_workers_of_this_package():
    jobqueue = pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is not installed")
    options = cluster._typed({"queue": "short", "walltime": "00:10:00", "cores": "4"})
    with jobqueue.SLURMCluster(**options, n_workers=0) as made:
        script = made.job_script()
    assert "#SBATCH -p short" in script and "--cpus-per-task=4" in script and "dask" in script


def test_a_slurm_of_one_node_writes_the_same_bytes(table, tmp_path):
    if not shutil.which("sbatch") or subprocess.run(["sinfo"], capture_output=True, check=False).returncode != 0:
        pytest.skip("no Slurm answers here (scripts/with_slurm.sh starts one)")
    file = tmp_path / "boxes.json"
    file.write_text(json.dumps(study(parameters=MANY)))
    code, _, err = sweep(file, "--on", "slurm", "--workers", "2", "--cluster", "memory=500MB", timeout=300)
    assert code == 0, err
    assert (tmp_path / "boxes.parquet").read_bytes() == table.read_bytes()


def test_an_unknown_place_is_named(tmp_path):
    with pytest.raises(perpend.InvalidArgument, match="moon"):
        perpend.sweep.run(study(), tmp_path / "boxes.parquet", on="moon")


def test_a_scheduler_that_is_not_there_is_said_so(tmp_path):
    file = tmp_path / "boxes.json"
    file.write_text(json.dumps(study()))
    with socket.socket() as bound:  # nobody listens there
        bound.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{bound.getsockname()[1]}"
        process = python("-m", "perpend", "sweep", file, "--on", address,
                         env={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"})
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2 and f"perpend sweep: Timed out trying to connect to {address}" in err
