# SPDX-License-Identifier: Apache-2.0
import numpy as np
import perpend
import pytest

DT = 0.002


def robot():
    scene = perpend.Scene("robot", dt=DT)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    scene.body("foot", position=[0, 0.1], shapes=[{"box": {"size": [0.4, 0.2]}}], mass=3.0)
    scene.body("rod", position=[5, 0], mass=2.0, inertia=0.1)
    scene.joint("pivot", "pin", "rod", anchor=[4.5, 0])
    return scene.build()


def sensors_of(world):
    return perpend.Sensors(world, {"imu": perpend.Accelerometer("foot", orientation=[np.sqrt(0.5), 0, 0, np.sqrt(0.5)]),
                                   "sole": perpend.ContactForce("foot", "ground"), "gyro": perpend.Gyro("rod"),
                                   "wrist": perpend.ForceTorque("pivot")})


def test_sensors_read_what_textbooks_say():
    world = robot()
    sensors = sensors_of(world)
    assert not sensors.values.any() and list(sensors) == ["imu", "sole", "gyro", "wrist"]
    world.step(5)
    assert sensors["imu"] == pytest.approx([9.81, 0, 0], abs=1e-9)  # y of the world is x of the sensor
    assert sensors["sole"] == pytest.approx([0, 3 * 9.81, 0], abs=1e-9)
    assert sensors["gyro"] == pytest.approx(world.body("rod").omega)
    force, torque = world.joint("pivot").reaction_in_joint_frame
    assert np.array_equal(sensors["wrist"], np.concatenate([force, torque]))
    assert sensors.values.shape == (15,)


def test_velocities_that_are_set_are_no_acceleration():
    world = perpend.Scene("free", dt=DT, gravity=[0, 0])
    world.body("stone", shapes=[{"disc": {"radius": 0.1}}])
    world = world.build()
    sensors = perpend.Sensors(world, {"imu": perpend.Accelerometer("stone")})
    world.body("stone").set_velocity([3, 0])
    world.step()
    assert sensors["imu"] == pytest.approx([0, 0, 0], abs=1e-12)
    world.v[0] = -1.0
    world.step()
    assert sensors["imu"] == pytest.approx([0, 0, 0], abs=1e-12)


def test_sensors_begin_anew_after_restore_and_are_refused_after_exchange():
    world = robot()
    sensors, start = sensors_of(world), world.snapshot()
    world.step(3)
    world.restore(start)
    assert not sensors.values.any()
    world.step(3)
    assert sensors["sole"][1] > 0
    world.exchange(world.scene)
    with pytest.raises(perpend.InvalidArgument, match="exchange"):
        sensors["sole"]
    world.step()
    again = sensors_of(world)
    world.step()
    assert again["sole"][1] > 0


def test_what_is_no_sensor_is_refused_by_name():
    world = robot()
    with pytest.raises(perpend.InvalidArgument, match="'foot'"):
        perpend.Sensors(world, {"imu": perpend.Gyro("food")})
    with pytest.raises(perpend.InvalidArgument, match="imu"):
        perpend.Sensors(world, {"imu": "foot"})
    with pytest.raises(perpend.InvalidArgument, match="rotation"):
        perpend.Sensors(world, {"imu": perpend.Gyro("foot", orientation=[0, 0, 0, 0])})
    with pytest.raises(KeyError):
        sensors_of(world)["none"]


def matrix(quat):
    w, x, y, z = quat
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def test_sensors_anywhere_on_a_spinning_body_read_its_motion_in_their_frame():
    draw = np.random.default_rng(12)
    for _ in range(5):
        quat, mount = (each / np.linalg.norm(each) for each in draw.normal(size=(2, 4)))
        spin, place = draw.normal(size=3), draw.uniform(-1, 1, 3)
        scene = perpend.Scene("spin", dt=1e-5, gravity=[1, 2, -3])
        scene.body("other", kind="spatial", position=[9, 9, 9], omega=[7, 7, 7], shapes=[{"sphere": {"radius": 0.1}}])
        scene.body("top", kind="spatial", position=[1, 2, 3], orientation=quat.tolist(), omega=spin.tolist(), mass=1.0,
                   inertia=[0.2, 0.2, 0.2], center_of_mass=[0.1, -0.2, 0.3])
        world = scene.build()
        sensors = perpend.Sensors(world, {
            "a": perpend.Gyro("other"), "b": perpend.Accelerometer("top", tuple(place), tuple(2 * mount)),
            "c": perpend.Gyro("top", place, mount), "d": perpend.Accelerometer("other")})
        seen = (matrix(quat) @ matrix(mount)).T
        assert sensors["c"] == pytest.approx(seen @ spin, abs=1e-12) and not sensors["b"].any()
        world.step()
        arm = matrix(quat) @ (place - [0.1, -0.2, 0.3])
        assert sensors["b"] == pytest.approx(seen @ np.cross(spin, np.cross(spin, arm)), abs=1e-3)  # in free fall
        assert sensors["c"] == pytest.approx(seen @ spin, abs=1e-4) and sensors["a"] == pytest.approx([7, 7, 7])
        assert sensors.values.tolist() == [*sensors["a"], *sensors["b"], *sensors["c"], *sensors["d"]]
        assert len(sensors) == 4
        values = sensors["a"]
        values[:] = 0
        assert sensors["a"].any()
        world.reset()
        assert not sensors["b"].any() and sensors["c"] == pytest.approx(seen @ spin, abs=1e-12)


def test_contact_forces_are_of_all_contacts_or_of_those_with_one_body():
    scene = perpend.Scene("stack", dt=DT)
    scene.body("ground", kind="fixed", shapes=[{"half_plane": {"normal": [0, 1]}}])
    for k, mass in enumerate((3.0, 2.0)):
        scene.body(f"box_{k}", position=[0, 0.1 + 0.2 * k], shapes=[{"box": {"size": [0.4, 0.2]}}], mass=mass)
    world = scene.build()
    sensors = perpend.Sensors(world,
                              {"all": perpend.ContactForce("box_0"), "below": perpend.ContactForce("box_0", "ground"),
                                      "above": perpend.ContactForce("box_0", against="box_1")})
    world.step(5)
    assert sensors["below"] == pytest.approx([0, 5 * 9.81, 0], abs=1e-8)
    assert sensors["above"] == pytest.approx([0, -2 * 9.81, 0], abs=1e-8)
    assert sensors["all"] == pytest.approx([0, 3 * 9.81, 0], abs=1e-8)
    with pytest.raises(perpend.InvalidArgument, match="'box_0'"):
        perpend.Sensors(world, {"x": perpend.ContactForce("box_0", "box")})
    with pytest.raises(perpend.InvalidArgument, match=r"^orientation must be of shape \(4,\), got \(3,\)"):
        perpend.Sensors(world, {"x": perpend.Gyro("box_0", orientation=(1, 0, 0))})
    with pytest.raises(perpend.InvalidArgument, match="^sensors must be a name, got 1"):
        perpend.Sensors(world, {1: perpend.Gyro("box_0")})
    with pytest.raises(perpend.InvalidArgument, match="^sensors must be a dict from names to sensors"):
        perpend.Sensors(world, [perpend.Gyro("box_0")])
    assert perpend.Sensors(world, {}).values.shape == (0,)


def test_an_unknown_sensor_is_told_with_those_there_are():
    sensors = perpend.Sensors(perpend.World.load("hello"), {"imu": perpend.Accelerometer("box"), "sole": perpend.ContactForce("box")})
    assert repr(sensors) == "<Sensors imu, sole>" and "ium" not in sensors
    with pytest.raises(KeyError, match=r"sensor must be one of imu, sole \(did you mean 'imu'\?\), got 'ium'"):
        sensors["ium"]
