#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole answers of the program and of the readers behind it, compared with those that were looked at and approved.

approved_test.py PERPEND PRINT [--modules NODE_MODULES] [--update] [SESSION ...]

PRINT is the program perpend_print of the build, NODE_MODULES what the session `pages` needs, which is left out
otherwise. Each session (sessions/*.txt) starts in a copy of inputs/. With --update the answers are written into the
sessions: look at the difference before it is kept."""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile

import approved

HERE = pathlib.Path(__file__).resolve().parent
SCENES = HERE.parents[1] / "scenes"
PAGES = HERE.parents[1] / "web/test/print_page.mjs"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SKIPPED = 77
MOST_LINES = 40  # of a difference


def answers(session, folder, programs, modules):
    """(command, approved lines, lines now) of each command."""
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", PERPEND_SCENES=str(SCENES),
                       LC_ALL="C.UTF-8")
    for name in ("ROS_PACKAGE_PATH", "GZ_SIM_RESOURCE_PATH", "SDF_PATH", "AMENT_PREFIX_PATH", "PERPEND_MJCF"):
        environment.pop(name, None)
    (folder / "bin").mkdir()
    for name, program in programs.items():
        (folder / "bin" / name).symlink_to(program)
    for tool in (HERE / "tools").glob("*.py"):
        (folder / "bin" / tool.stem).symlink_to(tool)
    if modules:
        environment["PERPEND_NODE_MODULES"] = str(modules)
        node = shutil.which("node") or shutil.which("nodejs")
        (folder / "bin/print_page").write_text(f'exec "{node}" "{PAGES}" "$@"\n')
        (folder / "bin/print_page").chmod(0o755)
    shutil.copytree(HERE / "inputs", folder / "inputs")
    place = folder / "inputs"
    masks = {str(place): "HERE", str(folder): "FOLDER", str(SCENES): "SCENES", str(HERE.parents[1]): "SOURCE",
             str(programs["perpend"].parent): "BIN"}
    for command, old in approved.parse(session.read_text(encoding="utf-8")):
        yield command, old, approved.answer(command, place, environment, masks)


def head(session):
    """What stands before the first command."""
    text = session.read_text(encoding="utf-8")
    return text[:text.index("$ ")] if "$ " in text else text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("perpend", type=pathlib.Path)
    parser.add_argument("print", type=pathlib.Path)
    parser.add_argument("--modules", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("sessions", nargs="*")
    words = parser.parse_intermixed_args()
    programs = {"perpend": words.perpend.resolve(), "perpend_print": words.print.resolve()}
    failed = 0
    if words.sessions == ["pages"] and not any(map(shutil.which, BROWSERS)):
        print("skipped: Chromium (Debian: chromium) is not installed")
        return SKIPPED
    for session in sorted((HERE / "sessions").glob("*.txt")):
        if words.sessions and session.stem not in words.sessions or session.stem == "pages" and not words.modules:
            continue
        with tempfile.TemporaryDirectory() as folder:
            modules = words.modules and words.modules.resolve()
            steps = list(answers(session, pathlib.Path(folder).resolve(), programs, modules))
        if words.update:
            kept = [(command, new if approved.differences(old, new) else old) for command, old, new in steps]
            lines = [line for command, answer in kept for line in (f"$ {command}", *answer)]
            session.write_text(head(session) + "\n".join(lines) + "\n", encoding="utf-8")
            continue
        for command, old, new in steps:
            found = approved.differences(old, new)
            if not found:
                continue
            failed += 1
            print(f"{session.stem}: $ {command}", *found[:MOST_LINES], sep="\n")
            if len(found) > MOST_LINES:
                print(f"... {len(found) - MOST_LINES} lines more")
    if failed:
        print(f"\n{failed} answers differ from what was approved. Where that is meant:\n"
              f"  python3 {' '.join(sys.argv)} --update\n  git diff {HERE / 'sessions'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
