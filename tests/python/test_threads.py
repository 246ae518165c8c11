# SPDX-License-Identifier: Apache-2.0
"""One world in several threads: whatever else one of them asks waits for the steps of another."""
import threading

import perpend
import pytest


def end_of(ask):
    """The hash of a run of which another thread asks something all the while."""
    world = perpend.World.load("bouncing_balls")
    stepping = threading.Thread(target=lambda: world.step(3000))
    stepping.start()
    asked = 0
    while stepping.is_alive() or asked == 0:
        ask(world)
        asked += 1
    stepping.join()
    assert world.report["status"] == "ok"
    return world.hash()


ASKS = {
    "time": lambda world: world.time,
    "hash": lambda world: world.hash(),
    "snapshot": lambda world: world.snapshot(),
    "contacts": lambda world: world.contacts,
    "report": lambda world: world.report,
    "forces": lambda world: world.body(world.body_names[-1]).contact_force(),
}


@pytest.mark.parametrize("name", ASKS)
def test_a_run_has_the_same_bits_whatever_other_threads_ask(name):
    alone = perpend.World.load("bouncing_balls")
    alone.step(3000)
    assert end_of(ASKS[name]) == alone.hash()


def test_forces_may_be_held_by_another_thread():
    end_of(lambda world: world.body(world.body_names[-1]).set_force([0, 0, 0]))


def test_two_threads_take_turns_of_steps():
    world, alone = perpend.World.load("bouncing_balls"), perpend.World.load("bouncing_balls")
    threads = [threading.Thread(target=lambda: [world.step(10) for _ in range(50)]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone.step(1000)
    assert world.hash() == alone.hash()


def test_who_asks_has_a_turn_beside_many_short_ones():
    """And a scene may change there: what others hold of it is refused or of the new one."""
    scene = perpend.Scene("few", dt=0.001)
    scene.body("stone", shapes=[{"disc": {"radius": 0.1}}])
    world = scene.build()
    asked = []

    def ask():
        for k in range(20):
            scene = world.scene
            if k % 2:
                scene.remove_body("guest")
            else:
                scene.body("guest", position=[1, 0], shapes=[{"disc": {"radius": 0.1}}])
            world.exchange(scene)
            asked.append(world.body("stone").pos)

    asking = threading.Thread(target=ask)
    asking.start()
    for _ in range(20000):
        world.step(20)
        if not asking.is_alive():
            break
    assert len(asked) == 20
    asking.join()
    assert world.body_names == ["stone"]
