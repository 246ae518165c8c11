# SPDX-License-Identifier: Apache-2.0
"""What the flags of an MJCF file switch off."""
from __future__ import annotations


def is_off(mujoco, model, flag):
    """Whether a flag says `disable`; flags that this MuJoCo does not know are on."""
    return bool(model.opt.disableflags & int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}", 0)))


def has_contacts(mujoco, model):
    return not (is_off(mujoco, model, "CONTACT") or is_off(mujoco, model, "CONSTRAINT"))
