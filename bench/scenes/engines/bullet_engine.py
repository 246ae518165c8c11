# SPDX-License-Identifier: Apache-2.0
"""Bullet by pybullet: sequential impulses; free bodies as rigid bodies, mechanisms in reduced coordinates."""
import math

import pybullet as bullet
from host import serve


class World:
    def __init__(self, scene, dt, iterations=50):
        self.client = bullet.connect(bullet.DIRECT)
        bullet.setGravity(*scene["gravity"])
        bullet.setPhysicsEngineParameter(fixedTimeStep=dt, numSolverIterations=iterations, numSubSteps=0,
                                         enableConeFriction=1)
        self.mu = math.sqrt(scene["mu"])  # it multiplies those of the two bodies
        if scene["ground"]:
            plane = bullet.createCollisionShape(bullet.GEOM_PLANE)
            self.surface(bullet.createMultiBody(0, plane), -1)
        if scene["joints"]:
            self.mechanism(scene)
        else:
            self.handles = [(self.free(body), -1) for body in scene["bodies"]]

    def surface(self, body, link):
        bullet.changeDynamics(body, link, lateralFriction=self.mu, restitution=0, linearDamping=0, angularDamping=0,
                              rollingFriction=0, spinningFriction=0, jointDamping=0, maxJointVelocity=1e9)

    def free(self, body) -> int:
        handle = bullet.createMultiBody(body["mass"], collision(body["shape"]), -1, body["position"],
                                        xyzw(body["quaternion"]), useMaximalCoordinates=1)
        self.surface(handle, -1)
        bullet.resetBaseVelocity(handle, body["velocity"], body["omega"])
        return handle

    def mechanism(self, scene):
        """Links of one body on a base that stays; the frame of a link is at its joint."""
        tree = depth_first([joint for joint in scene["joints"] if not joint["closes"]])
        bodies = {body["name"]: body for body in scene["bodies"]}
        number = {joint["a"]: k for k, joint in enumerate(tree)}
        anchors = {joint["a"]: joint["anchor"] for joint in tree}
        handle = bullet.createMultiBody(
            0, -1, -1, linkMasses=[bodies[j["a"]]["mass"] for j in tree],
            linkCollisionShapeIndices=[-1] * len(tree), linkVisualShapeIndices=[-1] * len(tree),
            linkPositions=[minus(j["anchor"], anchors.get(j["b"], (0, 0, 0))) for j in tree],
            linkOrientations=[(0, 0, 0, 1)] * len(tree),
            linkInertialFramePositions=[minus(bodies[j["a"]]["position"], j["anchor"]) for j in tree],
            linkInertialFrameOrientations=[(0, 0, 0, 1)] * len(tree),
            linkParentIndices=[number[j["b"]] + 1 if j["b"] else 0 for j in tree],
            linkJointTypes=[bullet.JOINT_REVOLUTE] * len(tree), linkJointAxis=[j["axis"] for j in tree])
        self.handles = [(handle, number[body["name"]]) for body in scene["bodies"]]
        for k, joint in enumerate(tree):
            self.surface(handle, k)
            bullet.changeDynamics(handle, k, localInertiaDiagonal=bodies[joint["a"]]["inertia"])
            bullet.setJointMotorControl2(handle, k, bullet.VELOCITY_CONTROL, force=0)
        for joint in scene["joints"]:
            if joint["closes"]:
                a, b = joint["a"], joint["b"]
                bullet.createConstraint(handle, number[a], handle, number[b], bullet.JOINT_POINT2POINT, (0, 0, 0),
                                        minus(joint["anchor"], bodies[a]["position"]),
                                        minus(joint["anchor"], bodies[b]["position"]))

    def step(self):
        bullet.stepSimulation()

    def states(self):
        states = []
        for handle, link in self.handles:
            if link < 0:
                place, turn = bullet.getBasePositionAndOrientation(handle)
                speed, omega = bullet.getBaseVelocity(handle)
            else:
                place, turn, *_, speed, omega = bullet.getLinkState(handle, link, 1, 1)
            states.append([*place, turn[3], *turn[:3], *speed, *omega])
        return states


def depth_first(joints, parent=None) -> list:
    """The order in which Bullet numbers the links."""
    return [joint for j in joints if j["b"] == parent for joint in (j, *depth_first(joints, j["a"]))]


def collision(shape) -> int:
    if shape[0] == "box":
        return bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=[side / 2 for side in shape[1:]])
    return bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=shape[1])


def minus(a, b) -> list:
    return [x - y for x, y in zip(a, b)]


def xyzw(q) -> list:
    return [*q[1:], q[0]]


serve(World, str(bullet.getAPIVersion()))
