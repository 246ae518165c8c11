# SPDX-License-Identifier: Apache-2.0
"""Runs a study: reads completed cases, runs the missing ones and writes the table."""
from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgument
from . import journal, local
from .progress import Progress
from .study import Study

if TYPE_CHECKING:
    import pyarrow


def run(study: Study | dict[str, Any] | str | os.PathLike[str], results: str | os.PathLike[str] | None = None, *,
        on: str = "local", workers: int | None = None, cluster: dict[str, Any] | None = None, progress: bool = False,
        page: bool = True) -> pyarrow.Table:
    """Returns the table (pyarrow.Table) of a study, and writes it to the file `results` (NAME.parquet beside the study
    file) with a page of plots beside it (NAME.html). Completed cases are not run again.

    on: "local" (processes; workers: all cores), "tcp://host:port" (a Dask scheduler), "slurm", "pbs", "lsf",
    "sge" (dask-jobqueue starts `workers` jobs with the options `cluster`) or "mpi" (under mpirun).
    Raises InputError if the study has faults or `results` belongs to another study, EngineMismatch
    if a worker has another build of Perpend."""
    from . import table as tables  # a worker needs no pyarrow

    study, results = opened(study, results)
    cases, identity = study.cases(), study.identity()
    folder = journal_folder(results)
    journal.refuse_writers(folder)
    rows = {**journal.read_rows(folder, identity), **tables.read_rows(results, identity, cases)}
    missing = [case for case in cases if case.key not in rows]
    if missing:
        rows |= _run_missing(study, missing, len(cases), folder, progress,
                             _source(on, workers, cluster or {}))
    table = tables.to_table(study, cases, rows)
    tables.write(table, results)
    journal.remove(folder)
    if page:
        from .page import write_page
        write_page(study, table, results.with_suffix(".html"))
    return table


def run_part(study: Study | dict[str, Any] | str | os.PathLike[str], part: int, parts: int,
             results: str | os.PathLike[str] | None = None, *, workers: int = 1, progress: bool = False) -> int:
    """Runs every parts-th case from the part-th on (1 to parts), as one job of an array; run() then
    collects them. Returns the number of cases that did not end "ok"."""
    if not 1 <= part <= parts:
        raise InvalidArgument(f"case must be i/N with 1 <= i <= N, got {part}/{parts}", "case", f"{part}/{parts}")
    study, results = opened(study, results)
    mine = study.cases()[part - 1::parts]
    folder, identity = journal_folder(results), study.identity()
    known = journal.read_rows(folder, identity)
    rows = {case.key: known[case.key] for case in mine if case.key in known}
    missing = [case for case in mine if case.key not in rows]
    rows |= _run_missing(study, missing, len(mine), folder, progress, _source("local", workers, {}),
                         f"{part}-of-{parts}")
    return sum(row["status"] != "ok" for row in rows.values())


def opened(study: Study | dict[str, Any] | str | os.PathLike[str], results: str | os.PathLike[str] | None = None
           ) -> tuple[Study, pathlib.Path]:
    """Returns the study, and the path of its table."""
    folder = pathlib.Path() if isinstance(study, (Study, dict)) else pathlib.Path(study).parent
    if not isinstance(study, Study):
        study = Study.from_dict(study) if isinstance(study, dict) else Study.load(study)
    table = pathlib.Path(results) if results else folder / f"{study.name}.parquet"
    if table.suffix in (".html", ".journal"):  # suffixes of files beside the table
        raise InvalidArgument(f"results: '{table}' ends in {table.suffix}, which is of the page or of the journal; "
                              "expected NAME.parquet", "results", str(table))
    return study, table


def journal_folder(results: pathlib.Path) -> pathlib.Path:
    return results.with_suffix(".journal")


def _source(on, workers, cluster):
    """Returns a function of (plan, cases) that yields rows."""
    if on == "local":
        return lambda plan, cases: local.run(plan, cases, workers)
    from . import cluster as clusters
    return lambda plan, cases: clusters.run(plan, cases, on, workers, cluster)


def _run_missing(study, missing, total, folder, progress, source, name="all"):
    """Returns key → row of the missing cases; each is written to the journal when it is completed."""
    bar = Progress(total, total - len(missing), shown=progress)
    lines, rows = journal.Journal(folder, name, study.identity()), {}
    try:
        for row in source(study.plan(), missing):
            if row["key"] in rows:
                continue
            lines.append(row)
            rows[row["key"]] = row
            bar.count(row)
    finally:
        lines.close()
    return rows
