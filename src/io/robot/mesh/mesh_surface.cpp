// SPDX-License-Identifier: Apache-2.0
// Surfaces of triangles for meshes of bodies that never move, hulls for those of others.
#include "io/robot/mesh/mesh_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

#include "geometry/spatial/shapes/triangle_faults.hpp"
#include "io/robot/mesh/mesh_components.hpp"
#include "io/robot/mesh/mesh_hull.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/convex_parts.hpp"

namespace perpend::io {
namespace {

using spatial::TriangleSoup;

// Counts how many triangles of a closed surface traverse each directed edge; empty if the surface
// is open. Corners are identified by their coordinates because .stl files repeat them.
std::map<std::pair<int, int>, int> closed_edges(const TriangleSoup& mesh) {
  std::map<std::tuple<double, double, double>, int> corners;
  std::vector<int> corner_of;
  for (const Eigen::Vector3d& v : mesh.vertices)
    corner_of.push_back(corners.try_emplace({v.x(), v.y(), v.z()}, corners.size()).first->second);
  std::map<std::pair<int, int>, int> edges;
  for (const auto& triangle : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = corner_of[static_cast<std::size_t>(triangle[k])];
      const int to = corner_of[static_cast<std::size_t>(triangle[(k + 1) % 3])];
      ++edges[{from, to}];
    }
  const auto times = [&](int from, int to) {
    const auto found = edges.find({from, to});
    return found == edges.end() ? 0 : found->second;
  };
  for (const auto& [edge, count] : edges)
    if (count + times(edge.second, edge.first) != 2) return {};
  return edges;
}

double signed_volume(const TriangleSoup& mesh) {
  double sum = 0;
  const auto at = [&](int i) { return mesh.vertices[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c] : mesh.triangles) sum += at(a).dot(at(b).cross(at(c))) / 6;
  return sum;
}

constexpr double kThreshold = 0.05;  // of files that ask for convex parts: CoACD's own

// Largest difference of volume, as a share, of a mesh that is its own hull.
constexpr double kSameVolume = 1e-6;

// Leaves out triangles without an area and turns a closed mesh that is inside out. Returns the
// number of triangles left out.
std::size_t mend(MeshFile& mesh) {
  const auto faults = spatial::triangle_faults(mesh.vertices, mesh.triangles);
  for (auto fault = faults.rbegin(); fault != faults.rend(); ++fault)
    mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(fault->triangle));
  if (signed_volume(mesh) < 0 && !closed_edges(mesh).empty())
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return faults.size();
}

std::string hull_words(const LinkShape& shape) {
  return fmt::format("{} collides as a convex hull of {} corners", shape.mesh->words,
                     std::get<spatial::Hull>(shape.shape).polyhedron->vertices.cols());
}

}  // namespace

bool fills_hull(const TriangleSoup& mesh, const spatial::Shape& hull, double tolerance) {
  const double volume = std::get<spatial::Hull>(hull).polyhedron->volume;
  return std::abs(std::abs(signed_volume(mesh)) - volume) < tolerance * volume &&
         !closed_edges(mesh).empty();
}

void note_inversion(const XmlElement& at, const std::string& what, const MeshFile& mesh) {
  const auto edges = closed_edges(mesh);
  if (edges.empty()) return;
  if (std::ranges::any_of(edges, [](const auto& edge) { return edge.second > 1; }))
    return at.assembly.note(at.place(),
                            what + " has faces that look inwards beside such that look outwards");
  if (signed_volume(mesh) < 0)
    at.assembly.note(at.place(), what + " is inside out: its faces look inwards");
}

// Returns why the mesh is no surface; nothing if it is one, which is then the shape.
std::string MeshShapes::take_surface(LinkShape& shape) {
  MeshFile mesh = shape.mesh->file;
  const std::size_t without_area = mend(mesh);
  try {
    shape.shape = spatial::triangle_mesh(mesh.vertices, mesh.triangles);
  } catch (const InvalidArgument& error) {
    return fmt::format("it is no surface: {}", error.what());
  }
  if (without_area > 0)
    assembly_.note(shape.mesh->place,
                   fmt::format("{} has {} triangles without an area, which are left out",
                               shape.mesh->words, without_area));
  return {};
}

// Returns the hulls of the parts of a mesh; none, after a note, where it cannot be cut.
std::vector<spatial::Shape> MeshShapes::hulls_of(const LinkMesh& mesh, bool is_cut) {
  if (auto hulls = convex_components(mesh.file); !hulls.empty() || !is_cut) return hulls;
  MeshFile mended = mesh.file;
  mend(mended);
  const auto parts = convex_parts(mended, threshold_.value_or(kThreshold));
  if (!parts) {
    const Diagnostic& fault = parts.error().front();
    assembly_.note(mesh.place, mesh.words + " is not cut into convex parts",
                   fault.hint.empty() ? fault.message : fault.hint);
    return {};
  }
  std::vector<spatial::Shape> hulls;
  for (const std::vector<Eigen::Vector3d>& corners : *parts) {
    try {
      hulls.push_back(hull_of(corners));
    } catch (const InvalidArgument&) {  // a part as thin as paper
    }
  }
  return hulls;
}

// Returns the hulls of a mesh that may be that of other bodies too.
const std::vector<spatial::Shape>& MeshShapes::known_hulls(const LinkShape& shape, bool is_cut) {
  const auto is_same = [&](const auto& known) {
    return known.first->file.vertices == shape.mesh->file.vertices &&
           known.first->file.triangles == shape.mesh->file.triangles;
  };
  auto found = std::ranges::find_if(known_, is_same);
  if (found == known_.end())
    found = known_.insert(known_.end(), {shape.mesh, hulls_of(*shape.mesh, is_cut)});
  return found->second;
}

// Adds the convex parts of a mesh, or its hull where it has none; `why` goes with the note.
void MeshShapes::add_parts(const LinkShape& shape, bool is_cut, const std::string& why,
                           std::vector<LinkShape>& shapes) {
  const std::vector<spatial::Shape>& hulls = known_hulls(shape, is_cut);
  Eigen::Index corners = 0;
  for (const spatial::Shape& hull : hulls) {
    shapes.push_back(shape);
    shapes.back().shape = hull;
    corners += std::get<spatial::Hull>(hull).polyhedron->vertices.cols();
  }
  if (hulls.empty()) shapes.push_back(shape);
  const bool is_one = hulls.size() < 2;
  assembly_.note(shape.mesh->place,
                 is_one ? hull_words(shapes.back())
                        : fmt::format("{} collides as {} convex hulls of {} corners",
                                      shape.mesh->words, hulls.size(), corners),
                 why);
}

void MeshShapes::choose(bool stands, std::vector<LinkShape>& shapes) {
  std::vector<LinkShape> chosen;
  for (LinkShape& shape : shapes) {
    const bool is_hull = shape.mesh && fills_hull(shape.mesh->file, shape.shape, kSameVolume);
    if (is_hull) assembly_.note(shape.mesh->place, hull_words(shape));
    if (!shape.mesh || is_hull) {
      chosen.push_back(std::move(shape));
      continue;
    }
    const std::string why = stands ? take_surface(shape) : "";
    if (stands && why.empty())
      chosen.push_back(std::move(shape));
    else
      add_parts(shape, !stands && (threshold_ || shape.in_parts), why, chosen);
  }
  shapes = std::move(chosen);
}

}  // namespace perpend::io
