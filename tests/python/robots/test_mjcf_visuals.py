# SPDX-License-Identifier: Apache-2.0
"""What is drawn of an MJCF file: what MuJoCo's viewer shows of random models, beside what the scene has for pages to
draw. Skipped without MuJoCo (`pip install mujoco`)."""
import itertools
import random

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
from mjcf_reader import convert  # noqa: E402

# A solid, and a sheet that is open and bent.
ASSETS = """<asset><material name="red" rgba="1 0 0 1"/><material name="clear" rgba="0 1 0 0"/><material name="half" rgba="0 0 1 .5"/>
 <mesh name="solid" vertex="0 0 0  1.23456789 0 .1  0 .7 0  0 0 .9  .3 .3 .2"/>
 <mesh name="sheet" inertia="shell" vertex="0 0 0  2 0 0  2 1 .5  0 1 0  -1 0 1" face="0 1 2  0 2 3  0 3 4"/>
 <hfield name="hills" nrow="3" ncol="4" size="2 1 .5 .1" elevation="0 1 0 2 1 0 3 0 0 1 1 0"/></asset>"""
KINDS = {mujoco.mjtGeom.mjGEOM_SPHERE: ("sphere", 1), mujoco.mjtGeom.mjGEOM_CAPSULE: ("capsule", 2),
         mujoco.mjtGeom.mjGEOM_CYLINDER: ("cylinder", 2), mujoco.mjtGeom.mjGEOM_ELLIPSOID: ("ellipsoid", 3),
         mujoco.mjtGeom.mjGEOM_BOX: ("box", 3)}
ABSENT = {"contype": "0", "conaffinity": "0"}


def tag(name, words, inside=""):
    attributes = "".join(f' {key}="{value}"' for key, value in words.items())
    return f"<{name}{attributes}>{inside}</{name}>"


class Draw(random.Random):
    def vector(self, count, least=-2.0, most=2.0):
        return " ".join(f"{self.uniform(least, most):.6g}" for _ in range(count))

    def pose(self):
        return {"pos": self.vector(3), "euler": self.vector(3, -180, 180)} if self.random() < 0.8 else {}

    def looks(self, plain):
        """Groups, colours and bits; in plain models most geoms collide and have one colour."""
        if plain and self.random() < 0.9:
            return {}
        words = {"group": self.randint(0, 5)} if self.random() < 0.5 else {}
        words |= ABSENT if self.random() < 0.4 else {}
        words |= {"material": self.choice(["red", "red", "half", "clear"])} if self.random() < 0.4 else {}
        return words | ({"rgba": self.choice(["1 0 0 1", ".2 .4 2 .5", ".5 .5 .5 1", "1 1 1 0"])} if self.random() < 0.4 else {})

    def geom(self, plain, stands):
        kinds = ["sphere", "capsule", "cylinder", "ellipsoid", "box", *([] if plain else ["mesh", "mesh"]),
                 *(["plane", "hfield"] if stands else [])]
        kind = self.choice(kinds)
        shape = {"mesh": {"mesh": self.choice(["solid", "sheet"])}, "hfield": {"hfield": "hills"}, "plane": {"size": "3 3 .1"}}
        return tag("geom", {"type": kind} | shape.get(kind, {"size": self.vector(3, 0.1, 0.5)}) | self.pose() | self.looks(plain))

    def body(self, depth, plain, stands):
        joint = self.choice(["<freejoint/>", '<joint type="ball"/>', "mocap", ""]) if depth == 0 else self.choice(["<joint/>", "", ""])
        stands = joint == "mocap" or stands and joint == ""
        words = {"name": f"b{next(self.bodies)}"} | self.pose() | ({"mocap": "true"} if joint == "mocap" else {})
        geoms = "".join(self.geom(plain, stands) for _ in range(self.randint(1, 3)))
        inner = "".join(self.body(depth + 1, plain, stands) for _ in range(self.choice([0, 0, 1, 2]) if depth < 2 else 0))
        return tag("body", words, joint.replace("mocap", "") + geoms + inner)

    def model(self):
        self.bodies = itertools.count()
        plain = self.random() < 0.4
        world = "".join(self.geom(plain, True) for _ in range(self.randint(0, 2)))
        bodies = "".join(self.body(0, plain, True) for _ in range(self.randint(1, 3)))
        return f"<mujoco>{ASSETS}<worldbody>{world}{bodies}</worldbody></mujoco>"


def rotation(quaternion):
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, np.array(quaternion, float))
    return matrix.reshape(3, 3)


def pose_of(entry):
    return np.array(entry.get("position", [0, 0, 0]), float), rotation(entry.get("orientation", [1, 0, 0, 0]))


def shown(model, data):
    """Colours of the geoms in a picture of MuJoCo's viewer with its own settings."""
    picture, camera = mujoco.MjvScene(model, 1000), mujoco.MjvCamera()
    mujoco.mjv_updateScene(model, data, mujoco.MjvOption(), None, camera, mujoco.mjtCatBit.mjCAT_ALL, picture)
    return {geom.objid: np.array(geom.rgba[:3]) for geom in picture.geoms[:picture.ngeom]
            if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM and geom.rgba[3] > 0}


def check_solid(element, place, turn, model, data, geom):
    """The element of the scene, at that pose in the world, is MuJoCo's geom."""
    kind, at, axes = model.geom_type[geom], data.geom_xpos[geom], data.geom_xmat[geom].reshape(3, 3)
    if kind == mujoco.mjtGeom.mjGEOM_HFIELD:
        corner = at - axes @ [2, 1, 0]
        assert element["height_field"]["spacing"] == pytest.approx([4 / 3, 1]) and place == pytest.approx(corner, abs=1e-12)
    else:
        assert place == pytest.approx(at, abs=1e-12)
    assert turn == pytest.approx(axes, abs=1e-12)
    if kind == mujoco.mjtGeom.mjGEOM_PLANE:
        assert "half_space" in element
    elif kind == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = model.mesh(model.geom_dataid[geom])
        first, face = mesh.vertadr[0], mesh.faceadr[0]
        vertices = model.mesh_vert[first:first + mesh.vertnum[0]]
        assert np.abs(np.array(element["mesh"]["vertices"]) - vertices).max() <= 1e-6 * np.ptp(vertices, axis=0).max()
        assert element["mesh"]["triangles"] == model.mesh_face[face:face + mesh.facenum[0]].tolist()
    elif kind in KINDS:
        name, count = KINDS[kind]
        size = list(model.geom_size[geom][:count])
        sizes = {"sphere": {"radius": size[0]}, "ellipsoid": {"axes": [2 * x for x in size]}, "box": {"size": [2 * x for x in size]}}
        assert element[name] == sizes.get(name, {"length": 2 * size[-1], "radius": size[0]})


def check_body(body, geoms, colors, model, data):
    drawn = body.get("visuals", body.get("shapes", []))
    assert len(drawn) == len(geoms)
    place, turn = pose_of(body)
    for element, geom in zip(drawn, geoms):
        own_place, own_turn = pose_of(element)
        check_solid(element, place + turn @ own_place, turn @ own_turn, model, data, geom)
        ours = element.get("color", body["color"])
        theirs = [round(255 * min(float(x), 1)) for x in colors[geom]]
        assert [int(ours[at:at + 2], 16) for at in (1, 3, 5)] == theirs
    if "visuals" in body:  # they are needed
        shapes = [{key: value for key, value in each.items() if key not in ("category", "mask")} for each in body.get("shapes", [])]
        assert shapes != drawn


def has_effect(model, geom):
    return bool(model.geom_contype[geom] or model.geom_conaffinity[geom])


@pytest.mark.parametrize("seed", range(80))
def test_what_mujoco_shows_is_drawn_and_only_that(tmp_path, seed):
    file = tmp_path / "model.xml"
    file.write_text(Draw(seed).model())
    scene, notes = convert(file)
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    colors, bodies = shown(model, data), {body["name"]: body for body in scene["bodies"]}
    absent = set()
    for geom in range(model.ngeom):
        is_plane = model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_PLANE
        if not has_effect(model, geom) and (is_plane or geom not in colors):
            absent.add(f'geom "geom_{geom}"')
            colors.pop(geom, None)
    assert {note["element"] for note in notes if "collides with nothing" in note["message"]} == absent
    for root in set(model.body_weldid):
        geoms = [geom for geom in range(model.ngeom) if model.body_weldid[model.geom_bodyid[geom]] == root and geom in colors]
        body = bodies.get("world_body" if root == 0 else model.body(root).name, {})
        if geoms:
            check_body(body, geoms, colors, model, data)
        else:
            assert "visuals" not in body


@pytest.fixture
def bodies_of(tmp_path):
    def made(world, assets=""):
        file = tmp_path / "model.xml"
        file.write_text(f"<mujoco><asset>{assets}</asset><worldbody>{world}</worldbody></mujoco>")
        scene, notes = convert(file)
        return scene["bodies"], [note["message"] for note in notes]
    return made


MESH = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="{0} {0} {0}"/>'


def test_a_body_that_looks_as_it_collides_has_no_visuals(bodies_of):
    (body,), notes = bodies_of('<body><freejoint/><geom size=".1" group="2"/><geom type="box" size=".1 .2 .3"/></body>')
    assert "visuals" not in body and notes == []


def test_a_mesh_is_drawn_where_a_hidden_solid_collides(bodies_of):
    """As in most files of robots: class `visual` in group 2, class `collision` in group 3."""
    (body,), notes = bodies_of('<body><freejoint/><geom type="mesh" mesh="m" group="2" contype="0" conaffinity="0" rgba="0 0 1 1"/>'
                               '<geom size=".1" group="3" rgba="1 0 0 1"/></body>', MESH.format(1))
    assert body["shapes"] == [{"sphere": {"radius": 0.1}}] and body["color"] == "#0000ff" and notes == []
    (visual,) = body["visuals"]
    assert len(visual["mesh"]["triangles"]) == 4 and "color" not in visual


def test_solids_that_collide_are_drawn_if_nothing_else_is(bodies_of):
    (body,), _ = bodies_of('<body><freejoint/><geom size=".1" group="3" rgba="1 0 0 1"/></body>')
    assert "visuals" not in body and body["color"] == "#ff0000"


def test_a_floor_is_drawn_beside_what_only_decorates_the_world(bodies_of):
    decoration = '<geom size=".3" contype="0" conaffinity="0"/>'
    (world,), notes = bodies_of('<geom type="plane" size="1 1 1"/>' + decoration)
    assert world["shapes"] == [{"half_space": {}}] and notes == []
    assert world["visuals"] == [{"half_space": {}}, {"sphere": {"radius": 0.3}}]
    (world,), _ = bodies_of(decoration)
    assert world == {"name": "world_body", "kind": "spatial_fixed", "color": "#808080", "visuals": [{"sphere": {"radius": 0.3}}]}


@pytest.mark.parametrize("scale", [1e-4, 0.03, 1, 7000])
def test_coordinates_of_meshes_are_as_long_as_can_be_seen(bodies_of, scale):
    (body,), _ = bodies_of('<geom type="mesh" mesh="m" contype="0" conaffinity="0"/>', MESH.format(scale))
    (visual,) = body["visuals"]
    numbers = np.ravel(visual["mesh"]["vertices"])
    assert scale < np.ptp(numbers) < 2 * scale
    digits = [np.format_float_scientific(abs(x), trim="-").split("e")[0].replace(".", "") for x in numbers]
    assert max(map(len, digits)) <= 7 and not np.signbit(numbers[numbers == 0]).any()


def test_of_materials_the_colour_is_drawn(bodies_of):
    plain, shiny = '<material name="a" rgba="0 1 0 1"/>', '<material name="b" rgba="0 0 1 1" specular="1"/>'
    (body,), notes = bodies_of('<body><freejoint/><geom size=".1" material="a"/><geom size=".2" material="b"/></body>', plain + shiny)
    assert body["color"] == "#00ff00" and body["visuals"][1]["color"] == "#0000ff"
    assert notes == ["only its colour is drawn"]
