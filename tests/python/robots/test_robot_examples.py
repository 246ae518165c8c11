# SPDX-License-Identifier: Apache-2.0
"""The robots of examples/robots at work."""
import pathlib
import runpy

import perpend
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples" / "robots"


def example(name):
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_a_quadruped_under_control_does_not_creep():
    moved, world = example("quadruped_stands")["stand"](15.0)
    assert moved < 1e-11 and world.body("trunk").pos[2] > 0.3


def test_an_arm_pushes_and_stacks_three_boxes():
    boxes, arm = example("arm_stacks")["stack"](0.5)
    for level, box in enumerate(boxes):
        assert box == pytest.approx([0.4, 0.05, 0.03 + 0.06 * level], abs=2e-3)
        assert box[2] == pytest.approx(0.03 + 0.06 * level, abs=1e-9)
    assert arm.uncertified <= 5 and arm.deepest < 1e-4


def test_a_gripper_holds_a_capsule():
    slipped, world = example("gripper_holds")["hold"](30.0)
    assert slipped < 1e-11 and world.body("capsule").pos[2] == pytest.approx(0.945, abs=1e-9)


def test_a_humanoid_falls():
    before, after, deepest, _ = example("humanoid_falls")["fall"]()
    assert before > 0.85 and after < 0.3 and deepest < 1e-5


def test_joints_that_hold_a_body_at_rest_are_certified():
    scene = perpend.Scene("hanging", gravity=[0, 0, -9.81], dt=2e-3)
    scene.body("rod", kind="spatial", position=[0.15, 0, 0], mass=0.06, inertia=[7e-6, 3e-4, 3e-4])
    scene.joint("hinge", "pin", "rod", "world", anchor=[0, 0, 0], axis=[0, 0, 1])
    assert scene.build().step(10).uncertified == 0
