# SPDX-License-Identifier: Apache-2.0
"""Of restitution, and of what islands without a solution give up."""

from fault_list import faults

faults(
    "src/contact/row_restitution.cpp", "contact sim",
    ("2 * model.gravity.norm() * dt", "20 * model.gravity.norm() * dt",
     "slowest impact"),
    ("std::min(e * start, std::min(bias, 0.0))", "e * start + std::min(bias, 0.0)",
     "restitution together with recovery"),
    ("contact.pair.gap + rows.setup.dt * approach <= 0", "true", "impact before arrival"),
    ("    bias = std::max(bias, 0.0);\n}", "    bias += 0.0;\n}", "contacts that do not push apart"),
    ("std::max(0.0, p - pressed)", "p", "what forces press is not restituted"),
    ("if (rate.e == 0) continue;", "continue;", "restitution of limits"),
    ("if (impacts(rows, group)) bias = std::max(bias, 0.0);", "bias += 0.0;",
     "Poisson: the speed of push-out adds to the bounce"),
)
faults(
    "src/contact/restitution/scale_search.cpp", "contact",
    ("if (energy && keeps_energy(*energy)) return scale;", "if (energy) return scale;",
     "the scale of restitution is searched until energy is kept"),
    ("if (is_slow_ || !std::isfinite(hi_.gain)) return middle;", "",
     "bisection where the gain of energy jumps"),
    ("if (last != bracket.lo()) energy_at(bracket.lo());", "last = 0;",
     "the last solve is that of the scale found"),
)
faults(
    "src/contact/island/decompression.cpp", "contact sim",
    ("boxed.lo[row + 1] = -limit;", "boxed.lo[row + 1] = 0.0;", "friction while decompressing"),
    ("solution.f = (S_ * solution.f + floors_).eval();", "solution.f = (S_ * solution.f).eval();",
     "floors of decompression in space"),
    ("std::max(0.0, change) / w", "0 * change", "load within a decompression"),
)
faults(
    "src/contact/restitution/relief.cpp", "contact sim",
    ("rows.bias[first] = std::max(rows.bias[first], 0.0);", "", "overlap that cannot be pushed out"),
    ("changed |= allow_co_motion(rows, problem.groups());", "changed |= false;",
     "motion with a kinematic body that encloses"),
)
faults(
    "src/contact/row_restitution.cpp", "sim",
    ("const double slow = set > 0 ? set : 2 * std::abs(free[0] - rate.start);",
     "const double slow = 2 * std::abs(free[0] - rate.start);", "impact speed of limits"),
)
faults(
    "src/contact/restitution/impact_energy.cpp", "contact",
    ("return (resists || !std::isfinite(rows.hi[group])) && !is_compliant(rows, group);",
     "return (resists || group >= 0) && !is_compliant(rows, group);", "work of motors beside a bounce"),
    ("rows.is_contact(group) || rows.is_resistance(group);", "rows.is_contact(group);",
     "rolling friction adds energy to a bounce"),
    ("u[0] -= separation_rate(rows, group);", "", "push-out beside a bounce"),
    ("work -= f.dot(fall);", "", "potential energy of bounces in steps of first order"),
)
faults(
    "src/contact/row_restitution.cpp", "contact",
    ("!displaced && !is_compliant(rows, group)", "!displaced",
     "springs that a braked step takes away"),
)
faults(
    "src/contact/island/decompression.cpp", "contact",
    ("whole_.contacts, whole_.law};", "whole_.contacts, lcp::FrictionLaw::coulomb};",
     "box law while decompressing in space"),
    ("problem_.contacts[next++].row;", "problem_.contacts[next].row;",
     "floors of several contacts in space"),
    ("rows.contact(layout.group(i)).mu * std::max(boxed.lo[row], total[row])",
     "rows.contact(layout.group(i)).mu * total.maxCoeff()", "friction of each contact while decompressing"),
)
faults(
    "src/contact/restitution/relief.cpp", "contact",
    ("rows.bias[first] -= std::min(0.0, induced[0]);", "rows.bias[first] -= induced[0];",
     "walls that draw back"),
    ("pair.gap < 2 * rows.setup.dt * rate;", "pair.gap < rows.setup.dt * rate;",
     "overlap that is pressed in"),
)
faults(
    "src/contact/island/decompression.cpp", "contact",
    ("    if (rows.is_resistance(group)) continue;\n", "",
     "rolling friction while decompressing"),
)
faults(
    "src/contact/restitution/relief.cpp", "sim",
    ("if (pushes(rows, group)) rows.bias[first] = std::max(",
     "if (pushes(rows, group) || group >= 0) rows.bias[first] = std::max(",
     "motors in an island that is jammed in overlap"),
)
faults(
    "src/contact/restitution/relief.cpp", "contact",
    ("return rows.is_contact(group) || std::isinf(rows.hi[group]);", "return true;",
     "motors of what is squeezed"),
)
faults(
    "src/contact/restitution/relief.cpp", "sim",
    ("induced[r] + rows.contact(group).surface_velocity[r];", "induced[r];",
     "belts that drag what is squeezed"),
)
faults(
    "src/contact/restitution/impact_energy.cpp", "sim",
    ("part(solution.a) - part(vectors.bias) - relief;",
     "part(solution.a) - part(vectors.bias) - 0 * relief;", "energy of bounces off soft contacts"),
)
