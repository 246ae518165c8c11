# SPDX-License-Identifier: Apache-2.0
"""ODE by its C interface, double precision. The callback for pairs is Python here, so that only the time of its step
counts, not that of finding contacts: in ODE's favour."""
import ctypes
import ctypes.util
import os
import time

from host import serve

LIBRARY = os.environ.get("PERPEND_ODE") or ctypes.util.find_library("ode") or "libode.so.8"
ode = ctypes.CDLL(LIBRARY)
real, pointer = ctypes.c_double, ctypes.c_void_p
Real4 = real * 4


class Surface(ctypes.Structure):
    _fields_ = [("mode", ctypes.c_int), *((name, real) for name in
                ("mu", "mu2", "rho", "rho2", "rhoN", "bounce", "bounce_vel", "soft_erp", "soft_cfm", "motion1", "motion2",
                 "motionN", "slip1", "slip2"))]


class ContactGeom(ctypes.Structure):
    _fields_ = [("pos", Real4), ("normal", Real4), ("depth", real), ("g1", pointer), ("g2", pointer),
                ("side1", ctypes.c_int), ("side2", ctypes.c_int)]


class Contact(ctypes.Structure):
    _fields_ = [("surface", Surface), ("geom", ContactGeom), ("fdir1", Real4)]


NEAR = ctypes.CFUNCTYPE(None, pointer, pointer, pointer)
MOST = 8
FRICTION_PYRAMID = 0x7000  # dContactApprox1: limits are µ times the normal force


def call(name, *arguments, result=None):
    function = getattr(ode, name)
    function.restype = result
    return function(*(real(a) if isinstance(a, float) else a for a in arguments))


def made(name, *arguments):
    return pointer(call(name, *arguments, result=pointer))


class World:
    def __init__(self, scene, dt, direct=False, iterations=20):
        call("dInitODE2", 0)
        call("dAllocateODEDataForThread", ctypes.c_uint(0xffffffff))
        self.dt, self.mu, self.direct = dt, scene["mu"], direct
        self.world, self.space = made("dWorldCreate"), made("dHashSpaceCreate", None)
        self.group = made("dJointGroupCreate", 0)
        call("dWorldSetGravity", self.world, *map(float, scene["gravity"]))
        call("dWorldSetQuickStepNumIterations", self.world, iterations)
        if scene["ground"]:
            made("dCreatePlane", self.space, 0.0, 0.0, 1.0, 0.0)
        for normal, distance in scene["planes"]:
            made("dCreatePlane", self.space, *map(float, normal), float(distance))
        self.bodies = {body["name"]: self.body(body) for body in scene["bodies"]}
        for joint in scene["joints"]:
            hinge = made("dJointCreateHinge", self.world, None)
            call("dJointAttach", hinge, self.bodies[joint["a"]], self.bodies.get(joint["b"]))
            call("dJointSetHingeAnchor", hinge, *map(float, joint["anchor"]))
            call("dJointSetHingeAxis", hinge, *map(float, joint["axis"]))
        self.near = NEAR(self.touch)
        self.contacts = (Contact * MOST)()

    def body(self, body):
        handle = made("dBodyCreate", self.world)
        mass = (ctypes.c_double * 40)()
        call("dMassSetParameters", mass, float(body["mass"]), 0.0, 0.0, 0.0, *map(float, body["inertia"]), 0.0, 0.0, 0.0)
        call("dBodySetMass", handle, mass)
        call("dBodySetPosition", handle, *map(float, body["position"]))
        call("dBodySetQuaternion", handle, Real4(*body["quaternion"]))
        call("dBodySetLinearVel", handle, *map(float, body["velocity"]))
        call("dBodySetAngularVel", handle, *map(float, body["omega"]))
        if body["shape"]:
            kind, *sizes = body["shape"]
            geom = made("dCreateBox" if kind == "box" else "dCreateSphere", self.space, *map(float, sizes))
            call("dGeomSetBody", geom, handle)
        return handle

    def touch(self, _, a, b):
        a, b = pointer(a), pointer(b)
        count = call("dCollide", a, b, MOST, ctypes.byref(self.contacts[0].geom), ctypes.sizeof(Contact),
                     result=ctypes.c_int)
        for contact in self.contacts[:count]:
            contact.surface.mode, contact.surface.mu = FRICTION_PYRAMID, self.mu
            joint = made("dJointCreateContact", self.world, self.group, ctypes.byref(contact))
            call("dJointAttach", joint, made("dGeomGetBody", a), made("dGeomGetBody", b))

    def step(self):
        call("dSpaceCollide", self.space, None, self.near)
        begin = time.perf_counter()
        call("dWorldStep" if self.direct else "dWorldQuickStep", self.world, self.dt)
        seconds = time.perf_counter() - begin
        call("dJointGroupEmpty", self.group)
        return seconds

    def states(self):
        read = lambda name, body, count: list(call(name, body, result=ctypes.POINTER(real))[:count])
        return [[*read("dBodyGetPosition", body, 3), *read("dBodyGetQuaternion", body, 4),
                 *read("dBodyGetLinearVel", body, 3), *read("dBodyGetAngularVel", body, 3)] for body in self.bodies.values()]


call("dGetConfiguration", result=ctypes.c_char_p)
serve(World, "0.16" if call("dCheckConfiguration", b"ODE_double_precision", result=ctypes.c_int) else "single precision")
