# SPDX-License-Identifier: Apache-2.0
"""Of certificates: what is off, what counts as solved, where the energy went."""

from fault_list import faults

faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ("raise(certificate.impulse_residual, -c.impulse.x());", "", "impulse_residual"),
    ("raise(certificate.cone_excess, f.norm() - limit);", "", "cone_excess of a contact"),
    ("raise(certificate.wrong_way, f.dot(slip));", "", "wrong_way of a contact"),
    ("raise(certificate.coulomb_residual, disc_map(f, slip, w, limit));", "", "coulomb_residual"),
    ("certificate.momentum_error = momentum_error(rows, pose, v, memory);", "(void)momentum_error;", "momentum_error"),
    ("relaxed && !frictionless ? contact.mu * facet_speed(rows.setup.law, contact, u) : 0", "0",
     "slip of the relaxed law"),
    ("if (length > radius) target *= radius / length;", "", "projection on the friction disc"),
    ("law.rotated ? std::atan2(contact.start.z(), contact.start.y()) : 0.0", "0.0",
     "rotated facets in a certificate"),
)
faults(
    "src/sim/certificate/speed_judge.cpp", "sim",
    ("raise(certificate_.velocity_residual, wrong);", "", "velocity_residual"),
)
faults(
    "src/sim/certificate/contact_motion.cpp", "sim",
    ("record.slip = contact.frame.bottomRows<2>().transpose() * slip;",
     "record.slip = -contact.frame.bottomRows<2>().transpose() * slip;",
     "sign of the recorded slip"),
    ("record.status = ContactStatus::slide;", "record.status = ContactStatus::stick;",
     "status slide of a record"),
    ("(!bristles || is_at_friction_limit(rows.setup.law, contact, c.impulse));", "true;", "bristles that creep stick"),
    ("record.impulse = contact.frame.transpose() * c.impulse;",
     "record.impulse = contact.frame * c.impulse;", "frame of a recorded impulse"),
)
faults(
    "src/sim/simulator/halved_step.cpp", "sim",
    ("scale_impulses(parts, 0.5);", "", "impulses kept before halving"),
    ("scale_impulses(parts, 2.0);", "", "impulses kept after halving"),
    ("own.dt *= 0.5;", "own.dt *= 0.45;", "length of half a step"),
    ("step.breaks = broke;", "step.breaks.clear();", "joints that broke in the first half"),
    ("(half.inexact == 0 && !half.uncertified)", "true", "inexact halves of an inexact step"),
)
faults(
    "src/sim/simulator/step_forces.cpp", "sim",
    ("  sum.impulse += first.impulse;\n", "", "impulses of contacts of both halves of a step"),
    ("    sum.contacts.push_back(first.contacts[i]);\n    sum.keys.push_back(first.keys[i]);\n", "",
     "contacts of the first half of a step alone"),
    ("  mean.force = 0.5 * (mean.force + first.force);\n", "", "reactions in the first half of a step"),
    ("  mean.motor = 0.5 * (mean.motor + first.motor);\n", "", "motors in the first half of a step"),
)
faults(
    "src/sim/simulator/simulator_workspace.cpp", "sim",
    ("if (is_inexact && !taken && !is_part)", "if (is_inexact && report.inexact > 1 && !taken && !is_part)",
     "halves of an inexact step"),
)
faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("sum += 0.5 * rows.impulses.lambda[rows.first_row(g)]", "sum += rows.impulses.lambda[rows.first_row(g)]",
     "half of the push-out"),
    ("* (opening + rate)", "* rate", "push-out of what opens already"),
    ("kept > 0 ? pair.gap + kept : pair.gap - pair.curve;", "pair.gap - pair.curve;", "rims that roll are pushed out of nothing"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    (" - pushed - on_prescribed;", " - pushed;", "work of joints on movers"),
    (" + energies.parted - energies.end;", ";", "work of moving jammed bodies apart"),
)
faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ("if (!(rows.setup.law == ContactLaw::cone))\n      wrong", "if (false)\n      wrong",
     "moments of rolling friction under other laws"),
)
faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("if (!(rate > 0) || restitution_decides(rows, g)) continue;", "if (!(rate > 0)) continue;",
     "work of bounces is no push-out"),
    ("return bounce < std::min(own, 0.0);", "return bounce == bounce;", "push-out that outweighs a bounce"),
)
faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ("    raise(certificate.rolling_residual, wrong);", "", "residual of rolling friction"),
    ("is_relaxed && !rows.impulses.decompressed[contact.group]", "is_relaxed",
     "what decompresses under the relaxed law"),
    ("judge.take(g, 0, count, wrong, w * moment.norm(), 0.0);",
     "judge.take(g, 0, count, 0.0 * wrong, w * moment.norm(), 0.0);", "rolling friction is certified"),
    ("wrong = std::hypot(bounded_map(spin.x(), moment.x(), w, -bound, bound),",
     "wrong = std::hypot(0.0 * w,", "rolling friction of a box, first axis"),
    ("rows.resistance(g).arm * std::max(0.0, rows.impulses.lambda[normal])",
     "rows.resistance(g).arm * rows.impulses.lambda[normal] * 1.01", "bound of rolling friction"),
)
faults(
    "src/sim/certificate/contact_motion.cpp", "sim",
    ("slip[r - 1] += rows.bias[group.first_row + r];", ";", "the slip of what rolls on a curve"),
)
faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("return std::isinf(rows.hi[group]) ? wanted : 0.0;", "return wanted;", "work of motors is no push-out"),
)
faults(
    "src/sim/simulator/halved_step.cpp", "sim",
    ("  report.time = whole.time;\n", "", "time told of a step taken in halves"),
    ("if (report.message.empty() || !(late || spent)) return report;", "if (report.message.empty()) return report;",
     "steps that had time enough"),
    ("late ? step.options.budget_ms : static_cast", "!late ? step.options.budget_ms : static_cast", "budget told of a late step"),
)
faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ("const bool slides = slip.norm() > kSlip && f.norm() > kLoad * impulse.x() && w * f.norm() > kPush;",
     "const bool slides = slip.norm() > kSlip && f.norm() > kLoad * impulse.x();",
     "direction of friction that is rounding"),
    ("return planar && !relaxed;", "return false;", "relaxed law after passes, in the plane"),
)
faults(
    "src/sim/certificate/speed_judge.cpp", "sim",
    ("  raise(worst_ratio_, wrong / granted);\n", "", "group that is off most"),
)
faults(
    "src/sim/simulator/halved_step.cpp", "sim",
    ("  report.inexact = std::max(report.inexact, 1);\n", "", "steps by the cone in place of their law are inexact"),
)
faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ("  if (rows.impulses.decompressed[rows.bearer(g)]) return rows.hi[g];\n", "", "rolling friction of bounces by Poisson's law"),
)
