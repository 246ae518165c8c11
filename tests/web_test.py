#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of web/ where Node, npm's packages and Chromium are; else exits with 77, which
ctest shows as skipped. Usage: web_test.py NAME [PERPEND]"""
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
WEB = pathlib.Path(__file__).resolve().parent.parent / "web"


def missing(name):
    node = shutil.which("node") or shutil.which("nodejs")
    if not node:
        return "Node (Debian: nodejs)"
    if not (WEB / "node_modules/vite").is_dir():
        return "npm's packages (npm ci --prefix web)"
    if name == "page" and not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        return "Chromium (Debian: chromium)"
    return None


def main(name, *arguments):
    lacks = missing(name)
    if lacks:
        print(f"skipped: {lacks} is not installed")
        return SKIPPED
    node = shutil.which("node") or shutil.which("nodejs")
    return subprocess.run([node, WEB / f"test/{name}_test.mjs", *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
