# SPDX-License-Identifier: Apache-2.0
import copy
import gc
import json
import math
import pathlib
import pickle
import subprocess
import threading

import numpy as np
import perpend
import pytest


def falling(height=5.0, **options):
    scene = perpend.Scene("falling", gravity=[0, -9.81], **options)
    scene.body("ball", position=[0, height], shapes=[{"disc": {"radius": 0.1}}], mass=2.0)
    return scene.build()


def test_types_of_the_compiled_part_are_there():
    package = pathlib.Path(perpend._core.__file__).parent
    stub = package / "_core.pyi"
    if not stub.exists() and (package / "world.py").is_symlink():
        pytest.skip("a build folder without the target perpend_python_stub")
    assert "class State" in stub.read_text() and (package / "py.typed").exists()


@pytest.mark.parametrize("scene", ["card_house", "discs", "dice", "brazil_nut_3d", "ragdoll", "tumble"])
def test_a_world_has_the_bits_of_the_program(scene):
    """The linker keeps one of the templates that library and module both have."""
    world = perpend.World.load(scene)
    duration = 60 * world.options["dt"]
    program = pathlib.Path(perpend.__file__).parent / "bin" / "perpend"
    ran = subprocess.run([program, "run", scene, "--no-files", "--json", "--hash", f"--duration={duration!r}"],
                         capture_output=True, text=True, check=True)
    told = json.loads(ran.stdout)
    world.step(told["steps"])
    assert f"{world.hash():016x}" == told["hash"]


def test_free_fall_follows_galileo():
    world = falling(dt=1e-3)
    assert world.step(500).status == "ok"
    assert world.time == pytest.approx(0.5, abs=1e-12)
    assert world.body("ball").pos == pytest.approx([0, 5 - 9.81 * 0.125, 0], abs=1e-9)
    assert world.body("ball").velocity == pytest.approx([0, -9.81 * 0.5, 0], abs=1e-12)
    linear, angular = world.momentum
    assert linear == pytest.approx([0, -2 * 9.81 * 0.5, 0])
    assert angular == pytest.approx([0, 0, 0], abs=1e-12)


def test_all_scenes_are_in_the_package():
    names = perpend.scene_names()
    assert {"hello", "card_house", "chain"} <= names.keys()
    for name in names:
        assert perpend.World.load(name).name == name


def test_a_scene_meets_what_its_author_knows():
    world = perpend.World.load("hello")
    world.step(round(world.duration / world.options["dt"]))
    assert world.expectations
    for each in world.expectations:
        assert abs(each["value"] - each["expected"]) <= each["tolerance"], each


def test_arrays_look_at_the_state():
    world = falling()
    q, v = world.q, world.v
    world.step()
    assert q[1] == world.q[1] < 5
    v[0] = 3.0
    before = q[0]
    world.step()
    assert q[0] == pytest.approx(before + 3.0 * world.options["dt"])
    world.q = [1, 2, 0]
    assert world.body("ball").pos == pytest.approx([1, 2, 0])


def test_arrays_outlive_the_name_of_their_world():
    q = falling().q
    gc.collect()
    assert q == pytest.approx([0, 5, 0])


def test_contacts_carry_the_weight():
    world = perpend.World.load("hello")
    world.step(900)
    contacts = world.contacts
    assert contacts.dtype == perpend.CONTACT and len(contacts) == 2
    weight = contacts["impulse"][:, 1].sum() / world.options["dt"]
    assert weight == pytest.approx(9.81 * world.body("box").mass, rel=1e-9)
    assert contacts["normal"] == pytest.approx(np.tile([0, 1, 0], (2, 1)))
    assert set(contacts["status"]) == {1}


def test_rolling_friction_has_a_moment_and_derivatives():
    scene = perpend.Scene("roll", gravity=[0, -9.81], dt=0.002)
    scene.material("default", mu=0.5, rolling=0.004)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("disc", position=[0, 0.1], velocity=[0.5, 0], omega=-5.0, shapes=[{"disc": {"radius": 0.1}}])
    world = scene.build()
    world.step(10)
    moment = world.contacts["moment"][0] / world.options["dt"]
    assert moment == pytest.approx([0, 0, 0.004 * 9.81 * world.body("disc").mass], rel=1e-9)
    d = world.derivatives()
    assert d.status == "regular" and d.sticking == 1
    faster = world.copy()
    faster.v[3:] += [1e-5, 0, -1e-4]
    faster.step()
    world.step()
    expected = (faster.v - world.v)[3:] / 1e-5
    assert d.by_state[6 + 3:, 6 + 3:] @ [1, 0, -10] == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_the_same_bits_after_restore_copy_and_pickle():
    world = perpend.World.load("card_house")
    world.step(20)
    state = world.snapshot()
    twins = [world.copy(), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    world.step(20)
    for twin in twins:
        twin.step(20)
        assert twin.hash() == world.hash()
    world.restore(state)
    assert world.snapshot() == state == pickle.loads(pickle.dumps(state))
    world.step(20)
    assert world.hash() == twins[0].hash()


def test_a_world_of_mesh_files_is_copied_without_them(tmp_path, monkeypatch):
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    (tmp_path / "s.json").write_text("""{"format": 1, "name": "s", "bodies": [
        {"name": "b", "kind": "spatial", "shapes": [{"hull": {"file": "part.obj"}}]}], "simulation": {"duration": 1}}""")
    monkeypatch.chdir(tmp_path)
    world = perpend.World.load("s.json")
    (tmp_path / "part.obj").unlink()
    twins = [world.copy(), pickle.loads(pickle.dumps(world))]
    world.step(5)
    for twin in twins:
        twin.step(5)
        assert twin.hash() == world.hash()


def test_reset_starts_over():
    world = perpend.World.load("hello")
    start = world.hash()
    world.step(10)
    assert world.hash() != start
    world.reset()
    assert world.hash() == start and world.time == 0


@pytest.mark.parametrize("back", [lambda world, state: world.reset(), lambda world, state: world.restore(state)])
def test_what_was_applied_for_the_next_step_is_forgotten_on_the_way_back(back):
    world, twin = perpend.World.load("hello"), perpend.World.load("hello")
    state = world.snapshot()
    for each in (world, twin):
        each.body("box").set_force([0.5, 0, 0])
    world.body("box").apply_impulse([3.0, 0, 0])
    back(world, state)
    world.step(10)
    twin.step(10)
    assert world.hash() == twin.hash()
    world.body("box").apply_impulse([3.0, 0, 0])
    world.step()
    twin.step()
    assert world.hash() != twin.hash()


def test_a_snapshot_file_goes_to_another_process(tmp_path):
    world = perpend.World.load("hello")
    world.step(10)
    world.save(tmp_path / "state.h5")
    other = perpend.World.load("hello")
    other.load_state(tmp_path / "state.h5")
    assert other.hash() == world.hash()
    with pytest.raises(perpend.InputError):
        perpend.World.load("chain").load_state(tmp_path / "state.h5")


def test_a_motor_follows_ctrl():
    world = perpend.World.load("slider_crank")
    assert world.motor_names == ["shaft[0]"]
    world.ctrl = [1.5]
    world.step(200)
    assert world.joint("shaft").rates[0] == pytest.approx(1.5, rel=1e-6)


def test_a_pendulum_at_rest_is_held_by_its_pin():
    scene = perpend.Scene("pendulum", gravity=[0, -9.81], dt=0.001)
    scene.body("bob", position=[0, -1], mass=3.0, inertia=0.1)
    scene.joint("pin", "pin", "bob", anchor=[0, 0])
    world = scene.build()
    world.step(5)
    force, _ = world.joint("pin").reaction
    assert force == pytest.approx([0, 3 * 9.81, 0], abs=1e-9)


def test_a_held_force_accelerates():
    world = falling(dt=1e-3)
    world.body("ball").set_force([4.0, 2 * 9.81, 0])
    world.step(1000)
    assert world.body("ball").velocity == pytest.approx([2.0, 0, 0], abs=1e-9)


def test_reports_have_words_and_numbers():
    report = perpend.World.load("hello").step()
    assert report.status == "ok" and report["contacts"] == report.contacts == 2
    assert report.residual <= report.residual_bound
    assert isinstance(report.pivots, int) and isinstance(report.penetration, float)
    with pytest.raises(AttributeError, match="penetration"):
        report.overlap


def test_a_state_that_is_not_finite_is_a_status_not_an_exception():
    world = falling()
    world.v[0] = math.nan
    report = world.step(5)
    assert report.status == "diverged" and report.message


def test_expected_energies_have_springs_as_steps_take_them():
    """A stiff strut in the plane of its step holds other energy than between steps; the world tells of the former."""
    scene = perpend.Scene("strut", gravity=[0, 0, -9.81], dt=1e-2)
    scene.body("ball", kind="spatial", position=[0, 0, -1], velocity=[1, 0, 0], mass=1, shapes=[{"sphere": {"radius": 0.1}}])
    scene.joint("rod", "strut", a="ball", anchor=[0, 0, -1], anchor_b=[0, 0, 0],
                coordinates=[{"spring": {"stiffness": 1e6, "rest": 0.99}}])
    file = scene.to_dict()
    file["expect"] = [{"quantity": "energy", "value": 0, "tolerance": 1e9}]
    world = perpend.World.from_scene(file)
    world.step(5)
    assert world.expectations[0]["value"] == pytest.approx(world.energy, rel=1e-12)


def four_bars_with_a_push():
    """A closed loop of which one bar alone is given a velocity: one step takes up what does not fit."""
    scene = perpend.Scene("four bars", gravity=[0, 0, -9.81], dt=2e-3)
    for name, position, size in (("a", [0, 0, 0.15], [0.03, 0.03, 0.3]), ("b", [0.5, 0, 0.3], [1, 0.03, 0.03]),
                                 ("c", [1, 0, 0.15], [0.03, 0.03, 0.3])):
        scene.body(name, kind="spatial", position=position, level=ord(name) - ord("a") + 1,
                   omega=[0, 5 * (name == "a"), 0], shapes=[{"box": {"size": size}}])
    scene.joint("left", "pin", a="a", anchor=[0, 0, 0], axis=[0, 1, 0])
    scene.joint("top", "pin", a="b", b="a", anchor=[0, 0, 0.3], axis=[0, 1, 0])
    scene.joint("corner", "spherical", a="c", b="b", anchor=[1, 0, 0.3])
    scene.joint("right", "pin", a="c", anchor=[1, 0, 0], axis=[0, 1, 0])
    return scene.build()


def test_a_merged_report_says_why_the_first_of_its_steps_is_named():
    alone, together = four_bars_with_a_push(), four_bars_with_a_push()
    reports = [alone.step() for _ in range(10)]
    named = [report.message for report in reports if report.message]
    assert named and not reports[-1].message
    merged = together.step(10)
    assert merged.uncertified == sum(report.uncertified for report in reports) > 0
    assert merged.message == named[0]
    assert not together.step(10).message


def test_a_merged_report_says_why_it_failed_not_what_was_named_before():
    world = four_bars_with_a_push()
    world.step()
    world.v[0] = math.nan
    report = world.step(5)
    assert report.status == "diverged" and "finite" in report.message


def test_steps_leave_the_interpreter_to_other_threads():
    worlds = [perpend.World.load("chain") for _ in range(2)]
    threads = [threading.Thread(target=world.step, args=(50,)) for world in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worlds[0].hash() == worlds[1].hash()


def test_faults_of_a_scene_come_all_at_once():
    scene = perpend.Scene("faulty")
    scene.body("a", mass=-1.0, shapes=[{"disc": {"radius": 0.1}}])
    scene.body("b", shapes=[{"disc": {"radius": -2}}])
    scene.joint("pin", "pin", "a", "nobody", anchor=[0, 0])
    with pytest.raises(perpend.InputError) as caught:
        scene.build()
    assert len(caught.value.diagnostics) >= 3
    assert all(each["line"] > 0 for each in caught.value.diagnostics)
    assert "nobody" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.diagnostics == caught.value.diagnostics


@pytest.mark.parametrize("options, argument, value", [
    ({"dt": -1}, "dt", "-1"), ({"dtt": 1}, "option", "dtt"), ({"law": "cones"}, "law", "cones"),
    ({"threads": 1.5}, "threads", "1.5"), ({"drift": "projektion"}, "drift", "projektion"),
    ({"normal": {"stifness": 1}}, "normal", "stifness")])
def test_a_wrong_option_is_named(options, argument, value):
    with pytest.raises(perpend.InvalidArgument) as caught:
        perpend.World.load("hello", **options)
    assert (caught.value.argument, caught.value.value) == (argument, value)


def test_options_read_back():
    world = perpend.World.load("hello", dt=0.004, law="polyhedral(8)", joints={"stiffness": 1e6, "damping": 10})
    assert world.options["dt"] == 0.004
    assert world.options["law"] == "polyhedral(8)"
    assert world.options["joints"] == {"stiffness": 1e6, "damping": 10}
    world.set_options(dt=0.002)
    world.step(10)
    assert world.time == pytest.approx(0.02)


def test_unknown_names_tell_the_nearest():
    world = perpend.World.load("hello")
    with pytest.raises(perpend.InvalidArgument, match="box"):
        world.body("boxx")
    with pytest.raises(perpend.InputError, match="hello"):
        perpend.World.load("helo")


def test_a_state_of_another_model_is_refused():
    with pytest.raises(perpend.InvalidArgument):
        perpend.World.load("chain").restore(perpend.World.load("hello").snapshot())
    with pytest.raises(perpend.InvalidArgument):
        perpend.State.__new__(perpend.State).__setstate__(b"nonsense")


def boxes(names, kind="rigid"):
    scene = perpend.Scene("boxes", gravity=[0, 0])
    for level, name in enumerate(names):
        scene.body(name, kind=kind, level=level, mass=1.0, **({"inertia": 1.0} if kind == "rigid" else {}))
    return scene.build()


def test_a_state_of_a_model_of_the_same_size_is_refused_as_its_file_is(tmp_path):
    world = boxes(["a", "b"])
    world.v = [1, 2, 3, 4, 5, 6]
    state, before = world.snapshot(), world.hash()
    for other, told in ((boxes(["a", "c"]), "bodies[1]: is `b`; the model has `c`"),
                        (boxes(["b", "a"]), "bodies[0]: is `a`; the model has `b`"),
                        (boxes(["a", "b"], "spatial_particle"),
                         "bodies[0].kind: is `rigid`; the model has `spatial_particle`")):
        start = other.hash()
        assert other.q.size == world.q.size and other.v.size == world.v.size
        for each in (state, pickle.loads(pickle.dumps(state))):
            with pytest.raises(perpend.InvalidArgument) as error:
                other.restore(each)
            assert str(error.value) == f"state must be one of this model, got {told}"
        world.save(tmp_path / "state.h5")
        with pytest.raises(perpend.InputError):
            other.load_state(tmp_path / "state.h5")
        assert other.hash() == start and other.snapshot() != state
    heavier = boxes(["a", "b"])
    heavier.restore(state)
    assert heavier.hash() == before


@pytest.mark.parametrize("value", ["a", "3", None, [1], 10**400, 10**5000, True, np.True_, float("nan"), 1j, {}, b"3"],
                         ids=lambda value: type(value).__name__)
def test_a_parameter_that_is_no_number_is_told_by_name_and_value(value):
    for load in (lambda given: perpend.World.load("chain", parameters=given),
                 lambda given: perpend.compare("chain", parameters=given)):
        with pytest.raises(perpend.InvalidArgument, match=r"^parameters\['links'\] must be a finite number, got ") as error:
            load({"links": value})
        assert error.value.value and len(error.value.value) < 100
    assert perpend.World.load("chain", parameters={"links": np.int32(3)}).parameters["links"] == 3


@pytest.mark.parametrize("name", [1, None, b"links", ("links",)])
def test_a_parameter_whose_name_is_no_string_is_told(name):
    with pytest.raises(perpend.InvalidArgument, match="^parameters must be a dict from names to numbers, got "):
        perpend.World.load("chain", parameters={name: 3})


def test_options_that_are_numbers_are_not_true_or_false():
    for option in ("dt", "halvings"):
        with pytest.raises(perpend.InvalidArgument, match=f"^{option} must be a .*number, got True"):
            perpend.World.load("chain", **{option: True})
    with pytest.raises(perpend.InvalidArgument, match="^dt must be a number, got one of type int"):
        perpend.World.load("chain", dt=10**5000)


def test_parameters_replace_values_of_the_file():
    assert len(perpend.World.load("chain", parameters={"links": 7}).body_names) < len(
        perpend.World.load("chain", parameters={"links": 20}).body_names)
    with pytest.raises(perpend.InputError, match="linkz"):
        perpend.World.load("chain", parameters={"linkz": 7})


@pytest.mark.parametrize("name", ["", "a\0b", "\n", "\x1b[2J", "\u202ebox"])
def test_names_that_cannot_be_printed_are_refused(name):
    for scene, element in ((perpend.Scene(name), "name"), (perpend.Scene(), "bodies[0].name")):
        scene.body("box" if element == "name" else name, mass=1.0, inertia=1.0)
        with pytest.raises(perpend.InputError) as error:
            scene.build()
        assert [each["element"] for each in error.value.diagnostics] == [element]


def test_a_scene_made_here_runs_from_its_file(tmp_path):
    scene = perpend.Scene("saved", dt=0.001)
    scene.body("ball", position=np.array([0, 1.0]), shapes=[{"disc": {"radius": np.float64(0.1)}}])
    scene.save(tmp_path / "saved.json")
    world, other = scene.build(), perpend.World.load(tmp_path / "saved.json")
    world.step(10)
    other.step(10)
    assert world.hash() == other.hash()


def test_a_state_from_a_file_is_taken_for_the_own_step(tmp_path):
    world = perpend.World.load("card_house")
    world.step(50)
    world.save(tmp_path / "state.h5")
    finer, other = (perpend.World.load("card_house", dt=world.options["dt"] / 4) for _ in range(2))
    finer.load_state(tmp_path / "state.h5")
    other.restore(world.snapshot())
    assert finer.hash() == other.hash() != world.hash()
    assert finer.step(20).certified


def test_copies_of_one_scene_are_independent():
    world = perpend.World.load("slider_crank")
    world.ctrl[:] = 2.0
    world.body("slider").set_force([1.0, 0, 0])
    twin = world.copy()
    world.step(10)
    expected = world.hash()
    world.exchange("""{"format": 1, "name": "other", "bodies": [{"name": "a", "mass": 1, "inertia": 1}],
                       "simulation": {"dt": 0.1, "duration": 1}}""")
    assert twin.body_names[0] != "a" and twin.time == 0 and twin.ctrl.tolist() == [2.0]
    twin.step(10)
    assert twin.hash() == expected
    del world
    twin.step(10)
    assert twin.copy().hash() == twin.hash()
