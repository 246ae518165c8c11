# SPDX-License-Identifier: Apache-2.0
"""The command line program, `perpend run`, as the package brings it."""
import os
import pathlib
import sys


def main():
    program = pathlib.Path(__file__).parent / "bin" / "perpend"
    os.execv(program, ["perpend", *sys.argv[1:]])


if __name__ == "__main__":
    main()
