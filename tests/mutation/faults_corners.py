# SPDX-License-Identifier: Apache-2.0
"""Of boxes and polygons of friction, and of the relaxed law of large islands."""

from fault_list import faults

faults(
    "src/lcp/problem/friction_polygon.cpp", "lcp",
    ("/ sector) + 0.5);", "/ sector));", "normals of sides point at corners"),
    ("corners == 2 ? 0.0 : radius * std::cos(kPi / corners);", "corners == 2 ? 0.0 : radius;",
     "sides of a polygon as far as its corners"),
    ("apothem() * normal};", "normal};", "how a side moves with the size of its polygon"),
    ("{size * corner, Matrix2d::Zero(), corner}",
     "{size * corner, Matrix2d::Identity(), corner}", "corners that yield"),
    ("if (corners == 2) return std::abs(unit(angle).dot(t)) / radius;\n", "", "the size of a line"),
)
faults(
    "src/lcp/cone/alart_curnier.cpp", "lcp",
    ("along_y * u.tail<2>() - R * along_radius;", "along_y * u.tail<2>();", "the size of a polygon in a step's residual"),
    ("along_radius[k] = std::copysign(1.0, y);", "along_radius[k] = 1.0;", "the side of a box a force is on"),
)
faults(
    "src/lcp/cone/natural_map.cpp", "lcp",
    ("block.polygon.nearest(target, radius).point", "block.polygon.nearest(f, radius).point",
     "slip in the map of a polygon"),
)
faults(
    "src/lcp/cone/corners.cpp", "lcp",
    ("block.mu *= block.polygon.apothem();", "block.mu *= 1.0;", "discs within polygons"),
    ("if (!ended(search)) run_short_path(search, centre, kFirstBudget);\n", "",
     "a short path from inside the discs"),
)
faults(
    "src/lcp/cone/operator/cone_problem.cpp", "lcp",
    ("!blocks[i].sliding) blocks[i].polygon = polygons[i];", "!blocks[i].sliding) blocks[i].polygon = polygons[0];",
     "every contact its own polygon"),
)
faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("const Vector2d left = at.is_inside ? a : force - at.point;", "const Vector2d left = force - at.point;",
     "slip below the rounding of a force inside its polygon"),
)
faults(
    "src/contact/law_problem.cpp", "sim",
    (".angle = rotation[i];", ".angle = 0;", "polygons rotated with the slip"),
    ("solution.f = phantom.unrotated(solution.f);\n", "", "phantom forces in the frames of the contacts"),
)
faults(
    "src/contact/equations/row_conditions.cpp", "sim",
    ("if (rows.setup.law == ContactLaw::polyhedral) set_polygons",
     "if (layout.count() == 0) set_polygons", "polygons of large islands"),
    ("  record.blocks.law = record.contact.law;\n", "", "boxes of large islands"),
)
faults(
    "src/lcp/convex/qp_bodies.cpp", "lcp",
    ("dz_ = change_ + (a_ - z_) + kProximal * dx_;", "dz_ = change_ + (a_ - z_);", "the proximal term in the multipliers of a QP"),
    ("delta_ = moved ? std::max(0.3 * delta_, kProximal) : 10 * delta_;",
     "delta_ = moved ? std::max(0.3 * delta_, kProximal) : delta_;", "a larger shift after a failure"),
)
faults(
    "src/lcp/convex/edge_system.cpp", "lcp",
    ("D_[e](i, c) += weight[at.column + j] * at.S(i, j) * at.S(c, j);",
     "D_[e](i, c) += weight[at.column] * at.S(i, j) * at.S(c, j);", "each edge its own weight"),
)
faults(
    "src/sim/velocity/island_solver.cpp", "sim",
    ("return is_pivoted(problem) ? kSpentPivots * static_cast<int>(problem.size()) : kSpentBudget;",
     "return kSpentBudget;", "pivots of a step whose effort is spent"),
)
