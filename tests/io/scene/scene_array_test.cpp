// SPDX-License-Identifier: Apache-2.0
// Places of copies: order, stagger, triangles, jitter and how many there may be.
#include "io/scene/scene_array.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "io/format/json_node.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using Places = std::vector<Vector3d>;

struct Read {
  Places places;
  Diagnostics faults;
};

Read read(const std::string& text, bool in_plane) {
  const JsonNode node = parse_json(text, "t").value();
  FaultList faults{"t"};
  Places places = read_body_array(node, "array", in_plane, faults);
  return {std::move(places), std::move(faults.found)};
}

struct Block {
  int columns = 0, rows = 0, layers = 0;
  Vector3d spacing = {};
  double stagger = 0;
  bool triangle = false;

  std::string text() const {
    return fmt::format(R"({{"count": [{}, {}, {}], "spacing": [{}, {}, {}], "stagger": {},
      "triangle": {}}})",
                       columns, rows, layers, spacing.x(), spacing.y(), spacing.z(), stagger,
                       triangle);
  }
  // Each row of a triangle has one less than the one below and stands in its gaps.
  Places places() const {
    Places found;
    for (int k = 0; k < layers; ++k)
      for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns - (triangle ? j : 0); ++i) {
          const double shift = triangle ? j / 2.0 : j % 2 ? stagger : 0;
          found.emplace_back((i + shift) * spacing.x(), j * spacing.y(), k * spacing.z());
        }
    return found;
  }
};

Block drawn(std::mt19937& random) {
  const auto number = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  };
  const auto whole = [&](int lo, int hi) {
    return std::uniform_int_distribution<int>(lo, hi)(random);
  };
  const int columns = whole(1, 5);
  return {.columns = columns,
          .rows = whole(1, columns),
          .layers = whole(1, 4),
          .spacing = {number(-2, 2), number(-2, 2), number(-2, 2)},
          .stagger = number(-1, 1),
          .triangle = whole(0, 1) == 1};
}

double largest_error(const Places& a, const Places& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

}  // namespace

TEST_CASE("blocks and triangles of copies stand in rows and layers, each layer as the first") {
  std::mt19937 random(5);
  for (int member = 0; member < 40; ++member) {
    const Block block = drawn(random);
    CAPTURE(block.text());
    const Read found = read(block.text(), false);
    REQUIRE(found.faults.empty());
    CHECK(largest_error(found.places, block.places()) < 1e-14);
  }
}

TEST_CASE("an array has 100 000 copies at most, along one direction or all of them") {
  const auto fits = [](const std::string& count, bool in_plane) {
    const Read found = read(R"({"spacing": [1, 2, 3], "count": )" + count + "}", in_plane);
    if (found.faults.empty()) CHECK(found.places.size() == 100000);
    return found.faults.empty();
  };
  for (const char* most : {"100000", "[1000, 100]", "[1, 100000]"}) CHECK(fits(most, true));
  CHECK(fits("[100, 100, 10]", false));
  for (const char* more : {"100001", "[100001]", "[1000, 101]", "[1, 100001]"})
    CHECK(!fits(more, true));
  CHECK(!fits("[100, 101, 10]", false));
  const auto joints = [](int count) {
    const JsonNode node =
        parse_json(fmt::format(R"({{"count": {}, "spacing": [1, -2]}})", count), "t").value();
    FaultList faults{"t"};
    const Places places = read_joint_array(node, "array", faults);
    return faults.found.empty() ? std::ssize(places) : -1;
  };
  CHECK(joints(0) == 0);
  CHECK(joints(100000) == 100000);
  CHECK(joints(100001) == -1);
  CHECK(joints(-1) == -1);
}

TEST_CASE("each seed draws offsets of its own, also one below 0") {
  const auto with = [](int seed) {
    return read(fmt::format(R"({{"count": 4, "spacing": [1, 0], "jitter": 0.25, "seed": {}}})",
                            seed),
                true)
        .places;
  };
  for (const int seed : {-3, 3, 0}) CHECK(largest_error(with(seed), with(seed)) == 0);
  CHECK(largest_error(with(3), with(-3)) > 0.01);
  CHECK(largest_error(with(0), with(-1)) > 0.01);
  for (const Vector3d& place : with(-3)) CHECK(place.z() == 0);
}

}  // namespace perpend::io
