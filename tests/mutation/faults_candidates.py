# SPDX-License-Identifier: Apache-2.0
"""Of contacts that a step looks ahead for, and of the levels that locate theirs."""

from fault_list import faults

faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("crossings_.push_back(", "if (false) crossings_.push_back(", "what goes through is refused"),
    ("const Vector3d to_b = rounding_of(*model_, pieces_.collider(), pair.piece_b) * -pair.normal;",
     "const Vector3d to_b = Vector3d::Zero();", "round parts carried back"),
    ("pair.gap = std::max(0.0, pair.normal.dot(pair.point_b - pair.point_a));", "pair.gap = 0.0;",
     "gap of a speculative contact"),
    ("rolls_unevenly(met) ? deep(met) : 0.0;", "rolls_unevenly(met) ? 0.0 : 0.0;", "overlap left to what rolls"),
    ("rolls_unevenly(pair) ? kSamePlaceRunOver : kSamePlace", "kSamePlace", "a point that runs on"),
    ("return before > (is_pushed_out ? kNoLess : kDeeper) * met.gap;",
     "return before > 0 || is_pushed_out || kDeeper > 0;", "overlap that was there before a step"),
    ("is_pushed_out ? kNoLess : kDeeper", "is_pushed_out ? kDeeper : kDeeper",
     "overlap that steps could push out does not grow"),
    ("most_curve(back, met.gap - in)", "most_curve(back, met.gap - 0.0 * in)",
     "what overlapped is pushed out beside what turns"),
    ("if (goes_into(start, pose, pair, share_left())) return true;",
     "if (goes_into(start, pose, pair, 9.0)) return true;",
     "half a drift that turns bodies into each other"),
    ("return std::min(gap, back.normal.dot(back.point_b - back.point_a));", "return gap;",
     "another triangle's contact of what comes out of a mesh"),
    ("if (is_compliant(met.body_a, met.body_b)) return false;", "", "springs that are led into overlap"),
    ("return !is_compliant(pair.body_a, pair.body_b) &&\n           pair.gap <", "return pair.gap <",
     "springs that the half drift loads"),
    ("if (penetrates(back)) return 0;", "", "springs of what is sunk in already"),
    ("return any_compliant_ ? margin_ : 0.0;", "return 0.0;", "points of a rim that sinks in"),
)
faults(
    "src/sim/candidates/moving_pieces.cpp", "sim",
    ("return std::isinf(sweep_.inner_radius(index)) && !is_mesh(index);",
     "return std::isinf(sweep_.inner_radius(index));", "meshes are taken for half spaces"),
    ("return most ? std::min(shortest, most->gap) : shortest;", "return shortest;",
     "overlap of a mesh is that to its outside"),
    ("if (!time || (is_with_mesh(a, b) && is_behind(sweep_.pose(), a, b))) return {};", "if (!time) return {};",
     "what comes out of a mesh goes through nothing"),
)
faults(
    "src/sim/candidates/deep_compounds.cpp", "sim",
    ("contact.normal.dot(best) > kLeads;", "true;", "contacts of compounds that contradict each other"),
    ("if (const double found = way_out(pieces, pose, along, way); found < way)",
     "if (const double found = way_out(pieces, pose, along, way); found < way && best.isZero(0))",
     "the shortest way out of a compound"),
)
faults(
    "src/sim/candidates/candidate_contacts.cpp", "sim",
    ("rows_[i] = Row::apart;", "rows_[i] = Row::none;", "what meets in the next step has no row in this one"),
)
faults(
    "src/sim/candidates/closing_contacts.cpp", "sim",
    ("return !options_.stabilise || pieces_.is_half_space(pair.piece_a) ||",
     "return true || pieces_.is_half_space(pair.piece_a) ||",
     "ghost contacts are taken"),
    ("met.meets)\n      doubtful_.push_back", "true)\n      doubtful_.push_back", "what is missed counts as met"),
    ("if (rows_[doubtful.candidate] == Row::none)", "if (false)", "rows of the place where bodies meet"),
    ("if (pieces == done || got_rows_before(pair)) continue;", "if (pieces == done) continue;",
     "what meets later waits"),
)
faults(
    "src/sim/candidates/mesh_sides.cpp", "sim",
    ("if (leaving_speed(pose, v, deepest) <= 0) return true;", "return true;",
     "what comes from behind a mesh"),
    ("middle.point_a = middle.point_b = spatial_pose(*model_, pose, {solid}).p;", "",
     "bodies that turn as they come from behind"),
    ("(apart.gap > 0 || apart.normal.dot(deepest.normal) > 0)", "true",
     "corners that stick out of a mesh from behind"),
    ("if (!pieces_.has_meshes()) return;", "outside_.clear();\n  if (!pieces_.has_meshes()) return;",
     "what is pushed out of a mesh stays one from the outside"),
    ("    sides_.push_back(key);\n", "", "what is near the outside of a mesh is known to the next step"),
)
faults(
    "src/contact/island/decompression.cpp", "contact sim",
    ("if (record.kind == Record::contact)", "if (false)", "decompression under the law"),
    ("second.row = static_cast<Index>(source_.size());", "second.row = contact.row;",
     "row of what compression bore"),
)
faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ("drift(model, -0.5 * options.dt, rolled_from);", "", "rolling of steps that start early"),
)
faults(
    "src/sim/velocity/step.cpp", "sim",
    ("std::max(contact.start.x() - contact.bias, 0.0)", "-std::min(contact.bias, 0.0)",
     "work of rows told of rotation"),
)
faults(
    "src/sim/candidates/halfway_contacts.cpp", "sim",
    ("met.gap < deeper - bowed", "met.gap < deeper - 0.0 * bowed", "acceleration of prescribed bodies halfway"),
)
faults(
    "src/sim/candidates/recontact.cpp", "sim",
    ("kWork * energy_seen", "1e9 * energy_seen", "work of rows that lift what hops"),
)
faults(
    "src/sim/candidates/margin.cpp", "sim",
    ("0.0, 2 * options_.dt * top_speed(", "0.0, 0.2 * options_.dt * top_speed(", "margin of the candidates"),
    ("constexpr double kFast = 2;", "constexpr double kFast = 1e30;", "margin of bodies that fly far away"),
    ("outline.reach * turn_rate(model, pose, outline.body, v);", "0 * turn_rate(model, pose, outline.body, v);", "margin of what spins"),
)
faults(
    "src/sim/candidates/candidate_contacts.cpp", "sim",
    ("(reliable || is_pressed_on(pose, candidate, v_free) || is_met_straight(pair))", "true",
     "ghost contacts at the start of a step"),
    ("pair.gap + options_.dt * before >= -kAlong * along &&", "true &&",
     "motion that leads into a row taken for the forces of the step"),
    ("const double touch = kTouch * pieces_.reach(pair);", "const double touch = 1e9 * kTouch * pieces_.reach(pair);",
     "overlap after the half drift"),
)
faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("p.dot(instant.u() + 0.5 * (instant.W() * p))", "p.dot(instant.u() + instant.W() * p)",
     "work of impacts at the acceleration level"),
    ("(fall * (1 - touch.e))", "(fall * (1 + touch.e))", "time of endless bounces"),
)
faults(
    "src/sim/acceleration/prescribed.cpp", "sim",
    ("acceleration -= w * w * std::sin", "acceleration -= w * std::sin",
     "acceleration of a mover"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("problem.b[row] += instant.at()[i].gap / dt;", "", "gaps at the first-order level"),
)
faults(
    "src/sim/candidates/candidate_contacts.hpp", "sim",
    ("parts_overlap_ ? kLeftOver : 0.5 * kLeftOver", "parts_overlap_ ? kLeftOver : 8 * kLeftOver",
     "steps whose rows only stop are halved"),
)
faults(
    "src/sim/acceleration/touch.cpp", "sim",
    ("return -coordinate_rate(model, state, {joint}, def.coordinate) /",
     "return coordinate_rate(model, state, {joint}, def.coordinate) /", "acceleration of a position motor"),
)
faults(
    "src/sim/acceleration/acceleration_simulator.cpp", "sim",
    ("setup.plastic = true;", "setup.plastic = false;", "a jam does not bounce"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("problem.b[row + 1] -= instant.at()[i].target;", "",
     "speed of a motor at the first-order level"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("return to.p + to.r * (from.r.conjugate() * (x - from.p));", "return x + (to.p - from.p);",
     "points carried back turn with their body"),
)
faults(
    "src/sim/acceleration/instant.cpp", "sim",
    ("answer.joint_forces = free_lambda_ + L_ * f;", "answer.joint_forces = free_lambda_;",
     "forces of joints beside contacts"),
    ("bodies_.target_rates() - curvature.head(joints) - decay * off - s * s * bodies_.errors();",
     "bodies_.target_rates() - curvature.head(joints) - s * off - s * s * bodies_.errors();",
     "damping of joint errors at the acceleration level"),
    ("if (force_.size() > 0) force += force_;", "", "forces from outside at the acceleration level"),
)
faults(
    "src/sim/acceleration/joined_bodies.cpp", "sim",
    ("- def.damping * rate + servo_force", "+ def.damping * rate + servo_force",
     "dampers at the acceleration level"),
    ("? def.motor_damping * (def.target - rate)", "? def.motor_damping * (def.target + rate)",
     "speed servos at the acceleration level"),
)
faults(
    "src/dynamics/bodies/gyroscopic_torque.cpp", "sim",
    ("force.segment<3>(o) -= Vector3d", "force.segment<3>(o) += Vector3d",
     "gyroscopic torque at the acceleration level"),
)
faults(
    "src/sim/acceleration/touch_force.cpp", "sim",
    ("out.force.x() = touch.sign * answer.force[i][row];", "out.force.x() = answer.force[i][row];",
     "sign of an upper limit's force at the acceleration level"),
    ("out.acceleration.x() = touch.sign * answer.motion[i][row];",
     "out.acceleration.x() = answer.motion[i][row];",
     "sign of an upper limit's acceleration"),
    ("Vector3d(0, u.y(), u.z())", "Vector3d(0, u.z(), u.y())",
     "slip of contacts at the acceleration level"),
    ("0.5 * (at.pair.point_a + at.pair.point_b)", "0.5 * (at.pair.point_a - at.pair.point_b)",
     "place of contacts at the acceleration level"),
)
faults(
    "src/sim/acceleration/prescribed.cpp", "sim",
    ("return t >= harmonic.start && t < harmonic.stop;", "return t >= harmonic.start;",
     "velocity of a mover after its harmonic stops"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("bodies.solve(applied, rates, rest.v);",
     "bodies.solve(applied, rates, VectorXd::Zero(rest.v.size()));",
     "movers push at the first-order level"),
    ("const double mu = touch.mu_k;", "const double mu = touch.mu_s;",
     "friction at the first-order level"),
)
faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("const double mu = slides ? touch.mu_k : touch.mu_s;", "const double mu = slides ? touch.mu_s : touch.mu_k;",
     "friction of an impact that slides"),
    ("found.back().speed = speed;", "found.back().speed = back;", "speed of an impact"),
    ("found[next++].impulse = p[instant.first_row(i)];", "next++;", "impulse of an impact"),
    ("event.joint = {touch.joint};", "event.joint = {touch.coordinate};",
     "joint of a limit's impact"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("  instant.set_velocity(v);\n", "", "slip of contacts in the first-order world"),
    ("    w.joint_forces += w.instant.joint_response() * solution.f;\n", "",
     "joint forces by contacts in the first-order world"),
)
faults(
    "src/sim/candidates/turning_movers.cpp", "sim",
    ("beyond > kRounding * size ? std::min(beyond, most) : 0.0", "0.0", "gaps at the next pose of a drum"),
    ("row.turn = std::clamp(wanted, 0.0, most_turn(met));", "row.turn = 0.0;", "features that come round"),
    ("return message + text;", "return {};", "a body turned into is named"),
    ("const bool by_mover = most_turn(turned_into_) > -turned_into_.gap;",
     "const bool by_mover = true;\n  if (!(most_turn(turned_into_) > -turned_into_.gap)) return {};",
     "what turns into a kinematic body is named"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("if (!goes_into(pose, then, met, share_left())) return false;",
     "if (has_kinematic(met) && most_turn(met) <= -met.gap) return false;\n"
     "  if (!goes_into(pose, then, met, share_left())) return false;",
     "what is led into kinematic bodies"),
)
faults(
    "src/sim/candidates/candidate_contacts.cpp", "sim",
    ("has_kinematic(pair) ? options_.stick_speed : slow", "slow", "plates that start slowly"),
)
faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("kRounding * (energy + terms)", "kRounding * energy",
     "rounding of the work of an elastic impact"),
)
faults(
    "src/sim/acceleration/touch.cpp", "sim",
    ("most = std::max(most, 2 * touch.reference_gap);", ";", "gaps that a step of first order closes"),
)
faults(
    "src/sim/acceleration/acceleration_simulator.cpp", "sim",
    ("    if (late.stalls(arc.to(), least))", "    if (false)",
     "arcs that stall are given up"),
)
faults(
    "src/sim/candidates/stopped_drift.cpp", "sim",
    ("(met_there ? into : apart) = time;", "(met_there ? apart : apart) = time;", "time at which two bodies stop"),
)
faults(
    "src/sim/candidates/turning_movers.cpp", "sim",
    ("std::sqrt(kTurnedInto / share)",
     "kTurnedInto / share", "the step that suffices for a body that turns"),
)
faults(
    "src/sim/candidates/free_meetings.cpp", "sim",
    ("if (may_rebound(pieces, candidates, body, other)) continue;", "", "what flies off another may meet a third"),
    ("pieces.sweep().swing(pair.piece_a, pair.piece_b, dt_) > kSwing * pieces.reach(pair);", "false;",
     "what swings far is not met in free flight"),
)
faults(
    "src/sim/velocity/free_flight.cpp", "sim",
    ("(met.time - 0.5 * options.dt) *", "(0.5 * options.dt - met.time) *", "parabola of what met in free flight"),
    ("      energies.before_kick += energy(model, one, pose);\n", "",
     "energy of what stands where it meets"),
    ("drift(model, one, options.dt - met.time, after);", "drift(model, one, 0.5 * options.dt, after);",
     "rest of the drift of what met in free flight"),
)
faults(
    "src/contact/contact_rows.cpp", "contact sim",
    ("if (!model.bodies[pair.body_a].is_dynamic()) return pair.point_b;", "", "arm of friction over a floor"),
)
faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ("then.v, contact.travel);", "then.v);",
     "what rolls on a turntable is told once of its turn"),
)
faults(
    "src/sim/velocity/dead_points.cpp", "sim",
    ("return joint.kind == JointKind::universal;", "return joint.kind == JointKind::weld;",
     "universal joints have dead points"),
)
