# SPDX-License-Identifier: Apache-2.0
"""Completed rows, one line of JSON each, in a folder beside the table until the table is written.
A process that is killed loses its current case; each of several processes writes its own file."""
from __future__ import annotations

import fcntl
import json
import pathlib
from typing import Any

from ..errors import InputError


def refuse_another(found: dict, wanted: dict, where) -> None:
    """Raises InputError that names the differences between the study of `where` and this one."""
    names = {"engine": "another build of Perpend", "scene": "another scene", "duration": "another duration",
             "parameters": "other parameters", "noise": "other noise", "measure": "other measures"}
    differ = [words for key, words in names.items() if found.get(key) != wanted[key]]
    if differ:
        raise InputError(f"{where}: holds results of another study: {', '.join(differ)}; name another file "
                         "with --results or remove this one")


class Journal:
    """The file this process appends to."""

    def __init__(self, folder: pathlib.Path, name: str, identity: dict):
        """Raises InputError if the file belongs to another study or another process writes it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}.jsonl"
        self._file = open(self._path, "a+b")
        _lock(self._file, self._path, fcntl.LOCK_EX)
        self._drop_partial_line()
        if self._file.tell() == 0:
            self._write(identity)
        else:
            self._file.seek(0)
            refuse_another(json.loads(self._file.readline()), identity, self._path)

    def append(self, row: dict) -> None:
        self._write(row)

    def close(self) -> None:
        self._file.close()

    def _write(self, value):
        self._file.write(json.dumps(value).encode() + b"\n")
        self._file.flush()

    def _drop_partial_line(self):
        self._file.seek(0)
        whole = self._file.read().rfind(b"\n") + 1
        self._file.truncate(whole)
        self._file.seek(whole)


def read_rows(folder: pathlib.Path, identity: dict) -> dict[str, dict]:
    """Returns key → row of all files of the folder; the first row of a key counts. Raises InputError if a file
    belongs to another study."""
    rows: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        first, *lines = path.read_bytes().split(b"\n")[:-1] or [b"{}"]
        if first != b"{}":
            refuse_another(json.loads(first), identity, path)
        for line in lines:
            row = json.loads(line)
            rows.setdefault(row["key"], row)
    return rows


def refuse_writers(folder: pathlib.Path) -> None:
    """Raises InputError if another process is writing one of the files."""
    for path in sorted(folder.glob("*.jsonl")):
        with open(path, "rb") as file:
            _lock(file, path, fcntl.LOCK_SH)


def _lock(file, path, kind):
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise InputError(f"{path}: another sweep is writing here") from None


def remove(folder: pathlib.Path) -> None:
    """Removes the journal; call it once the table holds its rows."""
    for path in folder.glob("*.jsonl"):
        path.unlink()
    if folder.is_dir():
        folder.rmdir()
