# SPDX-License-Identifier: Apache-2.0
"""Runs a job with an engine of Python: World(scene, dt, **options) with step() and states()."""
import json
import sys
import time


class Refused(Exception):
    """What the engine does not have."""


def serve(make, version: str) -> None:
    if sys.argv[1:] == ["--probe"]:
        print(version)
        return
    with open(sys.argv[1]) as file:
        job = json.load(file)
    try:
        answer = run(make(job["scene"], job["dt"], **job["options"]), job)
    except Refused as error:
        answer = {"refused": str(error)}
    with open(sys.argv[2], "w") as file:
        json.dump(answer, file)


def run(world, job: dict) -> dict:
    """A step is timed around the engine's own call: median, 99 %, and sum come from these times."""
    wanted = set(job["samples"])
    states, seconds = [world.states()], []
    deadline = time.monotonic() + job["wall_limit"]
    for step in range(1, job["steps"] + 1):
        begin = time.perf_counter()
        inner = world.step()  # its own time where it had to leave the engine meanwhile
        seconds.append(inner or time.perf_counter() - begin)
        if step in wanted:
            states.append(world.states())
        if time.monotonic() > deadline:
            return {"refused": f"took longer than {job['wall_limit']} s"}
    return {"step_s": seconds, "states": states}
