# SPDX-License-Identifier: Apache-2.0
"""Of springs of contacts."""

from fault_list import faults

faults(
    "src/sim/rows/spring_row.cpp", "sim",
    ("  if (side.gap > 0) row.per_gap = of_gap / (h * h * k * end);\n", "", "gap of a soft contact"),
    ("(starts_inside ? 2 : 1)", "2", "springs pull before they are touched"),
    ("start < 0 ? std::clamp(1 + first / (start * h), 0.0, 1.0) : 0.5", "start < 0 ? 0.5 * h / h : 0.5",
     "dampers act from the first touch on"),
    ("before > 0 ? stiff_share(spring, h, response) : 1.0",
     "before > h ? stiff_share(spring, h, response) : 1.0", "mean force of springs"),
    ("before > 0 ? stiff_share(spring, h, response) : 1.0",
     "before > h ? stiff_share(spring, h, response) : 0.0", "stiff springs come to rest"),
    ("(mean * h * b - mean * before * h * k)", "(mean * h * b)", "springs at the start of a step"),
    ("(mean * h * b - mean * before * h * k)", "(-mean * before * h * k)", "dampers at the start of a step"),
)
faults(
    "src/sim/fields/options.cpp", "sim",
    ("return pair.normal.is_hard() ? options.normal : pair.normal;", "return options.normal;",
     "springs of surfaces along the normal"),
    ("return pair.tangential.is_hard() ? options.tangential : pair.tangential;", "return options.tangential;",
     "bristles of surfaces"),
)
faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("  if (rows.compliance[rows.first_row(group)] > 0 && !yields) return 0.0;\n", "", "springs that push out"),
)
faults(
    "src/sim/velocity/bristles.cpp", "sim",
    ("Eigen::AngleAxisd(spin, now)", "Eigen::AngleAxisd(0 * spin, now)", "bristles turn about the normal"),
    ("const double along = before.dot(impulse);", "const double along = now.dot(impulse);",
     "bristles turn with the normal"),
)
