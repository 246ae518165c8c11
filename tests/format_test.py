#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a C++ file is not laid out as .clang-format says; skipped without clang-format 14.
Usage: format_test.py SOURCE_DIR"""
import pathlib
import shutil
import subprocess
import sys

FOLDERS = ("apps", "bench", "bindings", "examples", "include", "src", "tests")


def formatter():
    """The program of that version: output of others differs."""
    for path in (pathlib.Path(sys.executable).with_name("clang-format"), shutil.which("clang-format-14"),
                 shutil.which("clang-format")):
        if path and pathlib.Path(path).exists():
            version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if " version 14." in version:
                return path
    return None


def main(root: str) -> int:
    program = formatter()
    if program is None:
        print("skipped: clang-format 14 is not installed (pip install clang-format==14.0.6)")
        return 77
    files = sorted(file for folder in FOLDERS for kind in ("*.cpp", "*.hpp")
                   for file in pathlib.Path(root, folder).rglob(kind))
    found = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True, text=True).stderr
    off = [line for line in found.splitlines() if "error:" in line]
    print(*sorted({line.split(":")[0] + ": not as .clang-format lays it out" for line in off}), sep="\n", end="")
    return bool(found.strip() or not files)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
