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
    ("motor || displaced ||", "motor || (false && displaced) ||", "the guard and limits that were violated from outside"),
)
faults(
    "src/sim/velocity/stalled_motors.cpp", "sim",
    ("is_stalled = missed > kMissed * speed", "is_stalled = missed > 1e30 * speed",
     "motors that contradict each other"),
    ("if (is_stalled) return;", "if (is_stalled) { is_stalled = false; return; }", "motors that squeeze"),
    ("constexpr double kStrength = 1e4;", "constexpr double kStrength = 1e-4;", "the strength of stalled motors"),
    ("++report.stalled;", "", "the count of stalled motors"),
)
faults(
    "src/sim/velocity/far_turns.cpp", "sim",
    ("if (!(open.angle > kOpened) ||", "if (!(open.angle > 10 * kOpened) ||", "bearings that rotors leave"),
    ("fastest = std::max(fastest, angular_velocity(", "fastest = std::min(fastest, angular_velocity(",
     "the turn of rotors that leave their bearings"),
)
faults(
    "src/sim/candidates/moving_pieces.cpp", "sim",
    ("std::clamp(thinnest_, 0.5 * own, own)", "std::clamp(thinnest_, 0.9 * own, own)", "the size overlap is measured by"),
)
faults(
    "src/sim/candidates/margin.cpp", "sim",
    ("ground < 0 ? Eigen::Vector3d(0, 0, 0)", "ground < 1000000 ? Eigen::Vector3d(0, 0, 0)",
     "the margin of crowds that pass by"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("const Vector3d moved = share * options_.dt * velocity_of_ground(pose, v);",
     "const Vector3d moved = 0 * share * velocity_of_ground(pose, v);", "contacts known of crowds that pass by"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("!are_held_elsewhere(a, b) &&", "!stay_apart(a, b) &&", "what half a drift takes behind a mesh"),
)
faults(
    "src/sim/velocity/exchange.cpp", "sim",
    ("  move_prescribed(to, carried);\n", "", "where new kinematic bodies are"),
    ("  DriveInputs(from).set_held(held);\n", "", "what is held of another model"),
)
faults(
    "src/sim/velocity/inconsistent_starts.cpp", "sim",
    ("const int coupler = worst - ", "const int coupler = -1 - worst + 0 * ", "velocities that fit no coupler"),
)
faults(
    "src/sim/velocity/standstill.cpp", "sim",
    ("  if (left_step >= 0) left_step = state.step;\n", "", "velocities set where all stood still"),
)
faults(
    "src/sim/acceleration/acceleration_simulator.cpp", "sim",
    ("  w.events.resize(events_before);\n", "", "events of an advance that failed"),
)
