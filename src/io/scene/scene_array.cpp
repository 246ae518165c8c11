// SPDX-License-Identifier: Apache-2.0
#include "io/scene/scene_array.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>

namespace perpend::io {
namespace {

constexpr int kMaxArray = 100000;  // copies of one array; more is a typing error

// A block or triangle of copies.
struct BodyArray {
  bool line = false;                  // count[0] copies, one spacing apart
  std::array<int, 3> count{1, 1, 1};  // along x, y, z
  Eigen::Vector3d spacing{1, 1, 0};   // m
  double stagger = 0.0;               // fraction of spacing.x by which odd rows are shifted
  bool triangle = false;
  double jitter = 0.0;  // m, half side of the square or cube that offsets are drawn from
  int seed = 0;
};

// Reads one whole number, or one per direction.
bool read_counts(const JsonNode& node, std::size_t directions, std::array<int, 3>& counts) {
  const bool single = node.kind == JsonKind::number;
  if (!single && (node.kind != JsonKind::array || node.items.empty())) return false;
  if (!single && node.items.size() > directions) return false;
  double product = 1.0;
  for (std::size_t i = 0; i < (single ? 1 : node.items.size()); ++i) {
    const JsonNode& item = single ? node : node.items[i];
    const bool whole = item.number == std::floor(item.number) && item.number >= 1;
    if (item.kind != JsonKind::number || !whole || (product *= item.number) > kMaxArray)
      return false;
    counts[i] = static_cast<int>(item.number);
  }
  return true;
}

void check(const BodyArray& array, JsonObject& object) {
  if (array.triangle && array.count[1] > array.count[0])
    object.faults().add(*object.find("count"), object.path("count"),
                        fmt::format("has {} rows on {} bodies", array.count[1], array.count[0]),
                        "expected at most as many rows as the lowest row has bodies");
  if (array.jitter < 0)
    object.faults().mismatch(*object.find("jitter"), object.path("jitter"), "a number >= 0");
}

BodyArray read_array(JsonObject& object, bool in_plane) {
  BodyArray array;
  const std::string form = in_plane ? "[columns, rows]" : "[along x, along y, along z]";
  const JsonNode* count = object.need("count", "a number of copies in a line or " + form);
  array.line = count && count->kind == JsonKind::number;
  if (count && !read_counts(*count, in_plane ? 2 : 3, array.count))
    object.faults().mismatch(
        *count, object.path("count"),
        fmt::format("a whole number or {}, {} bodies at most", form, kMaxArray));
  object.need("spacing", in_plane ? "[x, y] in m" : "[x, y, z] in m");
  object.read_vector("spacing", array.spacing);
  object.read("stagger", array.stagger);
  object.read("triangle", array.triangle);
  object.read("jitter", array.jitter);
  object.read("seed", array.seed);
  check(array, object);
  object.check_keys();
  return array;
}

}  // namespace

// The jitter is drawn from the upper 53 bits of the generator, so that it has the same bits with
// every standard library.
std::vector<Eigen::Vector3d> read_body_array(const JsonNode& node, const std::string& element,
                                             bool in_plane, FaultList& faults) {
  JsonObject object(node, element, faults);
  const BodyArray array = read_array(object, in_plane);
  std::mt19937_64 random(static_cast<std::uint64_t>(array.seed));
  const auto draw = [&] {
    return array.jitter * (std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0);
  };
  std::vector<Eigen::Vector3d> offsets;
  for (int k = 0; k < array.count[2]; ++k)
    for (int j = 0; j < array.count[1]; ++j) {
      const double shift = array.triangle ? 0.5 * j : (j % 2 == 1 ? array.stagger : 0.0);
      const int columns = array.triangle ? array.count[0] - j : array.count[0];
      for (int i = 0; i < columns; ++i) {
        Eigen::Vector3d& offset =
            offsets.emplace_back(Eigen::Vector3d(i + shift, j, k).cwiseProduct(array.spacing));
        if (array.line) offset = i * array.spacing;
        if (array.jitter <= 0) continue;
        for (int axis = 0; axis < (in_plane ? 2 : 3); ++axis) offset[axis] += draw();
      }
    }
  return offsets;
}

std::vector<Eigen::Vector3d> read_joint_array(const JsonNode& node, const std::string& element,
                                              FaultList& faults) {
  JsonObject object(node, element, faults);
  int count = 0;
  Eigen::Vector3d spacing(0, 0, 0);
  object.read_needed("count", count, "the number of copies");
  if (count < 0 || count > kMaxArray)
    faults.mismatch(*object.find("count"), object.path("count"),
                    fmt::format("a whole number from 0 to {}", kMaxArray));
  object.need("spacing", "[x, y] or [x, y, z] in m");
  object.read_vector("spacing", spacing);
  object.check_keys();
  std::vector<Eigen::Vector3d> offsets;
  for (int i = 0; i < std::min(count, kMaxArray); ++i) offsets.push_back(i * spacing);
  return offsets;
}

}  // namespace perpend::io
