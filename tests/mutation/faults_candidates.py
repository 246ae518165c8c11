# SPDX-License-Identifier: Apache-2.0
"""Of contacts that a step looks ahead for, and of the levels that locate theirs."""

from fault_list import faults

faults(
    "src/sim/candidates/candidate_contacts.cpp", "sim",
    ("crossings_.push_back(", "if (false) crossings_.push_back(", "what goes through is refused"),
)
faults(
    "src/sim/candidates/pairs/candidate_rows.cpp", "sim",
    ("if (same != known.end() && same->key == contacts_[i].key) rows_[i] = same->row;", "(void)same;",
     "rows of candidates that a wider search finds again"),
)
faults(
    "src/sim/candidates/carried_back.cpp", "sim",
    ("const Vector3d to_b = rounding_of(model, collider, contact.piece_b) * -contact.normal;",
     "const Vector3d to_b = Vector3d::Zero();", "round parts carried back"),
    ("contact.gap = std::max(0.0, point_gap(contact));", "contact.gap = 0.0;",
     "gap of a speculative contact"),
    ("return to.p + to.r * (from.r.conjugate() * (x - from.p));", "return x + (to.p - from.p);",
     "points carried back turn with their body"),
)
faults(
    "src/sim/candidates/pairs/pair_properties.hpp", "sim",
    ("roll_unevenly(pair) ? significant_overlap(pair) : 0.0;", "roll_unevenly(pair) ? 0.0 : 0.0;",
     "overlap left to what rolls"),
)
faults(
    "src/sim/candidates/pairs/step_context.hpp", "sim",
    ("return pairs.any_compliant() ? margin : 0.0;", "return 0.0;", "points of a rim that sinks in"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("step_.pairs.roll_unevenly(pair) ? kSamePlaceRunOver : kSamePlace", "kSamePlace",
     "a point that runs on"),
    ("largest_curve(back, gap - in)", "largest_curve(back, gap - 0.0 * in)",
     "what overlapped is pushed out beside what turns"),
    ("if (has_springs_already(back)) return 0;", "", "springs of what is sunk in already"),
    ("row.turn = std::clamp(wanted, 0.0, rotation_.largest_loss(met.contact));", "row.turn = 0.0;",
     "features that come round"),
)
faults(
    "src/sim/candidates/remaining_overlap.cpp", "sim",
    ("return before > (is_pushed_out ? kNoLess : kDeeper) * met.gap;",
     "return before > 0 || is_pushed_out || kDeeper > 0;", "overlap that was there before a step"),
    ("is_pushed_out ? kNoLess : kDeeper", "is_pushed_out ? kDeeper : kDeeper",
     "overlap that steps could push out does not grow"),
    ("return std::min(gap, point_gap(back));", "return gap;",
     "another triangle's contact of what comes out of a mesh"),
    ("if (step_.pairs.are_compliant(met)) return false;", "", "springs that are led into overlap"),
    ("if (!is_deeper(pose, then, met)) return false;",
     "if (step_.pairs.has_kinematic(met) && rotation_.largest_loss(met) <= -met.gap) return false;\n"
     "  if (!is_deeper(pose, then, met)) return false;",
     "what is led into kinematic bodies"),
    ("return message + text;", "return {};", "a body turned into is named"),
    ("const bool by_kinematic = rotation_.largest_loss(deepest_) > -deepest_.gap;",
     "const bool by_kinematic = true;\n  if (!(rotation_.largest_loss(deepest_) > -deepest_.gap)) return {};",
     "what turns into a kinematic body is named"),
    ("std::sqrt(kNamed / share)", "kNamed / share", "the step that suffices for a body that turns"),
)
faults(
    "src/sim/candidates/remaining_overlap.hpp", "sim",
    ("step_.separates_overlap ? kTolerated : 0.5 * kTolerated", "step_.separates_overlap ? kTolerated : 8 * kTolerated",
     "steps whose rows only stop are halved"),
)
faults(
    "src/sim/candidates/half_drift.cpp", "sim",
    ("if (remaining_.is_deeper(start, pose, pair)) return true;",
     "if (remaining_.is_deeper(start, pose, pair) && false) return true;",
     "half a drift that turns bodies into each other"),
    ("return !step_.pairs.are_compliant(pair) && pair.gap <", "return pair.gap <",
     "springs that the half drift loads"),
    ("kWork * energy_over_ground", "1e9 * energy_over_ground", "work of rows that lift what hops"),
    ("const double touch = kTouch * step_.pieces.reach(pair);",
     "const double touch = 1e9 * kTouch * step_.pieces.reach(pair);",
     "overlap after the half drift"),
    ("step_.pairs.has_kinematic(pair) ? options.stick_speed : slow", "step_.pairs.has_kinematic(pair) ? slow : slow",
     "plates that start slowly"),
)
faults(
    "src/sim/candidates/kinematic_rotation.cpp", "sim",
    ("beyond > kRounding * size ? std::min(beyond, most) : 0.0", "0.0", "gaps at the next pose of a drum"),
)
faults(
    "src/sim/candidates/pairs/moving_pieces.cpp", "sim",
    ("return std::isinf(sweep_.inner_radius(index)) && !is_mesh(index);",
     "return std::isinf(sweep_.inner_radius(index));", "meshes are taken for half spaces"),
    ("return most ? std::min(shortest, most->gap) : shortest;", "return shortest;",
     "overlap of a mesh is that to its outside"),
    ("if (!time || (is_with_mesh(a, b) && is_behind(sweep_.pose(), a, b))) return {};", "if (!time) return {};",
     "what comes out of a mesh goes through nothing"),
)
faults(
    "src/sim/candidates/pairs/deep_compounds.cpp", "sim",
    ("contact.normal.dot(best) > kLeads;", "true;", "contacts of compounds that contradict each other"),
    ("if (const double found = separating_distance(pieces, pose, along, distance); found < distance)",
     "if (const double found = separating_distance(pieces, pose, along, distance); found < distance && best.isZero(0))",
     "the shortest way out of a compound"),
)
faults(
    "src/sim/candidates/pairs/excluded_pairs.cpp", "sim",
    (" || welded_.are_one(body_of(a), body_of(b));", ";", "contacts of welded bodies"),
    ("rows[i].state = CandidateRow::State::excluded;", "rows[i].state = CandidateRow::State::none;", "what meets in the next step has no row in this one"),
)
faults(
    "src/sim/candidates/closing_candidates.cpp", "sim",
    ("return !step_.options.stabilise || pieces.is_half_space(pair.piece_a) ||",
     "return true || pieces.is_half_space(pair.piece_a) ||",
     "ghost contacts are taken"),
    ("met.meets)\n      oblique_.push_back", "true)\n      oblique_.push_back", "what is missed counts as met"),
    ("if (rows_[oblique.candidate].state == CandidateRow::State::none)", "if (false)", "rows of the place where bodies meet"),
    ("if (pieces == done || got_rows_before(pair)) continue;", "if (pieces == done) continue;",
     "what meets later waits"),
)
faults(
    "src/sim/candidates/pairs/mesh_sides.cpp", "sim",
    ("if (leaving_speed(pose, v, deepest) <= 0) return true;", "return true;",
     "what comes from behind a mesh"),
    ("middle.point_a = middle.point_b = spatial_pose(step_.model, pose, {solid}).p;", "",
     "bodies that turn as they come from behind"),
    ("(apart.gap > 0 || apart.normal.dot(deepest.normal) > 0)", "true",
     "corners that stick out of a mesh from behind"),
    ("if (!step_.pieces.has_meshes()) return;", "outside_.clear();\n  if (!step_.pieces.has_meshes()) return;",
     "what is pushed out of a mesh stays one from the outside"),
    ("    keys_.push_back(key);\n", "", "what is near the outside of a mesh is known to the next step"),
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
    ("met.gap < deepest - off", "met.gap < deepest - 0.0 * off", "acceleration of prescribed bodies halfway"),
)
faults(
    "src/sim/candidates/search_margin.cpp", "sim",
    ("0.0, 2 * options.dt * top_speed(", "0.0, 0.2 * options.dt * top_speed(", "margin of the candidates"),
    ("constexpr double kFast = 2;", "constexpr double kFast = 1e30;", "margin of bodies that fly far away"),
    ("outline.reach * angular_speed(model, pose, outline.body, v);", "0 * angular_speed(model, pose, outline.body, v);", "margin of what spins"),
)
faults(
    "src/sim/candidates/closing_candidates.cpp", "sim",
    ("(reliable || is_pressed_on(pose, candidate, v_free) || meets_along_normal(pair))", "true",
     "ghost contacts at the start of a step"),
    ("pair.gap + dt * before >= -kAlong * along &&", "true &&",
     "motion that leads into a row taken for the forces of the step"),
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
    ("(overlaps ? into : apart) = time;", "(overlaps ? apart : apart) = time;", "time at which two bodies stop"),
    ("    if (step_.pairs.are_compliant(crossing.body_a, crossing.body_b)) continue;\n", "",
     "bodies that run through springs stop"),
)
faults(
    "src/sim/candidates/pairs/free_meetings.cpp", "sim",
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
