#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is packaged says one version and finds its files.

packaging_test.py SOURCE_FOLDER [PROGRAM]
"""
import pathlib
import re
import subprocess
import sys


def version_of(text: str, pattern: str):
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else None


def stated_versions(root: pathlib.Path):
    """By file; the first is the one that counts."""
    patterns = {"CMakeLists.txt": r"^project\(perpend VERSION ([\d.]+)",
                "CHANGELOG.md": r"^## ([\d.]+)[, ]",
                "CITATION.cff": r"^version: ([\d.]+)$"}
    return {name: version_of((root / name).read_text(), pattern) for name, pattern in patterns.items()}


def other_versions(root: pathlib.Path, version: str):
    """Files that say the version again, where nothing compares it."""
    sources = [p for folder in ("apps", "bindings", "cmake", "scripts", "src", "include")
               for p in (root / folder).rglob("*") if p.suffix in (".cpp", ".hpp", ".py", ".cmake", ".sh", ".txt")]
    spelled = re.compile(rf'(?i)version\W{{0,4}}"?{re.escape(version)}\b')
    return [p.relative_to(root).as_posix() for p in sources if spelled.search(p.read_text())]


def missing_commands(root: pathlib.Path):
    """Scripts that the Dockerfile and the release checklist name and the tree does not have."""
    text = (root / "Dockerfile").read_text() + (root / "docs" / "releasing.md").read_text()
    return [name for name in sorted(set(re.findall(r"scripts/\w+\.sh", text))) if not (root / name).exists()]


def faults(root: pathlib.Path, program: str | None):
    versions = stated_versions(root)
    version = versions["CMakeLists.txt"]
    yield from (f"{name} says {said}, CMakeLists.txt {version}" for name, said in versions.items() if said != version)
    yield from (f"{name} states the version, which CMakeLists.txt has" for name in other_versions(root, version))
    yield from (f"{name} is named and not there" for name in missing_commands(root))
    if program:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        if said != version:
            yield f"{program} --version says {said}, CMakeLists.txt {version}"


def check_myself():
    assert version_of("# Changes\n\n## 1.2.0, not released", r"^## ([\d.]+)[, ]") == "1.2.0"
    assert version_of("none", r"^version: ([\d.]+)$") is None


def main():
    check_myself()
    found = list(faults(pathlib.Path(sys.argv[1]), sys.argv[2] if any(sys.argv[2:]) else None))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
