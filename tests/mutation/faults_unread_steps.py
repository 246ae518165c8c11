# SPDX-License-Identifier: Apache-2.0
"""Of bodies, contacts and steps, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics",
    ("turn(motion, t + dt) * turn(motion, t).conjugate();",
     "turn(motion, t).conjugate() * turn(motion, t + dt);",
     "mean rate of a prescribed rocking motion is in the world frame"),
)

faults(
    "src/dynamics/bodies/free_rotation_batch.cpp", "dynamics",
    ("(0.5 * delta) * product(I, next));",
     "(0.5 * delta) * product(I, W));",
     "free rotation in lanes turns about the angular momentum it has after the midpoint"),
)

faults(
    "src/dynamics/bodies/affine_body.cpp", "dynamics",
    ("/ length - a_2.dot(x) / length * by_a_2;",
     "/ length + a_2.dot(x) / length * by_a_2;",
     "spin of a sheared affine body"),
)

faults(
    "src/dynamics/joints/coordinate_motion.cpp", "dynamics",
    ("(w * w * e + w * p.cross(e) + p.x() * p)",
     "(w * w * e + w * e.cross(p) + p.x() * p)",
     "rate of the twist of a joint that is swung"),
)

faults(
    "src/dynamics/joints/joint_reaction.cpp", "dynamics",
    ("const Eigen::Quaterniond to_frame = joint_frame_b(at).conjugate();",
     "const Eigen::Quaterniond to_frame = joint_frame_a(at).conjugate();",
     "joint reactions are told in the joint frame on b"),
)

faults(
    "src/dynamics/joints/generalised_force.cpp", "dynamics",
    ("at.force_in == Frame::world ? Eigen::Quaterniond::Identity()",
     "at.point_in == Frame::world ? Eigen::Quaterniond::Identity()",
     "a force has the frame of its own, not that of its point"),
)

faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics",
    ("return r.vec() * (std::copysign(angle, r.w()) / half);",
     "return r.vec() * (angle / half);",
     "a driven body turns to its target pose the right way for either sign of its quaternion"),
)

faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ("row.bias = (pull * (motion.value - target) + (before - quarter) * rate) / alpha;",
     "row.bias = (pull * (motion.value - target) + (before + quarter) * rate) / alpha;",
     "the spring of a position servo is integrated by the trapezoidal rule"),
)

faults(
    "src/dynamics/joints/joint_tree.cpp", "dynamics",
    ("v[1] * (first * Vector3d::UnitX());",
     "v[1] * Vector3d::UnitX();",
     "second rate of a universal joint is about the axis that the first angle has turned"),
)

faults(
    "src/dynamics/joints/joint_row_layout.cpp", "dynamics",
    ("  for (const int g : dropped_)\n"
     "    if (g < joints && balls_[g].row >= 0) write_ends(g);\n",
     "",
     "rows of a broken ball joint come back with a state in which it holds"),
)

faults(
    "src/dynamics/mass_system/solve.cpp", "dynamics",
    ("subtract_prescribed(coordinates, rows[placed.row].group, v, at);",
     "subtract_prescribed(coordinates, rows[placed.row].group, 0.0 * v, at);",
     "springs and motors know the motion of a prescribed body they are fixed to"),
)

faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ("const double angle = omega * (t - harmonic.start) + harmonic.phase;",
     "const double angle = omega * t + harmonic.phase;",
     "instant rates: a prescribed harmonic counts its phase from its start"),
)

faults(
    "src/contact/sweep.cpp", "contact",
    ("return is_round_about_z(instance.shape) && instance.pose.p.isZero(0) &&",
     "return is_round_about_z(instance.shape) &&",
     "a round piece beside the centre of its body swings in the sweep"),
)

faults(
    "src/contact/collider.cpp", "contact",
    ("surface_velocity(model_->bodies[b.body], b.shape, pose_b, -n) -",
     "surface_velocity(model_->bodies[b.body], b.shape, pose_b, n) -",
     "the surface of the second body runs along its own outward normal"),
)

faults(
    "src/contact/island/decompression.cpp", "contact",
    ("std::max(0.0, change) / w",
     "std::max(0.0, -change) / w",
     "Poisson: what the forces of the step press is not restituted"),
)

faults(
    "src/contact/row_restitution.cpp", "contact",
    ("return std::min(e * start, std::min(bias, 0.0));",
     "return e * start + std::min(bias, 0.0);",
     "recovery of overlap and restitution do not add up"),
)

faults(
    "src/contact/contact_rows.cpp", "contact",
    ("  if (!model.bodies[pair.body_b].is_dynamic()) return pair.point_a;\n",
     "",
     "friction acts on the surface of the only body that forces move, where that is the first"),
)

faults(
    "src/contact/equations/row_conditions.cpp", "contact",
    ("slip.slips.push_back({rows.contact(g).start.tail<2>(), rows.contact(g).last.x()});",
     "slip.slips.push_back({rows.contact(g).start.tail<2>(), rows.contact(g).last.norm()});",
     "frozen friction limits come from the last normal impulse alone"),
)

faults(
    "src/contact/island/island_inputs.cpp", "contact",
    ("  add(rows.v_free.segment(body.v_offset, body.dof));\n",
     "",
     "an island at rest is solved again when a force acts on it"),
)

faults(
    "src/contact/law.cpp", "contact",
    ("\"phantom inertia across the slip\"},\n"
     "              Posed::unsymmetric}",
     "\"phantom inertia across the slip\"},\n"
     "              Posed::symmetric}",
     "solvers of symmetric matrices are refused for the phantom law"),
)

faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("v.head<3>() += Eigen::Vector3d(v.tail<3>()).cross(r).eval();",
     "v.head<3>() += r.cross(Eigen::Vector3d(v.tail<3>())).eval();",
     "velocity of a turning body whose centre of mass moves in an exchange of models"),
)

faults(
    "src/sim/sensors.cpp", "sim",
    ("return before.pose.r.slerp(0.5, after.pose.r).conjugate() * force;",
     "return after.pose.r.conjugate() * force;",
     "accelerometers read in the frame of the middle of the step"),
)

faults(
    "src/sim/derivatives/parameters.cpp", "sim",
    ("const double sign = step.rows.impulses.lambda[own] < 0 ? -1.0 : 1.0;",
     "const double sign = 1.0;",
     "derivative by the bound of a motor or dry friction that acts in the negative sense"),
)

faults(
    "src/sim/derivatives/active_system.cpp", "sim",
    ("    if (step.rows.is_contact(sliding.group))\n"
     "      b.middleRows(t, count) -=",
     "    b.middleRows(t, count) -=",
     "derivatives by the coefficient of friction leave rolling friction alone"),
)

faults(
    "src/sim/certificate/contact_motion.cpp", "sim",
    ("slip[r - 1] += rows.bias[group.first_row + r];",
     "slip[r - 1] -= rows.bias[group.first_row + r];",
     "reported slip of a curved surface that rolls is that at the end of the step"),
)

faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("? 2 * touch.e * speed / (fall * (1 - touch.e)) : 0.0;",
     "? 2 * speed / (fall * (1 - touch.e)) : 0.0;",
     "time at which infinitely many bounces end"),
)

faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("    w.joint_forces += w.instant.joint_response() * solution.f;\n",
     "",
     "first order: joint forces bear what contacts press"),
)

faults(
    "src/sim/acceleration/joined_bodies.cpp", "sim",
    ("return std::clamp(pull, -def.max_force, def.max_force);",
     "return pull;",
     "acceleration level: servos keep within their largest force"),
)

faults(
    "src/sim/joints/joint_forces.cpp", "sim",
    ("part_of(force, row.kind) += row.sign * row_impulse(system, r, rows, bounded) / dt;",
     "part_of(force, row.kind) += row_impulse(system, r, rows, bounded) / dt;",
     "reported coordinate forces of upper limits have the sign of the coordinate"),
)

faults(
    "src/sim/joints/joint_guard.cpp", "sim",
    ("  unstabilised_ = false;\n", "", "a braked impact leaves the contacts of later steps stabilised"),
)

faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("-soft * (contact.last[t] + options.dt * tangential.damping * contact.start[t]);",
     "-soft * (contact.last[t] - options.dt * tangential.damping * contact.start[t]);",
     "the damper of a bristle acts on the change of slip"),
)

faults(
    "src/sim/velocity/break_joints.cpp", "sim",
    ("const JointReaction load = step_load(joints, pose, {j}, rows, options.dt);",
     "const JointReaction load = step_reaction(joints, pose, {j}, rows, options.dt);",
     "springs of a joint count in the load that breaks it"),
)

faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("sum += 0.5 * rows.impulses.lambda[rows.first_row(g)] * (opening + rate);",
     "sum += rows.impulses.lambda[rows.first_row(g)] * (opening + rate);",
     "reported work of pushing overlap apart"),
)

faults(
    "src/sim/velocity/free_flight.cpp", "sim",
    ("(met.time - 0.5 * options.dt) * (rows.v_free - pose.v)",
     "(0.5 * options.dt - met.time) * (rows.v_free - pose.v)",
     "bodies that meet in free flight end the step on their parabolas"),
)

faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("    has_changed_ = has_changed_ || motors_.max_force[own] != *motor.max_force;\n",
     "",
     "a simulation at a standstill notices a new limit of a motor"),
)
