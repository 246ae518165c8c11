# SPDX-License-Identifier: Apache-2.0
"""Names of other engines, for messages."""
from __future__ import annotations

#: What a World has in place of members of MuJoCo's MjModel and MjData.
MUJOCO = {
    "qpos": "q (bodies) and joint_coordinates", "qvel": "v (bodies) and joint_rates",
    "qacc": "contact_forces()['acceleration']", "qfrc_applied": "joint_force", "xfrc_applied": "force",
    "qfrc_bias": "bias_force", "qM": "mass_matrix", "nq": "q.size", "nv": "v.size", "nu": "ctrl.size",
    "nbody": "len(body_names)", "njnt": "len(joint_names)", "ncon": "len(contacts)", "contact": "contacts",
    "sensordata": "Sensors(world, {...})", "xpos": "body(name).pos", "xquat": "body(name).quat",
    "site_xpos": "frame(name).pos", "site": "frame(name)", "jnt_range": "joint_limits", "opt": "options and set_options()",
    "timestep": "options['dt'] and set_options(dt=...)", "dt": "options['dt'] and set_options(dt=...)",
}


def unknown_attribute(thing: object, name: str) -> AttributeError:
    """Returns the error for an attribute that a World does not have."""
    instead = f"; it has {MUJOCO[name]}" if name in MUJOCO else ""
    return AttributeError(f"a {type(thing).__name__} has no attribute '{name}'{instead}", name=name, obj=thing)
