# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, and other signals, in calls that go on for hours."""
import os
import signal
import threading

import numpy as np
import perpend
import pytest

ENDLESS = 2**31 - 1


@pytest.fixture
def soon():
    """Sends a signal to this process in a while."""
    timers = []

    def send(number=signal.SIGINT, after=0.2):
        timers.append(threading.Timer(after, os.kill, (os.getpid(), number)))
        timers[-1].start()

    yield send
    for timer in timers:
        timer.join()


def test_steps_end_after_a_whole_one(soon):
    world, twin = perpend.World.load("chain"), perpend.World.load("chain")
    soon()
    with pytest.raises(KeyboardInterrupt):
        world.step(ENDLESS)
    taken = world.report.step
    assert 0 < taken < ENDLESS and world.report.status == "ok"
    twin.step(taken)
    assert world.hash() == twin.hash() and np.array_equal(world.q, twin.q)
    world.step()
    twin.step()
    assert world.hash() == twin.hash()


@pytest.mark.parametrize("threads", [1, 2])
def test_rollouts_end(soon, threads):
    world = perpend.World.load("hello")
    q0, v0 = np.tile(world.q, (40, 1)), np.tile(world.v, (40, 1))
    soon()
    with pytest.raises(KeyboardInterrupt):
        perpend.rollout(world, q0, v0, steps=1_000_000, threads=threads)


def test_a_handler_that_raises_nothing_may_look_at_the_world(soon):
    world, twin = perpend.World.load("chain"), perpend.World.load("chain")
    states = []

    def handler(*_):
        states.append(world.snapshot())
        if len(states) == 2:
            raise TimeoutError

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        soon(signal.SIGUSR1)
        soon(signal.SIGUSR1, 0.5)
        with pytest.raises(TimeoutError):
            world.step(ENDLESS)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert 0 < states[0].step < states[1].step == world.report.step
    twin.step(states[0].step)
    assert twin.snapshot() == states[0]
    twin.step(states[1].step - states[0].step)
    assert twin.hash() == world.hash()
