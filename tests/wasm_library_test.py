#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where the engine takes from std::ranges what the library of the WebAssembly build has not
(apps/wasm/library.hpp): that build takes minutes and is not made by every test run."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
ENGINE = ("core", "linalg", "lcp", "geometry", "model", "dynamics", "contact", "sim")
USED = re.compile(r"std::ranges::(\w+)")


def missing(root):
    library = (root / "apps/wasm/library.hpp").read_text("utf-8")
    offered = set(re.findall(r"^(?:constexpr )?\w+ (\w+)\(", library, re.MULTILINE))
    for layer in ENGINE:
        for path in sorted([*(root / "src" / layer).rglob("*.[hc]pp"),
                            *(root / "include/perpend" / layer).rglob("*.[hc]pp")]):
            for name in sorted(set(USED.findall(path.read_text("utf-8"))) - offered):
                yield f"{path.relative_to(root)}: std::ranges::{name} is not in apps/wasm/library.hpp"


faults = list(missing(ROOT))
print("\n".join([*faults, f"{len(faults)} missing"]))
sys.exit(1 if faults else 0)
