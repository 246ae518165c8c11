# SPDX-License-Identifier: Apache-2.0
"""Drake's discrete multibody plant: convex contact (SAP) with hydroelastic boxes on a rigid ground; balls touch in points."""
import importlib.metadata

import numpy as np
from host import serve
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import (AddCompliantHydroelasticProperties, AddContactMaterial, AddRigidHydroelasticProperties,
                              Box, HalfSpace, ProximityProperties, Sphere)
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import FixedOffsetFrame, RevoluteJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

MODULUS = 1e7  # Pa


def surface(mu, shape=None) -> ProximityProperties:
    properties = ProximityProperties()
    AddContactMaterial(dissipation=10.0, friction=CoulombFriction(mu, mu), properties=properties)
    if shape and shape[0] == "box":
        AddCompliantHydroelasticProperties(shape[1] / 4, MODULUS, properties)
    elif not shape:
        AddRigidHydroelasticProperties(properties)
    return properties


class World:
    def __init__(self, scene, dt):
        builder = DiagramBuilder()
        config = MultibodyPlantConfig(time_step=dt, discrete_contact_approximation="sap",
                                      contact_model="hydroelastic_with_fallback")
        self.plant, _ = AddMultibodyPlant(config, builder)
        plant = self.plant
        plant.mutable_gravity_field().set_gravity_vector(scene["gravity"])
        if scene["ground"]:
            plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "ground", surface(scene["mu"]))
        self.bodies = {None: plant.world_body()}
        for body in scene["bodies"]:
            self.add(body, scene["mu"])
        where = {body["name"]: np.array(body["position"]) for body in scene["bodies"]} | {None: np.zeros(3)}
        for k, joint in enumerate(scene["joints"]):
            self.join(k, joint, where)
        plant.Finalize()
        self.dt, self.count = dt, 0
        self.simulator = Simulator(builder.Build())
        self.context = plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())
        self.place(scene)
        self.simulator.Initialize()

    def add(self, body, mu):
        mass, (x, y, z) = body["mass"], body["inertia"]
        moments = UnitInertia(x / mass, y / mass, z / mass)
        made = self.plant.AddRigidBody(body["name"], SpatialInertia(mass, np.zeros(3), moments))
        self.bodies[body["name"]] = made
        if body["shape"]:
            kind, *sizes = body["shape"]
            shape = Box(*sizes) if kind == "box" else Sphere(sizes[0])
            self.plant.RegisterCollisionGeometry(made, RigidTransform(), shape, "shape", surface(mu, body["shape"]))

    def join(self, k, joint, where):
        a, b = joint["a"], joint["b"]
        anchor = np.array(joint["anchor"])
        if joint["closes"]:
            self.plant.AddBallConstraint(self.bodies[a], anchor - where[a], self.bodies[b], anchor - where[b])
            return
        self.plant.AddJoint(RevoluteJoint(
            f"joint_{k}",
            self.plant.AddFrame(fixed(f"on_{k}", self.bodies[b], anchor - where[b])),
            self.plant.AddFrame(fixed(f"of_{k}", self.bodies[a], anchor - where[a])), joint["axis"]))

    def place(self, scene):
        if scene["joints"]:
            return
        for body in scene["bodies"]:
            made = self.bodies[body["name"]]
            pose = RigidTransform(Quaternion(body["quaternion"]), body["position"])
            self.plant.SetFreeBodyPose(self.context, made, pose)
            self.plant.SetFreeBodySpatialVelocity(made, SpatialVelocity(body["omega"], body["velocity"]), self.context)

    def step(self):
        self.count += 1
        self.simulator.AdvanceTo(self.count * self.dt)

    def states(self):
        states = []
        for name, body in self.bodies.items():
            if name is None:
                continue
            pose = self.plant.EvalBodyPoseInWorld(self.context, body)
            speed = self.plant.EvalBodySpatialVelocityInWorld(self.context, body)
            states.append([*pose.translation(), *pose.rotation().ToQuaternion().wxyz(), *speed.translational(),
                           *speed.rotational()])
        return states


def fixed(name, body, place):
    return FixedOffsetFrame(name, body.body_frame(), RigidTransform(place))


serve(World, importlib.metadata.version("drake"))
