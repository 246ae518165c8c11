# SPDX-License-Identifier: Apache-2.0
"""Of bodies and joints."""

from fault_list import faults

faults(
    "src/dynamics/bodies/free_rotation.cpp", "dynamics",
    ("h * h / 12 * products(r)", "h * h / 13 * products(r)", "second order of free rotation"),
    ("W = 2 * mid.omega - W;", "W = mid.omega;", "end of a midpoint rotation"),
    ("(12 * inertia.prod())", "(24 * inertia.prod())", "rotation about the momentum"),
    ("Quaterniond(1 - x.dot(y), xy.x()", "Quaterniond(1, xy.x()", "product of two small rotations"),
)
faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics sim",
    ("v_free[o + 2] += dt * force[o + 2] / body.inertia()",
     "v_free[o + 2] += dt * force[o + 2] / body.mass", "torque on a planar body"),
    ("motion_at(model, body, state.time + dt) - motion_at(model, body, state.time)",
     "motion_at(model, body, state.time) - motion_at(model, body, state.time - dt)",
     "velocity of a mover"),
)
faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics sim",
    ("twice += body.inertia() * u[2] * u[2];", "", "energy of planar rotation"),
    ("twice += body.principal_inertia.dot(omega.cwiseAbs2());", "", "energy of spatial rotation"),
    ("return -body.mass * gravity", "return body.mass * gravity", "potential energy"),
    ("p[o + 2] = body.inertia() * v[o + 2]", "p[o + 2] = body.mass * v[o + 2]",
     "angular momentum in the plane"),
    ("R * body.principal_inertia.asDiagonal() * R.transpose()",
     "R.transpose() * body.principal_inertia.asDiagonal() * R", "inertia in the world"),
)
faults(
    "src/dynamics/joints/joint_reaction.cpp", "dynamics sim",
    ("(wrench.point - at.a.anchor).cross(force)", "0.0 * force",
     "torque of a reaction off its anchor"),
    ("reaction.joint_torque += to_frame * torque;", "reaction.joint_torque += torque;",
     "reaction in the joint's frame"),
    ("row.sign * impulse / dt", "impulse / dt", "reaction of an upper limit"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics sim",
    ("row.bias = gap / dt;", "row.bias = 0.5 * gap / dt;", "gap of a limit"),
    ("limit(def.hi - motion.value, -1.0);", "", "upper limits"),
    ("const double quarter = 0.25 * (1 - stiff) * whole;", "const double quarter = 0.0;",
     "implicit part of a spring"),
    ("row.bias = -((target - motion.value) / time);", "row.bias = (target - motion.value) / time;",
     "sense of a motor"),
    ("std::max(def.time_constant, dt)", "dt", "time constant of a motor"),
    ("-dt * def.friction, dt * def.friction", "-dt * def.friction, 2 * dt * def.friction",
     "bounds of dry friction"),
    ("sum += 0.5 * held * def.stiffness", "sum += 0.51 * held * def.stiffness", "energy of a spring"),
    ("&& !def.is_servo() && std::isinf(max_force)", "&& std::isinf(max_force)",
     "dry friction beside a servo"),
)
faults(
    "src/dynamics/joints/joint_row_values.cpp", "dynamics sim",
    ("add_wrench(row_of(b, r), at.b, rows[r].wrench, -1.0);",
     "add_wrench(row_of(b, r), at.b, rows[r].wrench, 1.0);", "reaction on the second body"),
    ("*phi += term.factor * placed.change;", "*phi += placed.change;", "factors of a coupler"),
    ("  *phi = 0.0;\n", "", "errors of a coupler from pose to pose"),
)
faults(
    "src/dynamics/joints/joint_motion.cpp", "dynamics sim",
    ("Vector3d(0.5 * (at.a.anchor + at.b.anchor))", "Vector3d(at.a.anchor)",
     "one point of attack for both bodies"),
    ("P.w() * e + P.vec().cross(e)", "P.w() * e - P.vec().cross(e)", "rate of a lock's angle"),
    ("-at.joint.pitch * rotation.rate.torque", "at.joint.pitch * rotation.rate.torque",
     "sense of a screw's thread"),
    ("center - at.joint.length * n;", "center + at.joint.length * n;",
     "side on which a wheel rolls"),
)
faults(
    "src/dynamics/joints/coordinate_motion.cpp", "dynamics sim",
    ("(w * w * e + w * p.cross(e) + p.x() * p)", "(w * w * e - w * p.cross(e) + p.x() * p)",
     "rate of a twist"),
    ("std::atan2(-u.z(), u.y())", "std::atan2(u.z(), u.y())",
     "sense of a universal joint's second angle"),
    ("/ (1 - u.y() * u.y());", ";", "rate of a universal joint's first angle"),
    ("if (is_periodic(what)) motion.value = nearest_turn(motion.value, near);",
     "if (what == Measure::twist) motion.value = nearest_turn(motion.value, near);",
     "turns of a universal joint"),
)
faults(
    "src/dynamics/joints/generalised_force.cpp", "dynamics sim",
    ("add_end(at.b, along, -value, force);", "", "reaction of a force along a coordinate"),
)
faults(
    "src/dynamics/joints/measure.cpp", "dynamics sim",
    ("sum.velocity /= sum.mass;", "", "velocity of the centre of mass"),
    ("kinetic_energy(model, state.q, state.v) + rotor_energy(model, state)",
     "kinetic_energy(model, state.q, state.v)", "energy of rotors"),
)
faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics sim",
    ("pose.p - transform_vector(pose, body.details->body_origin)",
     "pose.p - body.details->body_origin", "origin of a planar body that is turned"),
    ("compose(frame, inverse(body.details->definition))",
     "compose(frame, body.details->definition)", "frame in which a body was defined"),
    ("center.r.z();\n  update_coordinates(model, state);", "center.r.z();",
     "coordinates after a pose is set"),
    ("!is_prescribed && body.kind != BodyKind::custom", "!is_prescribed",
     "poses of custom bodies"),
    (" && size > 0", "", "a pose without a rotation"),
)
faults(
    "src/dynamics/joints/joint_loops.cpp", "dynamics sim",
    ("heaviest = std::max(heaviest, body.mass);", "heaviest = body.mass;",
     "heaviest body of a chain"),
    ("if (one.is_loop() && one.skew.angle > 0)", "if (one.skew.angle > 0)", "axes of open chains may differ"),
    ("angle > kParallel && angle < kNearlyParallel", "angle < kNearlyParallel", "axes that differ by rounding"),
    ("angle > kParallel && angle < kNearlyParallel", "angle > kParallel", "axes that are meant to differ"),
    ("return one.joints > 0 && !one.is_loop() && one.freedom() <= kFew &&",
     "return one.joints > 0 && !one.is_loop() &&", "long chains are no light links"),
    ("3 * bodies - 2 * joints - (held ? 0 : 3)", "3 * bodies - 2 * joints - (held ? 3 : 0)",
     "freedom of a planar loop"),
    ("in_plane && velocities == 6 * bodies", "in_plane", "freedom of loops of planar bodies"),
    ("return is_loop() && !(in_plane && principal && fixed);", "return is_loop() && !in_plane;",
     "hinges off principal axes"),
    ("its.fixed = its.fixed || stays(joint.a) || stays(joint.b);", "its.fixed = its.held;",
     "linkages whose base turns"),
    ("in_plane && principal && fixed", "in_plane && principal", "linkages that tumble"),
    ("if (has_planar) return has_spatial && joints > 0;", "", "planar bodies joined to spatial ones"),
)
faults(
    "src/dynamics/mass_system/inverse_dynamics.cpp", "dynamics sim",
    ("reached[row_of[i]] + rows[row_of[i]].compliance * answer.force[i]", "reached[row_of[i]]",
     "rotors in refined inverse dynamics"),
    ("- def.damping * rate", "- 0 * rate",
     "dampers in inverse dynamics"),
    ("const VectorXd joint_rates = -rates.joint_rows;",
     "const VectorXd joint_rates = 0 * rates.joint_rows;",
     "centrifugal rates of joints in inverse dynamics"),
)
faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics sim",
    ("t >= harmonic.stop", "t > harmonic.stop", "a harmonic at its stop"),
    ("  if (body.has_quaternion())\n    state.v.segment<3>", "  state.v.segment<3>",
     "rates of movers in the plane"),
)
faults(
    "src/dynamics/bodies/affine_body.cpp", "dynamics sim",
    ("0.25 * stiffness_", "0.5 * stiffness_", "elastic energy of an affine body"),
    (" - a_2.dot(x) / length * by_a_2", "", "spin of a sheared affine body"),
)
faults(
    "src/dynamics/mass_system/geometric_stiffness.cpp", "dynamics sim",
    ("ball_stiffness(r_b, -impulse * u)", "ball_stiffness(r_b, impulse * u)",
     "stiffness of a rod's second end"),
    ("std::sqrt(size * c / (2 * (1 + c)))", "std::sqrt(size * c / (1 + c))",
     "projected stiffness of a ball"),
)
faults(
    "src/dynamics/mass_system/added_mass.cpp", "dynamics sim",
    ("std::min(excess(joint.a), excess(joint.b))", "std::max(excess(joint.a), excess(joint.b))",
     "dampers of one light body"),
)
faults(
    "src/dynamics/mass_system/added_mass_ends.hpp", "dynamics sim",
    ("constexpr double kMassFactor = 0.5;", "constexpr double kMassFactor = 0.2;",
     "share of the stiffness that added mass takes"),
)
faults(
    "src/dynamics/mass_system/load.cpp", "dynamics sim",
    ("R * held.inertia.asDiagonal() * R.transpose()", "R.transpose() * held.inertia.asDiagonal() * R",
     "inertia of a body that joints hold"),
    ("*diagonal = -(compliance + shares[r]);", "*diagonal = -(0 * compliance + shares[r]);",
     "compliance of the rows of joints"),
)
faults(
    "src/dynamics/joints/joint_motion.cpp", "dynamics",
    ("std::copysign(1.0, -(frame.r.conjugate() * frame.p).x());",
     "std::copysign(1.0, frame.p.squaredNorm());", "side of the plane a wheel rolls on"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ("inverse_mass_along(at.a, motion.rate) + inverse_mass_along(at.b, motion.rate);",
     "inverse_mass_along(at.a, motion.rate);", "second body of a stiff strut"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics sim",
    ("end.pose.r.conjugate() * m;", "end.pose.r * m;", "frame in which a strut's bodies turn"),
)
faults(
    "src/model/joint.cpp", "dynamics sim",
    ("return std::ranges::all_of(coupler.terms", "return std::ranges::any_of(coupler.terms",
     "error of a rack, a length"),
)
faults(
    "src/model/joint.cpp", "dynamics",
    ("(kind == JointKind::screw ? 1 : 0)", "(kind == JointKind::screw ? 0 : 0)",
     "unit of the impulse of a thread"),
)
faults(
    "src/dynamics/joints/joint_row_layout.cpp", "dynamics sim",
    ("return state.is_broken(term.joint);", "return false && state.is_broken(term.joint);",
     "couplers of a broken joint"),
)
faults(
    "src/dynamics/joints/joint_space.cpp", "dynamics",
    ("return body == kWorld || !model.bodies[body.index].is_dynamic();", "return body == kWorld;",
     "a tree on a driven body"),
)
faults(
    "src/dynamics/joints/joint_loops.cpp", "dynamics sim",
    ("return id != kWorld && model_.bodies[id.index].is_dynamic();", "return id != kWorld;",
     "a loop over a fixed body"),
)
faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics sim",
    ("total.angular.z() += body.inertia() * twist.omega.z();",
     "total.angular.z() += body.mass * twist.omega.z();", "total angular momentum in the plane"),
)
faults(
    "src/dynamics/mass_system/joint_response.cpp", "dynamics sim",
    ("(coordinate(model, state, {j}, def.coordinate) - *def.rest) -",
     "(coordinate(model, state, {j}, def.coordinate) - *def.rest) +",
     "dampers in instant accelerations"),
)
faults(
    "src/dynamics/joints/joint_reaction.cpp", "dynamics sim",
    ("impulses[joint.first_row + r] / dt, reaction);\n  } else",
     "impulses[r] / dt, reaction);\n  } else", "impulse of a custom joint behind others"),
)
faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics sim",
    ("if (body.dof == 6) state.v.segment<3>", "state.v.segment<3>", "velocity of a particle"),
)
faults(
    "src/dynamics/mass_system/added_mass_pairs.cpp", "dynamics sim",
    ("if (!struts_.empty()) return struts_[index];", "", "stiffness across taut ropes"),
    ("pull += def.stiffness * (length - *def.rest);", "pull += 0 * def.stiffness;",
     "stiffness across stretched struts"),
    ("return moves(*model_, id) ? r : Vector3d(0, 0, 0);", "return moves(*model_, id) ? r : r;",
     "rods to the world wherever the origin is"),
    ("  if (state.is_broken({index})) return;\n", "", "stiffness across broken struts"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ("const double held = 1 - stiff_share(at, def, motion, dt);", "const double held = 1 - 0 * stiff_share(at, def, motion, dt);",
     "energy of struts that no step resolves"),
)
faults(
    "src/linalg/ldlt/refine.cpp", "linalg",
    ("{body ? 0.0 : rounding,", "{rounding,", "rounding taken off rates alone"),
)
faults(
    "src/dynamics/mass_system/solve.cpp", "sim",
    ("if (error > kAccurate && rounding > 0)", "if (error > kAccurate && rounding > 1e9)",
     "rounding of places in rows that repeat each other"),
    ("subtract_prescribed(coordinates, rows[placed.row].group, v, at);", "",
     "coordinates of a joint on a mover"),
    ("exact_ ? 0.0 : kVisible", "kVisible", "rows that a weld of unlike masses repeats, in derivatives"),
)
faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ("start.time), start.time + t)", "start.time), start.time)",
     "angular acceleration of a rocking base"),
)
faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics",
    ("if (body.dof == 3) state.q[body.q_offset + 2] = pose.angle;\n  update_coordinates(model, state);",
     "if (body.dof == 3) state.q[body.q_offset + 2] = pose.angle;",
     "coordinates of planar bodies that are put elsewhere"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ("2 * coordinate_rate(model, *start, {j}, def.coordinate) - rate",
     "coordinate_rate(model, *start, {j}, def.coordinate)", "rotors whose rate a drift changes"),
)
faults(
    "src/dynamics/joints/coordinates.cpp", "sim",
    ("coordinates[joint.first_coordinate + k] += dt * coordinate_rate(model, state, {j}, k);",
     "coordinates[joint.first_coordinate + k] += 0 * dt * coordinate_rate(model, state, {j}, k);",
     "turns of more than half a one within a step"),
)
faults(
    "src/dynamics/joints/joint_tree.cpp", "dynamics",
    ("  update_coordinates(model, state);\n}", "}", "swing and twist of balls that are put elsewhere"),
)
faults(
    "src/dynamics/joints/generalised_force.cpp", "dynamics",
    ("if (!end.body || !end.body->is_dynamic()) return;", "if (!end.body) return;",
     "joint forces on prescribed bodies"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ("if (!end.body || !end.body->is_dynamic() ||", "if (!end.body ||",
     "stiffness of struts to prescribed bodies"),
    ("      sum += 0.5 * def.armature * rate * rate;", "      sum = 0.5 * def.armature * rate * rate;",
     "energy of several rotors"),
    ("      sum += 0.5 * held * def.stiffness", "      sum = 0.5 * held * def.stiffness",
     "energy of several springs"),
)
faults(
    "src/dynamics/joints/motor_commands.cpp", "dynamics",
    ("commands.target[joint.first_coordinate + def.coordinate] = def.target;",
     "commands.target[joint.first_coordinate] = def.target;", "targets of several motors of a joint"),
    ("std::isinf(a.max_force[k]) != std::isinf(b.max_force[k])",
     "std::isinf(a.max_force[0]) != std::isinf(b.max_force[0])", "limits of motors beyond the first"),
)
faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ("      if (t < harmonic.start || t >= harmonic.stop) continue;",
     "      if (t < harmonic.start || t >= harmonic.stop) break;", "harmonics behind one that is over"),
)
faults(
    "src/dynamics/joints/coordinates.cpp", "dynamics",
    ("std::atan2(2 * std::sqrt(along * across), along - across) + start_value(joint, 0);",
     "std::atan2(2 * std::sqrt(along * across), along - across);", "start of a swing"),
)
faults(
    "src/dynamics/mass_system/added_mass.cpp", "dynamics",
    ("has_rotation_ = couples_ = false;\n  dampers_.clear();", "has_rotation_ = couples_ = false;",
     "dampers of added mass that is cleared"),
    ("return k > kLight * bearers_[id.index].mean_inertia ? k : 0.0;", "return k;",
     "which bodies are light against their added mass"),
    ("std::min(excess(joint.a), excess(joint.b))", "std::max(excess(joint.a), excess(joint.b))",
     "damping between two light bodies"),
)
faults(
    "src/dynamics/mass_system/added_mass_pairs.cpp", "dynamics",
    ("size * r.norm() * (1 + r.norm() / length)", "size * r.norm()",
     "arms in what can be seen of a strut's mass"),
    ("= moves(*model_, at.a) && moves(*model_, at.b);", "= moves(*model_, at.b);",
     "struts from a fixed body couple nothing"),
    ("couples_ = couples_ || both;", "couples_ = both;", "a strut that couples before others"),
    ("  add_rotation(at.a, 0);\n", "", "what a pair's first body bears"),
    ("const double weight = share(size, size, 0.0, joint);",
     "const double weight = share(2 * size, size, 0.0, joint);",
     "what can be seen of a hinge's mass"),
    ("if (joint.kind != JointKind::strut || !(impulses[index] < 0)) return false;",
     "if (!(impulses[index] < 0)) return false;", "rods do not fall short"),
    ("const int sides = joint.in_plane ? 1 : 2;", "const int sides = 1;",
     "second row across a line"),
    ("rows(0, 2, 1), .tilting = rows(2, 2, 1)};\n    case JointKind::screw",
     "rows(0, 2, 1)};\n    case JointKind::screw", "what tilts a cylindrical joint"),
    ("return {.across = rows(0, 1, 0), .tilting = rows(1, 2, 1)};",
     "return {.across = rows(0, 1, 0)};", "what tilts a planar joint"),
    ("rows(0, 2, 1) + rows(4, 1, 0)", "rows(0, 2, 1)", "thrust of a screw in added mass"),
)
faults(
    "src/dynamics/mass_system/added_mass_work.cpp", "dynamics",
    ("pair.block * (forgets ? after : Ends(after - before))", "pair.block * Ends(after - before)",
     "work of pairs that forget"),
    ("(relative(v) + after).dot(after)", "2 * after.dot(after)", "work of dampers at the mean"),
)
faults(
    "src/dynamics/mass_system/solve.cpp", "dynamics",
    ("      if (constraint.prescribed) subtract_prescribed(joints, constraint.group, v, constraint.row);\n",
     "", "joints at a body of prescribed motion"),
)
faults(
    "src/dynamics/joints/coordinates.cpp", "dynamics",
    ("turning_speed(model, state, joint.a) + turning_speed(model, state, joint.b);",
     "turning_speed(model, state, joint.a);", "turns of a joint's second body"),
    ("  if (body.is_planar()) return std::abs(state.v[body.v_offset + 2]);\n", "",
     "spin of a planar body at one in space"),
    ("      if (counts_turns(joint, k))\n", "", "ways along that are no turns"),
    ("body.kind == BodyKind::custom || ", "", "rates of custom bodies that are no spin"),
)
faults(
    "src/dynamics/joints/joint_rows.cpp", "dynamics",
    ("r < joint.rows; ++r) error.add", "r < 0; ++r) error.add", "errors of custom joints"),
)
faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics",
    ("frame{pose.p, pose.r.normalized()}", "frame{pose.p, pose.r}", "rotations of any length"),
)
faults(
    "src/dynamics/joints/measure.cpp", "dynamics",
    ("state.v) + rotor_energy(model, state),", "state.v),", "rotors in the kinetic energy"),
)
faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ("fastest = std::max(fastest, speed / apart);", "fastest = std::max(fastest, 0 * speed / apart);",
     "how fast a short rod turns"),
)
faults(
    "src/dynamics/bodies/plane_vectors.cpp", "dynamics",
    ("vector.head<2>().norm() > kRounding * vector.norm()", "vector.x() > kRounding * vector.norm()",
     "torques that leave the plane about y"),
)

faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics",
    ("body.mass * p.cross(twist.velocity)", "body.mass * twist.velocity.cross(p)",
     "sense of angular momentum"),
)
