# SPDX-License-Identifier: Apache-2.0
"""The command line program of the package: `perpend run` and the other verbs, and `perpend sweep`."""
import os
import pathlib
import sys


def main() -> None:
    if sys.argv[1:2] == ["sweep"]:
        from .sweep.command import main as sweep
        sys.exit(sweep(sys.argv[2:]))
    program = pathlib.Path(__file__).parent / "bin" / "perpend"
    os.execv(program, ["perpend", *sys.argv[1:]])


if __name__ == "__main__":
    main()
