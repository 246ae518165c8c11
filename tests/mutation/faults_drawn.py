# SPDX-License-Identifier: Apache-2.0
"""Faults chosen before a test was read, which drawn scenes (tests/golden) see."""

from fault_list import faults

faults(
    "src/sim/rows/row_bias.cpp", "sim",
    ("normal_bias(rows, i, options, push) - rows.contacts[i].pair.turn / options.dt",
     "normal_bias(rows, i, options, push) + rows.contacts[i].pair.turn / options.dt", "known turn sign"),
)
faults(
    "src/sim/rows/spring_row.cpp", "sim",
    ("h * k * (mean * (starts_inside ? 2 : 1) + s)", "k * (mean * (starts_inside ? 2 : 1) + s)",
     "soft normal: without h"),
)
faults(
    "src/sim/contact_events.cpp", "sim",
    ("touch.impulse += before->impulse;",
     ";",
     "impulse of touch not accumulated"),
)
faults(
    "src/sim/acceleration/arc.cpp", "sim",
    ("dq[5] = 0.5 * turned.y();",
     "dq[5] = 0.5 * turned.x();",
     "quaternion rate component"),
)
faults(
    "src/sim/acceleration/instant.cpp", "sim",
    ("finest = (4 * near - far) / 3;",
     "finest = (4 * near - far) / 1.5;",
     "difference quotient of rates"),
)
faults(
    "src/contact/contact_rows.cpp", "contact sim",
    ("return 0.5 * (pair.point_a + pair.point_b);",
     "return pair.point_a;",
     "tangent point on a"),
    ("contact.pair.lift = plane - height(contact.pair);",
     "contact.pair.lift = 0.0 * plane;",
     "no shared friction plane"),
)
faults(
    "src/contact/equations/resistance_bounds.cpp", "contact sim",
    ("const double pressed = rows.impulses.guess[rows.first_row(rows.bearer(group))];",
     "const double pressed = 0.0;",
     "resistance bound not warm"),
)
faults(
    "src/contact/collider.cpp", "contact sim",
    ("return velocity.x() * Eigen::Vector3d(n.y(), -n.x(), 0);",
     "return velocity.x() * Eigen::Vector3d(-n.y(), n.x(), 0);",
     "planar belt direction"),
    ("bounds(instance.shape, pose), margin / 2)",
     "bounds(instance.shape, pose), margin / 8)",
     "boxes inflated too little"),
)
faults(
    "src/contact/sweep.cpp", "contact sim",
    ("std::max(squares.sum(), squares.sum() + length * along.sum())",
     "std::max(squares.sum(), squares.sum() + 0.0)",
     "top spin is spin now"),
)
faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics sim",
    ("const double angle = 2 * std::atan2(half, turned.w());",
     "const double angle = 2 * half;",
     "mean turn rate small angle"),
)
faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics sim",
    ("total.angular += body.mass * p.cross(twist.velocity);",
     "total.angular += body.mass * twist.velocity.cross(p);",
     "angular momentum sign"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics sim",
    ("(decay > kDecays ? kDecays / decay : 1.0);",
     "(1.0);",
     "damper share not limited"),
    ("row.bias = (pull * (motion.value - target) + (before - quarter) * rate) / alpha;",
     "row.bias = (pull * (motion.value - target) + (before + quarter) * rate) / alpha;",
     "servo quarter sign"),
    ("if (!(gap <= 2 * dt * std::abs(rate) + kLimitMargin)) return;",
     "if (!(gap <= kLimitMargin)) return;",
     "limits seen late"),
    ("const double half = 0.5 * (motion.value - def.start);",
     "const double half = 0.5 * motion.value;",
     "swing spring forgets start"),
)
faults(
    "src/dynamics/mass_system/load.cpp", "dynamics sim",
    ("coupling(row + k, column + k) -= damper.damping;",
     "coupling(row + k, column + k) += damper.damping;",
     "damper coupling sign"),
)
faults(
    "src/dynamics/mass_system/geometric_stiffness.cpp", "dynamics sim",
    ("const double weight = c > 0 ? 0.25 : std::max(0.0, (1 + c) / (4 * (1 - c)));",
     "const double weight = c > 0 ? 0.5 : std::max(0.0, (1 + c) / (4 * (1 - c)));",
     "ball stiffness weight"),
)
faults(
    "src/dynamics/joints/coordinates.cpp", "dynamics sim",
    ("value[1] = nearest_turn(twist + start_value(joint, 1), value[1]);",
     "value[1] = twist + start_value(joint, 1);",
     "twist forgets turns"),
)
faults(
    "src/lcp/pivoting/dantzig/step.cpp", "lcp",
    ("const double b = limit * rate - f.dot(g);",
     "const double b = limit * rate + f.dot(g);",
     "cone step sign"),
    ("length = -a_[i] / da_[i];",
     "length = -0.9 * a_[i] / da_[i];",
     "step of opened normals"),
)
faults(
    "src/lcp/pivoting/murty.cpp", "lcp",
    ("if (r != i) value_[r] += table_(r, i) * (now - dependent);",
     "if (r != i) value_[r] += table_(i, r) * (now - dependent);",
     "murty index"),
)
faults(
    "src/lcp/pivoting/block_pivoting.cpp", "lcp",
    ("for (std::size_t i = 0; i < count; ++i) set_[wrong[i].row] = wrong[i].side;",
     "for (std::size_t i = 0; i < wrong.size(); ++i) set_[wrong[i].row] = wrong[i].side;",
     "block always exchanges all"),
    ("solution.pivots += static_cast<int>(count);",
     "solution.pivots = static_cast<int>(count);",
     "pivots not accumulated"),
)
faults(
    "src/lcp/cone/fixed_point.cpp", "lcp",
    ("r_[i] = options_.warm[i] / cone_.force_scale[i];",
     "r_[i] = 0.0;",
     "fixed point not warm"),
)
faults(
    "src/lcp/problem/global_certificate.cpp", "lcp",
    ("out[rows[i]] += A(static_cast<Index>(i), static_cast<Index>(j)) * x[rows[j]];",
     "out[rows[i]] += A(static_cast<Index>(j), static_cast<Index>(i)) * x[rows[j]];",
     "bodies multiplied transposed"),
)
faults(
    "src/model/assemble_body.cpp", "model sim",
    ("def.inertia.value_or(outline.inertia * scale);",
     "def.inertia.value_or(outline.inertia);",
     "inertia not scaled"),
    ("if (solid.mass > 0) solid.inertia *= body.mass / solid.mass;",
     "if (solid.mass > 0) solid.inertia *= 1.0;",
     "spatial inertia not scaled"),
    ("all.push_back(with_unit_rotation(shape.pose).r.conjugate() * shape.surface_velocity);",
     "all.push_back(with_unit_rotation(shape.pose).r * shape.surface_velocity);",
     "belt rotated the wrong way"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("point.point_b = frame_b.point_out(b.vertex(vertices[k])) - b.radius() * n;",
     "point.point_b = frame_b.point_out(b.vertex(vertices[k]));",
     "half plane forgets radius"),
    ("hi = std::clamp(second, 0.0, 1.0);",
     "hi = 1.0;",
     "overlap not clipped"),
)
faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("return {mass, {0, 0, -l / 2}, diagonal",
     "return {mass, {0, 0, -l / 3}, diagonal",
     "cone centre"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "geometry",
    ("return cone.radius * length / (cone.radius + std::hypot(cone.radius, length));",
     "return cone.radius * length / (std::hypot(cone.radius, length));",
     "cone inner radius"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("if (distance - radius > margin_ || distance < -radius",
     "if (distance > margin_ || distance < -radius",
     "ball margin without radius"),
)
faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ("second += triangle * (e.dot(e) + e.dot(f) + f.dot(f)) / 6;",
     "second += triangle * (e.dot(e) + f.dot(f)) / 6;",
     "polygon moment term"),
)
