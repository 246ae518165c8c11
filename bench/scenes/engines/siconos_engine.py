# SPDX-License-Identifier: Apache-2.0
"""Siconos: Moreau and Jean's time stepping with Coulomb's exact cone, by nonsmooth Gauss-Seidel; Bullet finds contacts."""
import numpy as np
import siconos
import siconos.kernel as kernel
import siconos.numerics as numerics
from host import serve
from siconos.mechanics.collision import (RigidBodyDS, SiconosBox, SiconosContactor, SiconosContactorSet, SiconosPlane,
                                         SiconosSphere)
from siconos.mechanics.collision.bullet import SiconosBulletCollisionManager, SiconosBulletOptions
from siconos.mechanics.joints import PivotJointR

THETA = 0.5001  # of the method: 1/2 keeps energy, and what is above it damps
REACH = 0.2  # m, from where contacts are kept; with its own 0.02 m a sliding block sinks four times as deep
ACTIVE = 1e-3  # m, gap at which a contact takes part; with its own 0 a block on a slope creeps


class World:
    def __init__(self, scene, dt, tolerance=1e-4, iterations=1000):
        self.system = kernel.NonSmoothDynamicalSystem(0, scene["duration"] + 10 * dt)
        bullet = SiconosBulletOptions()
        bullet.contactBreakingThreshold = REACH
        self.collisions = SiconosBulletCollisionManager(bullet)
        self.collisions.insertNonSmoothLaw(kernel.NewtonImpactFrictionNSL(0.0, 0.0, scene["mu"], 3), 0, 0)
        self.fixed = []
        for normal, distance in ([((0, 0, 1), 0)] if scene["ground"] else []) + scene["planes"]:
            self.plane(np.array(normal, float), distance)
        self.bodies = {body["name"]: self.body(body, np.array(scene["gravity"])) for body in scene["bodies"]}
        for joint in scene["joints"]:
            self.pin(joint)
        self.simulation = kernel.TimeStepping(self.system, kernel.TimeDiscretisation(0, dt))
        integrator = kernel.MoreauJeanOSI(THETA)
        integrator.setConstraintActivationThreshold(ACTIVE)
        self.simulation.insertIntegrator(integrator)
        self.simulation.insertNonSmoothProblem(self.problem(bool(scene["joints"]), tolerance, iterations))
        self.simulation.insertInteractionManager(self.collisions)
        self.simulation.setNewtonMaxIteration(20)
        self.simulation.setNewtonTolerance(1e-10)

    def problem(self, has_joints, tolerance, iterations):
        if has_joints:
            self.collisions.useEqualityConstraints(True)
            self.options = kernel.solver_options_create(numerics.SICONOS_GENERIC_MECHANICAL_NSGS)
            problem = kernel.GenericMechanical(self.options)
        else:
            self.options = kernel.solver_options_create(numerics.SICONOS_FRICTION_3D_NSGS)
            problem = kernel.FrictionContact(3, self.options)
            problem.setMStorageType(numerics.NM_SPARSE_BLOCK)
        self.options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = iterations
        self.options.dparam[numerics.SICONOS_DPARAM_TOL] = tolerance
        problem.setKeepLambdaAndYState(True)
        return problem

    def plane(self, normal, distance):
        """Siconos' plane is solid below z = 0."""
        turn = np.array([1 + normal[2], -normal[1], normal[0], 0.0])
        turn = turn / np.linalg.norm(turn) if normal[2] > -1 else np.array([0.0, 1.0, 0.0, 0.0])
        shapes = self.contactors(SiconosPlane())
        self.collisions.insertStaticContactorSet(shapes, [*(distance * normal), *turn])

    def contactors(self, shape):
        shapes = SiconosContactorSet()
        shapes.append(SiconosContactor(shape))
        self.fixed.append((shape, shapes))
        return shapes

    def body(self, body, gravity):
        turn = rotation(body["quaternion"])
        made = RigidBodyDS([*body["position"], *body["quaternion"]],
                           [*body["velocity"], *(turn.T @ body["omega"])], body["mass"], np.diag(body["inertia"]))
        made.setUseContactorInertia(False)
        made.setFExtPtr(list(body["mass"] * gravity))
        if body["shape"]:
            kind, *sizes = body["shape"]
            shape = SiconosBox(*sizes) if kind == "box" else SiconosSphere(sizes[0])
            shape.setInsideMargin(0.02 * min(sizes))  # as siconos_run has it
            shape.setOutsideMargin(0)
            made.setContactors(self.contactors(shape))
        self.system.insertDynamicalSystem(made)
        return made

    def pin(self, joint):
        a, b = self.bodies[joint["a"]], self.bodies.get(joint["b"])
        pivot = PivotJointR()
        pivot.setPoint(0, joint["anchor"])
        pivot.setAxis(0, joint["axis"])
        pivot.setAbsolute(True)
        pivot.setBasePositions(a.q(), b.q() if b else None)
        link = kernel.Interaction(kernel.EqualityConditionNSL(pivot.numberOfConstraints()), pivot)
        self.system.link(link, a, b)

    def step(self):
        self.simulation.computeOneStep()
        self.simulation.nextStep()

    def states(self):
        states = []
        for body in self.bodies.values():
            pose, twist = np.array(body.q()), np.array(body.twist())
            states.append([*pose, *twist[:3], *(rotation(pose[3:]) @ twist[3:])])
        return states


def rotation(quaternion):
    w, x, y, z = quaternion
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


serve(World, siconos.version)
