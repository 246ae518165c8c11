# SPDX-License-Identifier: Apache-2.0
"""The results: one Parquet table, with one row per case in the order of the study."""
from __future__ import annotations

import json
import os
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InputError
from .case import CERTIFICATE
from .journal import refuse_another

_RESULT = [("status", pa.string()), ("message", pa.string()), ("time", pa.float64()), ("hash", pa.string())]


def to_table(study, cases, rows: dict[str, dict]) -> pa.Table:
    """Returns the table. rows: key → row; every case needs its row. Metadata: the study's name and identity."""
    done = [rows[case.key] for case in cases]
    identity = study.identity()
    columns = {"case": pa.array([case.index for case in cases], pa.int64()),
               "repeat": pa.array([case.repeat for case in cases], pa.int64()),
               "key": pa.array([case.key for case in cases])}
    columns |= {name: _column([case.values[name] for case in cases]) for name in study.columns()}
    columns |= {name: pa.array([row.get(name) for row in done], kind) for name, kind in _RESULT}
    columns |= {f"measure.{name}": pa.array([(row.get("measured") or {}).get(name) for row in done], _kind_of(spec))
                for name, spec in study.measures.items()}
    columns |= {f"certificate.{name}": pa.array([(row.get("certificate") or {}).get(name) for row in done],
                                                pa.float64()) for name in CERTIFICATE}
    columns |= {name: pa.array([identity[name]] * len(cases)).dictionary_encode() for name in ("engine", "scene")}
    metadata = {"perpend.study": study.name, "perpend.identity": json.dumps(identity, sort_keys=True)}
    return pa.table(columns).replace_schema_metadata(metadata)


def write(table: pa.Table, path: pathlib.Path) -> None:
    """Writes the table and moves it into place at once, so that the file is either the old or the new one."""
    beside = path.with_name(path.name + ".new")
    pq.write_table(table, beside, compression="zstd")
    os.replace(beside, path)


def read_rows(path: pathlib.Path, identity: dict, cases) -> dict[str, dict]:
    """Returns key → row of an earlier table. Raises InputError if it is not a table, belongs to another study, or
    holds cases that this study does not have."""
    if not path.exists():
        return {}
    try:
        table = pq.read_table(path)
        found = json.loads(table.schema.metadata[b"perpend.identity"])
    except (pa.ArrowInvalid, KeyError, TypeError, ValueError, FileNotFoundError):  # not found: it is a device
        raise InputError(f"{path}: is no table of results") from None
    refuse_another(found, identity, path)
    rows = {row["key"]: _row(row) for row in table.to_pylist()}
    if strange := rows.keys() - {case.key for case in cases}:
        raise InputError(f"{path}: holds {len(strange)} cases that this study does not have; name another file "
                         "with --results or remove this one")
    return rows


def _row(flat):
    """Returns a row in the form of run_case()."""
    def part(prefix):
        return {name.removeprefix(prefix): value for name, value in flat.items() if name.startswith(prefix)}
    row = {name: flat[name] for name in ("key", *(name for name, _ in _RESULT))}
    return {**row, "measured": part("measure."), "certificate": part("certificate.")}


def _column(values):
    """Returns a column: numbers as float64, true and false as they are, anything else as text."""
    if all(isinstance(each, bool) for each in values):
        return pa.array(values, pa.bool_())
    if all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in values):
        return pa.array([float(each) for each in values], pa.float64())
    return pa.array([each if isinstance(each, str) else json.dumps(each) for each in values], pa.string())


def _kind_of(spec):
    # "element" is Parquet's name: a table has the same types before and after its file.
    return pa.list_(pa.field("element", pa.float64())) if "series" in spec else pa.float64()
