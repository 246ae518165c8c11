# SPDX-License-Identifier: Apache-2.0
"""Forward kinematics of a running world."""
import numpy as np
import perpend
import pytest


def arm(free=False):
    scene = perpend.Scene("arm", gravity=[0, 0, 0])
    keys = {"kind": "spatial", "mass": 1, "inertia": [0.1, 0.1, 0.1]}
    scene.body("base", position=[0, 0, 0], **keys)
    if not free:
        scene.joint("foot", "weld", "base", anchor=[0, 0, 0])
    scene.body("upper", position=[0.5, 0, 0], **keys)
    scene.joint("shoulder", "revolute", "upper", "base", anchor=[0, 0, 0], axis=[0, 0, 1])
    scene.body("lower", position=[1.5, 0, 0], **keys)
    scene.joint("elbow", "revolute", "lower", "upper", anchor=[1, 0, 0], axis=[0, 0, 1])
    scene.body("rod", position=[2.0, 0, 0], **keys)
    scene.joint("slide", "prismatic", "rod", "lower", anchor=[2, 0, 0], axis=[1, 0, 0])
    return scene.build()


@pytest.mark.parametrize("free", [False, True])
def test_what_hangs_on_a_joint_moves_with_it(free):
    world = arm(free)
    world.set_coordinates({"shoulder": 0.4, "elbow": 7.0, "slide": -0.2}, {"shoulder": 1.0, "elbow": -3.0, "slide": 0.5})
    got = [(world.joint(name).coordinates[0], world.joint(name).rates[0]) for name in ("shoulder", "elbow", "slide")]
    assert np.allclose(got, [(0.4, 1.0), (7.0, -3.0), (-0.2, 0.5)], atol=1e-9)
    assert np.abs(world.constraint_rows[1]).max() < 1e-12
    J, _ = world.constraint_rows
    assert np.abs(J @ world.v).max() < 1e-12
    tip = [np.cos(0.4) + 0.8 * np.cos(7.4), np.sin(0.4) + 0.8 * np.sin(7.4), 0]
    assert np.allclose(world.body("rod").pos, tip, atol=1e-9) and not world.body("base").pos.any()


def test_rates_of_other_joints_stay():
    world = arm()
    world.set_coordinates({}, {"shoulder": 1.0, "elbow": 2.0, "slide": 3.0})
    world.set_coordinates({"shoulder": 1.2, "elbow": -0.7})
    assert np.allclose([world.joint(name).rates[0] for name in ("shoulder", "elbow", "slide")], [1, 2, 3])
    J, _ = world.constraint_rows
    assert np.abs(J @ world.v).max() < 1e-12


def test_what_spins_as_one_body_still_does():
    spin = np.array([1.0, -2.0, 3.0])
    scene = perpend.Scene("spun", gravity=[0, 0, 0])
    for name, x in (("base", 0.0), ("upper", 0.5), ("lower", 1.5)):
        scene.body(name, kind="spatial", position=[x, 0, 0], mass=1, inertia=[0.1, 0.1, 0.1], omega=list(spin),
                   velocity=list(np.cross(spin, [x, 0, 0])))
    scene.joint("shoulder", "revolute", "upper", "base", anchor=[0, 0, 0], axis=[0, 0, 1])
    scene.joint("elbow", "revolute", "lower", "upper", anchor=[1, 0, 0], axis=[0, 1, 0])
    world = scene.build()
    world.set_coordinates({"shoulder": 1.1, "elbow": 0.6})
    for name in ("base", "upper", "lower"):
        body = world.body(name)
        assert np.allclose(body.omega, spin) and np.allclose(body.velocity, np.cross(spin, body.pos))


def test_it_works_in_the_plane_and_as_a_start():
    scene = perpend.Scene("pendulum")
    scene.body("bob", position=[1, 0], mass=1, inertia=0.1)
    scene.joint("pin", "pin", "bob", anchor=[0, 0])
    world = scene.build()
    world.set_coordinates({"pin": -np.pi / 2}, {"pin": 2.0})
    assert np.allclose(world.body("bob").pos, [0, -1, 0]) and np.allclose(world.v, [2, 0, 2])
    assert world.step(10).certified


def test_loops_and_unknown_joints_are_refused_and_nothing_moves():
    world = perpend.World.load("slider_crank")
    before = world.hash()
    with pytest.raises(perpend.InvalidArgument, match="shaft"):
        world.set_coordinates({"shaft": 1.0})
    tree = arm()
    q = tree.q.copy()
    with pytest.raises(perpend.InvalidArgument, match="elbow"):
        tree.set_coordinates({"shoulder": 1.0, "elbw": 1.0})
    with pytest.raises(perpend.InvalidArgument, match="coordinate"):
        tree.set_coordinates({"shoulder": 1.0, ("elbow", 3): 1.0})
    assert world.hash() == before and np.array_equal(tree.q, q)


def gears(factors, extra=()):
    """Wheels on pins and a slide, where each coupler ties one to the next; `extra` are further couplers."""
    scene = perpend.Scene("gears", gravity=[0, 0])
    for k in range(len(factors) + 1):
        scene.body(f"wheel_{k}", position=[3 * k, 0], mass=1, inertia=0.1, level=k)
        kind = {"kind": "prismatic", "axis": [1, 0]} if k == 1 else {"kind": "pin", "anchor": [3 * k, 0.5]}
        scene.joint(f"j{k}", a=f"wheel_{k}", coordinates=[{"start": 0.1 * k}], **kind)
    for k, (one, other) in enumerate(factors):
        scene.coupler(f"gear_{k}", [{"joint": f"j{k}", "factor": one}, {"joint": f"j{k + 1}", "factor": other}])
    for name, terms in extra:
        scene.coupler(name, terms)
    return scene.build()


@pytest.mark.parametrize("seed", range(6))
def test_joints_that_couplers_tie_follow(seed):
    rng = np.random.default_rng(seed)
    factors = rng.uniform(0.5, 2, (3, 2)) * rng.choice([-1, 1], (3, 2))
    world, lead = gears(factors.tolist()), int(rng.integers(4))
    value, rate = rng.uniform(-1, 1, 2)
    world.set_coordinates({f"j{lead}": value}, {f"j{lead}": rate})
    joints = [world.joint(f"j{k}") for k in range(4)]
    assert joints[lead].coordinates[0] == pytest.approx(value, abs=1e-12) and joints[lead].rates[0] == pytest.approx(rate, abs=1e-12)
    for k, (one, other) in enumerate(factors):
        moved = one * joints[k].coordinates[0] + other * joints[k + 1].coordinates[0]
        assert moved == pytest.approx(other * 0.1 * (k + 1) + one * 0.1 * k, abs=1e-9)
        assert one * joints[k].rates[0] + other * joints[k + 1].rates[0] == pytest.approx(0, abs=1e-9)
    assert np.abs(world.constraint_rows[1]).max() < 1e-9
    assert world.step(20).certified


def test_values_that_a_coupler_does_not_allow_are_refused_and_nothing_moves():
    sum_of_all = [{"joint": f"j{k}", "factor": 1.0} for k in range(3)]
    for world, values in ((gears([[1, -2]]), {"j0": 0.5, "j1": 0.5}), (gears([], [("held", [{"joint": "j0", "factor": 1}])]), {"j0": 1}),
                          (gears([[1, -1], [1, 1]], [("sum", sum_of_all)]), {"j0": 0.5})):
        before = world.hash()
        with pytest.raises(perpend.InvalidArgument, match="coupler"):
            world.set_coordinates(values)
        assert world.hash() == before
    world = gears([], [("held", [{"joint": "j0", "factor": 1}])])
    world.set_coordinates({"j0": 0.0})
    several = perpend.Scene("several", gravity=[0, 0])
    for k in range(3):
        several.body(f"b{k}", position=[3 * k, 0], mass=1, inertia=0.1)
        several.joint(f"j{k}", "pin", f"b{k}", anchor=[3 * k, 0.5])
    several.coupler("sum", sum_of_all)
    world = several.build()
    with pytest.raises(perpend.InvalidArgument, match="'sum'"):
        world.set_coordinates({"j0": 0.5})
    world.set_coordinates({"j0": 0.5, "j1": -0.2})
    assert world.joint("j2").coordinates[0] == pytest.approx(-0.3, abs=1e-12)


def test_a_value_a_thousand_kilometres_away_is_refused():
    world = arm()
    before = world.body("rod").pos.copy()
    for far in (1e6, 1e10, -1e300):
        with pytest.raises(perpend.InvalidArgument, match="value"):
            world.set_coordinates({"slide": far})
        assert np.array_equal(world.body("rod").pos, before)
    world.set_coordinates({"slide": 1000.0})
    assert abs(world.joint("slide").coordinates[0] - 1000.0) < 1e-9


def test_all_coordinates_are_set_as_arrays():
    world = arm()
    q, v = [0.4, 7.0, -0.2], [1.0, -3.0, 0.5]
    world.joint_coordinates = q
    world.joint_rates = np.array(v)
    assert world.joint_coordinates == pytest.approx(q, abs=1e-9) and world.joint_rates == pytest.approx(v, abs=1e-9)
    twin = arm()
    twin.set_coordinates(dict(zip(twin.joint_names[1:], q)), dict(zip(twin.joint_names[1:], v)))
    assert twin.joint_coordinates == pytest.approx(q) and np.allclose(twin.v, world.v)
    for name in ("joint_coordinates", "joint_rates"):
        with pytest.raises(perpend.InvalidArgument, match=rf"^{name} must be of shape \(3,\), got \(2,\)"):
            setattr(world, name, [1, 2])
        with pytest.raises(perpend.InvalidArgument, match="must be finite"):
            setattr(world, name, [1, np.nan, 2])
    assert world.joint_coordinates == pytest.approx(q, abs=1e-9)


def test_joints_in_loops_may_be_given_as_they_are():
    world = perpend.World.load("four_bar_2")
    before = world.hash()
    world.joint_coordinates = world.joint_coordinates
    world.joint_rates = world.joint_rates
    assert world.hash() == before
    with pytest.raises(perpend.InvalidArgument, match="part of a loop"):
        world.joint_coordinates = world.joint_coordinates + 0.1
