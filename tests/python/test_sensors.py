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
