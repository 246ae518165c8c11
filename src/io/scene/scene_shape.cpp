// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/planar/convex_partition.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string> kShapes{"disc",    "ellipse",         "box",        "polygon",
                                       "capsule", "regular_polygon", "half_plane", "chain"};

planar::Shape read_disc(JsonObject& object) {
  planar::Disc disc;
  object.read_needed("radius", disc.radius, "a radius in m");
  return disc;
}

planar::Shape read_ellipse(JsonObject& object) {
  Eigen::Vector2d axes(2, 2);
  object.read_needed("axes", axes, "the two full axes [along x, along y] in m");
  return planar::Ellipse{axes.x() / 2, axes.y() / 2};
}

planar::Shape read_box(JsonObject& object) {
  Eigen::Vector2d size(1, 1);
  object.read_needed("size", size, "[width, height] in m");
  return planar::box(size.x(), size.y());
}

std::vector<Eigen::Vector2d> read_points(JsonObject& object, const std::string& what) {
  std::vector<Eigen::Vector2d> found;
  object.need("vertices", what);
  const std::vector<JsonNode>& points = object.list("vertices");
  for (std::size_t i = 0; i < points.size(); ++i)
    read_value(points[i], fmt::format("{}[{}]", object.path("vertices"), i), object.faults(),
               found.emplace_back(0, 0));
  return found;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Returns true if the ends of each segment lie strictly on opposite sides of the other.
bool cross_each_other(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c,
                      const Eigen::Vector2d& d) {
  return cross(b - a, c - a) * cross(b - a, d - a) < 0 &&
         cross(d - c, a - c) * cross(d - c, b - c) < 0;
}

// Reports an outline that crosses itself, which encloses no area, and returns false. Its last point
// is its first; segments are swept from left to right.
bool check_crossings(const std::vector<Eigen::Vector2d>& points, std::string_view outline,
                     JsonObject& object) {
  const auto left = [&](std::size_t i) { return std::min(points[i].x(), points[i + 1].x()); };
  std::vector<std::size_t> order(points.size() - 1);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, left);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    const double right = std::max(points[i].x(), points[i + 1].x());
    for (std::size_t l = k + 1; l < order.size() && left(order[l]) <= right; ++l) {
      const auto [first, second] = std::minmax(i, order[l]);
      if (!cross_each_other(points[first], points[first + 1], points[second], points[second + 1]))
        continue;
      object.faults().add(
          object.node(), fmt::format("{}[{}]", object.path("vertices"), second),
          fmt::format("the {} crosses its segment from vertices[{}] from here", outline, first),
          "expected one that encloses something");
      return false;
    }
  }
  return true;
}

// Returns true for an outline that is counter-clockwise as a whole and turns right somewhere.
bool is_concave(const std::vector<Eigen::Vector2d>& points) {
  double area = 0;
  bool turns_right = false;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector2d in = points[(i + 1) % n] - points[i];
    const Eigen::Vector2d out = points[(i + 2) % n] - points[(i + 1) % n];
    area += cross(points[i] - points[0], in);
    turns_right = turns_right || cross(in, out) < -1e-14 * in.norm() * out.norm();
  }
  return turns_right && area > 0;
}

// Returns the polygon, or convex ones that make up one that is not convex.
std::vector<planar::ShapeInstance> read_polygon(JsonObject& object) {
  std::vector<Eigen::Vector2d> points =
      read_points(object, "a list of at least 3 points [x, y], counter-clockwise");
  if (!is_concave(points)) return {{planar::Polygon{std::move(points)}}};
  points.push_back(points.front());
  if (!check_crossings(points, "polygon", object)) return {};
  points.pop_back();
  std::vector<planar::ShapeInstance> pieces;
  for (planar::Polygon& piece : planar::convex_partition(points))
    pieces.push_back({std::move(piece)});
  return pieces;
}

// Reports segments that go back along the one before, which would overlap it and be in contact
// twice.
void check_turns(const std::vector<Eigen::Vector2d>& points, bool closed, JsonObject& object) {
  constexpr double kBack = 1e-9;  // rad
  const std::size_t segments = points.size() < 2 ? 0 : points.size() - 1;
  const auto along = [&](std::size_t i) { return (points[i + 1] - points[i]).eval(); };
  for (std::size_t i = closed ? 0 : 1; i < segments; ++i) {
    const Eigen::Vector2d before = along(i == 0 ? segments - 1 : i - 1), now = along(i);
    if (before.dot(now) < 0 && std::abs(cross(before, now)) <= kBack * before.norm() * now.norm())
      object.faults().add(object.node(), fmt::format("{}[{}]", object.path("vertices"), i),
                          "goes back along the chain",
                          "expected a turn of less than half a circle");
  }
}

// Returns segments from each point to the next; a closed chain also has one from the last to the
// first.
std::vector<planar::ShapeInstance> read_chain(JsonObject& object) {
  std::vector<Eigen::Vector2d> points = read_points(object, "a list of at least 2 points [x, y]");
  bool closed = false;
  double radius = 0.0;
  object.read("closed", closed);
  object.read("radius", radius);
  if (object.find("vertices") && points.size() < 2)
    object.faults().add(object.node(), object.path("vertices"),
                        fmt::format("has {} points", points.size()), "expected at least 2");
  closed = closed && points.size() > 2;
  if (closed) points.push_back(points.front());
  check_turns(points, closed, object);
  if (closed) check_crossings(points, "closed chain", object);
  std::vector<planar::ShapeInstance> segments;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Eigen::Vector2d along = points[i + 1] - points[i];
    if (!(along.norm() > 0)) {
      object.faults().add(object.node(), fmt::format("{}[{}]", object.path("vertices"), i),
                          "is where the next point is", "expected two different points");
      continue;
    }
    segments.push_back({planar::Capsule{0.5 * along.norm(), radius},
                        {0.5 * (points[i] + points[i + 1]), std::atan2(along.y(), along.x())}});
  }
  return segments;
}

planar::Shape read_regular_polygon(JsonObject& object) {
  int sides = 3;
  double radius = 1.0;
  object.read_needed("sides", sides, "a whole number of at least 3");
  object.read_needed("radius", radius, "the radius of the circle through the corners in m");
  return planar::regular_polygon(sides, radius);
}

planar::Shape read_capsule(JsonObject& object) {
  planar::Capsule capsule;
  double length = 1.0;
  object.read_needed("length", length, "the distance of the two centres in m");
  object.read_needed("radius", capsule.radius, "a radius in m, 0 for a segment");
  capsule.half_length = length / 2;
  return capsule;
}

planar::Shape read_half_plane(JsonObject& object) {
  planar::HalfPlane half_plane;
  Eigen::Vector2d& normal = half_plane.normal;
  object.read("normal", normal);
  if (normal == Eigen::Vector2d(0, 0)) {
    object.faults().add(*object.find("normal"), object.path("normal"), "has length 0",
                        "expected any other");
    return planar::HalfPlane{};
  }
  // The square of a tiny or huge length underflows to 0 or overflows.
  if (std::isnormal(normal.squaredNorm()))
    normal.normalize();
  else
    normal.stableNormalize();
  return half_plane;
}

using Pieces = std::vector<planar::ShapeInstance>;

template <planar::Shape (*read)(JsonObject&)>
Pieces read_one(JsonObject& object) {
  return {{read(object)}};
}

// In the order of kShapes.
constexpr std::array<Pieces (*)(JsonObject&), 8> kReaders{
    read_one<read_disc>,    read_one<read_ellipse>,         read_one<read_box>,        read_polygon,
    read_one<read_capsule>, read_one<read_regular_polygon>, read_one<read_half_plane>, read_chain};

// Turns exceptions into faults: some sizes are impossible, and outlines may touch themselves.
Pieces read_kind(JsonObject& object, std::size_t kind) {
  try {
    return kReaders[kind](object);
  } catch (const InvalidArgument& fault) {
    object.faults().add(object.node(), object.element(), fault.what());
    return {};
  }
}

}  // namespace

const std::vector<std::string>& outline_names() {
  return kShapes;
}

void read_one_of(JsonObject& object, const std::vector<std::string>& kinds,
                 const std::function<void(JsonObject&, std::size_t)>& read_kind,
                 const std::function<void()>& read_rest) {
  int found = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const JsonNode* shape = object.find(kinds[kind]);
    if (!shape) continue;
    ++found;
    JsonObject members(*shape, object.path(kinds[kind]), object.faults());
    read_kind(members, kind);
    members.check_keys();
  }
  read_rest();
  // A misspelt shape is already reported as an unknown key, so it is not reported as missing too.
  const std::size_t faults_before = object.faults().found.size();
  object.check_keys();
  const bool known =
      object.faults().found.size() == faults_before && object.node().kind == JsonKind::object;
  if (found > 1 || (found == 0 && known))
    object.faults().add(object.node(), object.element(), fmt::format("has {} shapes", found),
                        fmt::format("expected one of {}", fmt::join(kinds, ", ")));
}

namespace {

// Reads a whole number of 32 bits.
void read_bits(JsonObject& object, const std::string& key, std::uint32_t& bits) {
  double number = bits;
  if (!object.read(key, number)) return;
  if (number >= 0 && number <= 0xffffffff && number == std::floor(number))
    bits = static_cast<std::uint32_t>(number);
  else
    object.faults().mismatch(*object.find(key), object.path(key),
                             "a whole number from 0 to 4294967295");
}

}  // namespace

void read_filter(JsonObject& object, CollisionFilter& filter) {
  read_bits(object, "category", filter.category);
  read_bits(object, "mask", filter.mask);
}

std::vector<ShapeDef> read_shape(const JsonNode& node, const std::string& element,
                                 const ShapeDef& defaults, FaultList& faults) {
  JsonObject object(node, element, faults);
  ShapeDef def = defaults;
  std::vector<planar::ShapeInstance> pieces;
  const auto read = [&](JsonObject& shape, std::size_t kind) { pieces = read_kind(shape, kind); };
  object.accept(kOutlineSynonyms);
  read_one_of(object, kShapes, read, [&] {
    object.read("position", def.pose.p);
    object.read("angle", def.pose.angle);
    object.read("density", def.density);
    object.read("surface_velocity", def.surface_velocity);
    read_filter(object, *def.collides);
  });
  if (pieces.empty()) pieces.push_back({def.shape});
  std::vector<ShapeDef> defs(pieces.size(), def);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    defs[i].shape = pieces[i].shape;
    defs[i].pose = compose(def.pose, pieces[i].pose);
  }
  return defs;
}

}  // namespace perpend::io
