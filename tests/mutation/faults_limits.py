# SPDX-License-Identifier: Apache-2.0
"""Of what closes limits and pushes bodies out of each other."""

from fault_list import faults

faults(
    "src/sim/rows/push_out.cpp", "sim",
    ("if (!(overlap > kFallen *", "if (!(overlap > 100 * kFallen *", "stacks that start a little in each other"),
    ("pair.normal.dot(pair.point_b - pair.point_a))", "pair.gap)", "overlap of contacts that are met at the next pose"),
    ("return overlap > kOwnWay * time * motion &&", "return", "overlap that motion leads into"),
    (" && !is_behind_mesh(rows, pair)", "", "what is behind a mesh but for a corner"),
)
faults(
    "src/sim/velocity/step.cpp", "sim",
    ("push = v_push - v_new;", "", "overlap from before is parted"),
    ("if (!is_solved ||", "if (true || !is_solved ||", "what parts overlap from before is no velocity"),
)
faults(
    "src/sim/velocity/limit_pull.cpp", "sim",
    ("if (!(work > most)) return false;", "return false;", "work of limits that are violated"),
    ("gap > kOwnWay * pull.whole_dt", "gap < -kOwnWay * pull.whole_dt", "limits that were violated from outside"),
    ("std::max(wanted, -kTorn * pull.recovery_speed)", "wanted", "rates of limits that were violated from outside"),
)
faults(
    "src/sim/velocity/levered_contacts.cpp", "sim",
    ("kYield = 0.1", "kYield = 0", "contacts that joints open by a short arm"),
)
faults(
    "src/sim/joints/joint_energy.cpp", "sim",
    ("motor || displaced ||", "motor || (false && displaced) ||", "the guard and limits that were violated from outside"),
)
faults(
    "src/sim/velocity/stalled_motors.cpp", "sim",
    ("is_stalled = missed > kMissed * speed", "is_stalled = missed > 1e30 * speed",
     "motors that contradict each other"),
    ("if (refusal.is_stalled) return;", "if (refusal.is_stalled) { refusal.is_stalled = false; return; }",
     "motors that squeeze"),
)
faults(
    "src/sim/simulator/limited_step.cpp", "sim",
    ("constexpr double kStrength = 1e4;", "constexpr double kStrength = 1e-4;", "the strength of stalled motors"),
    ("++report.stalled;", "", "the count of stalled motors"),
)
faults(
    "src/sim/velocity/far_turns.cpp", "sim",
    ("if (!(error.angle > kOpened) ||", "if (!(error.angle > 10 * kOpened) ||", "bearings that rotors leave"),
    ("fastest = std::max(fastest, angular_velocity(", "fastest = std::min(fastest, angular_velocity(",
     "the turn of rotors that leave their bearings"),
)
faults(
    "src/sim/candidates/pairs/moving_pieces.cpp", "sim",
    ("std::clamp(thinnest_, 0.5 * own, own)", "std::clamp(thinnest_, 0.9 * own, own)", "the size overlap is measured by"),
)
faults(
    "src/sim/candidates/pairs/ground_frame.cpp", "sim",
    ("ground < 0 ? Eigen::Vector3d(0, 0, 0)", "ground < 1000000 ? Eigen::Vector3d(0, 0, 0)",
     "the margin of crowds that pass by"),
)
faults(
    "src/sim/candidates/speculative_contacts.cpp", "sim",
    ("met.share * step_.options.dt * velocity_of_ground(", "0 * met.share * step_.options.dt * velocity_of_ground(", "contacts known of crowds that pass by"),
)
faults(
    "src/sim/candidates/half_drift.cpp", "sim",
    ("return sides.is_behind(a, b) ? sides.went_behind(start, a, b, time)", "return sides.is_behind(a, b) ? false", "what half a drift takes behind a mesh"),
)
faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ("  move_prescribed(to, carried);\n", "", "where new kinematic bodies are"),
    ("  DriveInputs(from).set_held(held);\n", "", "what is held of another model"),
)
faults(
    "src/sim/velocity/inconsistent_starts.cpp", "sim",
    ("std::ranges::find(model.couplers, row, &Coupler::row)", "model.couplers.begin()", "velocities that fit one of several couplers"),
)
faults(
    "src/sim/simulator/simulator_workspace.cpp", "sim",
    ("  step.left_velocities.move_on(state.step);\n", "", "velocities set where all stood still"),
)
faults(
    "src/sim/acceleration/acceleration_simulator.cpp", "sim",
    ("  w.events.resize(events_before);\n", "", "events of an advance that failed"),
)
faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry",
    ("const bool misses = !(distance < HUGE_VAL);", "const bool misses = false;", "rays of any length beside a triangle"),
)
faults(
    "src/geometry/spatial/convex/separation.cpp", "geometry",
    ("for (int k = 0; k < sum_.segment_count; ++k) take(sum_.directions[k].unitOrthogonal());",
     "for (int k = 0; !curved && k < sum_.segment_count; ++k) take(sum_.directions[k].unitOrthogonal());",
     "overlap of coaxial rods"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("if (distance == 0 && foot.place.kind != Place::inside) return;", "if (distance == 0) return;",
     "balls whose centre is in a triangle"),
)
faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    ("if (n.dot(first) < 0 || ", "if (", "planes of a folded sheet"),
)
faults(
    "src/dynamics/mass_system/added_mass.cpp", "sim",
    ("    if (mixes_spaces(*model_, joint)) continue;\n    const double k", "    const double k",
     "dampers between a body in the plane and one in space"),
)
faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ("std::numbers::pi * std::abs(harmonic.frequency)", "std::numbers::pi * harmonic.frequency",
     "harmonics of negative frequency"),
    ("if (speed < kFastestLine * apart) fastest", "fastest", "lines whose ends meet"),
)
faults(
    "src/model/assemble_body.cpp", "model",
    ("if (body.is_dynamic()) principal.p = ", "principal.p = ", "what prescribed rotations are about"),
    ("principal.r = with_unit_rotation(def.spatial.pose).r.conjugate();", "",
     "start rotation of particles in space"),
    ("body.dof == 2 ? def.pose.angle : 0.0;", "0.0;", "start rotation of particles in the plane"),
)
faults(
    "src/model/model_check_joint.cpp", "model",
    ("is_point(a.kind) || (b && is_point(b->kind))", "is_point(a.kind)", "joints that keep angles of particles"),
)
faults(
    "src/lcp/cone/fixed_point.cpp", "lcp",
    ("if (!w_.limit.allFinite()) return false;", "", "proofs from passes without limits"),
)
faults(
    "src/lcp/pivoting/keller/keller.cpp", "lcp",
    ("if (view_.b[i] == 0) return set_value(i, std::clamp(w_.f[i], view_.lo[i], view_.hi[i]));",
     "if (view_.b[i] == 0) return;", "rows that nothing moves"),
)
faults(
    "src/lcp/solve.cpp", "lcp",
    ("  if (!warm.allFinite()) own.warm = {};\n", "", "guesses that overflow in the units of the problem"),
)
faults(
    "src/lcp/problem/global_certificate.cpp", "lcp",
    ("factor.vectorD().minCoeff() > 0", "factor.isPositive()", "bodies of singular mass"),
)
faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ("    if (!free) f[i] = std::max(0.0, f[i]);\n", "", "guesses that pull at what nothing moves"),
)
faults(
    "apps/view/session.cpp", "view",
    (" && !is_stopping(); ++i)", "; ++i)", "steps of a session that stops"),
)
faults(
    "src/sim/candidates/candidate_contacts.cpp", "sim",
    ("  excluded_.readmit_thrown(v, rows_);\n", "", "free flights that others end"),
)
faults(
    "src/lcp/fallback_chain.cpp", "sim",
    ("      sweep_late(problem, options, buffers, solution);\n", "", "sweeps of small islands that are out of time"),
)
faults(
    "src/lcp/cone/fallback_chain.cpp", "sim",
    ("    run_stages(search, next, options, report);\n  sweep_late(search, options, report);\n",
     "    run_stages(search, next, options, report);\n", "sweeps of large islands that are out of time"),
)
faults(
    "src/io/page/run_page.cpp", "io",
    ("    require(is_known(contact.a) && is_known(contact.b)", "    require(is_known(contact.a) || true",
     "contacts of a recording of other bodies"),
)
faults(
    "src/io/page/run_summary.cpp", "io",
    ("if (count > 0) words +=", "if (false) words +=", "what steps of a run fall short of"),
)
faults(
    "src/study/compared_run.cpp", "study",
    ("    totals.uncertified += report.uncertified;\n", "", "steps of a comparison that are not certified"),
)
