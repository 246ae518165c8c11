# SPDX-License-Identifier: Apache-2.0
"""DART by dartpy: Dantzig's method on boxed friction; mechanisms in reduced coordinates. Its own collision detector."""
import dartpy as dart
import numpy as np
from host import serve


class World:
    def __init__(self, scene, dt):
        self.world = dart.simulation.World()
        self.world.setGravity(scene["gravity"])
        self.world.setTimeStep(dt)
        solver = self.world.getConstraintSolver()
        solver.setCollisionDetector(dart.collision.DARTCollisionDetector())
        self.nodes = {}
        if scene["ground"]:
            self.ground(scene["mu"])
        tree = {joint["a"]: joint for joint in scene["joints"] if not joint["closes"]}
        skeleton = None
        for body in sorted(scene["bodies"], key=lambda body: list(tree).index(body["name"]) if body["name"] in tree else 0):
            joint = tree.get(body["name"])
            if skeleton is None or not joint or joint["b"] is None:
                skeleton = dart.dynamics.Skeleton(body["name"])
                added = [skeleton]
            else:
                skeleton = self.nodes[joint["b"]].getSkeleton()
                added = []
            self.nodes[body["name"]] = self.hinged(skeleton, body, joint) if joint else self.free(skeleton, body, scene["mu"])
            for new in added:
                self.world.addSkeleton(new)
        self.order = [self.nodes[body["name"]] for body in scene["bodies"]]
        for joint in scene["joints"]:
            if joint["closes"]:
                solver.addConstraint(dart.constraint.BallJointConstraint(
                    self.nodes[joint["a"]], self.nodes[joint["b"]], np.array(joint["anchor"])))

    def ground(self, mu):
        skeleton = dart.dynamics.Skeleton("ground")
        _, node = skeleton.createWeldJointAndBodyNodePair()
        shape = node.createShapeNode(dart.dynamics.BoxShape([200, 200, 2]))
        shape.createCollisionAspect()
        shape.createDynamicsAspect().setFrictionCoeff(mu)
        shape.setRelativeTranslation([0, 0, -1])
        self.world.addSkeleton(skeleton)

    def free(self, skeleton, body, mu):
        joint, node = skeleton.createFreeJointAndBodyNodePair()
        node.setInertia(inertia(body))
        if body["shape"]:
            kind, *sizes = body["shape"]
            made = dart.dynamics.BoxShape(sizes) if kind == "box" else dart.dynamics.SphereShape(sizes[0])
            shape = node.createShapeNode(made)
            shape.createCollisionAspect()
            shape.createDynamicsAspect().setFrictionCoeff(mu)
        pose = dart.math.Isometry3()
        pose.set_rotation(dart.math.Quaternion(*body["quaternion"]).to_rotation_matrix())
        pose.set_translation(body["position"])
        joint.setTransform(pose)
        joint.setLinearVelocity(body["velocity"])
        joint.setAngularVelocity(body["omega"])
        return node

    def hinged(self, skeleton, body, joint):
        parent = self.nodes.get(joint["b"])
        hinge, node = (skeleton.createRevoluteJointAndBodyNodePair(parent) if parent
                       else skeleton.createRevoluteJointAndBodyNodePair())
        node.setInertia(inertia(body))
        hinge.setAxis(joint["axis"])
        start = parent.getTransform().translation() if parent else np.zeros(3)
        hinge.setTransformFromParentBodyNode(shifted(np.array(joint["anchor"]) - start))
        hinge.setTransformFromChildBodyNode(shifted(np.array(joint["anchor"]) - body["position"]))
        return node

    def step(self):
        self.world.step()

    def states(self):
        states = []
        for node in self.order:
            pose = node.getTransform()
            turn = pose.quaternion()
            states.append([*pose.translation().tolist(), turn.w(), turn.x(), turn.y(), turn.z(),
                           *node.getCOMLinearVelocity().tolist(), *node.getAngularVelocity().tolist()])
        return states


def shifted(place):
    pose = dart.math.Isometry3()
    pose.set_translation(place)
    return pose


def inertia(body):
    return dart.dynamics.Inertia(body["mass"], np.zeros(3), np.diag(body["inertia"]))


serve(World, dart.__version__)
