# SPDX-License-Identifier: Apache-2.0
"""Of contact on bodies that joints couple: chains, nets, grips."""

from fault_list import faults

faults(
    "src/lcp/cone/sweeps.cpp", "lcp",
    ("  memory.velocity.noalias() += W * start;\n", "", "the start of sweeps over a stored W"),
    ("if (change != 0) memory_.velocity += change * W_.col(block.row + k);", "", "the newest forces in such a sweep"),
)
faults(
    "src/lcp/cone/contact.cpp", "sim",
    ("return cone.size() > (robot ? kSmallRobot : kGuessed);", "return cone.size() > kGuessed;",
     "grips that go on from beside the guess"),
)
faults(
    "src/lcp/cone/stages.cpp", "sim",
    ("free ? kBudget : kBudgetOfJoints", "0", "a path from the guess where joints couple bodies"),
)
faults(
    "src/lcp/cone/operator/bodies.cpp", "sim",
    ("  if (refines_) K0_.refine(load_, velocity_, 1);\n", "", "rounding that joints magnify in products with W"),
)
faults(
    "src/contact/island/island_data.cpp", "sim",
    ("if (law_problem && !law_problem->polygons().empty())", "if (false)",
     "the LCP of contacts that were solved with polygons"),
)
