# SPDX-License-Identifier: Apache-2.0
"""MuJoCo from a model text; elliptic cones, Newton's method. `stiff`: contact time constant of two steps, no slip
allowed by a large ratio of impedances. `integrator`: Euler, semi-implicit, or RK4, of fourth order."""
import mujoco
import numpy as np
from host import serve

mujoco.set_mju_user_warning(lambda words: None)  # else into a file of the folder it is called from


def vector(values) -> str:
    return " ".join(f"{value:.17g}" for value in values)


def geom(body: dict, mu: float) -> str:
    shape = body["shape"]
    if not shape:
        return ""
    size = [side / 2 for side in shape[1:]] if shape[0] == "box" else shape[1:]
    return f'<geom type="{shape[0]}" size="{vector(size)}" friction="{mu} 0 0" condim="3"/>'


class World:
    def __init__(self, scene, dt, stiff=False, integrator="Euler"):
        self.names = [body["name"] for body in scene["bodies"]]
        self.model = mujoco.MjModel.from_xml_string(self.text(scene, dt, stiff, integrator))
        self.data = mujoco.MjData(self.model)
        self.ids = [self.model.body(name).id for name in self.names]
        if not scene["joints"]:
            for k, body in enumerate(scene["bodies"]):
                turned = np.zeros(9)
                mujoco.mju_quat2Mat(turned, np.array(body["quaternion"]))
                self.data.qvel[6 * k:6 * k + 3] = body["velocity"]
                self.data.qvel[6 * k + 3:6 * k + 6] = turned.reshape(3, 3).T @ body["omega"]
        mujoco.mj_forward(self.model, self.data)

    def text(self, scene, dt, stiff, integrator) -> str:
        tree = [joint for joint in scene["joints"] if not joint["closes"]]
        bodies = {body["name"]: body for body in scene["bodies"]}

        def nested(name, parent_position) -> str:
            body = bodies[name]
            joint = next((joint for joint in tree if joint["a"] == name), None)
            place = np.array(body["position"]) - parent_position
            hinge = "<freejoint/>"
            if joint:
                local = np.array(joint["anchor"]) - body["position"]
                hinge = f'<joint type="hinge" pos="{vector(local)}" axis="{vector(joint["axis"])}"/>'
            inside = "".join(nested(j["a"], np.array(body["position"])) for j in tree if j["b"] == name)
            return (f'<body name="{name}" pos="{vector(place)}" quat="{vector(body["quaternion"])}">{hinge}'
                    f'<inertial pos="0 0 0" mass="{body["mass"]}" diaginertia="{vector(body["inertia"])}"/>'
                    f'{geom(body, scene["mu"])}{inside}</body>')

        children = {joint["a"] for joint in tree if joint["b"]}
        loops = "".join(f'<connect body1="{j["a"]}" body2="{j["b"]}" '
                        f'anchor="{vector(np.array(j["anchor"]) - bodies[j["a"]]["position"])}"/>'
                        for j in scene["joints"] if j["closes"])
        ground = f'<geom type="plane" size="0 0 1" friction="{scene["mu"]} 0 0" condim="3"/>' if scene["ground"] else ""
        option = 'impratio="100"' if stiff else ""
        default = (f'<default><geom solref="{2 * dt:.17g} 1" solimp="0.99 0.9999 0.0001"/>'
                   f'<equality solref="{2 * dt:.17g} 1" solimp="0.99 0.9999 0.0001"/></default>') if stiff else ""
        return (f'<mujoco><option timestep="{dt:.17g}" gravity="{vector(scene["gravity"])}" cone="elliptic" '
                f'integrator="{integrator}" {option}><flag autoreset="disable"/></option>'
                f'{default}<worldbody>{ground}'
                + "".join(nested(name, np.zeros(3)) for name in self.names if name not in children)
                + f"</worldbody><equality>{loops}</equality></mujoco>")

    def step(self):
        mujoco.mj_step(self.model, self.data)

    def states(self):
        mujoco.mj_forward(self.model, self.data)
        states, speed = [], np.zeros(6)
        for body in self.ids:
            mujoco.mj_objectVelocity(self.model, self.data, mujoco.mjtObj.mjOBJ_BODY, body, speed, 0)
            states.append([*self.data.xpos[body].tolist(), *self.data.xquat[body].tolist(), *speed[3:].tolist(), *speed[:3].tolist()])
        return states


serve(World, mujoco.__version__)
