# SPDX-License-Identifier: Apache-2.0
"""Of the program: its verbs, their words and files."""

from fault_list import faults

faults(
    "apps/perpend/compare/converge.cpp", "apps.check_test",
    ("row.value.back()", "row.value.front()", "errors of the smallest step"),
)
faults(
    "src/dynamics/joints/mechanism.cpp", "apps.check_test",
    ("moves(model, body.index) ? body.index : world",
     "body == kWorld ? world : body.index", "loops over bodies that stand still"),
    ("others[i].erase(i);", "", "a joint does not depend on itself"),
)
faults(
    "apps/perpend/check/check_mechanism.cpp", "apps.check_test",
    ("plural(mechanism.rows - mechanism.rank, \"row\")",
     "plural(mechanism.rows, \"row\")", "number of redundant rows"),
)
faults(
    "apps/perpend/check/check_dynamics.cpp", "apps.check_test",
    ("joint.kind == JointKind::strut ? 0 : coordinate_count(joint.kind, joint.in_plane)",
     "coordinate_count(joint.kind, joint.in_plane)", "struts are no coordinates of a mechanism"),
)
faults(
    "apps/perpend/run/run.cpp", "apps.run_test",
    ("snapshot.empty() || arguments.duration", "snapshot.empty()", "a duration behind a resumed run"),
)
faults(
    "apps/perpend/run/simulate.cpp", "apps.run_test",
    ("report.time > 0.75 * scene.duration",
     "report.time > 0.25 * scene.duration", "penetration in the last quarter"),
)
faults(
    "apps/perpend/run/summary.cpp", "apps.run_test",
    ("other.late_penetration / s.late_penetration",
     "s.late_penetration / other.late_penetration", "times as much penetration"),
    ("raise(residual, c.residual);", "residual = c.residual;", "the worst residual of a run"),
)
faults(
    "apps/perpend/compare/compare_words.cpp", "apps.compare_test",
    ("planar || !(law == ContactLaw::polyhedral)",
     "(planar && false) || !(law == ContactLaw::polyhedral)", "polygons of friction in the plane"),
)
faults(
    "apps/perpend/compare/compare_report.cpp", "apps.compare_test",
    ("kDegrees * t.direction_error", "t.direction_error", "degrees of slip"),
)
faults(
    "apps/perpend/compare/compare_levels.cpp", "apps.level_test",
    ("std::ranges::sort(steps, std::greater<>());", "", "steps in any order"),
)
faults(
    "apps/perpend/command_line/robot_flags.cpp", "apps.robot_test",
    ("&&\n           (i == 2) == (comma == rest.size());", ";", "gravity of three numbers"),
)
faults(
    "apps/perpend/solve/solve.cpp", "apps.solve_test",
    ("left < right || (std::isnan(right) && !std::isnan(left))",
     "left > right", "the best answer is written"),
)
faults(
    "apps/perpend/solve/problem_dump.cpp", "apps.dump_test",
    ("asked || std::none_of(islands.begin(), islands.end(), unsolved)",
     "asked", "problems of steps that fail although all islands are solved"),
)
faults(
    "apps/view/pull.cpp", "view",
    ("if (force.norm() > most) force *= most / force.norm();", "(void)most;", "the most a fling gives"),
    ("if (body.is_planar()) away.z() = 0;", "", "targets off the plane"),
    ("joined.join(joint.a.index, joint.b.index);",
     "{}", "mass that hangs on a body"),
    ("const double rate = kCalm / (1 + dt * kCalm);",
     "const double rate = kCalm / (1 + 0 * dt);", "calming at long steps"),
)
faults(
    "apps/view/session.cpp", "view",
    ("owed_ = 0;", "", "time owed when a run is paused"),
    ("std::min(kLongestLag, seconds(now - advanced_))", "seconds(now - advanced_)", "lag that is caught up"),
)
faults(
    "apps/view/messages.cpp", "view",
    ("target = set.target.value_or(target);", "", "targets of motors that were set"),
    ("!used[a] || !used[b] || !(moves[a] || moves[b])",
     "!used[a] || !used[b]", "pairs of materials that stand still"),
)
faults(
    "apps/view/world.cpp", "view",
    ("if (friction.a != friction.b) set(friction.b * count + friction.a);",
     "", "friction of a pair, both ways"),
    ("scene_.options = before;", "(void)before;", "options that a rebuild refuses"),
    ("    moment.told = now().told;\n", "", "messages of earlier steps"),
    ("pair.mu_s > 0 ? pair.mu_k / pair.mu_s : 1.0", "pair.mu_s > 0 ? 1.0 : 0.5",
     "share of kinetic friction"),
    ("kinetic_share_[pair] * friction.mu;",
     "(m.surface_pairs[pair].mu_k > 0 ? kinetic_share_[pair] : 1.0) * friction.mu;",
     "share of kinetic friction after none"),
)
faults(
    "apps/view/rigid_hold.cpp", "view",
    ("if (count_ == 2) target.z() = point.z();", "", "rigid holds in the plane"),
)
faults(
    "apps/view/new_body.cpp", "view",
    ("key != \"file\" && key != \"array\"", "key != \"file\"", "arrays of new bodies"),
    ("if (each.is_structured()) check_lengths(each);", "", "sizes of new bodies"),
)
faults(
    "apps/view/option_text.cpp", "view",
    ("if (name == \"law\") fit_solver(changed);",
     "if (name == \"laws\") fit_solver(changed);", "solver of a law that is chosen"),
)
faults(
    "apps/perpend/terminal.cpp", "apps.json_refusals_test",
    ("(each.is_note ? notes : own)", "(each.is_note ? own : notes)", "diagnostics of a refusal"),
)
faults(
    "apps/perpend/command_line/wrong_words.hpp", "apps.robot_test",
    ("found_.insert(found_.end(), wrong.found().begin(), wrong.found().end());",
     "found_ = wrong.found();", "several words that are wrong"),
)
faults(
    "apps/perpend/run/summary.cpp", "apps.run_test",
    ("if (!by_rows) return s.cause;", "if (false) return s.cause;", "the cause in the headline"),
)
faults(
    "apps/perpend/run/expected_values.cpp", "apps.run_test",
    ("before.value + share * (now.value - before.value)", "now.value + 0 * share",
     "expectations between steps"),
    ("std::isnan(series.value) && ends ? on_line(series)", "std::isnan(series.value) && ends ? series.now.value",
     "expectations of an end that no step reaches"),
)
faults(
    "apps/perpend/render.cpp", "apps.render_test",
    ("coded(page.string())", "(coded(page.string()), page.string())", "names of folders in addresses"),
)
