// SPDX-License-Identifier: Apache-2.0
// Meshes that consist of convex parts collide as these, whatever their file repeats.
#include "io/robot/mesh/mesh_components.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <random>

#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using spatial::TriangleSoup;

TriangleSoup box(const Vector3d& from, const Vector3d& to) {
  TriangleSoup mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back(i & 1 ? to.x() : from.x(), i & 2 ? to.y() : from.y(),
                               i & 4 ? to.z() : from.z());
  for (const auto& [a, b, c, d] : {std::array{0, 2, 3, 1},
                                   {4, 5, 7, 6},
                                   {0, 1, 5, 4},
                                   {2, 6, 7, 3},
                                   {0, 4, 6, 2},
                                   {1, 3, 7, 5}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

void add(const TriangleSoup& part, TriangleSoup& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles)
    mesh.triangles.push_back({first + a, first + b, first + c});
}

// The same mesh as an .stl file has it: three vertices a triangle.
TriangleSoup unshared(const TriangleSoup& mesh) {
  TriangleSoup found;
  for (const auto& corners : mesh.triangles) {
    const int first = static_cast<int>(found.vertices.size());
    for (const int i : corners)
      found.vertices.push_back(mesh.vertices[static_cast<std::size_t>(i)]);
    found.triangles.push_back({first, first + 1, first + 2});
  }
  return found;
}

double volume_of(const std::vector<spatial::Shape>& hulls) {
  double sum = 0;
  for (const spatial::Shape& hull : hulls) sum += std::get<spatial::Hull>(hull).polyhedron->volume;
  return sum;
}

TEST_CASE("a row of boxes that are apart, touch or overlap is as many hulls") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0.2, 2);
  for (const double gap : {0.3, 0.0, -0.1})
    for (const int count : {2, 5, 64}) {
      TriangleSoup mesh;
      double x = 0, volume = 0;
      for (int k = 0; k < count; ++k) {
        const Vector3d size(number(random), 1, gap == 0 ? number(random) : 1);
        add(box({x, 0, 0}, Vector3d(x, 0, 0) + size), mesh);
        x += size.x() + gap;
        volume += size.prod();
      }
      std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), random);
      for (const TriangleSoup& each : {mesh, unshared(mesh)}) {
        const auto hulls = convex_components(each);
        CHECK(hulls.size() == static_cast<std::size_t>(count));
        CHECK(std::abs(volume_of(hulls) - volume) < 1e-9 * volume);
      }
    }
}

TEST_CASE("equal boxes side by side have a face in common: files that share vertices tell them") {
  TriangleSoup mesh;
  for (int k = 0; k < 3; ++k) add(box({1.0 * k, 0, 0}, {k + 1.0, 1, 1}), mesh);
  CHECK(convex_components(mesh).size() == 3);
  CHECK(convex_components(unshared(mesh)).empty());
}

TEST_CASE("meshes of one component, of too many, of open or of hollow ones have no such hulls") {
  const TriangleSoup one = box({0, 0, 0}, {1, 1, 1});
  CHECK(convex_components(one).empty());
  CHECK(convex_components({}).empty());
  TriangleSoup many;
  for (int k = 0; k < 65; ++k) add(box({2.0 * k, 0, 0}, {2.0 * k + 1, 1, 1}), many);
  CHECK(convex_components(many).empty());
  TriangleSoup open = one;
  add(box({2, 0, 0}, {3, 1, 1}), open);
  open.triangles.pop_back();
  CHECK(convex_components(open).empty());
  TriangleSoup hollow = one;  // and a box with a corner pushed in
  TriangleSoup dented = box({2, 0, 0}, {3, 1, 1});
  dented.vertices[7] = {2.4, 0.4, 0.4};
  add(dented, hollow);
  CHECK(convex_components(hollow).empty());
  TriangleSoup rounded = one;  // digits that a file left out
  TriangleSoup bent = box({2, 0, 0}, {3, 1, 1});
  bent.vertices[7].array() -= 1e-5;
  add(bent, rounded);
  CHECK(convex_components(rounded).size() == 2);
}

}  // namespace
}  // namespace perpend::io
