# SPDX-License-Identifier: Apache-2.0
"""What `perpend bench scenes` measures, against numbers known otherwise. Usage: scenes_test.py SOURCE_DIR"""
import math
import pathlib
import sys
import unittest

try:
    import numpy as np
except ImportError:
    sys.exit(77)
sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)) / "bench/scenes"))
import measures  # noqa: E402
import study  # noqa: E402
from engines import Engine  # noqa: E402
from model import Body, Joint, Run, Scene  # noqa: E402
from worlds import SCENES, mechanisms  # noqa: E402
from worlds.bars import BARS  # noqa: E402


def at_start(scene: Scene, *later: dict) -> Run:
    """The start, then copies of it in which bodies were changed: {name: (slice, values)}."""
    rows = np.array([[*b.position, *b.quaternion, *b.velocity, *b.omega] for b in scene.bodies], float)
    names = [body.name for body in scene.bodies]
    states = [rows]
    for change in later:
        row = rows.copy()
        for name, (part, values) in change.items():
            row[names.index(name), part] = values
        states.append(row)
    return Run(np.arange(len(states), dtype=float), np.array(states))


def scene_of(*bodies, **more) -> Scene:
    return Scene("test", "", "m", list(bodies), 1.0, lambda run, scene: 0.0, **more)


PLACE, SPIN = slice(0, 3), slice(10, 13)


class Overlap(unittest.TestCase):
    def test_ground(self):
        turn = (math.cos(math.pi / 8), math.sin(math.pi / 8), 0, 0)
        scene = scene_of(Body("box", ("box", 1, 1, 1), 1, (0, 0, 0.7), turn))
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), math.sqrt(0.5) - 0.7, places=12)

    def test_boxes_corner_in_face_and_edge_across_edge(self):
        a = Body("a", ("box", 1, 1, 1), 1, (0, 0, 0))
        half = math.pi / 8
        tilted = Body("b", ("box", 1, 1, 1), 1, (0, 0, 1.2), (math.cos(half), math.sin(half), 0, 0))
        scene = scene_of(a, tilted, ground=False)
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), 0.5 + math.sqrt(0.5) - 1.2, places=12)
        # Two edges at right angles, both bodies turned by 45 degrees about an axis of their own.
        one = Body("a", ("box", 1, 1, 1), 1, (0, 0, 0), (math.cos(half), math.sin(half), 0, 0))
        other = Body("b", ("box", 1, 1, 1), 1, (0, 0, 1.4), (math.cos(half), 0, math.sin(half), 0))
        scene = scene_of(one, other, ground=False)
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), math.sqrt(2) - 1.4, places=12)

    def test_balls(self):
        box = Body("box", ("box", 2, 2, 2), 1, (0, 0, 0))
        for x, depth in ((1.4, 0.1), (0.9, 0.6)):
            scene = scene_of(Body("ball", ("sphere", 0.5), 1, (x, 0, 0)), box, ground=False)
            self.assertAlmostEqual(measures.penetration(at_start(scene), scene), depth, places=12)
        scene = scene_of(Body("a", ("sphere", 0.5), 1, (0, 0, 0)), Body("b", ("sphere", 0.5), 1, (0.6, 0.6, 0)), ground=False)
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), 1 - 0.6 * math.sqrt(2), places=12)

    def test_planes(self):
        turn = (math.cos(math.pi / 8), 0, 0, math.sin(math.pi / 8))
        scene = scene_of(Body("box", ("box", 1, 1, 1), 1, (0.6, 0, 1), turn), Body("ball", ("sphere", 0.5), 1, (-1, 0.5, 2)),
                         planes=[((1, 0, 0), 0.0), ((0, -1, 0), -0.7)])
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), 1.5, places=12)
        scene.planes[0] = ((1, 0, 0), -2.0)
        self.assertAlmostEqual(measures.penetration(at_start(scene), scene), 0.3, places=12)

    def test_no_scene_starts_with_overlap_or_gap(self):
        for scene in [*SCENES, *(bar.scene for bar in BARS)]:
            run = at_start(scene)
            self.assertLess(measures.penetration(run, scene), 1e-12, scene.name)
            self.assertLess(measures.joint_gap(run, scene), 1e-12, scene.name)


class Mechanics(unittest.TestCase):
    def test_a_run_from_another_start_is_refused(self):
        body = Body("ball", ("sphere", 0.5), 1, (0, 0, 1), velocity=(1, 2, 3), omega=(4, 5, 6))
        scene = scene_of(body)
        states = at_start(scene).states[0]
        self.assertEqual(study.distance_from_start(scene, states), 0)
        for place in (0, 1, 2, *range(7, 13)):
            off = states.copy()
            off[0, place] += 0.25
            self.assertEqual(study.distance_from_start(scene, off), 0.25)
        off[0, 0] = math.nan
        self.assertEqual(study.distance_from_start(scene, off), math.inf)

    def test_settings_of_higher_order_are_for_what_nothing_touches(self):
        engine = Engine("e", "e.py", "", {"usual": {}, "fine": {}}, smooth=("fine",))
        flying, ball = Body("a", None, 1, (0, 0, 1)), Body("b", ("sphere", 0.5), 1, (0, 0, 1))
        labels = lambda *bodies: [case.setting for case in study.cases([scene_of(*bodies)], [engine], (0.01,))]
        self.assertEqual(labels(flying), ["usual", "fine"])
        self.assertEqual(labels(flying, ball), ["usual"])

    def test_joint_gap(self):
        scene = scene_of(Body("rod", None, 1, (0.5, 0, 2)), joints=[Joint("rod", None, (0, 0, 2))], ground=False)
        run = at_start(scene, {"rod": (PLACE, (0.5, 0.03, 2.04))})
        self.assertAlmostEqual(measures.joint_gap(run, scene), 0.05, places=12)

    def test_momentum_and_energy(self):
        body = Body("box", ("box", 0.6, 0.4, 0.2), 2.0, (0, 0, 1), omega=(0, 0, 3))
        scene = scene_of(body, gravity=(0, 0, -10), ground=False)
        run = at_start(scene, {"box": (SPIN, (0, 0, 1.5))}, {"box": (PLACE, (0, 0, 0.9))})
        spin = body.inertia[2]
        self.assertAlmostEqual(measures.momentum_error(run, scene), 0.5, places=12)
        change = max(0.5 * spin * (9 - 2.25), 2 * 10 * 0.1)
        self.assertAlmostEqual(measures.energy_error(run, scene), change / 2.0, places=12)

    def test_pendulum_of_small_swing(self):
        time = 2 * math.pi / 3
        self.assertAlmostEqual(mechanisms.pendulum_angle(1e-4, 9.0, time), 1e-4, places=11)


if __name__ == "__main__":
    unittest.main()
