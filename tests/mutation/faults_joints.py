# SPDX-License-Identifier: Apache-2.0
"""Of joints within a step."""

from fault_list import faults

faults(
    "src/sim/joints/joint_system.cpp", "sim",
    ("report.smallest_pivot < kDependent)", "report.smallest_pivot < 0.0 * kDependent)",
     "rates of joints that repeat each other agree"),
)
faults(
    "src/sim/joints/joint_rates.cpp", "sim",
    ("return is_displaced_ ? std::min(rate, options.recovery_speed / position_error()) : rate;", "return rate;",
     "joints opened from outside close at recovery_speed"),
    ("position_error() > kShare * way_of_joints(pose, whole_dt_);", "true;", "what steps leave open closes at once"),
)
faults(
    "src/dynamics/mass_system/solve.cpp", "sim",
    ("if (!(carried_dot(again, left) > (1 - kBearing) * carried_dot(left, left))) return;", "",
     "rows that nearly repeat each other keep their errors"),
    ("  left_of(once, left);\n", "  left = once;\n", "what rows that do not repeat each other leave"),
)
faults(
    "src/sim/velocity/break_joints.cpp", "sim",
    ("pull > joint.break_force || torque > joint.break_torque", "pull > joint.break_force",
     "torque that breaks a joint"),
)
faults(
    "src/sim/joints/joint_forces.cpp", "sim",
    ("row.sign * row_impulse(system, r, rows, bounded) / dt", "row_impulse(system, r, rows, bounded) / dt",
     "sign of an upper limit's force"),
    ("springs || along[r].kind != CoordinateRow::Kind::spring", "true",
     "springs in the reaction of a joint"),
)
faults(
    "src/sim/joints/joint_energy.cpp", "sim",
    ("if (work.stable && !blow && !(before.gained > 0))", "if (work.stable && (true || blow))",
     "a blow on slack joints counts"),
    ("std::abs(impact_work_) > kImpactShare", "impact_work_ > kImpactShare",
     "a blow that takes from the contacts counts"),
    ("if (work.braked) after.gained = std::min(", "if (false) after.gained = std::min(",
     "what a brake leaves of the joints' gain"),
    ("if (rows.is_contact(g)) before += 2 * rows.contact(g).surface_velocity.head(group.rows);", "",
     "belts in the work of an impact on joints"),
)
faults(
    "src/sim/joints/joint_positions.cpp", "sim",
    ("closer ? rates_before_ + closing_", "closer ? rates_before_ + 0.0 * closing_",
     "position iterations beside contacts"),
    ("moved.time = state.time - 1.0;", "moved.time = state.time;", "movers while joints are projected"),
    ("part >= kLeastPart; part *= 0.5", "part >= 1; part *= 0.5", "moves onto joints in parts"),
    ("if (!(left < (part < 1 ? 1 - kProgress * part : 1.0) * worst)) continue;", "", "moves that do not close joints"),
    ("left_open_ = worst / granted;", "", "joints that projection leaves open"),
    ("if (!(worst < last) || energy > most) state.v = last_v;", "if (!(worst < last)) state.v = last_v;",
     "energy of velocities that are projected"),
    ("if (closer) rates_before_ = system_->rates();", "rates_before_ = system_->rates();",
     "rates before a correction that leads farther off"),
)
faults(
    "src/sim/velocity/break_joints.cpp", "sim",
    ("step_load(joints, pose, {j}, rows, options.dt)", "step_reaction(joints, pose, {j}, rows, options.dt)",
     "springs and dampers break a joint"),
)
faults(
    "src/sim/joints/joint_rates.cpp", "sim",
    ("      return options.baumgarte;", "      return 1.0;", "share of drift control baumgarte"),
)
faults(
    "src/sim/velocity/break_joints.cpp", "sim",
    ("after.broken.resize(model.joints.size(), 0);", "after.broken.assign(model.joints.size(), 0);",
     "joints that break in one step, in the state"),
    ("breaks.push_back({{j}, report.time, pull, torque});",
     "breaks.assign(1, {{j}, report.time, pull, torque});",
     "joints that break in one step, as told"),
)
faults(
    "src/sim/joints/joint_geometry.cpp", "sim",
    ("kLeft = 0.1;", "kLeft = 0.01;", "rows of the closed pose where bodies turned far"),
)
faults(
    "src/sim/joints/joint_energy.cpp", "sim",
    ("work.joints + impact_work_ + drift_work_;\n  return", "work.joints + impact_work_;\n  return",
     "gravity in whole drifts after the kick"),
)
faults(
    "src/sim/joints/joint_guard.cpp", "sim",
    ("return options.energy_guard && options.stabilise",
     "return options.energy_guard && options.stepper == Stepper::midpoint && options.stabilise",
     "the guard of semi-implicit steps"),
    ("if ((presses || !is_linkage_) && energy_.touches(rows.pool, g)) return false;",
     "if (energy_.touches(rows.pool, g)) return false;", "driven mechanisms outrun steps too"),
)
faults(
    "src/sim/joints/joint_system.cpp", "sim",
    ("  if (!rotors_.turn(*model_, pose, v, rows_)) return;\n  masses_.set_momentum(momentum_);\n",
     "  if (!rotors_.turn(*model_, pose, v, rows_)) return;\n", "added mass counts once beside rotors"),
)
faults(
    "src/sim/joints/joint_outcome.cpp", "sim",
    ("    if (rows[r].is_bilateral())\n      add(system.coordinate_pool(),", "    if (false)\n      add(system.coordinate_pool(),",
     "work of springs and motors on a carrier that turns"),
    ("rates += system.softness() * system.lambda()", "rates += 0.0 * system.lambda()", "rates of soft joints"),
)
faults(
    "src/sim/velocity/break_joints.cpp", "sim",
    ("    if (is_dropped(model, state,", "    if (false && is_dropped(model, state,", "impulse of a coupler that is dropped"),
)
faults(
    "src/sim/joints/joint_energy.cpp", "sim",
    ("if (motor || displaced ||", "if ((false && motor) || displaced ||",
     "work of limited motors is no gain of joints"),
    ("displaced || spring ||", "displaced || (false && spring) ||", "springs of surfaces under joints"),
    ("rows.is_contact(g) ? rows.contact(g).is_displaced :", "rows.is_contact(g) ? false :",
     "joined bodies that are set into the ground"),
    ("work.stable && opened_", "false", "joints that are opened from outside on the ground"),
)
faults(
    "src/sim/joints/joint_rates.cpp", "sim",
    ("  rates_ = answer.rates;\n", "", "rates of a correction that is taken back"),
)
faults(
    "src/sim/velocity/dead_points.cpp", "sim",
    ("work < 0 ? \"took\" : \"gave\"",
     "work > 0 ? \"took\" : \"gave\"", "whether joints took or gave at a dead point"),
)
faults(
    "src/sim/simulator/outrun_step.cpp", "sim",
    ("part.rows.setup.push_out_time = step.rows.setup.push_out_time;", "",
     "parts at dead points push out over their own length"),
)
faults(
    "src/sim/joints/joint_guard.cpp", "sim",
    (" - 2 * inconsistent_energy(start);", " - 0 * inconsistent_energy(start);",
     "work after blows is no dead point"),
    ("if (start.step == 0 || !acted) return 0.0;", "if (start.step == 0) return 0.0;",
     "what falls behind a dead point by itself is told"),
)
faults(
    "src/sim/joints/joint_positions.cpp", "sim",
    (" || (k > 0 && is_guarded(options) && guard_->gains(pose, v))", "", "energy of corrected positions"),
)
faults(
    "src/sim/joints/turning_errors.cpp", "sim",
    ("mean_turned(-round, open)", "mean_turned(round, open)", "way in which errors of axes turn"),
    ("mean_turned(-round, open) + turn_b.cross(open)", "mean_turned(-round, open)",
     "errors of axes seen from a body that turns"),
    ("error.segment(first, rows) += ", "error.segment(first, rows) -= ", "gaps of what turns"),
    ("return inertia * turn / (0.5 * (inertia.trace() - axis.dot(inertia * axis)));",
     "return turn;", "precession of flat and long rotors"),
    ("of(joint.a) >= of(joint.b) ? joint.a : joint.b", "joint.a", "the outer body of a joint"),
)
faults(
    "src/sim/velocity/far_turns.cpp", "sim",
    ("return about && !one.lets_axis_go ? 0.0", "return about ? 0.0", "balls that turn far about their arm"),
    ("if (acts_along_line(joint.kind)) lines_.push_back(j);", "", "rods that turn far"),
    ("anchor_velocity(b, v) - anchor_velocity(a, v)", "anchor_velocity(b, v)", "far turns of a rod's end on a"),
    ("if (pose.is_broken({one.joint})) continue;", "", "far turns at joints that broke"),
)
faults(
    "src/sim/velocity/far_turns.hpp", "sim",
    ("if (is_far(rate, dt) && bears(line))", "if (is_far(rate, dt))", "slack struts that turn far"),
    ("if (pose.is_broken({j})) continue;", "", "far turns of rods that broke"),
)
faults(
    "src/sim/velocity/inconsistent_starts.cpp", "sim",
    ("return state.step == step_ && (", "return false && (",
     "velocities of a loop that are set in a run"),
)
