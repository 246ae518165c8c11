# SPDX-License-Identifier: Apache-2.0
"""Of problems, factorisations and shapes, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("const double slack = std::min(speed, std::max(0.0, -excess));",
     "const double slack = std::min(speed, std::max(0.0, excess));",
     "friction of the opposing law is judged to have its full strength where there is slip"),
)

faults(
    "src/lcp/problem/global_certificate.cpp", "lcp",
    ("const VectorXd b = H.transpose() * inverse.times(problem.f) + problem.w;",
     "const VectorXd b = H.transpose() * inverse.times(problem.f);",
     "prescribed motion is part of the unit in which a global problem is judged"),
)

faults(
    "src/lcp/problem/contact_islands.cpp", "lcp",
    ("if (part.residual < whole.residual) return;",
     "if (part.residual > whole.residual) return;",
     "merged islands report the residual of the worst of them"),
)

faults(
    "src/lcp/problem/problem.cpp", "lcp",
    ("contact.row < rows - contact.tangents, i,",
     "contact.row <= rows - contact.tangents, i,",
     "a contact whose last tangent is past the end of the problem is refused"),
)

faults(
    "src/lcp/problem/global_problem.cpp", "lcp",
    ("dense.A(columns.columns, columns.columns) += columns.H.transpose() * mass.solve(columns.H);",
     "dense.A(columns.columns, columns.columns) +=\n"
     "      MatrixXd(columns.H.transpose() * mass.solve(columns.H)).transpose();",
     "condensed W of an unsymmetric mass matrix is not transposed"),
)

faults(
    "src/lcp/friction/polyhedral.cpp", "lcp",
    ("-contact.mu_k * contact.direction[k]);",
     "-contact.mu_s * contact.direction[k]);",
     "dynamic friction of polygons has the kinetic coefficient"),
)

faults(
    "src/lcp/friction/phantom.cpp", "lcp",
    ("facets.mu[j % half];",
     "facets.mu[j / 2];",
     "phantom friction: both senses of a direction have the coefficient of that direction"),
)

faults(
    "src/lcp/friction/relaxed.cpp", "lcp",
    ("        shift[at] - shift_[at];",
     "        shift[at];",
     "relaxed law: the shift of the last pass is taken back before the next one"),
)

faults(
    "src/lcp/friction/slip_frames.cpp", "lcp",
    ("frame.axes << x, -y, y, x;",
     "frame.axes << x, y, -y, x;",
     "the rotated tangent frame of a sliding contact lies along its slip"),
)

faults(
    "src/lcp/pivoting/active_set.cpp", "lcp",
    ("if (contact.sliding) return force[contact.row] - contact.mu_k * along;",
     "if (contact.sliding) return force[contact.row] + contact.mu_k * along;",
     "proof of infeasibility: dynamic friction acts against the slip"),
)

faults(
    "src/lcp/pivoting/standard_form.cpp", "lcp",
    ("eliminate(problem.A, problem.b + problem.A * offset_);",
     "eliminate(problem.A, problem.b);",
     "standard form: bounds other than 0 are moved into q"),
)

faults(
    "src/lcp/pivoting/keller/keller.cpp", "lcp",
    ("const double bound = view_.b[i] < 0 ? view_.hi[i] : view_.lo[i];",
     "const double bound = view_.b[i] < 0 ? view_.lo[i] : view_.hi[i];",
     "Keller: a row that no force moves goes to the bound that the sign of b asks for"),
)

faults(
    "src/lcp/pivoting/dantzig/boxed.cpp", "lcp",
    ("direction(i, a_[i] > 0 ? -1.0 : 1.0);",
     "direction(i, a_[i] > 0 ? 1.0 : -1.0);",
     "Dantzig: the certificate of contradictory bilateral rows points against their motion"),
)

faults(
    "src/lcp/pivoting/dantzig/sets.cpp", "lcp",
    ("if (patch.set != Set::slip && patch.set != Set::sliding) continue;",
     "if (patch.set != Set::slip) continue;",
     "Baraff: dynamic friction is merged into the column of its normal"),
)

faults(
    "src/lcp/cone/operator/bodies.cpp", "lcp",
    ("columns_.compliance = columns_.compliance.cwiseProduct(D.cwiseAbs2());",
     "columns_.compliance = columns_.compliance.cwiseProduct(D);",
     "cone in the velocities of bodies: compliance is scaled on both sides"),
)

faults(
    "src/lcp/solve_global.cpp", "lcp",
    ("    workspace.warm.clear();\n", "", "the guess of a global island starts without that of the island before"),
)

faults(
    "src/linalg/update/inverse_cholesky.cpp", "linalg",
    ("Index first = first_[i + 1] > position ? first_[i + 1] - 1 : first_[i + 1];",
     "Index first = first_[i + 1];",
     "inverse Cholesky: the first entry of a row moves with the column that leaves before it"),
)

faults(
    "src/linalg/ldlt/refine.cpp", "linalg",
    ("{body ? 0.0 : rounding, kNegligible * largest[body]}, error);",
     "{rounding, kNegligible * largest[body]}, error);",
     "backward error: rounding of constraint rows excuses no body rows"),
)

faults(
    "src/linalg/ldlt/factor.cpp", "linalg",
    ("++(rule.sign > 0 ? report.negative : report.positive);",
     "++(rule.sign > 0 ? report.positive : report.negative);",
     "signature of an indefinite factor counts reversed pivots by their own sign"),
)

faults(
    "src/linalg/ldlt/gram.cpp", "linalg",
    ("    block.noalias() +=\n"
     "        H.middleRows(other, length)",
     "    block.noalias() =\n"
     "        H.middleRows(other, length)",
     "W of two groups sums over all runs that their paths share"),
)

faults(
    "src/linalg/graph/pair_blocks.cpp", "linalg",
    ("+= d[start[first] + r];", "+= d[r];", "a diagonal is added to the rows it belongs to in blocks of pairs"),
)

faults(
    "bench/baraff/block_auxiliary.cpp", "bench",
    ("  primary_ = &primary;\n"
     "  rows_.clear();\n",
     "  primary_ = &primary;\n",
     "auxiliary constraints of the last start are forgotten"),
)

faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("edge_feature(edge, face.face, count - 1 - k);",
     "edge_feature(edge, face.face, k);",
     "features of a face contact survive that the other shape becomes the reference"),
)

faults(
    "src/geometry/planar/ellipse_distance.cpp", "geometry",
    ("const Eigen::Vector2d major = axes.a >= axes.b ? axes.x : left_of(axes.x);",
     "const Eigen::Vector2d major = axes.a <= axes.b ? axes.x : left_of(axes.x);",
     "largest support of an ellipse on an arc is at its major axis (depth of overlapping ellipses)"),
)

faults(
    "src/geometry/planar/extent.cpp", "geometry",
    ("return std::min(ellipse.a, ellipse.b);",
     "return std::max(ellipse.a, ellipse.b);",
     "a thin ellipse is as thick as its shorter axis (tunnelling)"),
)

faults(
    "src/geometry/planar/shape.cpp", "geometry",
    ("if (turn > 3 * std::numbers::pi) {",
     "if (turn > 5 * std::numbers::pi) {",
     "a polygon that winds around twice is refused"),
)

faults(
    "src/geometry/planar/broad_phase.cpp", "geometry",
    ("std::hypot(ellipse.a * frame.x.y(), ellipse.b * frame.x.x())};",
     "std::hypot(ellipse.a * frame.x.x(), ellipse.b * frame.x.y())};",
     "the box around a turned ellipse has its own height"),
)

faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("  if (axes.determinant() < 0) axes.col(2) *= -1;\n", "", "principal axes are right-handed"),
)

faults(
    "src/geometry/spatial/shapes/polyhedron.cpp", "geometry",
    ("second -= body.volume * shift * shift.transpose();",
     "second += body.volume * shift * shift.transpose();",
     "inertia of a polyhedron is about its centre of mass"),
)

faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    ("      if (side.neighbour < 0) add(to, from);\n",
     "",
     "corners at the border of a mesh know both of their border edges"),
)

faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry",
    ("if (lo > 0 || hi < 0) return false;",
     "if (lo >= 0 || hi <= 0) return false;",
     "a ray along an axis meets boxes in whose side it runs"),
)

faults(
    "src/geometry/spatial/manifold/face_contact.cpp", "geometry",
    ("if (t >= 0 && t <= 1 && u >= 0 && u <= 1) add(",
     "if (t >= 0 && t <= 1 && u >= 0) add(",
     "crossings of sides beyond the end of a side of the face are no contacts"),
)

faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ("std::clamp((u.dot(r) * vv - v.dot(r) * uv) / det, -1.0, 1.0) * u;",
     "std::clamp((u.dot(r) * vv + v.dot(r) * uv) / det, -1.0, 1.0) * u;",
     "contact of two edges that cross at an oblique angle is where they cross"),
)

faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("if (distance - radius > margin_ || distance < -radius) return;",
     "if (distance - radius > margin_) return;",
     "a ball wholly behind the surface of a mesh does not touch it"),
)
