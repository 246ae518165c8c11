// SPDX-License-Identifier: Apache-2.0
// Cones and ellipsoids in scene files.
#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

Result<study::Scene> parse(const std::string& shapes) {
  return parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "bodies": [)"
                     "\n"
                     R"({"name": "a", "kind": "spatial", "shapes": [)" +
                         shapes + "]}]}",
                     "t.json");
}

}  // namespace

TEST_CASE("a cone has its length along z, an ellipsoid full axes") {
  const Model model =
      parse(
          R"({"cone": {"length": 2, "radius": 0.5}}, {"ellipsoid": {"axes": [1, 2, 3]}, "position": [5, 0, 0]})")
          .value()
          .model;
  const auto& shapes = model.bodies[0].details->spatial_shapes;
  REQUIRE(shapes.size() == 2);
  CHECK(std::get<spatial::Cone>(shapes[0].shape).half_length == 1);
  CHECK(std::get<spatial::Cone>(shapes[0].shape).radius == 0.5);
  CHECK(std::get<spatial::Ellipsoid>(shapes[1].shape).half == Eigen::Vector3d(0.5, 1, 1.5));
}

TEST_CASE("sizes that make none are faults with their line") {
  const auto faults = [](const std::string& shape) {
    const auto scene = parse(shape);
    return scene ? std::string() : to_string(scene.error());
  };
  const std::string flat = faults(R"({"ellipsoid": {"axes": [1, 0, 1]}})");
  CHECK(flat.find("t.json:2: ") != std::string::npos);
  CHECK(flat.find("shapes[0].axes: is 0") != std::string::npos);
  CHECK(faults(R"({"cone": {"length": 1, "radius": -1}})").find("shapes[0].radius: is -1") !=
        std::string::npos);
  CHECK(faults(R"({"cone": {"length": 1}})").find("radius") != std::string::npos);
}

}  // namespace perpend::io
