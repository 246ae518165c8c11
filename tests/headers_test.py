#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a public header does not compile alone, or perpend.hpp leaves one out.

headers_test.py SOURCE_FOLDER COMPILER [FLAG...]
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

UMBRELLA = "perpend/perpend.hpp"


def faults_of(header: str, command: list[str], folder: str) -> str:
    source = pathlib.Path(folder) / (header.replace("/", "_") + ".cpp")
    # Twice: a header without a guard shows too.
    source.write_text(f'#include "{header}"\n#include "{header}"\n')
    done = subprocess.run([*command, "-fsyntax-only", str(source)], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main() -> int:
    include = pathlib.Path(sys.argv[1]) / "include"
    command = [*sys.argv[2:], "-std=c++20", "-I", str(include)]
    headers = sorted(p.relative_to(include).as_posix() for p in include.rglob("*.hpp"))
    listed = re.findall(r'#include "([^"]+)"', (include / UMBRELLA).read_text())
    missing = [h for h in headers if h != UMBRELLA and h not in listed]
    for header in missing:
        print(f"{UMBRELLA} leaves out {header}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        checked = threads.map(lambda header: faults_of(header, command, folder), headers)
        for header, faults in zip(headers, checked):
            if faults:
                failed += 1
                print(f"{header} does not compile alone:\n{faults}")
    print(f"headers: {len(headers)}, {failed} do not compile alone, {len(missing)} left out")
    return 1 if failed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
