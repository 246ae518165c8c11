# SPDX-License-Identifier: Apache-2.0
"""What of an MJCF file stands in the scene, value by value. Skipped without MuJoCo (`pip install mujoco`)."""
import json
import math

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert, lines, schema  # noqa: E402


@pytest.fixture
def scene_of(tmp_path):
    def made(world, rest="", **options):
        file = tmp_path / "model.xml"
        file.write_text(f"<mujoco><compiler angle='radian'/><worldbody>{world}</worldbody>{rest}</mujoco>")
        return convert(file, **options)
    return made


def ball(name, place, words="", inside=""):
    return f'<body name="{name}" pos="{place}"><freejoint/><geom size=".1" {words}/>{inside}</body>'


def named(scene, kind, name):
    (found,) = (each for each in scene[kind] if each["name"] == name)
    return found


def test_geoms_have_the_friction_of_their_dimension_and_restitution_of_their_damping(scene_of):
    words = {"a": 'condim="1" friction=".3 .02 .005"', "b": 'condim="3" friction=".3 .02 .005"',
             "c": 'condim="4" friction=".4 .02 .005"', "d": 'condim="6" friction=".5 .02 .005" solref=".02 .5"',
             "e": 'condim="3" friction=".6 0 0" solref="-100 -4"'}
    scene, _ = scene_of("".join(ball(name, f"{k} 0 0", each) for k, (name, each) in enumerate(words.items())))
    of = {body["name"]: named(scene, "materials", body["material"]) for body in scene["bodies"]}
    keys = {name: {key: value for key, value in found.items() if key != "name"} for name, found in of.items()}

    def bounce(ratio):
        return pytest.approx(math.exp(-math.pi * ratio / math.sqrt(1 - ratio**2)))
    assert keys["a"] == {"mu": 0.0} and keys["b"] == {"mu": 0.3} and keys["c"] == {"mu": 0.4, "spinning": 0.02}
    assert keys["d"] == {"mu": 0.5, "spinning": 0.02, "rolling": 0.005, "e": bounce(0.5)}
    assert keys["e"] == {"mu": 0.6, "e": bounce(0.2)}
    pairs = {frozenset((pair["a"], pair["b"])): pair for pair in scene["surface_pairs"]}
    assert len(pairs) == 10

    def pair(a, b):
        found = pairs[frozenset((of[a]["name"], of[b]["name"]))]
        return {key: value for key, value in found.items() if key not in "ab"}
    assert pair("a", "b") == {"mu": 0.3} and pair("a", "c") == {"mu": 0.4, "spinning": 0.02}
    assert pair("b", "d") == {"mu": 0.5, "spinning": 0.02, "rolling": 0.005, "e": bounce(0.75)}  # the mean of both
    assert pair("b", "e") == {"mu": 0.6, "e": bounce(0.2)}  # the smaller of each


@pytest.mark.parametrize("seed", range(8))
def test_two_geoms_meet_with_the_friction_of_their_contact(tmp_path, seed):
    """MuJoCo's contact is the oracle, for drawn condim, friction and priority of geoms, and for `pair` elements."""
    draw, count = np.random.default_rng(seed), 6
    drawn = lambda n: " ".join(f"{x:.6g}" for x in draw.uniform(0, 1, n).round(1))
    words = [f'name="g{k}" condim="{draw.choice([1, 3, 4, 6])}" priority="{draw.integers(3)}" friction="{drawn(3)}"'
             for k in range(count)]
    chosen = {tuple(sorted(draw.choice(count, 2, replace=False).tolist())) for _ in range(draw.integers(4))}
    contact = "".join(f'<pair geom1="g{i}" geom2="g{j}" condim="{draw.choice([1, 3, 4, 6])}" friction="{x} {x} {drawn(2)} 0"/>'
                      for i, j in sorted(chosen) for x in [drawn(1)])
    file = tmp_path / "model.xml"
    bodies = "".join(ball(f"b{k}", f"0 0 {0.01 * k:g}", each) for k, each in enumerate(words))
    file.write_text(f"<mujoco><worldbody>{bodies}</worldbody><contact>{contact}</contact></mujoco>")
    scene, notes = convert(file)
    assert notes == []
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    material = {body["name"]: body["material"] for body in scene["bodies"]}
    pairs = {frozenset((pair["a"], pair["b"])): pair for pair in scene["surface_pairs"]}
    pairs |= {frozenset((each["name"],)): each for each in scene["materials"]}
    assert data.ncon == count * (count - 1) // 2
    for contact in data.contact[:data.ncon]:
        names = [model.body(model.geom_bodyid[geom]).name for geom in (contact.geom1, contact.geom2)]
        pair, dim = pairs[frozenset(material[name] for name in names)], int(contact.dim)
        theirs = [contact.friction[at] if dim >= least else 0.0 for at, least in ((0, 3), (2, 4), (3, 6))]
        ours = [pair.get(key, 0.0) for key in ("mu", "spinning", "rolling")]
        assert ours == pytest.approx(theirs, abs=2e-5)  # MuJoCo's least friction is 1e-5


def test_the_first_geom_gives_colour_and_surface_of_its_body(scene_of):
    blue = '<geom size=".1" pos="1 0 0" rgba="0 0 1 1" friction=".9"/>'
    scene, notes = scene_of(ball("one", "0 0 0", 'rgba="1 .5 0 .3" friction=".2"',
                                 blue) + ball("two", "9 0 0", 'material="m"'),
                            '<asset><material name="m" rgba=".2 .4 2 1"/></asset>')
    assert [body["color"] for body in scene["bodies"]] == ["#ff8000", "#3366ff"]
    assert named(scene, "materials", named(scene, "bodies", "one")["material"])["mu"] == 0.2
    assert [note["element"] for note in notes
            if "of the first geom of its body" in note["message"]] == ['geom "geom_1"']


def test_shapes_are_as_large_as_geoms_and_lie_in_the_frame_of_their_root(scene_of):
    inside = ('<body pos="0 0 1" euler="0 0 1.5707963267948966"><geom type="box" size=".1 .2 .3" pos="1 0 0"/></body>'
              '<geom type="capsule" size=".1 .4" euler="1.5707963267948966 0 0"/><geom type="cylinder" size=".2 .5"/>'
              '<geom type="ellipsoid" size=".1 .2 .3"/>')
    scene, _ = scene_of(f'<body name="root" pos="3 4 5" euler="0 .5 0"><freejoint/>'
                        f'<geom size=".7" pos="0 2 0"/>{inside}</body>')
    (root,) = scene["bodies"]
    kinds = {next(iter(shape)): shape for shape in root["shapes"]}
    assert kinds["sphere"] == {"sphere": {"radius": 0.7}, "position": pytest.approx([0, 2, 0], abs=1e-14)}
    assert kinds["box"]["box"]["size"] == [0.2, 0.4, 0.6]
    assert kinds["box"]["position"] == pytest.approx([0, 1, 1], abs=1e-14)
    assert kinds["box"]["orientation"] == pytest.approx([math.sqrt(0.5), 0, 0, math.sqrt(0.5)], abs=1e-9)
    assert kinds["capsule"]["capsule"] == {"length": 0.8, "radius": 0.1}
    assert kinds["capsule"]["orientation"] == pytest.approx([math.sqrt(0.5), math.sqrt(0.5), 0, 0], abs=1e-9)
    assert kinds["cylinder"]["cylinder"] == {"length": 1.0, "radius": 0.2}
    assert kinds["ellipsoid"]["ellipsoid"]["axes"] == [0.2, 0.4, 0.6]
    assert root["position"] == [3, 4, 5]
    assert root["orientation"] == pytest.approx([math.cos(0.25), 0, math.sin(0.25), 0])


def test_rates_of_joints_move_what_hangs_on_them(scene_of):
    geom = '<geom type="box" size=".1 .2 .3" pos="0 0 -1"/>'
    scene, _ = scene_of(f'<body name="arm" pos="0 0 5"><joint name="h" axis="0 1 0"/>'
                        f'<joint name="s" type="slide" axis="1 0 0"/>{geom}'
                        f'<body name="fore" pos="0 0 -2"><joint name="k" axis="0 1 0"/>{geom}</body></body>',
                        start=[("s", 0.5)], rate=[("h", 2.0), ("k", -0.5), ("s", 3.0)])
    arm, fore = named(scene, "bodies", "arm"), named(scene, "bodies", "fore")
    assert arm["omega"] == pytest.approx([0, 2, 0]) and fore["omega"] == pytest.approx([0, 1.5, 0])
    assert arm["position"] == pytest.approx([0.5, 0, 5]) and fore["position"] == pytest.approx([0.5, 0, 3])
    assert arm["velocity"] == pytest.approx([3 - 2, 0, -1], abs=1e-12)  # about the hinge at x = 0
    assert fore["velocity"] == pytest.approx([3 - 4 - 1.5, 0, -1], abs=1e-12)
    between = next(body for body in scene["bodies"] if body["name"] not in ("arm", "fore"))
    assert between["name"] == "h_body" and between["omega"] == pytest.approx([0, 2, 0])
    assert between["mass"] == pytest.approx(1e-3 * arm["mass"])
    assert [joint["kind"] for joint in scene["joints"]] == ["pin", "prismatic", "pin"]
    assert named(scene, "joints", "s")["coordinates"][0]["start"] == 0.5
    for flag in ("start", "rate"):
        with pytest.raises(lines.Faults) as refused:
            scene_of(ball("b", "0 0 0"), **{flag: [("none", 1.0)]})
        assert refused.value.faults[0]["element"] == flag and 'named "none"' in refused.value.faults[0]["message"]


SITES = ('<site name="up" pos="0 0 5"/>' + ball("bob", "0 0 2", "",
                                                '<site name="b" pos="0 .3 0"/><site name="c" pos="0 .7 0"/>'))


def test_a_tendon_is_a_strut_beside_what_of_it_is_of_fixed_length(scene_of):
    tendon = ('<tendon><spatial name="t" limited="true" range=".5 4" stiffness="7" '
              'springlength="1.5" damping=".2" frictionloss=".3">'
              '<site site="up"/><site site="b"/><site site="c"/></spatial></tendon>')
    scene, _ = scene_of(SITES, tendon)
    (strut,) = scene["joints"]
    assert (strut["kind"], strut["a"], strut["b"]) == ("strut", "bob", "world")
    assert strut["anchor"] == pytest.approx([0, 0.3, 2]) and strut["anchor_b"] == pytest.approx([0, 0, 5])
    (along,) = strut["coordinates"]
    assert along["limits"] == pytest.approx([0.1, 3.6])
    assert along["spring"] == {"stiffness": 7, "rest": pytest.approx(1.1)}
    assert (along["damping"], along["friction"]) == (0.2, 0.3)
    rope, notes = scene_of(SITES,
                           '<tendon><spatial limited="true" range="0 2.5"><site site="b"/>'
                           '<site site="up"/></spatial></tendon>')
    length = math.hypot(3, 0.3)
    (along,) = rope["joints"][0]["coordinates"]
    assert along["limits"] == [None, 2.5] and along["start_outside"]
    assert any(f"starts at {length:g}, outside of its limits 0 to 2.5" in note["message"] for note in notes)


SLIDE = '<body pos="{0} 0 0"><joint name="{1}" type="slide" axis="1 0 0" {2}/><geom size=".1"/></body>'


def motor_of(scene, joint):
    (along,) = named(scene, "joints", joint)["coordinates"]
    return along["motor"]


def test_servos_have_their_gains_along_the_joint_and_motors_their_largest_force(scene_of):
    world = "".join(SLIDE.format(k, f"j{k}", 'actuatorfrcrange="-4 4"' if k == 2 else "") for k in range(5))
    actuators = ('<position joint="j0" kp="20" kv="3" gear="2" ctrlrange=".5 1" forcerange="-6 6"/>'
                 '<velocity joint="j1" kv="5" gear="-2"/>'
                 '<position joint="j2" kp="9" forcerange="-7 7"/><motor joint="j3" gear="3" ctrlrange="-2 2"/>'
                 '<general joint="j4" gainprm="6" biastype="affine" biasprm="1 -3 -2"/>')
    scene, notes = scene_of(world, f"<actuator>{actuators}</actuator>", motors="velocity")
    assert motor_of(scene, "j0") == {"kind": "position", "target": 0.25, "stiffness": 80.0, "damping": 12.0,
                                     "max_force": 12.0}
    assert motor_of(scene, "j1") == {"kind": "velocity", "target": 0.0, "damping": 20.0}
    assert motor_of(scene, "j2") == {"kind": "position", "target": 0.0, "stiffness": 9.0, "max_force": 4.0}
    assert motor_of(scene, "j3") == {"kind": "velocity", "target": 0.0, "max_force": 6.0}
    assert motor_of(scene, "j4") == {"kind": "position", "target": pytest.approx(1 / 3), "stiffness": 3.0,
                                     "damping": 2.0}
    assert notes == []
    assert [(each["joint"], each["kind"], each["gain"], each.get("offset")) for each in scene["actuators"]] == [
        ("j0", "target", 0.5, None), ("j1", "target", -0.5, None), ("j2", "target", 1.0, None), ("j3", "target", 1.0, None),
        ("j4", "target", 2.0, pytest.approx(1 / 3))]
    assert scene["actuators"][0]["control_range"] == [0.5, 1]
    assert not any("force_range" in each for each in scene["actuators"])
    held, _ = scene_of(world, f"<actuator>{actuators}</actuator>", motors="position", start=[("j3", 0.75)])
    assert motor_of(held, "j3") == {"kind": "position", "target": 0.75, "max_force": 6.0, "time_constant": 0.05}
    assert named(held, "actuators", "actuator_3")["control"] == 0.75


def test_ranges_of_force_are_those_along_the_joint(scene_of):
    world = "".join(SLIDE.format(k, f"j{k}", 'actuatorfrcrange="-4 9"' if k == 2 else "") for k in range(4))
    actuators = ('<motor joint="j0" gear="-2" forcerange="-1 40"/><position joint="j1" kp="9" gear="-2" forcerange="-1 40"/>'
                 '<motor joint="j2" gear="3" forcerange="-2 2"/><motor joint="j3" gear="3" ctrlrange="-2 1"/>')
    scene, notes = scene_of(world, f"<actuator>{actuators}</actuator>")
    assert [each.get("force_range") for each in scene["actuators"]] == [[-80, 2], [-80, 2], [-4, 6], None] and notes == []
    assert motor_of(scene, "j1")["max_force"] == 80
    assert [each["gain"] for each in scene["actuators"]] == [-2, -0.5, 3, 3]


def test_actuators_of_a_group_that_is_off_have_no_effect_and_others_of_a_joint_add_up(scene_of):
    two = '<position joint="j" kp="3" group="2"/><position joint="j" kp="5" group="3"/><position joint="j" kp="7"/>'
    scene, notes = scene_of(SLIDE.format(0, "j", ""), f'<option actuatorgroupdisable="2"/><actuator>{two}</actuator>')
    assert motor_of(scene, "j")["stiffness"] == 12
    assert [(each["kind"], each.get("gain")) for each in scene["actuators"]] == [
        ("none", None), ("target", 5 / 12), ("target", 7 / 12)]
    assert [note["message"] for note in notes] == ["is switched off by the options, and its control has no effect"]


def test_the_second_of_two_hinges_that_make_a_universal_joint_keeps_its_name(scene_of):
    world = '<body><joint name="one" axis="0 1 0"/><joint name="two" axis="0 0 1"/><geom size=".1" pos=".1 0 0"/></body>'
    rest = ('<actuator><motor name="push" joint="two"/></actuator>'
            '<equality><joint joint1="two" joint2="one" polycoef="0 2 0 0 0"/></equality>')
    scene, notes = scene_of(world, rest)
    (joint,) = scene["joints"]
    assert joint["name"] == "one" and joint["coordinates"] == [{"coordinate": 1, "name": "two"}] and notes == []
    assert scene["actuators"][0]["joint"] == "two" and scene["couplers"][0]["terms"][0] == {"joint": "one", "coordinate": 1, "factor": 1.0}


def test_groups_that_ties_hold_together_are_put_on_the_ground_as_one(scene_of):
    world = (ball("low", "0 0 2", "", '<site name="a"/>') + ball("high", "0 0 4", "",
                                                                 '<site name="b"/>') + ball("alone", "5 0 4")
             + ball("tied", "8 0 1") + '<body name="post" pos="8 0 3"><geom size=".1 .1 .1" type="box"/></body>')
    rest = ('<tendon><spatial range="0 9" limited="true"><site site="a"/><site site="b"/></spatial></tendon>'
            '<equality><weld body1="post" body2="tied"/></equality>')
    scene, _ = scene_of(world, rest, ground=True)
    place = {body["name"]: body["position"][2] for body in scene["bodies"] if "position" in body}
    assert {name: place[name] for name in ("low", "high", "alone", "tied")} == pytest.approx(
        {"low": 0.1, "high": 2.1, "alone": 0.1, "tied": 1})
    assert named(scene, "bodies", "ground") == {"name": "ground", "kind": "spatial_fixed",
                                                "shapes": [{"half_space": {}}]}
    turned, _ = scene_of(ball("low", "0 3 0"), ground=True, gravity=[0, 0, 2])
    assert named(turned, "bodies", "ground")["orientation"] == [0, 1, 0, 0] and turned["gravity"] == [0, 0, 2]
    assert named(turned, "bodies", "low")["position"] == pytest.approx([0, 3, -0.1])


def test_loops_close_at_sites_and_anchors_and_say_what_they_hold(scene_of):
    world = (ball("one", "0 0 1", "",
                  '<site name="s" pos=".5 0 0"/>') + ball("two", "1 0 1", "", '<site name="t" pos="-.5 0 0"/>'))
    scene, _ = scene_of(world, '<equality><connect name="c" site1="s" site2="t"/></equality>')
    assert scene["joints"] == [{"name": "c", "kind": "spherical", "a": "two", "b": "one", "anchor": [0.5, 0, 1],
                                "axis": [1, 0, 0]}]
    assert scene["simulation"]["drift"] == "projection"
    scene, notes = scene_of(world,
                            '<equality><weld name="w" body1="one" body2="two" relpose="1 0 0 0 0 0 1"/></equality>')
    assert scene["joints"][0]["kind"] == "weld" and scene["joints"][0]["a"] == "two"
    assert "axis" not in scene["joints"][0]
    assert any(f"which is 0 m and {math.pi:.3g} rad from what it asks for" in note["message"] for note in notes)
    with pytest.raises(lines.Faults) as refused:
        scene_of(world.replace('pos="-.5 0 0"', 'pos="-.4 0 0"'),
                 '<equality><connect name="c" site1="s" site2="t"/></equality>')
    assert "its ends are 0.1 m apart at the start" in refused.value.faults[0]["message"]


@pytest.mark.parametrize("seed", range(6))
def test_a_loop_that_is_nearly_closed_is_held_in_the_middle(scene_of, seed):
    gap = np.random.default_rng(seed).uniform(-1, 1, 3)
    gap *= 10.0**-(1 + seed) / np.linalg.norm(gap) * 0.9  # 0.09 m, 0.009 m ... 9e-7 m
    world = ball("one", "0 0 0", "", '<site name="s" pos=".5 0 0"/>') + ball(
        "two", " ".join(f"{x:.17g}" for x in gap + [1, 0, 0]), "", '<site name="t" pos="-.5 0 0"/>')
    equality = '<equality><connect name="c" site1="s" site2="t"/></equality>'
    if seed == 0:
        with pytest.raises(lines.Faults):
            scene_of(world, equality)
        return
    scene, notes = scene_of(world, equality)
    assert scene["joints"][0]["anchor"] == pytest.approx(gap / 2 + [0.5, 0, 0], abs=1e-12)
    assert sum("halfway between them" in note["message"] for note in notes) == (seed < 5)
    assert perpend.World.from_scene(json.dumps(scene)).step(10).status == "ok"


def test_springs_limits_and_rotors_stand_at_the_joint(scene_of):
    words = ('stiffness="4" springref=".3" damping=".5" frictionloss=".6" armature=".7" limited="true" range="-1 .2"')
    scene, notes = scene_of(SLIDE.format(0, "j", words), start=[("j", 0.5)])
    (along,) = named(scene, "joints", "j")["coordinates"]
    assert along == {"coordinate": 0, "start": 0.5, "limits": [-1, 0.2], "start_outside": True,
                     "spring": {"stiffness": 4, "rest": 0.3}, "damping": 0.5, "friction": 0.6, "armature": 0.7}
    (note,) = notes
    assert note["message"] == "starts at 0.5, outside of its limits -1 to 0.2: it is brought back at a bounded speed"


def test_zeros_and_what_is_off_ask_for_nothing():
    assert [schema.asks(value) for value in ("0", "0 0.0 -0", "", "false", "auto", "none", "disable")] == [False] * 7
    assert [schema.asks(value) for value in ("1e-9", "0 0 1", "true", "enable", "none at")] == [True] * 5


def test_notes_have_the_line_of_their_element_in_the_file_it_stands_in(tmp_path):
    (tmp_path / "part.xml").write_text(
        '<mujoco>\n\n <body name="in" gravcomp="1"><freejoint/>\n  <geom size=".1" margin=".2"/></body>\n</mujoco>')
    (tmp_path / "model.xml").write_text(
        '<mujoco>\n <worldbody>\n  <include file="part.xml"/>\n <light/></worldbody>\n</mujoco>')
    _, notes = convert(tmp_path / "model.xml")
    found = {(note["file"].rsplit("/", 1)[-1], note["line"], note["element"], note["message"]) for note in notes}
    assert found == {("part.xml", 3, 'body "in"', "gravcomp is not done"),
                     ("part.xml", 4, "geom", "margin is not done"),
                     ("model.xml", 4, "light", "light is not drawn")}


def test_notes_of_attached_models_have_the_line_in_their_own_file(tmp_path):
    (tmp_path / "arm.xml").write_text(
        '<mujoco model="arm"><worldbody>\n<body name="b"><joint name="j" range="1 2"/>\n<geom name="g" size=".1"/></body></worldbody>\n'
        '<tendon>\n<fixed name="t" damping="1"><joint joint="j" coef="1"/></fixed></tendon></mujoco>')
    (tmp_path / "model.xml").write_text(
        '<mujoco><compiler angle="radian"/><asset><model name="sub" file="arm.xml"/></asset><worldbody>\n'
        '<attach model="sub" body="b" prefix="left_"/><frame pos="1 0 0"><attach model="sub" body="b" prefix="right_"/></frame>'
        '</worldbody></mujoco>')
    _, notes = convert(tmp_path / "model.xml")
    found = {(note["file"].rsplit("/", 1)[-1], note["line"], note["element"]) for note in notes}
    assert found >= {("arm.xml", line, f'{tag} "{side}_{name}"')
                     for side in ("left", "right") for line, tag, name in ((2, "joint", "j"), (5, "fixed", "t"))}


def test_hulls_of_many_points_keep_the_farthest_ones(scene_of):
    rng = np.random.default_rng(2)
    points = rng.normal(size=(2000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    vertices = " ".join(f"{x:.6f}" for x in points.ravel())
    scene, notes = scene_of('<body name="b"><freejoint/><geom type="mesh" mesh="m"/></body>',
                            f'<asset><mesh name="m" vertex="{vertices}"/></asset>')
    corners = np.array(scene["bodies"][0]["shapes"][0]["hull"]["vertices"])
    assert 200 < len(corners) <= 256 and np.linalg.norm(corners, axis=1).min() > 0.95
    for axis in np.vstack([np.eye(3), -np.eye(3)]):
        assert (corners @ axis).max() > 0.97
    assert any(f"collides as a convex hull of {len(corners)} points" in note["message"] for note in notes)
