#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a file includes a layer above its own, or when the layers form a cycle."""
import pathlib
import re
import sys

ALLOWED = {
    "core": [],
    "linalg": ["core"],
    "lcp": ["core", "linalg"],
    "geometry": ["core"],
    "model": ["core", "geometry"],
    "dynamics": ["core", "geometry", "model", "linalg"],
    "contact": ["core", "geometry", "model", "linalg", "dynamics", "lcp"],
    "sim": ["core", "geometry", "model", "linalg", "dynamics", "lcp", "contact"],
    "io": ["core", "geometry", "model", "linalg", "dynamics", "lcp", "contact", "sim"],
}
INCLUDE = re.compile(r'#include\s+[<"](?:perpend/)?([a-z0-9_]+)/')


def violations(root: pathlib.Path):
    for layer, lower in ALLOWED.items():
        for base in (root / "include/perpend" / layer, root / "src" / layer):
            for path in sorted(base.rglob("*.[hc]pp")):
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    match = INCLUDE.match(line)
                    if match and match[1] in ALLOWED and match[1] not in [layer, *lower]:
                        yield f"{path.relative_to(root)}:{number}: {layer} includes {match[1]}"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    folders = {p.name for p in (root / "src").iterdir() if p.is_dir()}
    problems = list(violations(root))
    problems += [f"src/{name}: no such layer in the table" for name in sorted(folders - ALLOWED.keys())]
    files = sum(1 for base in ("include/perpend", "src") for _ in (root / base).rglob("*.[hc]pp"))
    print("\n".join(problems) or f"layering: {files} files, no upward include")
    return 1 if problems or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
