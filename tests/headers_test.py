#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a public header does not compile alone, speaks of a class that none of them defines, or
is left out of perpend.hpp.

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


def hidden_classes(texts: dict[str, str]) -> list[str]:
    """Classes that a header only declares and shows to its users, and that no header defines."""
    faults = []
    for header, text in texts.items():
        # What users see: neither comments, nor private members, nor friends.
        seen = re.sub(r"//[^\n]*|^\s*friend [^\n]*;|^ private:.*?^};", "", text, flags=re.M | re.S)
        for kind, name in re.findall(r"^(class|struct) (\w+);", seen, flags=re.M):
            defined = re.compile(rf"^(class|struct) {name}\b[^;]*\{{", re.M)
            shown = len(re.findall(rf"\b{name}\b", seen)) > 1
            if shown and not any(defined.search(other) for other in texts.values()):
                faults.append(f"{header} shows {kind} {name}, which no public header defines")
    return faults


def main() -> int:
    include = pathlib.Path(sys.argv[1]) / "include"
    command = [*sys.argv[2:], "-std=c++20", "-I", str(include)]
    headers = sorted(p.relative_to(include).as_posix() for p in include.rglob("*.hpp"))
    listed = re.findall(r'#include "([^"]+)"', (include / UMBRELLA).read_text())
    missing = [h for h in headers if h != UMBRELLA and h not in listed]
    for header in missing:
        print(f"{UMBRELLA} leaves out {header}")
    hidden = hidden_classes({h: (include / h).read_text() for h in headers})
    for fault in hidden:
        print(fault)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        checked = threads.map(lambda header: faults_of(header, command, folder), headers)
        for header, faults in zip(headers, checked):
            if faults:
                failed += 1
                print(f"{header} does not compile alone:\n{faults}")
    print(f"headers: {len(headers)}, {failed} do not compile alone, {len(missing)} left out, "
          f"{len(hidden)} hidden classes shown")
    return 1 if failed or missing or hidden else 0


if __name__ == "__main__":
    sys.exit(main())
