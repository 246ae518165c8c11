# SPDX-License-Identifier: Apache-2.0
"""Of contact rows, laws, impacts and sweeps."""

from fault_list import faults

faults(
    "src/contact/sweep.cpp", "contact sim",
    ("std::max(0.0, -normal.dot(v)) + turn;", "std::max(0.0, -normal.dot(v));", "rotation in conservative advancement"),
    ("-normal.dot(v)", "normal.dot(v)", "sign of the approach in a sweep"),
    (" + std::max(0.0, -start.gap);", ";", "overlap at the start of a sweep"),
    ("if (along.sum() < 0) along = -along;", "", "direction of growth of the angular speed"),
    ("kFast * (thick_a + thick_b)", "1e3 * (thick_a + thick_b)", "which pairs are fast"),
    ("drift(*model_, one, time, moved_)", "drift(*model_, one, 0.5 * time, moved_)",
     "drift of a swept body"),
)
faults(
    "src/contact/collider.cpp", "contact sim",
    (".normal = embed(point.normal)", ".normal = -embed(point.normal)", "sign of a normal"),
    ("<= kRoundings * std", "<= 1e12 * kRoundings * std", "gaps that are rounding"),
    (".key = contact_key(pieces.first, pieces.second, point.feature)",
     ".key = contact_key(pieces.first, pieces.second, 0)", "key of a contact"),
    ("frame << n.transpose(), t1.transpose(), n.cross(t1).transpose();",
     "frame << n.transpose(), t1.transpose(), t1.cross(n).transpose();", "handedness of a frame"),
    ("    found.first += contacts_.size();\n    found.end += contacts_.size();\n", "",
     "contacts of pairs in later chunks are found again where nothing moved"),
    ("velocities[static_cast<std::size_t>(number_of(body, shape, pose))]", "velocities[0]",
     "belts of several shapes"),
    ("  has_ghosts_ = false;\n", "", "ghost collisions of an earlier call"),
    ("has_ghosts_ || found.is_ghost;", "found.is_ghost;", "ghost collisions before other pairs"),
    ("has_ghosts_ || is_ghost;", "is_ghost;", "ghost collisions of pairs asked one by one"),
    ("    found.is_ghost = found.last->is_ghost;\n", "", "ghost collisions where nothing moved"),
)
faults(
    "src/contact/contact_rows.cpp", "contact sim",
    ("sign * (arm.x() * d.y() - arm.y() * d.x())", "sign * (arm.x() * d.y() + arm.y() * d.x())",
     "planar row of a contact"),
    ("sign * arm.cross(d).transpose()", "-sign * arm.cross(d).transpose()",
     "spatial row of a contact"),
    ("+ pair.lift * pair.normal", "", "plane in which friction acts"),
    ("contact.mu = contact.slides ? contact.mu_k : contact.mu_s;", "contact.mu = contact.mu_s;",
     "kinetic friction"),
    ("state.v, -contact.travel)", "state.v, contact.travel)", "travel over a mover's surface"),
    ("for (int r = 0; r < rows_of(law, pair); ++r) impulse[r]", "for (int r = 0; r < 1; ++r) impulse[r]",
     "friction in impulses"),
)
faults(
    "src/contact/island/settle_bounds.cpp", "contact sim",
    ("constexpr double kSettled = 1e-11;", "constexpr double kSettled = 1e-3;",
     "bounds of rolling friction that settle"),
)
faults(
    "src/contact/resistance_rows.cpp", "contact sim",
    ("set_spin(model, state, pair.body_a, -1, d", "set_spin(model, state, pair.body_a, 1, d",
     "relative spin of two bodies"),
    ("append(model, state, pair, true, surface.spinning", "append(model, state, pair, true, surface.rolling",
     "arm of spinning friction"),
    ("moments[resistance.contact] += ", "moments[resistance.contact] = ",
     "moments of rolling and of spinning"),
)
faults(
    "src/contact/law_problem.cpp", "contact sim",
    ("std::atan2(u.y(), u.x())", "std::atan2(u.x(), u.y())", "facets turned to the slip"),
    ("problem_->bound(row, rows.lo[row], rows.hi[row])", "problem_->bound(row, 0.0, rows.hi[row])",
     "lower bound of a motor beside facets"),
    ("if ((slip.slips[i].impulse > 0) == (normal > 0)) continue;", "continue;",
     "limits of new contacts under frozen laws"),
)
faults(
    "src/contact/equations/row_conditions.cpp", "contact sim",
    ("setConstant(bounds.hi(rows, layout, i))", "setConstant(kInfinity)", "upper bound of a boxed row"),
)
faults(
    "src/contact/equations/round_off.cpp", "contact sim",
    ("if (std::abs(b[i]) <= noise[i]) b[i] = 0;", "continue;", "motion that rounding makes"),
    ("if (!(share > kGranted)) continue;", "continue;", "last digit of what passes through light bodies"),
    ("share > kMost;", "false;", "bodies too light for double"),
)
faults(
    "src/contact/contact_key.cpp", "contact sim",
    ("key->inverted ? ~name : name", "name", "names of speculative contacts in another model"),
)
faults(
    "src/contact/island/normal_problem.cpp", "sim",
    ("velocity(normals.at) + as_vector",
     "equations_.vectors().u_free(normals.at) + as_vector", "motion of what is jammed when it is moved apart"),
    ("rows_.is_contact(group) ? rows_.contact(group).bias :", "rows_.is_contact(group) ? 0.0 :",
     "overlap of jammed contacts is moved apart"),
)
faults(
    "src/sim/velocity/body_drift.cpp", "sim",
    ("  after.q = moved.q;\n", "", "jammed bodies are moved apart"),
    ("  v_new = v;\n", "", "jammed bodies are moved apart without speed"),
)
faults(
    "src/contact/collider.cpp", "contact sim",
    ("!side.moved[i] && !side.moved[j]", "!side.moved[i]", "contacts of what moved"),
    ("same_margin_ = margin == last_margin_;", "same_margin_ = true;", "contacts of another margin"),
)
faults(
    "src/contact/island/island_inputs.cpp", "contact sim",
    ("(rests_ && has_same_bits(guess_, kept_guess_))", "rests_", "guess of a known island"),
    ("  add(rows.v_free.segment(body.v_offset, body.dof));", "", "free velocity of a known island"),
)
faults(
    "src/contact/law_problem.cpp", "contact",
    ("relaxation_error_ = change * rows.problem.b.lpNorm<Eigen::Infinity>();", "relaxation_error_ = change;",
     "unit of the relaxation error"),
)
faults(
    "src/contact/equations/row_conditions.cpp", "contact",
    ("slip.threshold = rows.setup.stick_speed;", "slip.threshold = 0.0;",
     "stick speed under laws of the slip"),
    ("both ? contact.mu_s : contact.mu", "both ? contact.mu_k : contact.mu",
     "static friction of phantom and hybrid"),
)
faults(
    "src/contact/law_problem.cpp", "contact",
    ("normal[i] = slip.slips[static_cast<std::size_t>(i)].impulse;", "normal[i] = slip.slips[0].impulse;",
     "frozen limits of each contact"),
    ("if ((slip.slips[i].impulse > 0) == (normal > 0)) continue;",
     "if (slip.slips[i].impulse > 0 || normal == 0) continue;", "frozen limits of what opens"),
)
faults(
    "src/contact/equations/island_vectors.cpp", "contact",
    ("    start += surface_velocity;\n", "", "energy of a bounce on a belt"),
)
faults(
    "src/contact/sweep.cpp", "contact",
    ("const double turn = rotation(a) + rotation(b);", "const double turn = rotation(b);",
     "rotation of the first body in a sweep"),
    ("           .arm = piece.pose.p.norm() + core_reach(piece.shape)});\n  for",
     "           .arm = core_reach(piece.shape)});\n  for", "planar pieces beside the centre"),
    ("return std::abs(a - b) <= kSameInertia * std::max(a, b);",
     "return std::abs(a - b) <= std::max(a, b);",
     "uneven bodies that spin about a round axis"),
)
faults(
    "src/contact/collider.cpp", "contact",
    ("*model_, state, b.body, shape_b), margin, contacts);",
     "*model_, state, b.body, shape_b), 0.5 * margin, contacts);",
     "margin of the contacts of one pair"),
    ("  if (in_space(piece_a))\n    add(body_a.details->spatial_shapes[a.shape], body_b.details->spatial_shapes[b.shape]);",
     "  if (in_space(piece_a))\n    add(body_a.details->spatial_shapes[a.shape], body_b.details->spatial_shapes[0]);",
     "second shape of the contacts of one pair"),
    ("in_space ? static_cast<int>(body.details->shapes.size()) + shape : shape", "shape",
     "filters of solids behind outlines"),
)
faults(
    "src/contact/law.cpp", "contact",
    ("if (law.rho > 0) {", "if (law.rho > 1) {", "rho in the name of a law"),
    ("if (words.find(\"rho=\") != std::string_view::npos)",
     "if (words.find(\"rho =\") != std::string_view::npos)", "rho of 0 in the name of a law"),
    ("require(std::isfinite(law.rho) && law.rho >= 0, \"rho\"", "require(true, \"rho\"",
     "rho below 0"),
)
faults(
    "src/contact/law_problem.cpp", "contact",
    ("return {.directions = law.directions,\n          .rotation = facet_rotations(law, rows.slip),\n          .slip",
     "return {.directions = 4,\n          .rotation = facet_rotations(law, rows.slip),\n          .slip",
     "directions of the phantom law"),
    (".rotation = facet_rotations(law, rows.slip),\n          .slip", ".slip",
     "rotation of the phantom law"),
    ("law.rho > 0 ? std::optional(law.rho) : std::nullopt", "std::nullopt",
     "rho of the phantom law"),
)
faults(
    "src/contact/contact_rows.cpp", "contact",
    ("const int moved = a ? pair.body_b : pair.body_a;", "const int moved = pair.body_b;",
     "travel on what moves as prescribed and comes second"),
    ("const Vector3d slip = halfway + pair.surface_velocity;", "const Vector3d slip = halfway;",
     "slip on a belt"),
    ("contacts[next].pair.gap < contacts[nearest].pair.gap",
     "contacts[next].pair.gap > contacts[nearest].pair.gap",
     "plane of the nearest contact of a face"),
    ("  if (a.body_a != b.body_a || a.body_b != b.body_b) return false;\n", "",
     "friction planes of other bodies"),
    ("level(a.point_a, b.point_a) || level(a.point_b, b.point_b)", "level(a.point_a, b.point_a)",
     "friction planes on a face of the second body"),
    ("return level(a.point_a, b.point_a)", "return true || level(a.point_a, b.point_a)",
     "friction planes of stairs"),
)
faults(
    "src/contact/resistance_rows.cpp", "contact",
    (".contact = contact, .arm", ".contact = contact * 0, .arm", "contact that bears a resistance"),
    ("block(r, 2) = sign * d.z();", "block(r, 2) = -sign * d.z();",
     "sign of a rolling moment in the plane"),
    ("block.row(r).tail<3>() = sign * d.transpose();",
     "block.row(r).tail<3>() = -sign * d.transpose();",
     "sign of a rolling moment in space"),
    ("if (surface.spinning > 0 && pair.tangents == 2)", "if (surface.spinning > 0)",
     "spinning friction in the plane"),
    ("return body.is_dynamic() && !body.is_point();", "return body.is_dynamic();",
     "rolling friction of particles"),
)
faults(
    "src/contact/equations/island_equations.cpp", "contact",
    ("if (record_.kind == Record::law || record_.kind == Record::boxed) set_bounds(rows);",
     "if (record_.kind == Record::boxed) set_bounds(rows);",
     "bounds of rolling friction under laws of facets"),
    ("    if (layout_.has_slack_row(i)) record_.b()[slack] = vectors_.bias[slack];",
     "    (void)slack;",
     "bounds of rolling friction beside the cone"),
)
faults(
    "src/contact/equations/row_conditions.cpp", "contact",
    (".row = row - 1, .tangents = tangents, .mu_s",
     ".row = row - 1, .tangents = 1 + 0 * tangents, .mu_s",
     "both axes of rolling friction in space"),
)
faults(
    "src/contact/island/normal_problem.cpp", "sim",
    ("rates += equations_.record().W()(Eigen::all, limits.at) * solution.f;", "rates += 0 * equations_.record().W()(Eigen::all, limits.at) * solution.f;",
     "limits that pass on what presses"),
)
faults(
    "src/contact/island/normal_problem.cpp", "sim",
    ("is_led ? slight_compliance(rows_, equations_.layout().groups()) : 0.0;",
     "is_led ? 0.0 : 0.0;", "joints that press"),
)
faults(
    "src/contact/island/normal_problem.cpp", "contact",
    ("normals.add(layout.first_row(i), std::max(own_bias(group), 0.0));",
     "normals.add(layout.first_row(i), own_bias(group));",
     "overlap between walls is no squeeze"),
)
faults(
    "src/contact/island/island_inputs.cpp", "contact",
    ("{pair.point_a, pair.point_b, pair.normal, pair.surface_velocity, contact.last}",
     "{pair.point_a, pair.point_b, pair.normal, contact.last}", "belts of a known island"),
    ("{pair.gap, pair.curve, pair.turn, pair.lift, contact.approach, double(count)}",
     "{pair.gap, pair.turn, pair.lift, contact.approach, double(count)}", "curvature in a known island"),
    ("contact.approach, double(count)}", "double(count)}", "approach in a known island"),
    ("now_.push_back(std::bit_cast<double>(pair.key));", "", "keys of a known island"),
    ("  now_.push_back(rows.setup.takes_best);\n", "", "what a known island takes"),
    ("  now_.push_back(static_cast<double>(rows.setup.halving));\n", "",
     "halves of a known island"),
    ("if (rows.is_solved_again() || groups.empty())", "if (groups.empty())",
     "a known island that is solved again"),
    ("return !body.is_kinematic() && body.kind", "return body.kind", "movers in a known island"),
)
faults(
    "src/contact/collider.cpp", "contact",
    ("return {flat.gap, embed(flat.normal)};", "return {flat.gap, -embed(flat.normal)};",
     "normal of a distance in the plane"),
)
faults(
    "src/contact/sweep.cpp", "contact",
    ("body.is_planar() ? 0.0 : u[2]", "0.0", "third part of a velocity in a sweep"),
    ("std::isfinite(inner_radius(a)) ? inner_radius(a) : 0.0", "inner_radius(a)",
     "thickness of the ground"),
    ("return {omega, local.norm(), local.squaredNorm()};",
     "return {omega, 0.0, local.squaredNorm()};", "turn of a mover in a sweep"),
    ("closing.v.norm() + closing.turn;", "closing.speed(apart.normal);",
     "walls of a mesh that stand on its floor"),
    ("(is_clear(time) ? clear : met) = time;", "met = time;",
     "how far a sweep goes beside a face"),
    ("turn_b.growth(-apart.normal, time)", "turn_b.growth(apart.normal, time)",
     "the side to which the second body of a sweep grows"),
)
faults(
    "src/contact/turning_piece.cpp", "contact",
    ("n + time * n.cross(omega_)", "n", "the direction of a support function that turns"),
)
faults(
    "src/contact/sweep.cpp", "contact",
    ("is_round_about_z(instance.shape) && instance.pose.p.isZero(0) &&",
     "is_round_about_z(instance.shape) &&", "round pieces off the centre of their body"),
)
faults(
    "src/contact/law.cpp", "contact",
    ("error == std::errc() && end ==", "end ==", "numbers in a law's name that are too large"),
    ("error == std::errc() && end == text.data() + text.size()", "error == std::errc()",
     "words behind a number in a law's name"),
)
faults(
    "src/contact/resistance_rows.cpp", "contact",
    ("body.is_planar() && body.dof == 3", "body.is_planar()", "particles in the plane do not roll"),
    ("} else if (body.dof == 6) {", "} else {", "particles in space do not roll"),
    ("pair.rolling > 0 || pair.spinning > 0", "pair.rolling > 0", "surfaces that only spin"),
)
faults(
    "src/contact/equations/island_equations.cpp", "contact",
    ("record_.kind == Record::law || record_.kind == Record::boxed", "record_.kind == Record::law",
     "resistance without friction"),
)
faults(
    "src/contact/equations/island_blocks.cpp", "contact",
    ("[layout.first_row(i) - 1] = response[i]", "[layout.first_row(i)] = response[i]",
     "place of a slack row in blocks"),
    ("held_[first] < 0 || ", "held_[first] <= 0 || ", "added mass at an island's first body"),
    ("return sum > 0 ? sum : 1.0;", "return 1.0;", "response of a motor in blocks"),
)
faults(
    "src/contact/step_rows.cpp", "contact",
    ("  if (bodies.size() > kNamed) names", "  if (false) names", "bodies of an island that are not named"),
    ("  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());\n", "",
     "bodies of an island named twice"),
)
faults(
    "src/contact/sweep.cpp", "contact",
    ("return {omega, omega.norm(), kInfinity};", "return {omega, 1.0, kInfinity};",
     "spin of a custom body in a sweep"),
    ("moved_.time = pose_->time + time;", "moved_.time = time;", "time of a mover in a sweep"),
)
faults(
    "src/contact/law_problem.cpp", "contact",
    ("  relaxation_error_ = 0;\n", "", "relaxation error of an earlier step"),
)
faults(
    "src/contact/island/island_problem.cpp", "contact",
    ("equations_.record().kind == Record::law ? &solver_.law_problem() : nullptr;",
     "&solver_.law_problem();", "relaxation error of an earlier law"),
)
faults(
    "src/contact/island/equation_solver.cpp", "contact",
    ("  answer.effort.add(answer.solution);\n", "", "effort of solves"),
)
faults(
    "src/contact/island/island_answer.hpp", "sim",
    ("    drives += solution.drives;\n", "", "drives of the problem of an island"),
)
faults(
    "src/contact/equations/record_choice.cpp", "sim",
    ("if (options.method != lcp::Method::automatic || rows.setup.decompresses)",
     "if (rows.setup.decompresses)", "the method asked for of a large island"),
)
faults(
    "src/contact/collider.cpp", "sim",
    ("    apply_on_one_line(*model_, contacts.back());\n", "",
     "impulses of a contact along two lines"),
)
faults(
    "src/contact/mesh_sweep.cpp", "contact",
    ("inflated(box, swing(mesh, other, duration))", "box", "what turns on its way along a mesh"),
    ("  box.hi += way.cwiseMax(0);\n", "", "the way along a mesh"),
    ("return {seen.gap, -seen.normal};", "return seen;", "a mesh that is the second piece of a sweep"),
    ("frame.in(duration * (velocity(other) - velocity(mesh)))", "frame.in(duration * velocity(other))",
     "a mesh that moves on the way of a piece"),
)

faults(
    "src/contact/law.cpp", "contact",
    ("if (text[at] == ':') return !words.empty();", "if (text[at] == ':') return true;",
     "colon with nothing behind"),
)

faults(
    "src/contact/small_gaps.cpp", "contact",
    ("constexpr double kSmall = 1e-9;", "constexpr double kSmall = 1e-8;", "which gaps count as none"),
    (" || rows.compliance[row] > 0) continue;", ") continue;", "gaps of springs"),
    ("    if (rows.is_contact(g) && !rows.contact(g).surface_velocity.isZero(0)) return false;\n", "",
     "what lies on a conveyor is not at rest"),
    ("rows.bias[gap.row] = gap.bias;", "rows.bias[gap.row] = 0 * gap.bias;", "gaps come back"),
)
faults(
    "src/contact/island/island_problem.cpp", "contact",
    ("  answer_.solution = before;\n  return false;", "  return false;", "a search in vain leaves the answer before it"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("  if (is_at_rest(rows, groups)) drop_small_gaps(rows, groups);\n", "", "small gaps at rest"),
    ("  if (is_at_rest(rows, groups)) drop_small_gaps", "  drop_small_gaps", "what slides closes small gaps"),
    ("dropped = drop_small_gaps(rows, problem.groups());", "dropped;",
     "problems that are solved without small gaps"),
)
