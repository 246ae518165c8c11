# SPDX-License-Identifier: Apache-2.0
"""Starts outside of the limits of MJCF joints, drawn at random. Skipped without MuJoCo (`pip install mujoco`)."""
import json
import random

import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

RECOVERY = 0.3  # m/s, rad/s: a tenth of the usual recovery speed


def chain(rng, count):
    """A chain of hinges and slides without gravity, some of which start outside of their ranges."""
    text, ends, kinds = "", "", {}
    for k in range(count):
        lo = rng.uniform(-1, 1)
        hi = lo + rng.uniform(0.2, 1)
        kind, ref = rng.choice(["hinge", "slide"]), rng.choice([0.0, rng.uniform(-0.5, 0.5)])
        axis = " ".join(f"{rng.uniform(-1, 1):.3f}" for _ in range(3))
        kinds[f"j{k}"] = (lo, hi, ref)
        text += (f'<body pos=".2 0 0"><joint name="j{k}" type="{kind}" axis="{axis}" ref="{ref:.9g}" range="{lo:.9g} {hi:.9g}"/>\n'
                 f'<geom size=".1"/>')
        ends += "</body>"
    return ('<mujoco><compiler angle="radian"/><option gravity="0 0 0" timestep="2e-3"/><default><geom contype="0" conaffinity="0"/>'
            f'</default><worldbody>\n{text}{ends}</worldbody></mujoco>'), kinds


@pytest.mark.parametrize("seed", range(16))
def test_limits_that_the_start_violates_are_told_and_reached_at_a_bounded_speed(tmp_path, seed):
    text, joints = chain(random.Random(seed), 4)
    (tmp_path / "model.xml").write_text(text)
    scene, notes = convert(tmp_path / "model.xml")
    outside = [name for name, (lo, hi, start) in joints.items() if not lo <= start <= hi]
    told = [(note["line"], note["element"]) for note in notes if "outside of its limits" in note["message"]]
    assert told == [(int(name[1:]) + 2, f'joint "{name}"') for name in outside]
    world = perpend.World.from_scene(json.dumps(scene))
    before = {name: world.joint(name).coordinates[0] for name in joints}
    assert before == pytest.approx({name: start for name, (_, _, start) in joints.items()})
    for _ in range(2500):
        assert world.step().status == "ok"
        for name in outside:
            now = world.joint(name).coordinates[0]
            lo, hi, _ = joints[name]
            beyond = max(lo - before[name], before[name] - hi)
            # Limits that close elsewhere in the chain push too, at most at the recovery speed.
            assert beyond < 1e-3 or abs(now - before[name]) < 10 * RECOVERY * 2e-3
            before[name] = now
    for name, (lo, hi, _) in joints.items():
        assert lo - 1e-4 < world.joint(name).coordinates[0] < hi + 1e-4
