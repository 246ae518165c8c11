#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test of web/test in Chromium, with npm's packages in the build folder; exits with 77,
which ctest shows as skipped, where there is no browser, or of `engine` and `gallery` not the page
with the engine in it.

web_test.py NAME NODE_MODULES PERPEND|PAGE"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WEB = pathlib.Path(__file__).resolve().parent.parent / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(name, modules, *arguments):
    if not any(map(shutil.which, BROWSERS)):
        print("skipped: Chromium (Debian: chromium) is not installed")
        return SKIPPED
    if name in ("engine", "gallery") and not pathlib.Path(arguments[0]).exists():
        print(f"skipped: {arguments[0]} is not there (scripts/web.sh makes it)")
        return SKIPPED
    node = shutil.which("node") or shutil.which("nodejs")
    environment = dict(os.environ, PERPEND_NODE_MODULES=modules)
    with tempfile.TemporaryDirectory() as folder:
        if name == "gallery":
            stage = WEB.parent / "docs/site/stage.py"
            subprocess.run([sys.executable, stage, folder], env=dict(os.environ, PERPEND_ENGINE_PAGE=arguments[0]), check=True)
            arguments = [folder]
        return subprocess.run([node, WEB / f"test/{name}_test.mjs", *arguments], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
