# SPDX-License-Identifier: Apache-2.0
"""Of what programs drive: kinematic bodies, forces, models that change."""

from fault_list import faults

faults(
    "src/dynamics/joints/set_motion.cpp", "sim",
    ("body.is_kinematic() && !body.is_driven();", "body.is_kinematic();", "motion of driven bodies that is set"),
    ("2 * std::atan2(half, std::abs(r.w()))", "2 * std::atan2(half, r.w())",
     "the shorter way to a target pose"),
)
faults(
    "src/dynamics/bodies/free_motion.cpp", "sim",
    ("    if (body.is_driven()) continue;\n", "", "velocity of driven bodies"),
    ("(turned * orientation(body, state.q)).normalized()", "(orientation(body, state.q) * turned).normalized()",
     "axes of the world of what driven bodies turn about"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("  if (force.size() > 0) check_moves(*model_, force);\n", "", "forces on what no force moves"),
    ("return callback_ || held_.joint_force.size() > 0 ||", "return callback_ ||", "forces set along joints"),
)
faults(
    "src/sim/velocity/exchange.cpp", "sim",
    ("    keep_frame(to, a, bodies[i], carried);\n", "", "the frame of a body of another shape"),
    ("v.head<2>() += v[2] * Eigen::Vector2d(-r.y(), r.x());", "v.head<2>() += v[2] * Eigen::Vector2d(r.y(), r.x());",
     "velocity of a centre of mass that is elsewhere"),
    ("carry_joint_force(from, held.joint_force, to, carried);", "carried.joint_force = {};",
     "forces along joints in an exchange"),
)
