# SPDX-License-Identifier: Apache-2.0
"""What bodies are made of, and which are near a shape."""
import numpy as np
import perpend
import pytest


def test_mass_properties_are_those_of_textbooks():
    scene = perpend.Scene("solids", gravity=[0, 0, 0])
    scene.body("brick", kind="spatial", shapes=[{"box": {"size": [0.2, 0.4, 0.6]}, "position": [1, 0, 0]}], mass=3.0)
    scene.body("floor", kind="spatial_fixed", shapes=[{"half_space": {}}], position=[0, 0, -5])
    world = scene.build()
    brick = world.body("brick")
    assert brick.center_of_mass == pytest.approx([1, 0, 0])
    expected = 3.0 / 12 * np.diag([0.4**2 + 0.6**2, 0.2**2 + 0.6**2, 0.2**2 + 0.4**2])
    assert brick.inertia == pytest.approx(expected, abs=1e-15)
    assert brick.kind == "spatial" and brick.material == "default"
    assert not world.body("floor").inertia.any()
    scene = perpend.Scene("turned", gravity=[0, 0, 0])
    axis, angle = np.array([2, -1, 2]) / 3, 0.7
    scene.body("brick", kind="spatial", axis_angle=[1, 0, 0, 0.4], mass=3.0,
               shapes=[{"box": {"size": [0.2, 0.4, 0.6]}, "axis_angle": [*axis, angle]}])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    assert scene.build().body("brick").inertia == pytest.approx(turn @ expected @ turn.T, abs=1e-15)
    scene = perpend.Scene("plane")
    scene.body("board", shapes=[{"box": {"size": [0.2, 0.6]}}], mass=3.0)
    board = scene.build().body("board")
    assert board.inertia == pytest.approx(np.diag([0, 0, 3.0 * (0.2**2 + 0.6**2) / 12]))


SHAPES = {
    "rigid": [{"disc": {"radius": 0.3}}, {"ellipse": {"axes": [1, 0.5]}}, {"capsule": {"length": 1, "radius": 0.2}},
              {"box": {"size": [1, 2]}}],
    "spatial": [{"sphere": {"radius": 0.3}}, {"box": {"size": [1, 2, 3]}}, {"cylinder": {"length": 1, "radius": 0.4}},
                {"capsule": {"length": 1, "radius": 0.2}}, {"cone": {"length": 1, "radius": 0.4}},
                {"ellipsoid": {"axes": [1, 2, 3]}},
                {"hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}],
    "fixed": [{"half_plane": {"normal": [0.6, 0.8]}}],
    "spatial_fixed": [{"half_space": {}}, {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                                                    "triangles": [[0, 1, 2]]}}],
}


@pytest.mark.parametrize("kind", SHAPES)
def test_shapes_that_are_read_make_the_same_body(kind):
    turn = {"angle": 0.3} if kind in ("rigid", "fixed") else {"axis_angle": [0, 1, 2, 0.5]}
    place = [0.2, 0.1] if kind in ("rigid", "fixed") else [0.2, 0.1, 0.4]

    def made_of(shapes):
        scene = perpend.Scene("one", gravity=[0, 0, 0])
        scene.body("it", kind=kind, shapes=shapes)
        return scene.build().body("it")

    for shape in SHAPES[kind]:
        body = made_of([{**shape, "position": place, **turn}])
        again = made_of(body.shapes)
        assert again.mass == pytest.approx(body.mass, rel=1e-12)
        assert again.inertia == pytest.approx(body.inertia, rel=1e-9, abs=1e-15)
        assert again.center_of_mass == pytest.approx(body.center_of_mass, abs=1e-12)
        assert len(body.shapes) == 1 and body.shapes[0]["position"] == pytest.approx(place)


def test_bodies_near_a_shape():
    world = perpend.World.load("hello")
    box = world.body("box").pos
    disc = {"disc": {"radius": 0.05}, "position": [box[0], 0.35]}
    assert world.bodies_near(disc) == []
    near = world.bodies_near(disc, 0.2)
    assert [each.body for each in near] == ["box"] and near[0].gap == pytest.approx(0.1)
    both = world.bodies_near({"box": {"size": [0.1, 0.4]}, "position": [box[0], 0.1], "angle": np.pi / 2}, 0.1)
    assert [each.body for each in both] == ["ground", "box"]
    assert both[0].gap == pytest.approx(0.05) and both[1].gap < 0
    with pytest.raises(perpend.InputError, match="radius"):
        world.bodies_near({"disc": {"radius": -1}})
    with pytest.raises(perpend.InvalidArgument, match="margin"):
        world.bodies_near(disc, -1)


def test_bodies_near_a_solid():
    scene = perpend.Scene("solids", gravity=[0, 0, 0])
    for k in range(3):
        scene.body(f"ball_{k}", kind="spatial", position=[2 * k, 0, 0], shapes=[{"sphere": {"radius": 0.5}}])
    world = scene.build()
    found = world.bodies_near({"capsule": {"length": 2, "radius": 0.25}, "position": [1, 0, 0],
                               "axis_angle": [0, 1, 0, np.pi / 2]})
    assert [each.body for each in found] == ["ball_0", "ball_1"]
    assert [each.gap for each in found] == pytest.approx([-0.75, -0.75])
    assert world.bodies_near({"disc": {"radius": 9}}, in_space=False) == []


def test_parts_of_the_state_may_be_assigned():
    world = perpend.World.load("hello")
    box = world.body("box")
    box.v = [1, 2, 3]
    box.v += 1.0
    box.q = np.array([4.0, 5.0, 6.0])
    assert world.v.tolist() == [0, 0, 0, 2, 3, 4] and world.q.tolist() == [0, 0, 0, 4, 5, 6]
    for name in ("q", "v"):
        with pytest.raises(perpend.InvalidArgument, match=rf"^{name} must be of shape \(3,\), got \(2,\)"):
            setattr(box, name, [1, 2])
