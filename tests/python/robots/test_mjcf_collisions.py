# SPDX-License-Identifier: Apache-2.0
"""Who collides in MJCF: the pairs of geoms that MuJoCo finds where all lie in one place, beside those that the
scene lets meet. Skipped without MuJoCo (`pip install mujoco`)."""
import itertools
import random
import re

import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402


def random_model(rng: random.Random) -> str:
    """Balls of different sizes about the origin, of bodies that are free, jointed, welded to others or to the world."""
    count, geoms, bodies = rng.randint(2, 7), itertools.count(), itertools.count()
    most = rng.choice([1, 3, 3, 7])

    def ball():
        bits = f'contype="{rng.randint(0, most)}" conaffinity="{rng.randint(0, most)}"' if rng.random() < 0.7 else ""
        k = next(geoms)
        return f'<geom name="g{k}" size="{1 + k / 100}" {bits}/>'

    def body(depth):
        name = f"b{next(bodies)}"
        joint = rng.choice(["<freejoint/>", '<joint type="ball"/>', "<joint/>", "", ""] if depth == 0 else ["<joint/>", "", ""])
        inner = "".join(body(depth + 1) for _ in range(rng.choice([0, 0, 1, 2]) if depth < 2 else 0))
        return f'<body name="{name}">{joint}{"".join(ball() for _ in range(rng.randint(1, 3)))}{inner}</body>'

    tree = ball() + "".join(body(0) for _ in range(count))
    names, balls = ["world", *(f"b{i}" for i in range(next(bodies)))], range(next(geoms))
    pairs = {tuple(sorted(rng.sample(names, 2))) for _ in range(rng.randint(0, 6))}
    asked = {tuple(sorted(rng.sample(balls, 2))) for _ in range(rng.choice([0, 0, 1, 3]))}
    contact = "".join(f'<exclude body1="{a}" body2="{b}"/>' for a, b in sorted(pairs))
    contact += "".join(f'<pair geom1="g{a}" geom2="g{b}"/>' for a, b in sorted(asked))
    flag = rng.choice(["", "", "", '<flag filterparent="disable"/>', '<flag contact="disable"/>'])
    return f'<mujoco><option>{flag}</option><worldbody>{tree}</worldbody><contact>{contact}</contact></mujoco>'


def meet_in_scene(scene):
    """Pairs of radii that may touch (docs/formats/scene.md, Who collides)."""
    joints = [joint for joint in scene.get("joints", []) if not joint.get("bodies_collide")]
    apart = {frozenset((pair["a"], pair["b"])) for pair in scene.get("exclude_collisions", []) + joints}
    shapes = [(body, {"category": 1, "mask": 2**32 - 1} | body | shape) for body in scene["bodies"]
              for shape in body.get("shapes", [])]
    found = set()
    for (a, one), (b, two) in itertools.combinations(shapes, 2):
        still = a["kind"] == b["kind"] == "spatial_fixed"
        if a is b or still or frozenset((a["name"], b["name"])) in apart:
            continue
        if one["mask"] & two["category"] and two["mask"] & one["category"]:
            found.add(frozenset((one["sphere"]["radius"], two["sphere"]["radius"])))
    return found


def meet_in_mujoco(model):
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return {frozenset(float(model.geom_size[geom][0]) for geom in contact.geom) for contact in data.contact[:data.ncon]}


def moved_apart(text):
    """The same bodies where none overlaps another."""
    return re.sub(r'<body name="b(\d+)"', lambda found: f'{found[0]} pos="{10 << int(found[1])} 0 0"', text)


@pytest.mark.parametrize("seed", range(60))
def test_geoms_meet_that_meet_in_mujoco(tmp_path, seed):
    file = tmp_path / "balls.xml"
    text = random_model(random.Random(seed))
    file.write_text(moved_apart(text))
    scene, notes = convert(file)
    model = mujoco.MjModel.from_xml_string(text)
    left_out = {note["element"] for note in notes if "is of bodies that are joined" in note["message"]}
    theirs = meet_in_mujoco(model)
    for k in range(model.npair):
        if f'pair "pair_{k}"' in left_out:
            theirs.discard(frozenset(float(model.geom_size[g][0]) for g in (model.pair_geom1[k], model.pair_geom2[k])))
    assert meet_in_scene(scene) == theirs


@pytest.mark.parametrize("seed", range(20))
def test_bodies_of_one_tree_that_overlap_at_the_start_do_not_collide(tmp_path, seed):
    """Of what MuJoCo finds there, all else stays: other trees, and bodies with a pair of their own."""
    file = tmp_path / "balls.xml"
    file.write_text(random_model(random.Random(1000 + seed)))
    scene, notes = convert(file)
    model = mujoco.MjModel.from_xml_path(str(file))
    pairs = {frozenset((model.pair_geom1[k], model.pair_geom2[k])) for k in range(model.npair)}
    theirs, told = set(), [note for note in notes if "at the start: the two do not" in note["message"]]
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    apart = set()
    for contact in data.contact[:data.ncon]:
        a, b = sorted(model.geom_bodyid[geom] for geom in contact.geom)
        if a > 0 and model.body_rootid[a] == model.body_rootid[b] and frozenset(contact.geom) not in pairs:
            apart.add((a, b))
        elif frozenset(contact.geom) not in pairs:
            theirs.add(frozenset(float(model.geom_size[geom][0]) for geom in contact.geom))
    assert len(told) == len(apart)
    assert theirs <= meet_in_scene(scene)
    sizes = {frozenset(float(model.geom_size[geom][0]) for geom in pair) for pair in pairs}
    assert meet_in_scene(scene) <= theirs | sizes


def test_more_kinds_than_bits_meet_what_any_of_the_last_meets(tmp_path):
    """Each ball meets the next alone: 40 kinds, for which there are 31 bits."""
    file = tmp_path / "ring.xml"
    bits = [(1 << i | 1 << i // 2, 1 << (i + 1) % 20) for i in range(20)] + [(1 << i, 3 << i) for i in range(20)]
    balls = "".join(f'<body><freejoint/><geom size="{1 + i / 100}" contype="{a}" conaffinity="{b}"/></body>'
                    for i, (a, b) in enumerate(bits))
    file.write_text(f"<mujoco><worldbody>{balls}</worldbody></mujoco>")
    scene, notes = convert(file)
    assert any("more than 31 kinds of geoms" in note["message"] for note in notes)
    assert meet_in_scene(scene) >= meet_in_mujoco(mujoco.MjModel.from_xml_path(str(file)))
