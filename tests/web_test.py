#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test of web/test in Chromium, with npm's packages in the build folder; exits with 77,
which ctest shows as skipped, where there is no browser, or of `engine` not the page.

web_test.py NAME NODE_MODULES PERPEND|PAGE"""
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
WEB = pathlib.Path(__file__).resolve().parent.parent / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(name, modules, *arguments):
    if not any(map(shutil.which, BROWSERS)):
        print("skipped: Chromium (Debian: chromium) is not installed")
        return SKIPPED
    if name == "engine" and not pathlib.Path(arguments[0]).exists():
        print(f"skipped: {arguments[0]} is not there (scripts/web.sh makes it)")
        return SKIPPED
    node = shutil.which("node") or shutil.which("nodejs")
    environment = dict(os.environ, PERPEND_NODE_MODULES=modules)
    return subprocess.run([node, WEB / f"test/{name}_test.mjs", *arguments], env=environment,
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
