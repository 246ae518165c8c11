# SPDX-License-Identifier: Apache-2.0
"""Of what drives and measures bodies, driven kinematic ones included, of states that go to another model, and of studies."""

from fault_list import faults

faults(
    "src/sim/sensors.cpp", "sim",
    ("mount.pose.r.conjugate() * body_twist", "mount.pose.r * body_twist", "frame of a gyroscope"),
    ("before.pose.r.slerp(0.5, after.pose.r)", "before.pose.r.slerp(0.0, after.pose.r)",
     "frame halfway of an accelerometer"),
    ("before_.v = state.v;", "", "velocity an accelerometer kept"),
    ("frame.p - spatial_pose(model, state, sensor.body).p", "frame.p - spatial_frame_pose(model, state, sensor.body).p",
     "arm of an accelerometer from the centre of mass"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("carried.joint_work = state.joint_work;", "", "account of joint work in another model"),
    ("carried.broken[joints[j]] = 1;", "carried.broken[j] = 1;", "broken joints in another model"),
    ("inputs.set_callback(w.step.drive.callback());", "", "force callback in another model"),
    ("carried.joint_forces.push_back({{joint}, force.coordinate, force.force});",
     "carried.joint_forces.push_back({{joint}, 0, force.force});",
     "coordinate of a held joint force in another model"),
    ("s < there ? first_in[bodies[i]] + s : -1", "first_in[bodies[i]] + s",
     "shapes another model lacks"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("scaled(impulse.at, 1 / dt)});", "impulse.at});", "an impulse spread over halves"),
    ("impulses_.clear();", "", "impulses act in one step"),
)
faults(
    "src/sim/contact_events.cpp", "sim",
    ("const double share = touches[i].impulse.stableNorm();", "const double share = 1.0;",
     "point of a touch"),
    ("on_b ? contact.impulse : Vector3d(-contact.impulse)",
     "Vector3d(contact.impulse)", "force on the first body of a contact"),
    ("touch.since = before->since;", "", "when a touch that lasts began"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("state.joint_impulses[from.couplers[c].row];", "0.0;", "impulses of couplers in an exchange"),
    ("carried.force.segment(to.bodies[bodies[i]].v_offset, from.bodies[i].dof) =",
     "carried.force.segment(from.bodies[i].v_offset, from.bodies[i].dof) =", "forces held in an exchange"),
)
faults(
    "src/sim/contact_events.cpp", "sim",
    ("if (!(against == kWorld) && !(other == against)) continue;", "", "body that a contact force comes from"),
    ("const BodyId other = on_b ? contact.a : contact.b;", "const BodyId other = contact.a;",
     "other body of a contact force"),
)
faults(
    "src/sim/sensors.cpp", "sim",
    ("contact_force(simulator.contacts(), sensor.body, dt, sensor.against)",
     "contact_force(simulator.contacts(), sensor.body, dt)", "a contact sensor against one body"),
    ("write(reaction.joint_torque, values + 3);", "write(reaction.torque, values + 3);",
     "frame of a torque sensor"),
    ("write(reaction.joint_force, values);", "write(reaction.force, values);",
     "frame of a force sensor"),
    ('      return "N";', '      return "N, N m";', "unit of a contact sensor"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("motors_ = other.motors_;", "", "motors driven in a step taken in parts"),
    ("at.torque *= factor;", "", "torque of a blow"),
    ("held_.joint_forces.insert(held_.joint_forces.end(), other.joint_forces_.begin(),\n"
     "                            other.joint_forces_.end());", "",
     "joint forces of one step taken in parts"),
)
faults(
    "src/study/compared_run.cpp", "study",
    ("f.tail<2>() / (contact.mu * f.x())", "-f.tail<2>() / (contact.mu * f.x())",
     "direction of compared friction"),
    ("series.energy.push_back(energy());",
     "series.energy.push_back(potential_energy(model_, state_.q));",
     "energy of a compared run"),
)
faults(
    "src/study/comparison.cpp", "study",
    ("if (!(worst.distance <= run.largest_distance)) run.largest_distance = worst.distance;",
     "run.largest_distance = worst.distance;", "largest distance of a compared run"),
)
faults(
    "src/study/measure.cpp", "study",
    ("state.coordinates[joint.first_coordinate + what.coordinate]",
     "state.coordinates[joint.first_coordinate]", "number of a measured coordinate"),
    ("return energy_parts(model, state, dt).total();", "return energy_parts(model, state, dt).kinetic;",
     "measured energy"),
)
faults(
    "src/sim/inputs/state_check.cpp", "sim",
    ("for (const bool moves : {true, false})", "for (const bool moves : {false, true})",
     "name of the lost body before what it touches"),
    ("if (!state.joint_impulses.allFinite()) return", "if (false) return",
     "impulses of couplers that are no numbers"),
)
faults(
    "src/sim/inputs/state_check.cpp", "sim",
    ("    if (!body.is_dynamic()) continue;\n    const double speed", "    const double speed",
     "energy of prescribed bodies"),
)
faults(
    "src/sim/simulator/simulator_drive.cpp", "sim",
    ("if (target.is_planar() && target.dof == 3)", "if (target.is_planar())",
     "torque that is set on a particle"),
    ("if (target.kind == BodyKind::spatial) held", "if (!target.is_planar()) held",
     "torque that is set on a particle in space"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("return other.joint == motor.joint && other.coordinate == motor.coordinate;",
     "return other.joint == motor.joint;", "held motors of several coordinates of a joint"),
    ("  if (motor.max_force) found->max_force = motor.max_force;\n", "",
     "held limit of a motor with a held target"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("  actuator_force_ = std::move(checked.actuator_force_);\n  has_changed_ = true;\n",
     "  actuator_force_ = std::move(checked.actuator_force_);\n", "held inputs that are set end a rest"),
    ("has_changed_ = has_changed_ || motors_.max_force[own] != *motor.max_force;", "",
     "a limit of a motor that is set ends a rest"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("return a.kind == b.kind && a.dof == b.dof && a.q_size == b.q_size;",
     "return a.dof == b.dof && a.q_size == b.q_size;", "bodies of one name and two kinds"),
    ("return a.kind == b.kind && a.in_plane == b.in_plane && a.rows == b.rows;",
     "return a.in_plane == b.in_plane && a.rows == b.rows;", "joints of one name and two kinds"),
    ("  check_sizes(from, state);\n  State carried", "  State carried", "sizes of a state that is carried over"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("if (motor.joint.index < 0 || !has_motor(to, motor.joint, motor.coordinate)) continue;",
     "if (motor.joint.index < 0) continue;", "held targets of motors that are gone"),
    ("    if (was_free && has_target_actuator(to, motor.joint, motor.coordinate)) motor.target.reset();\n", "",
     "targets of motors that get actuators"),
    ("carried.control = start_controls(to);", "carried.control = 0 * start_controls(to);", "controls of new actuators"),
)
faults(
    "src/sim/simulator/simulator_drive.cpp", "sim",
    ("  check_force_at(w.step.model, body, {.force = force, .torque = torque});\n",
     "", "held torques that are not finite"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("  callback_ = std::move(callback);\n  has_changed_ = true;",
     "  callback_ = std::move(callback);", "a callback taken away after a step that was not taken"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    (" && a.in_plane == b.in_plane && a.rows == b.rows;",
     " && a.in_plane == b.in_plane;", "joints of one name that hold more or less"),
)

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
    ("force.segment(body.v_offset, body.dof).isZero(0), name,", "true, name,", "forces on what no force moves"),
    ("  held_.motors = std::move(checked.held_.motors);\n", "", "two commands to one motor that are held at once"),
    ("actuator_force_.size() > 0 || held_.joint_force.size() > 0 ||", "actuator_force_.size() > 0 ||", "forces set along joints"),
    ("return callback_ || actuator_force_.size() > 0 ||", "return callback_ ||", "forces of actuators"),
    ("has_changed_ = has_changed_ || next.motors.target != motors_.target ||", "has_changed_ = has_changed_ ||",
     "controls that change at rest"),
    ("pose.is_broken({j}))", "pose.is_broken({j}) && false)", "actuators of joints that have broken"),
    ("return replaced ? 0.0 : ", "return ", "derivatives by controls of a target that is set"),
    ("  actuator_force_ = std::move(checked.actuator_force_);\n", "", "forces of controls that are held"),
    ("  actuator_force_ = other.actuator_force_;\n", "", "forces of actuators in derivatives"),
)
faults(
    "src/sim/inputs/actuation.cpp", "sim",
    ("driven_[at] ? target + output : output", "output", "targets that add up"),
    ("all_.force[at] += middle;", "all_.force[at] -= middle;", "middle of a range of forces"),
    ("target[at] -= middle / gain;", "target[at] -= 0 * gain;", "target of a servo beside the middle of its range"),
    ("all_.force[at] += output;", "all_.force[at] = output;", "forces that add up"),
)
faults(
    "src/model/actuator.cpp", "model",
    ("std::clamp(given, actuator.control_lo, actuator.control_hi)", "given", "range of a control"),
    (" || given < control_lo || given > control_hi", "", "slope out of the range of a control"),
    ("return limited ? 0.0 : gain;", "return gain;", "slope out of the range of a force"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("    keep_frame(to, a, bodies[i], carried);\n", "", "the frame of a body of another shape"),
    ("v.head<2>() += v[2] * Eigen::Vector2d(-r.y(), r.x());", "v.head<2>() += v[2] * Eigen::Vector2d(r.y(), r.x());",
     "velocity of a centre of mass that is elsewhere"),
    ("carry_joint_force(from, held.joint_force, to, carried);", "carried.joint_force = {};",
     "forces along joints in an exchange"),
)
