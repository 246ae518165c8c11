# SPDX-License-Identifier: Apache-2.0
"""Applies the flags of an MJCF file that switch features off to the model itself."""
from __future__ import annotations


def is_off(mujoco, model, flag):
    """True if a flag is set to `disable`; flags that this MuJoCo does not know are on."""
    return bool(model.opt.disableflags & int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}", 0)))


def switch_off(mujoco, model):
    def off(*flags):
        return any(is_off(mujoco, model, flag) for flag in flags)
    if off("GRAVITY"):
        model.opt.gravity[:] = 0
    if off("CONSTRAINT", "EQUALITY"):
        model.eq_active0[:] = 0
    if off("CONSTRAINT", "FRICTIONLOSS"):
        model.dof_frictionloss[:] = model.tendon_frictionloss[:] = 0
    if off("CONSTRAINT", "LIMIT"):
        model.jnt_limited[:] = model.tendon_limited[:] = 0
    if off("SPRING", "PASSIVE"):
        model.jnt_stiffness[:] = model.tendon_stiffness[:] = 0
    if off("DAMPER", "PASSIVE"):
        model.dof_damping[:] = model.tendon_damping[:] = 0
    if off("CLAMPCTRL"):
        model.actuator_ctrllimited[:] = 0


def has_contacts(mujoco, model):
    return not (is_off(mujoco, model, "CONTACT") or is_off(mujoco, model, "CONSTRAINT"))


def acts(mujoco, model, actuator):
    """True unless the actuator is in a group that `actuatorgroupdisable` names."""
    group = int(model.actuator_group[actuator])
    in_disabled = 0 <= group < 31 and getattr(model.opt, "disableactuator", 0) >> group & 1
    return not (in_disabled or is_off(mujoco, model, "ACTUATION"))
