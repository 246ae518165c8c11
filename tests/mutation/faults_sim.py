# SPDX-License-Identifier: Apache-2.0
"""Of steps and what is told of them."""

from fault_list import faults

faults(
    "src/sim/velocity/step_outcome.cpp", "sim",
    ("report.message = candidates.mesh_sides().describe_passing(pose);", "report.message.clear();",
     "what starts behind a mesh is named"),
)
faults(
    "src/sim/velocity/step.cpp", "sim",
    ("constexpr double kShare = 3e-3;", "constexpr double kShare = 1e9;", "energy of rows told of rotation"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("if (stop_drift(options.dt - before, report))\n    energies.end = energy(model, after);",
     "if (stop_drift(options.dt - before, report))\n    energies.end += 0.0;",
     "energy of a drift that stopped"),
)
faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("-options.recovery_speed)", "-100 * options.recovery_speed)", "bound of the recovery speed"),
    ("options.dt * tangential.damping * contact.start[t]", "0.0", "damping of bristles"),
    ("-soft * (contact.last[t]", "soft * (contact.last[t]", "loaded bristles"),
)
faults(
    "src/contact/contact_rows.cpp", "contact sim",
    ("kAtLimit * std::cos(std::numbers::pi / law.directions)", "kAtLimit", "friction limit of a polygon"),
)
faults(
    "src/sim/velocity/velocity_step.cpp", "sim",
    ("joints.solve(rows, v_new);", "", "joints answer impulses"),
)
faults(
    "src/sim/velocity/contact_impulses.cpp", "sim",
    ("if (!warm) return;", "return;", "warm start"),
    ("is_as_guessed(rows, contact)", "false", "bits of impulses taken as guessed"),
)
faults(
    "src/sim/velocity/step.cpp", "sim",
    ("if (!half.overlap_closes(state, pose) && !half.met_before(state, before) &&",
     "if (", "bodies that meet within the half drift"),
    ("        !half.recontacts(pose, rows.v_free) && !joints.starts_inconsistent(state))",
     "        !joints.starts_inconsistent(state))", "what lands within the step it takes off in"),
    ("!joints.starts_inconsistent(state))", "true)", "joints whose bodies start apart"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("spring_energy(model, state, whole.dt) + rotor_energy(model, state);",
     "spring_energy(model, state, whole.dt);", "rotors in the energy before a step"),
    ("spring_energy(model, state, whole.dt) +", "spring_energy(model, state, options.dt) +",
     "stiff springs before parts of a step"),
    ("if (whole.drift == DriftControl::projection) joint_positions.slow_onto(after);", "",
     "velocities along projected joints"),
)
faults(
    "src/sim/velocity/step_outcome.cpp", "sim",
    ("report.stiffened = joints.stiffened();", "", "count of stiffened joints"),
    ("std::isfinite(report.certificate.energy_after)", "true || overflows",
     "energy beyond the numbers"),
)
faults(
    "src/sim/velocity/islands.cpp", "sim",
    ("parent_[root(block.body)] = root(first_moving(model, pool, g));", "", "bodies that share rows"),
)
faults(
    "src/sim/level.cpp", "sim",
    ("dynamic ? surface.mu_k : surface.mu_s", "surface.mu_s", "friction told at other levels"),
    ("record.impulse = options.dt * touch.force;", "record.impulse = 2 * options.dt * touch.force;", "impulses told at other levels"),
    ("report.answered_by = done.answered_by;", "", "methods of level acceleration"),
)
faults(
    "src/sim/velocity/velocity_step.cpp", "sim",
    ("  stop_rounding();\n", "", "what rests has no velocity"),
    ("constexpr double kRest = 2e-9;", "constexpr double kRest = 1e-7;", "slow motion is no rest"),
)
faults(
    "src/sim/fields/report_fields.cpp", "sim",
    ("return is_worse(-second, -first);", "return is_worse(second, first);",
     "smallest value of several steps"),
    ("if (report.message.empty()) report.message = first.message;", "",
     "message of a first half that is merged"),
)
faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ("rows.bias[group.first_row + r] += change[r];", "(void)group.rows;", "friction over curved surfaces"),
    ("for (int r = 1; r < group.rows; ++r)", "for (int r = 1; r < 2; ++r)",
     "second tangent over curved surfaces"),
)
faults(
    "src/sim/derivatives/parameters.cpp", "sim",
    ("lambda[own] < 0 ? -1.0 : 1.0", "lambda[own] < 0 ? 1.0 : 1.0",
     "derivative by the limit of a motor that brakes"),
)
faults(
    "src/sim/derivatives/kick_equations.cpp", "sim",
    ("both.segment(ends.at_b, ends.n_b) = w(segment(ends.b, ends.n_b));", "(void)ends;",
     "added mass of pairs in derivatives"),
)
faults(
    "src/contact/island/bounded_guess.cpp", "sim",
    ("guess(bounded) = solution.f;", "(void)0;", "motors are guessed beside contacts"),
)
faults(
    "src/sim/simulator/standstill.cpp", "sim",
    ("state.time >= motions_end_ && is_same(state, start);", "is_same(state, start);",
     "a rest restored before motions end"),
    ("return holds_ && std::isfinite(state.time) &&", "return holds_ &&",
     "standstill at a time that is none"),
)
faults(
    "src/sim/simulator/simulator.cpp", "sim",
    ("if (!w.step.drive.has_changed() && w.standstill", "if (w.standstill", "a held force ends a rest"),
)
faults(
    "src/sim/simulator/simulator_workspace.cpp", "sim",
    ("report.step = ++state.step;", "report.step = state.step;", "steps of what rests count"),
)
faults(
    "src/contact/island/equation_solver.cpp", "sim",
    ("if (rows.is_solved_again()) return kRest;", "",
     "what is solved again is not its own guess"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("std::min(report.restitution_scale, restitution_[island])", "report.restitution_scale",
     "how much of e impacts kept"),
)
faults(
    "src/sim/level.cpp", "sim",
    ("return energy(model, state) + spring_energy(model, state, 0.0);",
     "return energy(model, state);", "energy of springs at other levels"),
    ("state.joint_impulses = options.dt * *forces;", "state.joint_impulses = *forces;", "impulses of joints at other levels"),
)
faults(
    "src/sim/level.cpp", "sim",
    ("touch.slides || options.level == Level::first_order", "touch.slides",
     "friction coefficient told in the first-order world"),
)
faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("    rate.bias = std::clamp(rate.bias, -reach, reach);\n", "", "motors whose target is out of reach"),
    ("constexpr double kOutOfReach = 1e4;", "constexpr double kOutOfReach = 1e-4;",
     "targets within the reach of motors"),
)
faults(
    "src/sim/candidates/pairs/pair_properties.cpp", "sim",
    ("std::holds_alternative<spatial::Cone>(placed.shape) ||", "", "energy of cones that roll"),
    ("return placed.pose.p.norm() > kOffCentre * disc->radius;", "return false;", "energy of discs off their centre"),
    ("return placed.pose.p.norm() > kOffCentre * sphere->radius;", "return false;", "energy of balls off their centre"),
    ("return std::holds_alternative<planar::Ellipse>(placed.shape);", "return false;", "energy of planar ellipses"),
    ("body.details->spatial_shapes[shape])", "body.details->spatial_shapes[shape * 0])",
     "energy of what rolls on the second shape of its body"),
)
faults(
    "src/sim/simulator/standstill.cpp", "sim",
    ("if (body.is_kinematic()) end = std::max(end, end_of(body.details->motion));",
     "if (body.is_kinematic()) end = end_of(body.details->motion);",
     "rest on one of several bodies that start late"),
    ("end = std::max(end, harmonic.stop);", "end = harmonic.stop;",
     "rest on a body with several harmonics"),
)
faults(
    "src/sim/velocity/far_turns.cpp", "sim",
    ("for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}}) {",
     "for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a)}) {",
     "far turns at the second end of a joint"),
    ("return Turn{model_->bodies[one.body].details->name",
     "return Turn{model_->bodies[arms_.front().body].details->name", "name of what turns too far"),
    ("body.kind == BodyKind::spatial || body.kind == BodyKind::rigid;", "body.kind == BodyKind::spatial;",
     "far turns in the plane"),
    ("const double rate = turn_of(one, pose, v);", "const double rate = turn_of(arms_.front(), pose, v);",
     "far turns of a body after others"),
)
faults(
    "src/contact/restitution/relief.cpp", "sim",
    ("if (rows.compliance[first + r] == 0) rows.bias[first + r] = 0;", ";", "jams of curved surfaces that turn"),
)
faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("normal_bias(rows, i, options, push) - rows.contacts[i].pair.turn / options.dt;", "normal_bias(rows, i, options, push);", "known turns take from gaps"),
)
faults(
    "src/model/assemble_body.cpp", "sim",
    ("model.start_v.segment<3>(body.v_offset) = displacement_rate(def.motion, 0);", ";",
     "planar kinematic bodies move from the start"),
    ("v << displacement_rate(def.motion, 0), turn_rate(def.motion, 0);", ";",
     "spatial kinematic bodies move from the start"),
)
faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("if (tangential.is_hard() || has_slid(rows.setup.law, contact)) return;",
     "if (tangential.is_hard() || contact.slides) return;", "bristles that creep"),
)
faults(
    "src/sim/fields/options.cpp", "sim",
    ("faults.unless(options.joints.is_hard() || !closes_joints,", "faults.unless(true || closes_joints,",
     "soft joints closed by position"),
)
faults(
    "src/sim/fields/report_fields.cpp", "sim",
    ("return is_worse(-second, -first);", "return is_worse(second, -first);", "smallest of the values of a row"),
)
faults(
    "src/sim/level.cpp", "sim",
    ("  report.certificate.joint_residual = from.joint_residual;\n", "", "residual of joints at other levels"),
    ("  if (report.status == StepStatus::ok) {\n    report.certificate.energy_before",
     "  {\n    report.certificate.energy_before", "levels refuse what is no state"),
)
faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ("contact.mu = contact.slides ? contact.mu_k : contact.mu_s;", "contact.mu = contact.mu_k;",
     "static friction of what rolls"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("    raise(report.certificate.relaxation_error, problem.relaxation_error());\n", "",
     "relaxation error of a step"),
    ("report.unsolved += finite && rows.setup.takes_best;", "report.unsolved += finite;",
     "a step that ends takes no best point"),
    ("std::ranges::none_of(groups, [&](int g) { return rows.is_contact(g); })", "true", "a pile that jams is named"),
)
faults(
    "src/sim/velocity/step_outcome.cpp", "sim",
    ("report.certificate.velocity_ratio = joints_off = joint_ratio(held);", "joints_off = joint_ratio(held);",
     "rates of joints are certified"),
    ("    report.message = off_rounding(worst, report);\n", "    (void)worst;\n",
     "rates of joints that are not certified are named"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("if (candidates.crossings().empty() && !leads_into_overlap(report)) return false;", "return false;",
     "what goes through stops where it meets"),
    ("drift(model, {i, i + 1}, stops[i], after);", ";", "what stops gets as far as it may"),
)
faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ("    contact.mu = contact.slides ? contact.mu_k : contact.mu_s;\n", "", "static friction of tilted discs that roll"),
)
faults(
    "src/sim/velocity/velocity_step.cpp", "sim",
    ("  rows.setup.takes_best = false;\n  rows.setup.law", "  rows.setup.law",
     "an attempt that a callback ended"),
)
faults(
    "src/sim/simulator/simulator.cpp", "sim",
    ("return w.taken ? w.taken->islands() : w.solved_islands;",
     "return w.solved_islands;", "islands of a step taken in halves"),
)
faults(
    "src/sim/simulator/simulator_workspace.cpp", "sim",
    ("return taken ? taken->workspace_->coordinate_forces() : step.coordinate_forces();",
     "return step.coordinate_forces();", "forces along coordinates of a step taken in halves"),
)
faults(
    "src/sim/simulator/halved_step.cpp", "sim",
    ("  step.breaks.insert(step.breaks.end(), half_step.breaks().begin(), half_step.breaks().end());",
     "", "what breaks in the second half of a step"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("std::min(report.restitution_scale, restitution_[island])",
     "restitution_[island]", "the least restitution of several islands"),
)
faults(
    "src/sim/velocity/islands.cpp", "sim",
    ("body >= 0 && model.bodies[body].is_dynamic();", "body >= 0 && !model.bodies[body].is_fixed();",
     "islands on one prescribed body"),
)
faults(
    "src/sim/simulator/same_state.cpp", "sim",
    ("         has_same_bits(a.coordinates, b.coordinates) && a.broken",
     "         a.broken", "turns a joint is told of at rest"),
)
faults(
    "src/sim/velocity/step_outcome.cpp", "sim",
    ("    report.uncertified = true;\n    char text[128];\n", "    char text[128];\n", "places too far away to be known"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("    energies.projected = energy(model, after);",
     "    energies.projected += 0.0;", "energy after positions are projected"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("worse(open, coupler_error(model, after))", "open", "error of couplers"),
)
faults(
    "src/sim/simulator/simulator_workspace.cpp", "sim",
    ("  if (report.status == StepStatus::ok) step.drive.end_step();",
     "  step.drive.end_step();", "forces applied for a step that was not taken"),
)
faults(
    "src/sim/velocity/step_outcome.cpp", "sim",
    ("return !candidates.pairs().are_compliant(crossing.body_a, crossing.body_b);", "return true;",
     "compliant bodies far in each other"),
)
faults(
    "src/sim/fields/options.cpp", "sim",
    ("  check_pairs(options.tangential, \"tangential\", faults);\n",
     "", "damping alone of bristles"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("is_late ? \"not solved within", "!is_late ? \"not solved within", "budgets in the cause of a failure"),
    ("  if (has_prescribed(rows, groups))",
     "  if (has_prescribed(rows, groups) && false)", "prescribed bodies in the cause of a failure"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("  pose.step = state.step;\n", "", "the number of the step that a callback is told"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("if (b.index < a.index) touch.impulse = -touch.impulse;", "",
     "impulse of a touch whose bodies change their order"),
)
faults(
    "src/sim/velocity/dead_points.cpp", "sim",
    ("refusal.is_outrun = exceeds(kSteadyShare);", "refusal.is_outrun = true;",
     "swings of parallelograms are taken in parts"),
    ("if (levels == 0 && !outrun_parts) return name_inconsistent_start(state, report);",
     "if (levels == 0 && !outrun_parts) return;", "inconsistent starts of steps without parts"),
)
faults(
    "src/sim/velocity/step.cpp", "sim",
    ("report.inexact + report.unsolved + report.no_push_out + report.squeezed == 0;", "true;",
     "pushes of islands that jam are taken back"),
    ("rows.setup.before = before;\n  return before;", "return before;", "where a step took its geometry"),
)
