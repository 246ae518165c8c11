# SPDX-License-Identifier: Apache-2.0
"""Of the derivatives of a step."""

from fault_list import faults

faults(
    "src/sim/derivatives/active_rows.cpp", "sim",
    ("    if (step.rows.is_contact(group)) u += step.rows.contact(group).surface_velocity.head(rows.rows);\n"
     "    double size", "    double size", "slip on a belt in derivatives"),
    ("std::fill_n(active.rows.begin() + r, each, slides ? Row::slides : Row::holds);",
     "std::fill_n(active.rows.begin() + r, each, Row::holds);", "friction of what bears nothing and slides"),
)
faults(
    "src/sim/derivatives/derivatives.cpp", "sim",
    ("    if (!has_tangent(body))\n", "    if (false)\n", "derivatives of bodies without a tangent"),
    ("bounces = bounces || impacts(step.rows, g);", "bounces = impacts(step.rows, g);", "a bounce beside what rests"),
    ('  add(step.joints.stiffened(), "joints became taut");\n', "", "joints that became taut are constants"),
    ('add(step.options.position_iterations > 0 &&', 'add(false &&', "position iterations are constants"),
    ('  add(bristles, "bristles of contacts that stick");', '  add(bristles && false, "");', "bristles are constants"),
    ('add(report.inexact + report.unsolved > 0,', 'add(report.unsolved > 0,', "inexact islands are constants"),
    ("if (kept && weak.kind == DegenerateRow::Kind::unloaded)", "if (false)", "points held by others press"),
    ("if (contact.pair.curve != 0 || contact.pair.turn != 0)", "if (contact.pair.turn != 0)",
     "what rotation closes is a constant of derivatives"),
    ("last > row && has(Row::holds) && !has(Row::slides)", "last > row && has(Row::holds)",
     "what slips along one tangent slides"),
    ("  if (result.step.status != StepStatus::ok) {\n", "  if (false) {\n", "derivatives of what is no step"),
)
faults(
    "src/sim/derivatives/kick_contacts.cpp", "sim",
    ("      turn_tangents(contacts_[i].frame, frame, pool_.b(contacts_[i].group));\n", "",
     "tangents at the second body turn with the normal"),
    ("return at / push_out_time < -options.recovery_speed ? rate : gap * (rate / at);", "return gap * (rate / at);",
     "derivative at the recovery speed"),
    ("{.gap = gap, .start = contact.start.x()};", "{.gap = gap, .start = taken.start.x()};",
     "derivatives of springs of surfaces by the velocity before the kick"),
    ("(spring ? spring->compliance : given) * load", "0.0 * load",
     "dampers of surfaces that act from the first touch on, in derivatives"),
    (".pair.surface_velocity + rolled(state, i);", ".pair.surface_velocity;", "derivatives of what rolls on curved shapes"),
)
faults(
    "src/sim/derivatives/kick_rolling.cpp", "sim",
    ("drift(*model_, -0.5 * step_->options.dt, before_);", "", "half a drift before, in derivatives"),
)
faults(
    "src/sim/derivatives/kick_equations.cpp", "sim",
    ("return taken < std::min(bias, 0.0) ? taken / (e * start) : 0.0;", "return 0.0 * (taken + bias + e + start);",
     "bounces in derivatives"),
    ("if (!step.joints.stiffened() &&", "if (step.options.stepper == Stepper::midpoint && !step.joints.stiffened() &&",
     "added mass of semi-implicit steps in derivatives"),
    ("if (body.kind == BodyKind::rigid) sum[at] += added.rotation(i)(0, 0) * w[at];", "",
     "added mass of one body in the plane, in derivatives"),
    ("         a.sign == b.sign && a.is_bilateral() == b.is_bilateral();",
     "         a.is_bilateral() == b.is_bilateral();", "both limits of a narrow range, in derivatives"),
    ("const VectorXd torque = damper.damping *", "const VectorXd torque = 0.0 * damper.damping *",
     "damping of light links, in derivatives"),
)
faults(
    "src/sim/derivatives/parameters.cpp", "sim",
    ("if (rows[i].kind == CoordinateRow::Kind::motor) {", "if (rows[i].kind != CoordinateRow::Kind::limit) {",
     "dry friction is no motor"),
)
faults(
    "src/sim/derivatives/tangent.cpp", "sim",
    ("if (!body.is_dynamic() || k >= body.dof) continue;\n    if (velocity)",
     "if (!body.is_dynamic()) continue;\n    if (velocity)", "coordinates of particles end before the next body"),
)
faults(
    "src/sim/derivatives/derivatives.cpp", "sim",
    ("add(bounces && starts_early,", "add(false && starts_early,", "bounces of steps with the geometry of their start"),
)
faults(
    "src/sim/derivatives/derivatives.cpp", "sim",
    ("const double before = trial.rows.setup.before;",
     "const double before = own.options.stepper == Stepper::midpoint ? 0.5 * own.options.dt : 0.0;",
     "steps that take their geometry at their start"),
)
