# SPDX-License-Identifier: Apache-2.0
"""Of shapes, distances and contact manifolds."""

from fault_list import faults

faults(
    "src/geometry/least_height.hpp", "geometry",
    ("(n.array() >= 0.0).select(lo, hi)", "lo", "lowest corner over a half space"),
    ("n.dot(lowest - p) - kRounding * reach", "n.dot(lowest - p)",
     "rounding of the lowest corner"),
)
faults(
    "src/contact/collider.cpp", "contact",
    ("side.boxes[other], margin / 2)", "side.boxes[other], 0)",
     "margin beyond which half spaces are far"),
)
faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("4 / 3 * pi * r2", "4.04 / 3 * pi * r2", "mass of a ball"),
    ("0.4 * mass * r2", "0.404 * mass * r2", "inertia of a ball"),
    ("mass / 3 * diagonal(h2.y() + h2.z(), h2.z() + h2.x()",
     "mass / 3 * diagonal(h2.y() + h2.z(), h2.z() + h2.y()", "inertia of a box"),
    ("mass / 5 * diagonal(h2.y() + h2.z()", "mass / 5 * diagonal(h2.y() + h2.x()",
     "inertia of an ellipsoid"),
    ("r2 / 4 + l2 / 3, r2 / 4", "r2 / 4 + l2 / 3.03, r2 / 4", "inertia of a cylinder across"),
    ("r2 / 4 + l2 / 3, r2 / 2)", "r2 / 4 + l2 / 3, r2 / 2.02)", "inertia of a cylinder along"),
    ("0.75 * l * r", "0.74 * l * r", "centroids of a capsule's caps"),
    ("body.mass + ball.mass", "body.mass + 0.99 * ball.mass", "mass of a capsule"),
    ("a.inertia + point_inertia(a.mass, a.center - sum.center)", "a.inertia",
     "parallel axes of the first piece"),
    ("b.inertia +\n                point_inertia(b.mass, b.center - sum.center)", "b.inertia",
     "parallel axes of the second piece"),
    ("R * properties.inertia * R.transpose()", "properties.inertia", "inertia turned with a pose"),
    ("if (axes.determinant() < 0) axes.col(2) *= -1;", "", "handedness of principal axes"),
    ("2 * moments.maxCoeff() <=", "1.9 * moments.maxCoeff() <=", "triangle inequality of inertia"),
)
faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ("mass * r2 / 2}", "mass * r2 / 2.02}", "inertia of a disc"),
    ("ellipse.b * ellipse.b) / 4", "ellipse.b * ellipse.b) / 4.04", "inertia of an ellipse"),
    ("8 * l * r / (3 * pi)", "8 * l * r / (3.1 * pi)", "caps of a planar capsule"),
    ("(second - area * center.squaredNorm())", "second", "parallel axes of a polygon"),
    ("reduced * (a.center - b.center).squaredNorm()", "0 * reduced",
     "parallel axes of two planar pieces"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "contact sim",
    ("return box.half.minCoeff();", "return 0.0 * box.half.minCoeff();", "inner radius of a box"),
    ("return box.half.norm();", "return 0.0;", "reach of a box"),
    ("return capsule.half_length;", "return 0.0;", "reach of a capsule"),
)
faults(
    "src/geometry/spatial/convex/gjk.cpp", "geometry",
    ("if (!foot(newest, others, nearest) || nearest.squaredNorm() >= best.squaredNorm()) continue;",
     "if (!foot(newest, others, nearest)) continue;", "nearest face of a simplex"),
    ("weights.head(n).minCoeff() < 0 || ", "", "feet outside of a face"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("height(next) - bias", "height(next)", "lower neighbour of two that are equal"),
)
faults(
    "src/geometry/planar/face_search.cpp", "geometry contact sim",
    ("std::swap(result.vertex_a, result.vertex_b);", "", "corners named in their order"),
    ("apart < kAcross * least", "apart < least", "what misses a seam by more"),
)
faults(
    "src/geometry/planar/distance.cpp", "geometry",
    ("{d.gap, -d.normal, d.point_b, d.point_a}", "{d.gap, -d.normal, d.point_a, d.point_b}",
     "points of a flipped distance"),
)
faults(
    "src/geometry/spatial/manifold/patch.cpp", "geometry",
    ("patch.radius = capsule.radius;", "", "radius of a capsule on a face"),
    ("towards.z() > 0, placed);\n    patch.has_rim", "towards.z() < 0, placed);\n    patch.has_rim",
     "cap of a cylinder that faces"),
)
faults(
    "src/geometry/spatial/manifold/sphere_manifold.cpp", "geometry",
    ("center - nearest.distance * point.normal", "center - radius * point.normal",
     "point on what a sphere touches"),
)
faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ("(u.dot(r) * vv - v.dot(r) * uv) / det", "(u.dot(r) * vv + v.dot(r) * uv) / det",
     "crossing of two edges"),
)
faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    (".dot(along.normalized()) > kFlat", ".dot(along.normalized()) < -kFlat",
     "valleys and ridges of a mesh"),
    ("node.hi = node.hi.cwiseMax(mesh.vertices.col(corner));",
     "node.hi = node.hi.cwiseMax(centroid(mesh, mesh.order[i]));", "boxes of a mesh's tree"),
)
faults(
    "src/geometry/spatial/broad_phase/broad_phase.cpp", "geometry",
    ("tip.cwiseMin(-tip - rim)", "tip.cwiseMin(-tip)", "box around a cone"),
)
faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry sim",
    ("n.dot(along) > 0 ? Vector3d(-n) : n", "n", "normal of a mesh hit from behind"),
)
faults(
    "src/geometry/spatial/shapes/polyhedron.cpp", "geometry",
    ("face.offset - face.normal.dot(body.center)", "face.offset", "inner radius of a hull"),
)
faults(
    "src/geometry/planar/extent.cpp", "geometry",
    ("for (const Vector2d& vertex : vertices) middle += vertex / static_cast<double>(vertices.size());",
     "middle = vertices[0];", "inner radius of a polygon"),
)
faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    ("row * dy, heights(row, column)", "row * dx, heights(row, column)",
     "spacing of the rows of a height field"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("  if (side.neighbour < 0) return true;\n", "  if (side.neighbour < 0) return false;\n", "contacts of open edges"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "contact geometry",
    ("ellipsoid->half.x() == ellipsoid->half.y()", "ellipsoid->half.x() == ellipsoid->half.z()",
     "ellipsoids that are round about z"),
)
faults(
    "src/geometry/planar/extent.cpp", "geometry contact",
    ("std::max(ellipse.a, ellipse.b)", "ellipse.a", "reach of an ellipse"),
    ("std::max(capsule.radius, kThin * capsule.half_length)", "capsule.radius",
     "inside of a segment"),
)
faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry",
    ("      length = distance;\n", "", "nearest hit of a ray"),
    ("    open[count++] = node.right;\n", "", "right half of a mesh's tree under rays"),
)
faults(
    "src/geometry/spatial/shapes/shape.cpp", "geometry",
    ("if (faults.empty()) positive(\"size\", 2 * half);", "if (faults.empty()) positive(\"size\", half);",
     "sizes of a bad box"),
    ("void operator()(const Cone& cone) {\n    positive(\"length\", 2 * cone.half_length);\n", 
     "void operator()(const Cone& cone) {\n", "length of a bad cone"),
)
faults(
    "src/geometry/planar/shape.cpp", "geometry",
    ("polygon.vertices.emplace_back(radius * std::cos(angle)", "polygon.vertices.emplace_back(0.5 * radius * std::cos(angle)",
     "radius of a regular polygon"),
    ("return {width / 2, height / 2};", "return {height / 2, width / 2};", "width of an ellipse"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("normal.dot(x - from) > gap) return true;", "normal.dot(x - from) > gap) return false;",
     "points below the far side of a ridge"),
    ("  if (separation.gap > 0) over.drop_below(-tolerance);\n", "",
     "points below a triangle that the solid does not meet"),
)
faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    (" ||\n         a.normal.dot(b.normal) < -0.9999", "", "the rim of a folded sheet"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("margin_ || distance < -radius) return;", "margin_) return;", "balls wholly behind a triangle"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("edge_feature(edge, face.face, count - 1 - k)", "edge_feature(edge, face.face, k)",
     "features where the reference face changes"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("if (!(least_gap(manifold) > nearest.distance.gap - radii + tolerance)) return manifold;", "return manifold;",
     "corners beside the end of a rod"),
)
faults(
    "src/geometry/spatial/manifold/face_contact.cpp", "geometry",
    ("(d * d + r * r - s * s) / (2 * d)", "(d * d + r * r) / (2 * d)", "where two rims cross"),
    ("const double side = root ? across : -across;", "const double side = across;", "both crossings of two rims"),
    ("incident_.has_rim && j < face_.side_count", "incident_.has_rim && j < 0", "rims over the edge of a face"),
    ("angle -= excess / slope;", "angle -= excess;", "crossings of rims that lean"),
)
faults(
    "src/geometry/spatial/manifold/patch.cpp", "geometry",
    ("    if (patch.has_rim) set_cap(patch, around(cone), false, placed);\n", "", "the rim of a cone that stands"),
)
faults(
    "src/geometry/spatial/manifold/sphere_manifold.cpp", "geometry",
    ("(load_ - beyond_).maxCoeff()", "(load_ - beyond_).minCoeff()",
     "where the search for the foot on an ellipsoid starts"),
    ("const double over_side = out.dot(p - rim)", "const double over_side = out.dot(p + rim)", "balls beside a cone"),
    ("const Vector2d across = r > 0 ? Vector2d(x.head<2>() / r) : Vector2d::UnitX();\n    const Vector2d& n",
     "const Vector2d across = Vector2d::UnitX();\n    const Vector2d& n", "the side of a cone on which a ball is"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("return p.point.gap < q.point.gap || (p.point.gap == q.point.gap && by_feature(p, q));", "return by_feature(p, q);",
     "contacts with a mesh that are kept"),
    ("distance > 0 ? Vector3d(across / distance) : mesh.triangles[index].normal", "mesh.triangles[index].normal",
     "the normal of a ball beside a mesh"),
)
faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry",
    ("leave * (1 + kSide) + kSide;", "leave * (1 + kSide) - kSide;", "rays from near a flat mesh"),
)
faults(
    "src/geometry/planar/shape.cpp", "geometry",
    ("normal.allFinite() && normal.norm() > 0", "normal.norm() > 0", "normals without end"),
)
faults(
    "src/geometry/spatial/shapes/shape.cpp", "geometry",
    ("if (faults.empty()) positive(\"size\", 2 * half);", "positive(\"size\", 2 * half);", "a box has one size"),
)
faults(
    "src/geometry/spatial/manifold/contact_set.cpp", "geometry",
    ("if (victim == deepest()) victim = other;", "(void)other;", "the deepest of many contacts"),
)
faults(
    "src/geometry/planar/ellipse_distance.cpp", "geometry",
    ("between(lo, major, hi) || between(lo, -major, hi);", "between(lo, major, hi);",
     "arcs flattened by the other end of an axis"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("const double gap = apart.value - pair.a.radius() - pair.b.radius();", "const double gap = apart.value;",
     "round edges that touch are no ghosts"),
)
faults(
    "src/geometry/spatial/manifold/patch.cpp", "geometry",
    ("next % face.size", "(next < face.size ? next : k)",
     "outlines of faces with many corners are closed"),
)
faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ("if (!(point.normal.dot(n) > 0.5)) continue;", "if (!(point.normal.dot(n) > -2)) continue;",
     "ends of rods that cross"),
)
faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ("across < kNormal && m.z() < 0", "across < kNormal && m.z() > 0", "tips that point at a pole"),
    ("rod = {solid.frame.point_out(tip - 0.5 * along)", "rod = {solid.frame.point_out(tip + 0.5 * along)",
     "cones beside rods along their side"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ("if (mesh.bends[v] == TriangleMesh::Bend::none) return false;", "", "inner corners of a flat mesh"),
    ("point.gap < -2 * inner_radius(shape_) ||", "", "solids wholly behind a mesh"),
)
faults(
    "src/geometry/spatial/manifold/penetrating_vertices.cpp", "geometry",
    ("if (!(outward_of_neighbour(mesh, side).dot(across) > 0)) return false;", "return false;",
     "corners below a valley"),
)
faults(
    "src/geometry/spatial/convex/separation.cpp", "geometry",
    ("if (!is_within(n.cross(s)) || !is_within(s)) return false;", "if (!is_within(n.cross(s))) return false;",
     "rods that point past the end of an edge"),
)
faults(
    "src/geometry/spatial/shapes/convex_hull.cpp", "geometry",
    ("thick > kThin * corners.size", "thick > kThin", "thin hulls at any scale"),
    ("return std::min(across.col(side).norm(), up.maxCoeff() - up.minCoeff());",
     "return across.col(side).norm() + 0 * up.maxCoeff();", "points of a plane have no hull"),
)
faults(
    "src/geometry/spatial/shapes/polyhedron.cpp", "geometry",
    ("second -= body.volume * shift * shift.transpose();", "", "parallel axes of a hull"),
)
faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("off.cwiseAbs().maxCoeff() <= kDiagonal *",
     "off.cwiseAbs().maxCoeff() <= 0 *", "inertia diagonal but for rounding"),
    ("1e-9 * moments.sum()", "0.0 * moments.sum()", "thin rods given to nine digits"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "geometry",
    ("const double length = 2 * cone.half_length;",
     "const double length = cone.half_length;", "ball inside a cone"),
    ("std::holds_alternative<Cylinder>(shape) || std::holds_alternative<Capsule>(shape)",
     "std::holds_alternative<Cylinder>(shape)", "capsules are round"),
)
faults(
    "src/geometry/sweep_and_prune.hpp", "geometry",
    ("std::isnan(lo) ? std::numeric_limits<double>::infinity() : lo", "lo", "boxes of NaN in the order"),
)
faults(
    "src/geometry/spatial/broad_phase/broad_phase.cpp", "geometry",
    ("const Vector3d half = R.cwiseAbs() * (0.5 * (root.hi - root.lo));",
     "const Vector3d half = R * (0.5 * (root.hi - root.lo));", "box around a mesh that is turned"),
)
faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    ("const Vector3d& first = mesh.triangles[t].normal;", "const Vector3d& first = triangle.normal;", "planes of a mesh that bends little by little"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("(hi - lo) * edge.norm() > shortest", "(hi - lo) > shortest", "overlap as a share of the edge"),
)
faults(
    "src/geometry/spatial/manifold/solid_contact.cpp", "geometry",
    ("name.upper ? along >= -tolerance : along > tolerance",
     "along > tolerance", "faces of solids with one centre"),
)
faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ("if (extreme.dimension == 0) extreme.part = part::vertex(corner);",
     "", "names of the corners of a box"),
)
faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "model",
    ("distance > length || (distance == length && found >= 0)",
     "distance >= length", "hits at just the length of a ray"),
)
faults(
    "src/geometry/spatial/manifold/solid_contact.cpp", "geometry",
    ("passes(b, false, sum, x, ghost)", "passes(b, true, sum, x, ghost)", "ghosts over faces of the second solid"),
)
faults(
    "src/geometry/spatial/manifold/patch.cpp", "geometry",
    ("k % 2 ? j : i", "k % 2 ? i : j", "names of the edges of a box"),
)
faults(
    "src/geometry/spatial/shapes/triangle_faults.cpp", "geometry io",
    ("if (least > 0 && !(twice", "if (!(twice", "triangles with two corners in one place"),
)
faults(
    "src/geometry/spatial/manifold/ghost_collision.hpp", "geometry sim",
    ("std::abs(apart) < touch ||", "false ||", "what touches edge to edge, or beside a slanted side, is a ghost"),
    ("return gap > -touch;", "return gap > touch;", "what touches along both faces is a ghost"),
    ("apart > -overlap)", "apart > -1e3 * overlap)", "what overlaps by more than it is apart is no ghost"),
    ("std::min(kBias * size, kGhostOverlap * thickness)", "kBias * size", "thin plates stand on each other"),
)
faults(
    "src/geometry/spatial/manifold/mesh_ghosts.cpp", "geometry sim",
    ("return plane.normal.dot(middle - mesh.vertices.col(plane.corner[0])) < touch;", "return true;",
     "walls pass over no floor"),
    ("if (outward(mesh, triangle, k).dot(from(k)) > least) return false;", "", "ghosts are at the triangle that is passed"),
)
faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry sim",
    ("near_.push_back({index, along, size});", "", "ghosts at the borders of meshes"),
)
faults(
    "src/geometry/spatial/manifold/witness_points.cpp", "geometry model",
    ("if (next.across(distance).norm() < off) pair = next;", "",
     "points of a distance beside nearly parallel parts"),
)
faults(
    "src/geometry/spatial/manifold/lowest_corners.hpp", "geometry",
    ("k * most % size < most", "k % ((size + most - 1) / most) == 0", "corners evenly spread round a face"),
)
faults(
    "src/geometry/spatial/manifold/half_space_manifold.cpp", "geometry",
    ("if (count > kMostCorners) chosen.add_face(facing_face(body, -up), count);", "", "prisms on planes"),
)

faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ("v[0] + center, density", "center, density", "centroid of a polygon far from its origin"),
)
faults(
    "src/geometry/planar/extent.cpp", "geometry",
    ("vertices[(i + 1) % vertices.size()]", "vertices[std::min(i + 1, vertices.size() - 1)]",
     "last side of a polygon in its inner radius"),
)
faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("lowest > 0 ? lowest - 1 : size - 1", "lowest > 0 ? lowest - 1 : 0",
     "face before the first corner on a half-plane"),
)
faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("l * l + 0.75 * l * r", "l * l + 0.375 * l * r", "inertia of the caps of a capsule"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "geometry",
    ("(cone.radius + std::hypot(cone.radius, length))", "std::hypot(cone.radius, length)",
     "inner radius of a cone"),
)
