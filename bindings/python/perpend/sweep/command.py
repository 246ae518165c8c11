# SPDX-License-Identifier: Apache-2.0
"""`perpend sweep`. Exit codes are those of `perpend run`: 0 ok, 1 a case failed, 2 usage, bad input,
a file or a cluster that is not available, 130 interrupted."""
import argparse
import sys

from ..errors import InputError, InvalidArgument
from .engine import EngineMismatch
from .run import journal_folder, opened, run, run_part


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if options.on == "mpi" and not options.check:
            from .cluster import under_mpi
            return under_mpi(lambda: _sweep(options)) or 0
        return _sweep(options)
    except (InputError, InvalidArgument, EngineMismatch) as error:
        print(error, file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"{error}: pip install 'perpend[sweep]', and 'perpend[cluster]' for --on", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"perpend sweep: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted; the same command goes on from here.", file=sys.stderr)
        return 130


def _parser():
    parser = argparse.ArgumentParser(prog="perpend sweep", description="Run a study: a scene under many parameters")
    parser.add_argument("study", help="study file (docs/sweep.md)")
    parser.add_argument("--results", help="Parquet table; default: NAME.parquet beside the study")
    parser.add_argument("--on", default="local",
                        help="local (default), tcp://host:port (a Dask scheduler), slurm, pbs, lsf, sge, mpi")
    parser.add_argument("--workers", type=_positive, help="processes (default: all cores) or jobs of a cluster")
    parser.add_argument("--cluster", action="append", default=[], type=_pair, metavar="KEY=VALUE",
                        help="option of the dask-jobqueue cluster, such as queue=short or walltime=01:00:00")
    parser.add_argument("--case", type=_part, metavar="i/N",
                        help="only every Nth case from the ith on, as one job of an array; without it, the rows of "
                             "all jobs become the table")
    parser.add_argument("--check", action="store_true", help="check the study, say how many cases it has")
    parser.add_argument("--no-page", action="store_true", help="write no NAME.html")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


def _positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"needs a whole number from 1 on, not {text}")
    return int(text)


def _pair(text):
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"needs KEY=VALUE, not {text}")
    return key, value


def _part(text):
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"needs i/N with 1 <= i <= N, not {text}")
    return int(part), int(parts)


def _sweep(options):
    study, results = opened(options.study, options.results)
    if options.check:
        print(f"{study.name}: {len(study.cases())} cases of {', '.join(study.columns())}")
        return 0
    progress = not options.quiet
    if options.case:
        part, parts = options.case
        failed = run_part(study, part, parts, results, workers=options.workers or 1, progress=progress)
        print(f"rows of part {part} of {parts} are in {journal_folder(results)}")
        return 1 if failed else 0
    table = run(study, results, on=options.on, workers=options.workers, cluster=dict(options.cluster),
                progress=progress, page=not options.no_page)
    return _summary(table, results, options.no_page)


def _summary(table, results, no_page):
    statuses = table["status"].to_pylist()
    failed = [(case, status, message) for case, status, message in
              zip(table["case"].to_pylist(), statuses, table["message"].to_pylist()) if status != "ok"]
    print(f"{len(statuses)} cases, {len(failed)} failed: {results}"
          + ("" if no_page else f", {results.with_suffix('.html')}"))
    for case, status, message in failed[:5]:
        print(f"  case {case}: {status}: {message}")
    return 1 if failed else 0
