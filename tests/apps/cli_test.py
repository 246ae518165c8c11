#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program as a user does: exit codes, messages, JSON keys, files, resume, kill.

Usage: cli_test.py PERPEND SCENES [-v] [solve_test | solve_test.Solve.test_lcp | ...]
"""
import pathlib
import sys
import unittest

from cli import Cli

if __name__ == "__main__":
    Cli.program = pathlib.Path(sys.argv[1]).resolve()
    Cli.scenes = pathlib.Path(sys.argv[2]).resolve()
    arguments = sys.argv[3:]
    if all(argument.startswith("-") for argument in arguments):
        folder = str(pathlib.Path(__file__).resolve().parent)
        arguments = ["discover", "-s", folder, "-p", "*_test.py", *arguments]
    unittest.main(module=None, argv=[sys.argv[0], *arguments])
