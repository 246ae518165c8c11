# SPDX-License-Identifier: Apache-2.0
"""Perpend: rigid bodies with joints, contact and Coulomb friction, solved by direct methods.

    import perpend
    world = perpend.World.load("hello")
    while world.time < 1:
        world.step()
    print(world.body("box").pos)

Lengths are metres, masses kilograms, times seconds, angles radians; quaternions are (w, x, y, z)."""
import os
import pathlib
import sys

# MuJoCo reads MJCF in a separate Python process; by default this Python runs it, which needs the package `mujoco`.
if sys.executable:  # None if Python is embedded
    os.environ.setdefault("PERPEND_PYTHON", sys.executable)
os.environ.setdefault("PERPEND_MJCF", str(pathlib.Path(__file__).parent / "mjcf"))

from . import cone, lcp
from ._core import State, __version__
from .body import Body
from .catalogue import scene_names
from .compare import compare
from .derivatives import DegenerateRow, StepDerivatives
from .errors import InputError, InvalidArgument
from .frame import Frame
from .joint import Joint
from .logs import Log, log
from .measure import (CONTACT, BodyNear, ContactEvent, Distance, InstantDynamics, JointBreak, RayHit, Report,
                      Touch)
from .mesh import convex_parts
from .page import Page, show
from .recording import Recorder, Recording
from .robot import NotDone, convert
from .rollout import Rollout, rollout
from .scene import Scene
from .sensors import Accelerometer, ContactForce, ForceTorque, Gyro, Sensors
from .scene_warning import SceneWarning
from .world import World

__all__ = ["Accelerometer", "Body", "BodyNear", "CONTACT", "ContactEvent", "ContactForce", "DegenerateRow", "Distance",
           "ForceTorque", "Frame", "Gyro", "InputError", "InstantDynamics", "InvalidArgument", "Joint", "JointBreak", "Log",
           "NotDone", "Page", "RayHit", "Recorder", "Recording", "Report", "Rollout", "Scene", "SceneWarning", "Sensors", "State",
           "StepDerivatives", "Touch", "World", "__version__", "compare", "cone", "convert", "convex_parts", "lcp", "log", "rollout",
           "scene_names", "show"]
