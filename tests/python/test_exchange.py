# SPDX-License-Identifier: Apache-2.0
"""Worlds whose scene changes while they run."""
import gc
import pickle

import numpy as np
import perpend
import pytest

DT = 0.005


def stack(count=3):
    scene = perpend.Scene("stack", dt=DT)
    scene.material("default", mu=0.6)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    for k in range(count):
        scene.body(f"box_{k}", position=[0, 0.5 + k], shapes=[{"box": {"size": [1, 1]}}])
    return scene


def arm():
    scene = perpend.Scene("arm", dt=DT, gravity=[0, 0])
    for k in range(2):
        scene.body(f"rod_{k}", position=[k + 0.5, 0], mass=1.0, inertia=0.1)
        scene.joint(f"pin_{k}", "pin", f"rod_{k}", f"rod_{k - 1}" if k else None, anchor=[k, 0],
                    coordinates=[{"motor": {"kind": "velocity", "target": 0.5, "max_force": 2.0}}])
    return scene


def test_a_body_comes_and_the_others_go_on():
    world = stack().build()
    world.step(50)
    scene, before, time = world.scene, world.q.copy(), world.time
    scene.body("ball", position=[3, 4], shapes=[{"disc": {"radius": 0.3}}])
    world.exchange(scene)
    assert world.body_names[-1] == "ball" and world.time == time
    assert np.array_equal(world.q[:-3], before) and world.body("ball").pos == pytest.approx([3, 4, 0])
    assert world.step(20).certified
    assert world.body("ball").velocity[1] == pytest.approx(-9.81 * 20 * DT)
    assert world.body("box_2").pos == pytest.approx([0, 2.5, 0], abs=1e-6)


def test_a_body_goes_and_what_held_it_falls():
    world = stack().build()
    world.step(50)
    scene = world.scene
    scene.remove_body("box_1")
    top = world.body("box_2")
    world.exchange(scene)
    assert world.body_names == ["ground", "box_0", "box_2"]
    world.step(20)
    assert top.velocity[1] == pytest.approx(-9.81 * 20 * DT, rel=1e-9)
    world.step(200)
    assert top.pos[1] == pytest.approx(1.5, abs=1e-4)


def test_touches_go_on_and_end_with_what_is_gone():
    world = stack(4).build()
    world.step(20)
    scene, time = world.scene, world.time
    scene.remove_body("box_2")
    scene.body("before", position=[9, 9], mass=1.0, inertia=1.0)
    world.exchange(scene)
    ended = {(event.kind, event.a, event.b): event for event in world.contact_events}
    assert set(ended) == {("end", "box_1", "box_2"), ("end", "box_2", "box_3")}
    gone = ended["end", "box_1", "box_2"]
    assert gone.time == time and gone.since == pytest.approx(DT)
    assert gone.impulse[1] == pytest.approx(2 * world.body("box_0").mass * 9.81 * time, rel=1e-9)
    world.step(10)
    assert world.contact_events == []
    scene = world.scene
    scene.remove_body("box_0")
    world.exchange(scene)
    whole = {(event.a, event.b): event.impulse[1] for event in world.contact_events}
    weight = world.body("box_1").mass * 9.81
    assert whole["ground", "box_0"] == pytest.approx(weight * (4 * time + 2 * 10 * DT), rel=1e-9)


def test_handles_go_by_their_name_and_are_refused_where_there_is_none():
    world = stack().build()
    handles = [world.body(name) for name in world.body_names]
    scene = world.scene
    scene.remove_body("box_0")
    world.exchange(scene)
    assert handles[3].pos == pytest.approx([0, 2.5, 0])
    for use in (lambda b: b.pos, lambda b: b.q, lambda b: b.apply_force([1, 0]), lambda b: b.set_pose([0, 0], 0),
                lambda b: b.contact_force(), lambda b: b.shapes, lambda b: b.mass, lambda b: b.jacobian()):
        with pytest.raises(perpend.InvalidArgument, match="box_0"):
            use(handles[1])


def test_views_from_before_are_not_of_the_world_any_more():
    world = stack().build()
    q, v, force = world.q, world.v, world.force
    world.exchange(world.scene)  # of the same sizes
    world.step()
    assert np.array_equal(q, world.q) and v is not None
    scene = world.scene
    scene.remove_body("box_2")
    world.exchange(scene)
    assert np.isnan(q).all() and np.isnan(v).all() and np.isnan(force).all()
    q[:] = 7.0
    del world
    gc.collect()
    assert (q == 7.0).all()


def test_what_drives_joints_stays_on_those_that_stay():
    world = arm().build()
    world.ctrl[:] = [0.7, 0.9]
    world.joint_force[:] = [0.1, 0.2]
    world.joint("pin_1").set_motor_limit(5.0)
    world.step(10)
    angle = world.joint("pin_0").coordinates[0]
    scene = world.scene
    scene.remove_body("rod_1")
    world.exchange(scene)
    assert world.ctrl.tolist() == [0.7] and world.joint_force.tolist() == [0.1]
    assert world.joint("pin_0").coordinates[0] == angle and world.joint_names == ["pin_0"]
    world.exchange(arm())
    assert world.ctrl.tolist() == [0.7, 0.5] and world.joint_force.tolist() == [0.1, 0.0]
    assert world.step().status == "ok"


def test_friction_mass_and_gravity_change():
    world = perpend.World.load("hello")
    world.step(100)
    speed = world.body("box").velocity[0]
    scene = world.scene
    scene.change_material("default", mu=0.0)
    scene.change_body("box", mass=7.0)
    scene.gravity = [0, -1.62]
    world.exchange(scene)
    assert world.body("box").mass == 7.0
    world.step(50)
    assert world.body("box").velocity[0] == pytest.approx(speed, abs=1e-12)
    load = world.body("ground").contact_force()
    assert load == pytest.approx([0, -7.0 * 1.62, 0], abs=1e-8)


def test_copies_and_files_are_of_the_new_scene(tmp_path):
    world = stack().build()
    world.step(10)
    scene = world.scene
    scene.body("ball", position=[3, 4], shapes=[{"disc": {"radius": 0.3}}])
    world.exchange(scene)
    world.step(10)
    world.save(tmp_path / "state.h5")
    twins = [world.copy(), pickle.loads(pickle.dumps(world)), world.scene.build()]
    twins[2].load_state(tmp_path / "state.h5")
    world.step(30)
    for twin in twins:
        twin.step(30)
        assert twin.hash() == world.hash()


def test_snapshots_and_recorders_from_before_are_refused(tmp_path):
    world = stack().build()
    state = world.snapshot()
    recorder = perpend.Recorder(world, tmp_path / "run.h5")
    log = perpend.Log(world, tmp_path / "run.mcap") if _has_mcap() else None
    scene = world.scene
    scene.remove_body("box_2")
    world.exchange(scene)
    with pytest.raises(perpend.InvalidArgument, match="state"):
        world.restore(state)
    with pytest.raises(perpend.InvalidArgument, match="another scene"):
        recorder.write()
    if log:
        with pytest.raises(perpend.InvalidArgument, match="another scene"):
            log.write()
    recorder.close()
    assert len(perpend.Recording(tmp_path / "run.h5").time) == 1


def _has_mcap():
    try:
        import mcap  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def test_a_scene_with_faults_changes_nothing():
    world = stack().build()
    world.step(5)
    before = world.hash()
    scene = world.scene
    scene.change_body("box_0", mass=-1.0)
    with pytest.raises(perpend.InputError, match="mass"):
        world.exchange(scene)
    with pytest.raises(perpend.InputError):
        world.exchange("{no JSON")
    with pytest.raises(perpend.InvalidArgument, match="World.load"):
        world.exchange("no JSON")
    assert world.hash() == before and world.scene.to_dict()["bodies"][1].get("mass") is None
    with pytest.raises(perpend.InvalidArgument, match="box_7"):
        scene.remove_body("box_7")


def test_the_same_scene_changes_no_bit():
    for name in ("card_house", "chain", "double_action_jack"):
        world, twin = perpend.World.load(name), perpend.World.load(name)
        world.step(20)
        twin.step(20)
        world.exchange(world.scene)
        world.step(20)
        twin.step(20)
        assert world.hash() == twin.hash(), name


def test_scenes_are_loaded_as_they_are_saved(tmp_path):
    scene = stack()
    scene.save(tmp_path / "stack.json")
    again = perpend.Scene.load(tmp_path / "stack.json")
    assert again.to_dict() == scene.to_dict()
    again.change_body("box_0", mass=3.0)
    assert again.build().body("box_0").mass == 3.0
    chain = perpend.Scene.load("chain")
    assert chain.build().body_names == perpend.World.load("chain").body_names
    with pytest.raises(perpend.InputError):
        perpend.Scene.load("no such scene")


def test_joints_go_with_their_couplers():
    scene = arm()
    scene.coupler("gear", [{"joint": "pin_0", "factor": 1}, {"joint": "pin_1", "factor": -1}])
    scene.remove_joint("pin_1")
    assert "couplers" not in scene.to_dict() and scene.build().joint_names == ["pin_0"]
