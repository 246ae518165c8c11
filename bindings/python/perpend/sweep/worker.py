# SPDX-License-Identifier: Apache-2.0
"""A process of a local sweep: reads cases from stdin, writes rows to stdout, both pickled. It is a separate
program, so that a sweep may start from a notebook or from a script without a `__main__` guard."""
import os
import pickle
import sys
from typing import Any

from .case import run_case


def main():
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Output of libraries must not mix with the rows.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    plan = pickle.load(sys.stdin.buffer)
    while True:
        try:
            case = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: dict[str, Any] | Exception = run_case(plan, case)
        except Exception as error:  # passed to the parent process
            answer = error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    main()
