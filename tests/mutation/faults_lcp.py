# SPDX-License-Identifier: Apache-2.0
"""Of complementarity and linear solvers."""

from fault_list import faults

faults(
    "src/lcp/pivoting/lemke.cpp", "lcp",
    ("form.direction(scale.cwiseProduct(path.ray))", "form.direction(path.ray)", "units of a ray"),
    ("scale *= size;", "", "scale of a Lemke problem"),
    ("int budget = static_cast<int>(5 * n + 100)", "int budget = static_cast<int>(n / 5)",
     "budget of a Lemke path"),
)
faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("box_map(t.f.y(), t.a.y(), t.scale, -radius, radius)", "0.0",
     "second tangent of the box law in the residual"),
    ("multiply_rows<8>(A, f, b, n - 8, a, terms);", "multiply_rows<8>(A, f, b, n - 9, a, terms);",
     "last rows of a residual"),
    ("terms[rows[e]] += std::abs(term);", "terms[rows[e]] += term;",
     "terms of a sparse residual"),
    ("if (row.rounding > Certificate::kLoosest && !is_noise) raise(row.residual, row.rounding);", "",
     "residuals that are an accident of rounding"),
    ("if (!f.allFinite() || !a.allFinite() || !b_.allFinite())", "if (!f.allFinite())",
     "a right side that is no number"),
)
faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ("-contact.mu_k * pressure * contact.direction", "-contact.mu_s * pressure * contact.direction",
     "kinetic friction of what slides"),
    ("if (bilateral[i]) raise(change, sweep_row(i, true));",
     "if (bilateral[i]) raise(change, sweep_row(i, false));", "bilateral rows pull in sweeps"),
)
faults(
    "src/lcp/pivoting/murty.cpp", "lcp",
    ("if (v > problem_.hi[i] + slack) return Side::upper;", "", "upper bounds in Murty's method"),
)
faults(
    "src/linalg/update/ldlt_update.cpp", "linalg lcp",
    ("alpha *= d_[j] / pivot;", "", "weight of a rank-one update"),
)
faults(
    "src/linalg/ldlt/refine.cpp", "linalg dynamics",
    ("kNegligible * largest[body]", "1e6 * kNegligible * largest[body]",
     "rows that hold only rounding"),
)
faults(
    "src/linalg/ldlt/residual.cpp", "linalg dynamics",
    ("residual_[row + i] += residual_[part + i];", "", "rows that chunks share"),
)
faults(
    "src/linalg/lu/block_lu.cpp", "linalg lcp",
    ("subtract_block(forth + r * s, offset_[b], offset_[a], s, r);",
     "subtract_block(forth, offset_[b], offset_[a], s, r);", "residual of an unsymmetric matrix"),
)
faults(
    "src/lcp/cone/fallback_chain.cpp", "lcp sim",
    ("if (next == Next::path_from_guess) run_short_path(search, *options.warm, kBesideBudget);", "",
     "robots start from their guess"),
)
faults(
    "src/lcp/cone/jammed.cpp", "lcp sim",
    ("draft = sweep_and_follow(search, options);", "sweep_and_step(search, options);",
     "sweeps of heaps of balls"),
    ("if (goes_on_from_guess(search, options))", "if (false)", "few factorisations go on from the guess"),
)
faults(
    "src/lcp/cone/search.cpp", "lcp",
    ("limits ? limits->aim : Options().aim", "Options().aim", "the aim of a search"),
)
faults(
    "src/lcp/friction/polyhedral.cpp", "lcp",
    ("-contact.mu_k * contact.direction[k]);", "contact.mu_k * contact.direction[k]);",
     "dynamic friction of polygons is against the slip"),
)
faults(
    "src/linalg/lu/factor.cpp", "linalg",
    ("update_from({p, p + supernode_[p]}, block.entry);", "static_cast<void>(p);",
     "what subtrees take off the columns above"),
    ("own.add_growth(L[q], U[q], growth", "own.add_growth(L[0], U[0], growth",
     "growth by all columns of a supernode"),
    ("if (p > columns.first) update_from", "if (p > columns.last) update_from",
     "columns of a supernode take off what those before have"),
)
faults(
    "src/linalg/lu/supernodes.cpp", "linalg",
    ("symbolic.size[p] == symbolic.size[p + 1]", "symbolic.size[p] > 0",
     "columns of a supernode have one size"),
    ("if (is_last[p] || wide", "if (wide", "supernodes end with a subtree"),
)
faults(
    "src/linalg/kernels/block_kernels.cpp", "linalg",
    ("for (int q = 0; q < m; ++q)", "for (int q = 0; q < 1; ++q)",
     "updates by all blocks of a supernode, of other sizes"),
)
faults(
    "src/linalg/kernels/block_column.hpp", "linalg",
    ("for (int q = 0; q < m; ++q)", "for (int q = 0; q < 1; ++q)",
     "updates by all blocks of a supernode"),
)
faults(
    "src/lcp/cone/search.hpp", "lcp",
    ("best_residual_ <= budget_.near_residual ? budget_.most_near : budget_.most", "budget_.most",
     "factorisations of a search that is near"),
)
faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("const double mu = contact.sliding ? contact.mu_k : contact.mu_s;", "const double mu = contact.mu_s;",
     "excess of friction of what slides"),
)
faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ("if (problem.law == FrictionLaw::box)", "if (problem.law == FrictionLaw::opposing)", "box law in sweeps"),
)
faults(
    "src/lcp/pivoting/dantzig/boxed.cpp", "lcp",
    ("direction(i, a_[i] > 0 ? -1.0 : 1.0);", "direction(i, a_[i] > 0 ? 1.0 : -1.0);",
     "side of a proof that bilateral rows contradict each other"),
)
faults(
    "src/linalg/refinement.hpp", "linalg",
    ("      x = best;\n", "", "solution before a refinement that led away"),
)
faults(
    "src/linalg/lu/factor.cpp", "linalg",
    ("    for (int k = 0; k < s; ++k) std::swap(place[k], place[exchange_[symbolic_.row[p] + k]]);\n", "",
     "names of dependent rows behind exchanges"),
)
faults(
    "src/lcp/pivoting/active_set.cpp", "lcp",
    ("if (direction[i] > reach.tiny && std::isfinite(problem.hi[i])) return false;", "",
     "proofs that push against an upper bound"),
    ("const double bound = reach.force[i] > 0 ? problem.hi[i] : problem.lo[i];",
     "const double bound = reach.force[i] > 0 ? problem.lo[i] : problem.hi[i];",
     "bound that helps a row most"),
    ("return force[contact.row] - contact.mu_k * along;",
     "return force[contact.row] + contact.mu_k * along;", "proofs beside what slides"),
    ("(problem.law == FrictionLaw::box ? sum : norm)", "(problem.law == FrictionLaw::opposing ? sum : norm)", "proofs under the box law"),
    ("if (k > 0 && std::abs(direction[contact.row + k]) > reach.tiny) return false;", "",
     "proofs by a slip"),
)
faults(
    "src/lcp/friction/phantom.cpp", "lcp",
    ("rotation_of({options.directions, options.rotation}, i)",
     "rotation_of({options.directions, options.rotation}, 0 * i)", "directions of each phantom contact"),
)
faults(
    "src/lcp/friction/relaxed.cpp", "lcp",
    ("rotation_of(options, i)", "rotation_of(options, 0)", "directions of each relaxed contact"),
)
faults(
    "src/lcp/friction/polyhedral.cpp", "lcp",
    ("rotation_of(options, i)", "rotation_of(options, 0)", "directions of each polygon"),
)
faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ("problem.A.diagonal().segment(t, k).maxCoeff()", "problem.A.diagonal().segment(t, k).minCoeff()",
     "scale of tangents in sweeps"),
    ("if (options.warm.empty()) return VectorXd::Zero(n);\n", "return VectorXd::Zero(n);\n",
     "guess of sweeps"),
)
faults(
    "src/lcp/problem/global_certificate.cpp", "lcp",
    ("RowJudge judge(b, terms, problem.noise, ", "static const VectorXd none;\n  RowJudge judge(b, terms, none, ",
     "noise of a global problem"),
)
faults(
    "src/lcp/problem/global_islands.cpp", "lcp",
    ("if (problem.noise.size() > 0) own.noise = problem.noise(islands[k].rows);", "",
     "noise of islands"),
)
faults(
    "src/lcp/problem/problem.cpp", "lcp",
    ("  require_size(\"lo\", problem.lo.size(), problem.size());\n", "", "size of lower bounds"),
    ("  require_size(\"hi\", problem.hi.size(), problem.size());\n", "", "size of upper bounds"),
    ("if (lo < kInfinity && hi > -kInfinity && lo <= hi) continue;", "if (lo <= hi) continue;",
     "bounds that leave no force"),
    ("require(lo <= hi, indexed(\"lo\", i)", "require(true, indexed(\"lo\", i)",
     "bounds out of order"),
    ("contact.row >= 0 && contact.row < rows", "contact.row < rows", "contacts before the first row"),
    ("contact.row < rows - contact.tangents, i", "contact.row < rows, i",
     "contacts that end outside of the problem"),
    ("contact.tangents >= 0 && contact.tangents <= 2", "contact.tangents >= 0", "three tangents"),
    ("contact.mu_k >= 0 && contact.mu_k < kInfinity", "contact.mu_k < kInfinity",
     "friction below 0"),
    ("contact.mu_s >= contact.mu_k && contact.mu_s < kInfinity", "contact.mu_s >= contact.mu_k",
     "friction without end"),
    ("check(std::abs(length - 1) < 1e-9", "check(std::abs(length - 1) < 1e-3",
     "length of a sliding direction"),
    ("contact.tangents == 2 ? contact.direction.norm() : std::abs(contact.direction.x())",
     "contact.direction.norm()", "sliding direction in the plane"),
)
faults(
    "src/lcp/problem/block_problem.cpp", "lcp",
    ("  require(problem.values_are_finite(), \"K and J\", \"finite\", \"NaN or infinity\");\n", "",
     "blocks that are no numbers"),
    ("  if (problem.noise.size() > 0) check_entries(\"noise\", problem.noise, problem.size());\n",
     "",
     "noise of blocks that is no number"),
    ("require(group.rows == 1 || is_contact[static_cast<std::size_t>(group.row)], \"groups\"",
     "require(group.rows > 0, \"groups\"", "groups that are no contacts"),
)
faults(
    "src/lcp/problem/global_problem.cpp", "lcp",
    ("      require(entry > 0, \"M\", \"positive on the diagonal\", entry);", "      (void)entry;",
     "bodies with mass below 0"),
    ("  check_size(\"noise.size()\", problem.noise.size(), m);\n", "", "size of global noise"),
)
faults(
    "src/lcp/friction/anderson.cpp", "lcp",
    ("if (grew) return s + 0.5 * step;", "if (grew) return image;", "half steps of secants"),
    ("  if (grew) steps_.clear(), images_.clear();\n", "", "secants from before a step that grew"),
    ("return image - images * secants", "return image - secants * secants", "images of secants"),
)
faults(
    "src/lcp/friction/discretised.cpp", "lcp",
    ("lo <= hi && lo < kInfinity", "lo <= hi", "lower bound of +inf of a row of no contact"),
    ("require(hi > -kInfinity, \"hi\"", "require(true, \"hi\"",
     "upper bound of -inf of a row of no contact"),
)
faults(
    "src/lcp/friction/facets.cpp", "lcp",
    ("  require(options.rotation.allFinite(), \"options.rotation\", \"finite\", \"NaN or infinity\");\n", "",
     "rotations that are no numbers"),
)
faults(
    "src/lcp/friction/slip_frames.cpp", "lcp",
    ("require(std::isfinite(slip.impulse), name", "require(true, name",
     "last impulses that are no numbers"),
)
faults(
    "src/lcp/friction/relaxed.cpp", "lcp",
    ("require(passes >= 1, \"passes\"", "require(passes >= 0, \"passes\"", "no pass at all"),
)
faults(
    "src/lcp/friction/polyhedral.cpp", "lcp",
    ("require(corners.size() == problem.contacts.size(), \"corners.size()\"",
     "require(true, \"corners.size()\"", "corners of each contact"),
)
faults(
    "src/linalg/lu/block_lu.cpp", "linalg",
    ("raise(error, std::abs(residual_[i]) / std::max(magnitude_[i], floor));",
     "error = std::max(error, std::abs(residual_[i]) / std::max(magnitude_[i], floor));",
     "an answer that is not a number"),
)
faults(
    "src/lcp/solve_global.cpp", "lcp",
    ("solution.pivots += part.pivots;", "solution.pivots = part.pivots;", "pivots of all islands"),
    ("if (part.factorisations <= hardest) continue;", "", "factorisations of the hardest island"),
)
faults(
    "src/lcp/problem/problem.cpp", "lcp",
    ("contact.row < rows - contact.tangents, i", "contact.row <= rows - contact.tangents, i",
     "the last row of a contact"),
)
faults(
    "src/lcp/friction/relaxed.cpp", "lcp",
    ("    warm.guess_residual.reset();  // the last answer is within any bound but is not the answer\n", "",
     "passes that take the last answer for their own"),
)
faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ("      if (!(problem.A(i, i) > 0)) continue;\n", "", "rows that their own force does not move"),
)
faults(
    "src/lcp/convex/qp.cpp", "lcp",
    ("return bounds > 0 ? ((s_ * z_).sum() + (t_ * y_).sum()) / bounds : 0.0;",
     "return ((s_ * z_).sum() + (t_ * y_).sum()) / bounds;", "interior points of rows without a bound"),
    ("solution.pivots < limit &&", "solution.pivots <= limit &&", "limit of interior point iterations"),
)
faults(
    "src/lcp/pivoting/active_set.cpp", "lcp",
    ("problem.A(i, i) > 0 ? motion / problem.A(i, i) : motion", "motion",
     "rounding of a force in the unit of its row"),
    ("f[i] < problem.lo[i] - slack)", "f[i] < problem.lo[i] + slack)", "rounding at a lower bound"),
    ("k < contact.tangents; ++k) {\n    const double f", "k <= contact.tangents; ++k) {\n    const double f",
     "friction of a contact in the plane in proofs"),
    ("  qr.setThreshold(linalg::kRankCut);\n  const MatrixXd block", "  const MatrixXd block",
     "rank of rows that are fitted"),
)
faults(
    "src/lcp/pivoting/block_pivoting.cpp", "lcp",
    ("  clip(problem, solution.f);\n", "", "forces of block pivoting inside of their bounds"),
)
faults(
    "src/lcp/pivoting/boxed_fallbacks.cpp", "lcp",
    ("    solution.terms = attempt.terms;\n", "", "terms of a fallback chain's answer"),
    ("  if (!(certificate.residual <= kWithoutForces)) return true;\n", "", "a method that diverges"),
    ("return response >= 0 && load + 0.5 * response > 0;", "return false;", "forces that add energy"),
)
faults(
    "src/lcp/pivoting/dantzig/dantzig.cpp", "lcp",
    ("  solution.drives += driven.drives;\n", "", "perturbed drives are counted"),
)
faults(
    "src/lcp/pivoting/dantzig/friction.cpp", "lcp",
    ("df_[i] = a_[i] > 0 ? -1.0 : 1.0;", "df_[i] = -1.0;", "side of a proof from bilateral rows"),
)
faults(
    "src/lcp/friction/lemke_contact.cpp", "lcp",
    ("if (try_facets(problem, options, rotation, solution)) return;",
     "(void)try_facets(problem, options, rotation, solution);", "exact facets are solved once"),
)
faults(
    "src/lcp/friction/phantom.cpp", "lcp",
    ("  if (!automatic || solution.status == Status::solved) return;\n", "",
     "polygons behind a method that was asked for"),
)
faults(
    "src/lcp/fallback_chain.cpp", "lcp",
    ("problem.law == FrictionLaw::coulomb && std::ranges", "std::ranges",
     "stages of the circular cone under other laws"),
)
faults(
    "src/lcp/cone/contact.hpp", "lcp",
    ("return has(1) && has(2);", "return has(2);", "robots are told by their motors"),
)
faults(
    "src/lcp/problem/block_response.cpp", "lcp",
    ("alone = alone && !coupled[part.node];", "alone = alone || !coupled[part.node];",
     "diagonal of W at coupled bodies"),
)
faults(
    "src/lcp/problem/problem.cpp", "lcp",
    ("contact.tangents >= 0 && contact.tangents <= 2", "contact.tangents <= 2",
     "contacts of fewer than no tangents"),
)
faults(
    "src/linalg/kernels/block_lu_kernels.cpp", "linalg",
    ("if (size < pivots.smallest * growth) pivots.smallest", "pivots.smallest", "the smallest pivot of a node"),
    ("  pivots.smallest = 0.0;\n", "", "pivots of empty rows"),
)
faults(
    "bench/baraff/block_dense.cpp", "bench",
    ("graph.sizes[n], graph.sizes[n]) = -K.diagonal(n);", "graph.sizes[n], graph.sizes[n]).setZero();",
     "compliance of constraints in the dense reference"),
)
faults(
    "src/lcp/pivoting/standard_form.cpp", "lcp",
    ("  for (const Index i : fixed_) set[i] = Side::lower;\n", "", "fixed rows beside nearly dependent ones"),
)
faults(
    "src/lcp/problem/units.cpp", "lcp",
    ("scaled_bounds(problem.hi, -units.f()),\n          scaled(problem.noise, -units.b)};",
     "scaled_bounds(problem.hi, -units.f()),\n          problem.noise};", "units of the noise of boxed problems"),
)
faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("law == FrictionLaw::box ? f.cwiseAbs().maxCoeff() : f.norm();", "f.norm();",
     "excess of friction of a box"),
)
faults(
    "src/linalg/graph/leaves_first.cpp", "linalg",
    ("is_short(parent, -1) + is_short(parent, node);", "0 * is_short(parent, -1) + is_short(parent, node);",
     "root of a tree with constraints that nothing carries"),
)
faults(
    "src/lcp/cone/natural_map.cpp", "lcp",
    ("drop_noise(cone, batch, 1, 2, friction);", "drop_noise(cone, batch, 1, 1, friction);",
     "noise of the second tangent of contacts judged together"),
    ("return worse / grant;", "return worse;", "rounding of a contact's load"),
    ("grant = linalg::larger(load, grant);", "", "rounding of the loads of contacts judged together"),
)
faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("t.scale = std::max(t.scale, scale[row]);", "t.scale = scale[row];", "scale of two tangents"),
)
faults(
    "src/lcp/problem/global_certificate.cpp", "lcp",
    ("inverse.absolute_times(size * r.cwiseAbs())", "inverse.times(size * r.cwiseAbs())",
     "terms of a motion in the global form"),
)
faults(
    "src/lcp/problem/block_response.cpp", "lcp",
    ("VectorXd load = problem_.compliance.cwiseProduct(size);", "VectorXd load = VectorXd::Zero(size.size());",
     "terms of compliance in blocks"),
)
faults(
    "src/lcp/cone/fixed_point.cpp", "lcp",
    ("solution.ray = cone_.force_scale.cwiseProduct(w_.pass.ray);", "solution.ray = w_.pass.ray;",
     "units of a proof of infeasibility"),
)
faults(
    "src/lcp/problem/global_blocks.cpp", "lcp",
    ("global.w = problem.b - global.H.transpose() * v;",
     "global.w = problem.b + global.H.transpose() * v;", "motion of a problem made global"),
)
faults(
    "src/lcp/cone/pivoting_path.cpp", "lcp",
    ("sign = inward(event.block, from) > 0 ? 1 : -1;", "sign = inward(event.block, from) > 0 ? -1 : -1;",
     "paths of pivots that turn back"),
    ("block.direction[k - 1] : -side(piece));", "block.direction[k - 1] : side(piece));",
     "which way a contact of a path of pivots slides"),
    ("std::ranges::any_of(cone.blocks, slips) &&", "", "paths of pivots where no contact slips"),
)
faults(
    "src/lcp/cone/updated_system.cpp", "lcp",
    ("dA * base_.segment(row, size) -", "", "what a changed block makes of the solution before it"),
    ("if (used_ + rows.rows > kMostColumns) return false;", "if (used_ > 0) return false;",
     "systems that are updated instead of factored"),
)
faults(
    "src/lcp/solve.cpp", "lcp",
    ("scaled(to_vector(own.warm), -units.f())", "scaled(to_vector(own.warm), units.f())",
     "units of a guess"),
)
faults(
    "src/lcp/friction/polyhedral.cpp", "lcp",
    ("    beta[against] = std::max(beta[against], std::numeric_limits<double>::min());",
     "", "the set of an open contact that slips"),
)
faults(
    "src/lcp/cone/fixed_point.cpp", "lcp",
    ("start < kStarts && solution", "start < 1 && solution", "starts of the fixed point"),
    ("limit = damped ? limit + share_ * (now - limit) : now;",
     "limit = damped && false ? limit + share_ * (now - limit) : now;",
     "friction limits that go in circles"),
)
faults(
    "src/linalg/lu/block_lu.cpp", "linalg",
    ("kNegligible * magnitude_.maxCoeff()",
     "0.0 * magnitude_.maxCoeff()", "rows of rounding in an LU residual"),
)
faults(
    "src/linalg/ldlt/refine.cpp", "linalg",
    ("largest[0] = std::max(largest[0], largest_rate());", "", "rates that are held still"),
)
faults(
    "src/lcp/problem/contact_islands.cpp", "lcp",
    ("own.back().row = place[contact.row];", "", "rows of the contacts of an island"),
    ("k <= contact.tangents; ++k", "k < contact.tangents; ++k", "rows of a contact that A does not couple"),
    ("part.status == Status::ray && whole.status == Status::solved", "part.status == Status::ray",
     "one ray of several islands"),
    ("rank(part.status) > rank(whole.status)", "rank(part.status) < rank(whole.status)", "status of the whole"),
    ("if (part.residual < whole.residual) return;", "", "worst residual of the islands"),
)
