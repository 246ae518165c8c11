#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a file includes a layer above its own, or when folders inside a layer form a cycle."""
import collections
import pathlib
import re
import sys

# Layers, lowest first, with the lower ones each may include.
ALLOWED = {
    "core": [],
    "linalg": ["core"],
    "lcp": ["core", "linalg"],
    "geometry": ["core"],
    "model": ["core", "geometry"],
    "dynamics": ["core", "geometry", "model", "linalg"],
    "contact": ["core", "geometry", "model", "linalg", "dynamics", "lcp"],
    "sim": ["core", "geometry", "model", "linalg", "dynamics", "lcp", "contact"],
    "study": ["core", "geometry", "model", "linalg", "dynamics", "lcp", "contact", "sim"],
    "io": ["core", "geometry", "model", "linalg", "dynamics", "lcp", "contact", "sim", "study"],
}
INCLUDE = re.compile(r'#include\s+[<"]([^>"]+)[>"]')


def code_files(base: pathlib.Path):
    return sorted(base.rglob("*.[hc]pp"))


def includes(path: pathlib.Path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1]


def upward(root: pathlib.Path):
    for layer, lower in ALLOWED.items():
        for base in (root / "include/perpend" / layer, root / "src" / layer):
            for path in code_files(base):
                for number, name in includes(path):
                    other = name.removeprefix("perpend/").split("/")[0]
                    if other in ALLOWED and other not in [layer, *lower]:
                        yield f"{path.relative_to(root)}:{number}: {layer} includes {other}"


def folder_of(name: str, here: pathlib.Path, src: pathlib.Path) -> str | None:
    """The folder of src/ that an include comes from; a public header belongs to its source."""
    if name.startswith("perpend/"):
        public = pathlib.PurePosixPath(name.removeprefix("perpend/"))
        sources = list((src / public.parts[0]).rglob(public.stem + ".cpp"))
        return sources[0].parent.relative_to(src).as_posix() if len(sources) == 1 else None
    if "/" in name:
        return pathlib.PurePosixPath(name).parent.as_posix() if (src / name).exists() else None
    return here.as_posix()


def folder_graph(src: pathlib.Path):
    graph = collections.defaultdict(set)
    for path in code_files(src):
        here = path.parent.relative_to(src)
        for _, name in includes(path):
            other = folder_of(name, here, src)
            if other and other != here.as_posix() and other.split("/")[0] == here.parts[0]:
                graph[here.as_posix()].add(other)
    return graph


def cycles(graph):
    def reachable(start):
        seen, stack = set(), [start]
        while stack:
            for other in graph.get(stack.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return seen

    within = sorted(folder for folder in graph if folder in reachable(folder))
    return [f"src/{folder}: includes a folder that includes it again" for folder in within]


def certified_by_itself(graph):
    """What builds the rows of a step must not use what judges the step."""
    for folder, others in sorted(graph.items()):
        if "sim/certificate" in others and folder != "sim/velocity":
            yield f"src/{folder}: includes sim/certificate, which only a finished step is given to"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    src = root / "src"
    folders = {p.name for p in src.iterdir() if p.is_dir()}
    graph = folder_graph(src)
    problems = [*upward(root), *cycles(graph), *certified_by_itself(graph)]
    problems += [f"src/{name}: no such layer in the table" for name in sorted(folders - ALLOWED.keys())]
    files = sum(len(code_files(root / base)) for base in ("include/perpend", "src"))
    print("\n".join(problems) or f"layering: {files} files in {len(graph)} folders, no upward include, no cycle")
    return 1 if problems or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
