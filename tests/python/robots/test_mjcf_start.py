# SPDX-License-Identifier: Apache-2.0
"""Keys, mocap bodies and height fields of MJCF beside MuJoCo. Skipped without MuJoCo (`pip install mujoco`)."""
import itertools
import random
import struct
import warnings
import zlib

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert, lines  # noqa: E402

ARM = """<mujoco><option timestep="1e-3" integrator="RK4"/><default><geom contype="0" conaffinity="0"/></default>
 <worldbody>
  <body name="kite" pos="0 0 2"><freejoint/><geom type="box" size=".2 .1 .05"/></body>
  <body name="arm" pos="3 0 0"><joint name="shoulder" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
   <body name="fore" pos=".4 0 0"><joint name="rail" type="slide" axis="0 0 1"/><geom size=".1"/></body></body>
  <body name="bob" pos="6 0 0"><joint name="ball" type="ball"/><geom size=".1" pos="0 0 -.5"/></body>
  <body name="hand" mocap="true" pos="9 0 0"><geom size=".1"/></body>
 </worldbody>
 <actuator><position name="hold" joint="shoulder" kp="20" kv="1"/><motor name="push" joint="rail"/></actuator>
 <keyframe>{keys}</keyframe></mujoco>"""


def key(rng, name):
    """A key with random values, `hand` included."""
    def numbers(count):
        return " ".join(f"{rng.uniform(-1, 1):.4f}" for _ in range(count))
    return (f'<key {name} qpos="{numbers(7)} {numbers(2)} {numbers(4)}" qvel="{numbers(6)} {numbers(2)} {numbers(3)}" '
            f'ctrl="{numbers(2)}" mpos="{numbers(3)}" mquat="{numbers(4)}"/>\n')


@pytest.fixture
def arm(tmp_path):
    rng = random.Random(17)
    file = tmp_path / "arm.xml"
    file.write_text(ARM.format(keys=key(rng, 'name="home"') + key(rng, 'name="up=1"') + key(rng, "")))
    return file


@pytest.mark.parametrize("index, name", list(enumerate(["home", "up=1", "2"])))
def test_a_run_starts_at_a_key_and_moves_as_in_mujoco(arm, index, name):
    model = mujoco.MjModel.from_xml_path(str(arm))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, index)
    mujoco.mj_forward(model, data)
    scene, notes = convert(arm, keyframe=name)
    assert not any("key" in note["element"] for note in notes)
    world = perpend.World.from_scene(scene, dt=1e-3)
    assert np.allclose(world.ctrl, data.ctrl, atol=1e-15)
    for _ in range(2):
        for body in ("kite", "arm", "fore", "bob", "hand"):
            assert np.allclose(world.frame(body).pos, data.body(body).xpos, atol=1e-6), body
            velocity = np.zeros(6)
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, model.body(body).id, velocity, 0)
            assert np.allclose(world.frame(body).velocity, velocity[3:], atol=1e-4), body
        world.step(20)
        mujoco.mj_step(model, data, 20)
        mujoco.mj_forward(model, data)


def test_an_unknown_key_tells_the_known_ones(arm, tmp_path):
    with pytest.raises(lines.Faults) as refused:
        convert(arm, keyframe="hom")
    (fault,) = refused.value.faults
    assert fault["message"] == 'no key is named "hom"' and fault["hint"] == "expected one of home, up=1, 2"
    with pytest.raises(perpend.InputError, match='keyframe: no key is named "hom"'):
        perpend.World.load(arm, robot={"keyframe": "hom"})
    (tmp_path / "none.xml").write_text('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    with pytest.raises(lines.Faults) as refused:
        convert(tmp_path / "none.xml", keyframe="home")
    assert refused.value.faults[0]["hint"] == "the file has no key"
    (tmp_path / "robot.urdf").write_text('<robot name="r"><link name="a"/></robot>')
    with pytest.raises(perpend.InputError, match='keyframe: "home" is in no URDF file'):
        perpend.convert(tmp_path / "robot.urdf", keyframe="home")


def test_keys_that_no_run_starts_at_are_told_and_so_is_what_is_left_out_of_a_key(arm):
    assert any(note["element"] == 'key "home"' and note["message"] == "is not used" for note in convert(arm)[1])
    arm.write_text(ARM.format(keys='<key name="late" time="3"/>'))
    (note,) = (note for note in convert(arm, keyframe="late")[1] if "key" in note["element"])
    assert note["message"] == "time = 3 is not done: runs start at 0"


def test_values_given_beside_a_key_replace_its_own(arm):
    scene, _ = convert(arm, keyframe="home", start=[("shoulder", 0.25)])
    starts = {joint["name"]: joint["coordinates"][0].get("start", 0) for joint in scene["joints"] if "coordinates" in joint}
    own = mujoco.MjModel.from_xml_path(str(arm)).key_qpos[0]
    assert starts == {"shoulder": 0.25, "rail": own[8]}


def test_mocap_bodies_are_moved_by_the_program(tmp_path):
    """A hand carries a box, to which a weld holds it, and a second one pushes a ball."""
    file = tmp_path / "hand.xml"
    file.write_text("""<mujoco><option gravity="0 0 -9.81"/><worldbody>
      <body name="hand" mocap="true" pos="0 0 1"><geom size=".1" contype="0" conaffinity="0"/><site name="palm" pos="0 0 -.1"/></body>
      <body name="box" pos="0 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body name="paddle" mocap="true" pos="0 2 0"><geom type="box" size=".1 .1 .1"/></body>
      <body name="ball" pos=".3 2 0"><freejoint/><geom size=".1"/></body></worldbody>
      <equality><weld body1="hand" body2="box"/></equality></mujoco>""")
    scene, notes = convert(file)
    assert not any("mocap" in note["message"] for note in notes)
    world = perpend.World.from_scene({**scene, "gravity": [0, 0, 0]})
    world.body("paddle").set_velocity((1, 0, 0))
    for step in range(500):
        turn = 0.002 * (step + 1)
        world.body("hand").set_target_pose((turn, 0, 1), (np.cos(turn / 2), 0, 0, np.sin(turn / 2)))
        assert world.step().certified
    assert np.allclose(world.frame("palm").pos, [1, 0, 0.9], atol=1e-9)
    assert np.allclose(world.body("box").pos, [1, 0, 0.5], atol=1e-6)
    assert world.body("ball").pos[0] > 1 and world.body("paddle").pos[0] == pytest.approx(1)
    world.body("hand").set_pose((5, 0, 1), (1, 0, 0, 0))
    assert np.allclose(world.frame("palm").pos, [5, 0, 0.9])


def binary_field(rng, rows, columns):
    """MuJoCo's format of height fields."""
    return struct.pack(f"<ii{rows * columns}f", rows, columns, *(rng.random() for _ in range(rows * columns)))


def png_field(rng, rows, columns):
    """A PNG of grey values."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    grey = b"".join(b"\0" + rng.randbytes(columns) for _ in range(rows))
    head = struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(grey)) + chunk(b"IEND", b"")


def hfield(rng, kind, folder, rows, columns):
    """The asset of a field, in one of the ways a file may give it."""
    size = f'name="h" size="{rng.uniform(1, 3):.3f} {rng.uniform(1, 3):.3f} {rng.uniform(.2, .6):.3f} .1"'
    if kind == "binary":
        (folder / "field.bin").write_bytes(binary_field(rng, rows, columns))
        return f'<hfield {size} file="field.bin"/>'
    if kind == "png":
        (folder / "field.png").write_bytes(png_field(rng, rows, columns))
        return f'<hfield {size} file="field.png"/>'
    heights = " ".join(f"{rng.random():.4f}" for _ in range(rows * columns))
    return f'<hfield {size} nrow="{rows}" ncol="{columns}" elevation="{heights}"/>'


@pytest.mark.parametrize("seed, kind", list(enumerate(["inline", "binary", "png", "inline", "binary"])))
def test_rays_meet_a_height_field_where_they_do_in_mujoco(tmp_path, seed, kind):
    rng = random.Random(seed)
    turn = " ".join(f"{rng.gauss(0, 1):.4f}" for _ in range(4))
    asset = hfield(rng, kind, tmp_path, rng.randint(2, 9), rng.randint(2, 9))
    file = tmp_path / "field.xml"
    file.write_text(f'<mujoco><asset>{asset}</asset><worldbody><geom name="g" type="hfield" hfield="h" pos="1 2 3" quat="{turn}"/>'
                    '<body name="far" pos="0 0 99"><freejoint/><geom size=".1"/></body></worldbody></mujoco>')
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    scene, notes = convert(file)
    assert not notes
    world, geom, met = perpend.World.from_scene(scene), np.zeros(1, np.int32), 0
    axes = data.geom("g").xmat.reshape(3, 3)
    for x, y in itertools.product(np.linspace(-0.9, 0.9, 7), repeat=2):
        rx, ry, top, _ = model.hfield_size[0]
        start = data.geom("g").xpos + axes @ [x * rx, y * ry, top + 1]
        expected = mujoco.mj_ray(model, data, start, -axes[:, 2], None, 1, -1, geom, None)
        hits = world.cast_ray(start, -axes[:, 2])
        assert hits[0].distance == pytest.approx(expected, abs=1e-6), (x, y)
        met += 1
    assert met == 49


def test_a_ball_rests_in_a_valley_of_a_height_field(tmp_path):
    """The walls of the valley rise by 45 degrees, so that the centre of the ball is sqrt(2) radii above its line."""
    file = tmp_path / "valley.xml"
    file.write_text('<mujoco><asset><hfield name="h" size="1 1 1 .1" nrow="2" ncol="3" elevation="1 0 1 1 0 1"/></asset><worldbody>'
                    '<geom type="hfield" hfield="h"/><body name="ball" pos=".1 .1 .5"><freejoint/><geom size=".1"/></body>'
                    '</worldbody></mujoco>')
    with warnings.catch_warnings():
        warnings.simplefilter("error", perpend.NotDone)
        world = perpend.World.load(file)
    assert world.step(3000).certified
    assert np.allclose(world.body("ball").pos[[0, 2]], [0, 0.1 * np.sqrt(2)], atol=1e-3)
