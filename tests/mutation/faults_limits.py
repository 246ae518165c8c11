# SPDX-License-Identifier: Apache-2.0
"""Of what closes limits and pushes bodies out of each other."""

from fault_list import faults

faults(
    "src/sim/velocity/push_out.cpp", "sim",
    ("kTurning * turning)", "0.0 * turning)", "speed across the push of bodies that turn"),
    ("std::max(0.0, most - along)", "most", "speed along the push of bodies that part"),
    ("std::clamp(contact.start.x() + more, kLeast * recovery_speed, recovery_speed)",
     "std::max(contact.start.x() + more, recovery_speed)", "pushes out of deep overlap"),
)
faults(
    "src/sim/velocity/limit_pull.cpp", "sim",
    ("if (!(work > most)) return false;", "return false;", "work of limits that are violated"),
    ("gap > kOwnWay * pull.whole_dt", "gap < -kOwnWay * pull.whole_dt", "limits that were violated from outside"),
    ("std::max(wanted, -kTorn * pull.recovery_speed)", "wanted", "rates of limits that were violated from outside"),
)
faults(
    "src/sim/joints/joint_energy.cpp", "sim",
    ("motor || torn ||", "motor || (false && torn) ||", "the guard and limits that were violated from outside"),
)
