# SPDX-License-Identifier: Apache-2.0
"""Rods on pins: a pendulum, a chain with a heavy bob, a parallelogram of four bars."""
import math

from measures import energy_error, joint_gap
from model import GRAVITY, Body, Joint, Scene

ROD = (0.02, 0.02, 0.001)  # far from the moments of a point, and the engines agree on it


def pendulum_angle(start: float, rate2: float, time: float) -> float:
    """Of θ'' = -rate2 sin θ from rest, by Runge-Kutta 4; θ = 0 hangs down."""
    steps = 200000
    h, angle, omega = time / steps, start, 0.0
    for _ in range(steps):
        k1, l1 = omega, -rate2 * math.sin(angle)
        k2, l2 = omega + h / 2 * l1, -rate2 * math.sin(angle + h / 2 * k1)
        k3, l3 = omega + h / 2 * l2, -rate2 * math.sin(angle + h / 2 * k2)
        k4, l4 = omega + h * l3, -rate2 * math.sin(angle + h * k3)
        angle, omega = angle + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), omega + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return angle


def pendulum() -> Scene:
    """A rod of 1 m, its centre 0.5 m from the pin; moment ROD + 1/4 about the pin."""
    rate2 = GRAVITY * 0.5 / (0.25 + ROD[1])
    end = {}

    def judge(run, scene):
        angle = end.setdefault("angle", pendulum_angle(math.pi / 2, rate2, scene.duration))
        x, _, z = run.position[-1, 0]
        return math.dist((x, z), (0.5 * math.sin(angle), 2.0 - 0.5 * math.cos(angle)))

    return Scene("pendulum", "where Runge-Kutta 4 has it", "m", [Body("rod", None, 1.0, (0.5, 0, 2.0), inertia=ROD)],
                 5.0, judge, joints=[Joint("rod", None, (0, 0, 2.0))], ground=False, planar=True,
                 conserves="energy")


def chain(count: int, bob: float) -> Scene:
    """Hangs level at the start; the last link carries the bob. Its path is chaotic: judged by what no path changes."""
    bodies = [Body(f"link_{k}", None, bob if k == count - 1 else 1.0, (0.1 + 0.2 * k, 0, 4.0), inertia=(0.01, 0.01, 0.01))
              for k in range(count)]
    joints = [Joint(f"link_{k}", f"link_{k - 1}" if k else None, (0.2 * k, 0, 4.0)) for k in range(count)]
    return Scene("heavy_chain", f"{bob:g} kg on {count - 1} links of 1 kg: energy and joints stay", "share", bodies, 3.0,
                 lambda run, scene: max(energy_error(run, scene), joint_gap(run, scene) / 2), joints=joints, ground=False, planar=True, conserves="energy")


def four_bar() -> Scene:
    """Two parallel cranks of 1 m and a coupler of 1 m: the coupler moves without turning, as one pendulum."""
    rate2 = GRAVITY * (2 * 0.5 + 1.0) / (2 * (0.25 + ROD[1]) + 1.0)
    start = 1.2
    foot = lambda x: (x, 0.0, 3.0)
    down = (math.sin(start), -math.cos(start))
    crank = lambda name, x: Body(name, None, 1.0, (x + 0.5 * down[0], 0, 3.0 + 0.5 * down[1]), inertia=ROD)
    tip = lambda x: (x + down[0], 0.0, 3.0 + down[1])
    bodies = [crank("left", 0.0), crank("right", 1.0), Body("coupler", None, 1.0, (0.5 + down[0], 0, 3.0 + down[1]),
                                                            inertia=ROD)]
    joints = [Joint("left", None, foot(0.0)), Joint("right", None, foot(1.0)),
              Joint("coupler", "left", tip(0.0)), Joint("coupler", "right", tip(1.0), closes=True)]
    end = {}

    def judge(run, scene):
        angle = end.setdefault("angle", pendulum_angle(start, rate2, scene.duration))
        x, _, z = run.position[-1, 2]
        return math.dist((x, z), (0.5 + math.sin(angle), 3.0 - math.cos(angle)))

    return Scene("four_bar", "the coupler swings as one pendulum", "m", bodies, 5.0, judge, joints=joints, ground=False,
                 planar=True, conserves="energy")


SCENES = [pendulum(), chain(10, 1000.0), four_bar()]
