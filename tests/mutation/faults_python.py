# SPDX-License-Identifier: Apache-2.0
"""Of the Python package: scenes, joints, rollouts."""

from fault_list import faults

faults(
    "src/dynamics/joints/set_coordinates.cpp", "dynamics",
    ("    moving.v.setZero();\n", "", "the Jacobian by joints has the present velocity too"),
    ("require(id.coordinate >= 0 && id.coordinate < branch.coordinates()",
     "require(id.coordinate <= branch.coordinates()", "a coordinate that the joint does not have is set"),
)
faults(
    "bindings/python/src/rollout.cpp", "python",
    ("report.uncertified == 0 && report.inexact == 0", "report.uncertified == 0",
     "a rollout calls steps certified that were solved roughly"),
)
faults(
    "bindings/python/src/bind_joints.cpp", "python",
    ("joint.kind == JointKind::universal ? Vector3d::UnitY() : Vector3d::UnitX()", "Vector3d::UnitX()",
     "the axis of b of a universal joint"),
)
faults(
    "bindings/python/src/world.cpp", "python",
    ("  twin->set_held(held);\n", "", "a copy has no held forces"),
    ("  changed.model.gravity = gravity;\n", "", "gravity that is set does not act"),
)
faults(
    "bindings/python/perpend/scene_text.py", "python",
    ("os.path.relpath(there, os.path.realpath(folder))", "os.path.relpath(there, folder)",
     "meshes of a scene saved in a folder that a link leads to"),
    ('literal = literal or moved.startswith("$") or', "literal = literal or", "the folder of a mesh begins with $"),
    ("zip(value, (-1, 1))", "zip(value, (1, -1))", "a lower limit of inf counts as none"),
)
faults(
    "bindings/python/perpend/scene_warning.py", "python",
    ("stacklevel=count + 1", "stacklevel=count", "a warning points into the package"),
    ("        if each not in known:\n            warn(", "        if True:\n            warn(",
     "an exchange warns of what was known"),
)
faults(
    "bindings/python/perpend/measured_world.py", "python",
    ("zip(places, given, now) if new != old]", "zip(places, given, now)]",
     "coordinates of joints in loops cannot be given as they are"),
)
faults(
    "bindings/python/perpend/measure.py", "python",
    (" and not self.uncertified and not self.inexact", " and not self.uncertified",
     "a report counts steps as certified that were solved roughly"),
)
faults(
    "bindings/python/perpend/scene.py", "python",
    ('            if each.get("coordinate", 0) == coordinate:\n', "            if True:\n",
     "change_coordinate() changes the first coordinate whatever the index"),
)
faults(
    "bindings/python/perpend/world.py", "python",
    ('"gravity": given.tolist()}', '"gravity": self.gravity.tolist()}', "pickles and files have the gravity of before"),
)
