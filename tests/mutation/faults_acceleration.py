# SPDX-License-Identifier: Apache-2.0
"""Of the level of accelerations and the first-order world: instants, events, motion between them."""

from fault_list import faults

faults(
    "src/sim/acceleration/acceleration_simulator.cpp", "sim",
    ("if (event.kind == EventKind::impact || event.kind == EventKind::jam) {",
     "if (event.kind == EventKind::jam) {", "words of an impact"),
    ("if (event.kind == EventKind::jam) out +=", "out +=", "words of a jam alone"),
    ('std::snprintf(text, sizeof text, "%s at t = %.9g s", what, state.time);',
     'std::snprintf(text, sizeof text, "%s at t = %.9g s", what, 0.0 * state.time);', "time of a failed advance"),
    ("return a.kind == b.kind && a.key == b.key;", "return a.kind == b.kind;", "touches told apart"),
    ("note(held[i].slides ? EventKind::slip : EventKind::stick, held[i], at);",
     "note(EventKind::stick, held[i], at);", "events of a slip that starts"),
    ("report.events > options.most_events", "report.events >= options.most_events", "the last event of an advance"),
    ("if (held.size() < set.held.size()) instant.load", "if (false) instant.load",
     "touches that are left when others depart"),
    ("    if (stalled) break;\n", "", "slow slips that stall an arc creep"),
)
faults(
    "src/sim/acceleration/arc.cpp", "sim",
    ("  ++report_->steps;\n", "", "count of steps"),
    ("double dt = dt_ > 0.9 * rest ? rest : dt_;", "double dt = dt_ > rest ? rest : dt_;",
     "no remainder of a step has one of its own"),
    ("      held_[i].direction = slip.normalized();\n", "      (void)slip;\n", "friction follows a slip that turns"),
    ("    touch.creeps = false;\n", "", "what creeps slides once it is fast enough"),
)
faults(
    "src/sim/acceleration/reach.cpp", "sim",
    ("      visit(spatial::bounds(instance.shape, instance.pose));", "      (void)instance;",
     "small bodies in space met in flight"),
    ("least = std::min(least,", "least = std::max(least,", "small bodies met in flight"),
)
faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("return instant.velocity(i).x() < -rest_speed;", "return instant.velocity(i).x() < rest_speed;",
     "what rests has no impact"),
    ("if (full && full->is_gained()) search_scale(solve_scaled, *full);", "(void)full;",
     "impacts that would gain energy"),
    ("const bool last = back > 0 && back <", "const bool last = back <", "plastic impacts are no last bounce"),
)
faults(
    "src/sim/acceleration/acceleration.cpp", "sim",
    ("  out.residual = answer.solution.residual;\n", "", "residual of an instant"),
)
faults(
    "src/sim/acceleration/instant.cpp", "sim",
    ("    if (first_[i] < 0) continue;\n    found[i] =", "    if (first_[i] <= 0) continue;\n    found[i] =",
     "the first touch turns with its body"),
    ("    if (touches_[i].has_normal()) u += scratch_[i].surface_velocity.head(u.size());\n", "",
     "belts that turn with their bodies"),
    ("double h = kRotation / (1 + fastest);;", "double h = kRotation;;", "rows of what turns fast"),
    ("|| h * (1 + fastest) < kLeastRotation) break;", "|| true) break;",
     "lowest points of rims that are nearly level"),
    (": 2 * s;\n", ": 2;\n", "creep of what sticks decays"),
    ("creeps ? 1 / kCreepTime : 2 * s;", "2 * s;", "what is left of a slip before a touch slides"),
    ("if (asked.A.allFinite() && asked.b.allFinite()) {", "if (true) {", "instants that are no numbers"),
)
faults(
    "src/sim/acceleration/joined_bodies.cpp", "sim",
    ("if (def.is_led()) add(", "if (false) add(", "motors that spare no force"),
    ("coordinate(*model_, state, {row.joint}, row.coordinate) - def.lo;", "0.0 * def.lo;",
     "errors of locked coordinates"),
    ("    targets_[at] = motor_speed(*model_, state, row.joint, def);\n", "", "speeds of motors that spare no force"),
)
faults(
    "src/sim/acceleration/touch.cpp", "sim",
    ("if (def.friction > 0 && !held)", "if (def.friction > 0)", "dry friction that a motor bears"),
    ("touch.kind == kind && touch.key == key; });", "touch.kind == kind || touch.key == key; });",
     "what lands beside what lies"),
    ("collider_.collide(state, thresholds.contact_gap))", "collider_.collide(state, 0.0))",
     "a rim that is level to the contact gap meets nothing new"),
    ("reach = kLeastReach;", "reach = most;", "points of a rim at nearby poses"),
)
faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ("force.size() == 0 || force.size() == model.dof(), name", "force.size() == model.dof(), name", "a force that is taken away"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("  for (const Body& body : w.model.bodies)\n"
     "    if (!body.is_driven()) next.v.segment(body.v_offset, body.dof).setZero();\n", "", "velocities before a step of first order"),
)
faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ("      problem.b.segment(row, touch.rows()) += instant.at()[i].surface_velocity.head(touch.rows());\n", "",
     "belts drag in the first-order world"),
)
faults(
    "src/sim/acceleration/settle.cpp", "sim",
    ("if (touch.has_normal() && !(answer.force[index].x() > 0)) return false;", "",
     "drag of contacts without load"),
    ("held[i].creeps = creeping;", "held[i].creeps = false;", "a slip that starts knows no direction"),
)
faults(
    "src/sim/acceleration/prescribed.cpp", "sim",
    ("if (t > time) next = std::min(next, t);", "", "breaks of prescribed motion"),
)
faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ("events.back().impulse = length * ray[", "events.back().impulse = ray[", "impulse of a jam"),
)
