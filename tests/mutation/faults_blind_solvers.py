# SPDX-License-Identifier: Apache-2.0
"""Of solvers and factorisations, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ('std::max(0.0, -excess)',
     'std::max(0.0, excess)',
     'residual checker, opposing friction in space: slip with friction below its bound'
     ' -> certified as solved'),
)

faults(
    "src/lcp/problem/global_problem.cpp", "lcp",
    ('const Eigen::FullPivLU<MatrixXd> mass(M);',
     'const Eigen::FullPivLU<MatrixXd> mass(M.transpose());',
     'condensing global problems: unsymmetric mass block (implicit gyroscopic terms) -'
     '> A and b of its transpose'),
)

faults(
    "src/lcp/problem/block_response.cpp", "lcp",
    ('  W.diagonal() += problem_.compliance;\n',
     '',
     'dense matrix of a block problem with compliance -> lacks the compliance of its rows'),
)

faults(
    "src/lcp/problem/problem.cpp", "lcp",
    ('for (Eigen::Index row = contact.row; row < end; ++row) {',
     'for (Eigen::Index row = contact.row + 1; row < end; ++row) {',
     'validation: two contacts claim the same normal row -> not refused'),
)

faults(
    "src/lcp/fallback_chain.cpp", "lcp",
    ('  solution.residual = std::numeric_limits<double>::infinity();\n',
     '',
     'chain of methods: no stage solves the problem -> f = 0 with residual 0 instead o'
     'f the best point and its residual'),
)

faults(
    "src/lcp/pivoting/active_set.cpp", "lcp",
    ('return force[contact.row] - contact.mu_k * along;',
     'return force[contact.row] + contact.mu_k * along;',
     'proof that there is no solution with a sliding contact: friction along the slip '
     'counted with the wrong sign'),
)

faults(
    "src/lcp/pivoting/lemke.cpp", "lcp",
    ('form.direction(scale.cwiseProduct(path.ray)).normalized()',
     'form.direction(path.ray).normalized()',
     "Lemke's ray: rows of different scale -> the ray handed out is that of the scaled"
     ' problem, no ray of the asked one'),
)

faults(
    "src/lcp/pivoting/keller/keller.cpp", "lcp",
    ('const double bound = view_.b[i] < 0 ? view_.hi[i] : view_.lo[i];',
     'const double bound = view_.b[i] < 0 ? view_.lo[i] : view_.hi[i];',
     'boxed problem with a row of zeros (a motor between fixed bodies): force goes to '
     'the bound that does not push on'),
)

faults(
    "src/lcp/pivoting/dantzig/friction.cpp", "lcp",
    ('patch.mu = mu * scale_[contact.row] / scale_[patch.row];',
     'patch.mu = mu * scale_[patch.row] / scale_[contact.row];',
     "Dantzig's friction in scaled units: rows of normal and tangent of different scal"
     'e -> wrong coefficient of friction'),
)

faults(
    "src/lcp/pivoting/block_pivoting.cpp", "lcp",
    ('if (tries_ == 0) return 1;',
     'if (tries_ == 0) return wrong;',
     'block pivoting: a set returns -> no single exchanges, it cycles up to its limit '
     'on solvable problems'),
)

faults(
    "src/lcp/friction/relaxed.cpp", "lcp",
    ('rows.mean() - rows.minCoeff();',
     'rows.maxCoeff() - rows.minCoeff();',
     'passes back to the exact law from the relaxed one in space: shift mu |slip| twic'
     'e as large -> bodies that slide lift off'),
)

faults(
    "src/lcp/friction/slip_frames.cpp", "lcp",
    ('frame.axes << x, -y, y, x;',
     'frame.axes << x, y, -y, x;',
     'phantom and hybrid friction in space: oblique slip -> friction in a frame turned'
     ' the other way, not against the slip'),
)

faults(
    "src/lcp/convex/pgs.cpp", "lcp",
    ('next *= limit / next.norm();',
     'next = next.cwiseMax(-limit).cwiseMin(limit);',
     'projected Gauss-Seidel with the exact cone in space: oblique slip -> friction in'
     ' a square, up to 1.4 mu f_n'),
)

faults(
    "src/lcp/cone/natural_map.cpp", "lcp",
    ('  friction *= scale;\n',
     '',
     'batched residual of cones (many contacts): friction is off by a force -> measure'
     'd in N s not m/s, solved said too early or late'),
)

faults(
    "src/lcp/cone/fischer_burmeister.cpp", "lcp",
    ('    y[0] += slip;\n',
     '',
     'Fischer-Burmeister map of Coulomb friction: sliding contact -> solution of the a'
     'ssociated law, bodies that slide lift'),
)

faults(
    "src/lcp/cone/fixed_point.cpp", "lcp",
    ('solution.ray = cone_.force_scale.cwiseProduct(w_.pass.ray);',
     'solution.ray = w_.pass.ray;',
     'fixed point: infeasible scaled problem -> ray in units of the scaled rows, which'
     ' proves nothing for the asked one'),
)

faults(
    "src/lcp/cone/operator/cone_problem.cpp", "lcp",
    ('count += modified.norm() < kSmall && rows_of(block, r).norm() < kSmall;',
     'count += modified.norm() < kSmall || rows_of(block, r).norm() < kSmall;',
     'count of degenerate contacts: contact that sticks or is open -> counted as degenerate'),
)

faults(
    "src/lcp/cone/operator/bodies.cpp", "lcp",
    ('columns_.compliance.cwiseProduct(D.cwiseAbs2())',
     'columns_.compliance.cwiseProduct(D)',
     'scaling of a body operator with compliant rows: compliance scaled once instead o'
     'f from both sides'),
)

faults(
    "src/lcp/cone/interior_point.cpp", "lcp",
    ('rhs_[block.row + k] = -r_[block.row + k] - block.mu * r_[block.row] * block.direction[k - 1];',
     'rhs_[block.row + k] = -r_[block.row + k] + block.mu * r_[block.row] * block.direction[k - 1];',
     'interior point with contacts of prescribed slip: friction is driven along the sl'
     'ip, not against it'),
)

faults(
    "src/lcp/cone/stages.cpp", "lcp",
    ('report.factorisations += search.factorisations();\n  if (search',
     'report.factorisations = search.factorisations();\n  if (search',
     "effort of the cone's chain: several searches in one solve -> factorisations of t"
     'he last alone reported'),
)

faults(
    "src/lcp/cone/search.cpp", "lcp",
    ('aim_((limits ? limits->aim : Options().aim) * Certificate::kTightest),',
     'aim_(Options().aim * Certificate::kTightest),',
     'Options::aim for the cone: a smaller or larger aim is asked -> searches end at t'
     'he default one'),
)

faults(
    "src/linalg/ldlt/factor.cpp", "linalg",
    ('      --expected;\n',
     '',
     'inertia of a factor: pivots of the wrong sign -> counted on both sides, positive'
     ' + negative exceed the size'),
)

faults(
    "src/linalg/ldlt/refine.cpp", "linalg",
    ('return next > error || std::isnan(next) ? next : error;',
     'return next > error ? next : error;',
     'backward error: residual of some rows is NaN -> reported as small as that of the others'),
)

faults(
    "src/linalg/ldlt/terms.cpp", "linalg",
    ('add_term(A[i + k * r] * rows.x[i], columns.out[k], columns.size[k]);',
     'add_term(A[i + k * r] * columns.x[k], columns.out[k], columns.size[k]);',
     'residual of block systems with blocks of unusual size: transposed coupling multi'
     'plies the wrong part of x'),
)

faults(
    "src/linalg/refinement.hpp", "linalg",
    ('      x = best;\n',
     '',
     'iterative refinement: a step makes the error worse -> the worse x is left beside'
     " the better one's error"),
)

faults(
    "src/linalg/lu/factor.cpp", "linalg",
    ('dependent_.push_back(offset_[symbolic_.order[p]] + place[k]);',
     'dependent_.push_back(offset_[symbolic_.order[p]] + k);',
     'dependent rows of an LU with exchanges inside a block -> another row of the block is named'),
)

faults(
    "src/linalg/graph/pair_blocks.cpp", "linalg",
    ('for (Index r = 0; first == second && r < rows(first); ++r)',
     'for (Index r = 0; first == second && r < std::min<Index>(1, rows(first)); ++r)',
     'diagonal added to pair blocks: blocks of several rows -> the first row of each alone gets it'),
)

faults(
    "src/linalg/graph/block_graph.cpp", "linalg",
    ('if (a >= 0 && b >= 0 && a < n && b < n && a != b) return;',
     'if (a >= 0 && b >= 0 && a < n && b < n) return;',
     'validation of graphs: edge from a node to itself -> accepted'),
)

faults(
    "src/linalg/update/ldlt_update.cpp", "linalg",
    ('for (Eigen::Index i = q; i < size(); ++i) position_[indices_[i]] = i;',
     'for (Eigen::Index i = q + 1; i < size(); ++i) position_[indices_[i]] = i;',
     'updated LDLT: remove one row, then the one that was behind it -> its position is'
     ' stale, another is removed'),
)
