// SPDX-License-Identifier: Apache-2.0
// Links of SDF whose mass is that of their collisions.
#include <numbers>

#include "io/robot/robot_text.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

constexpr double kVolume = 4e-3 / 3 * std::numbers::pi;  // m³ of a ball of 0.1 m

std::string ball(const std::string& name, const std::string& pose, const std::string& more = "") {
  return "<collision name='" + name + "'><pose>" + pose + "</pose>" + more +
         "<geometry><sphere><radius>0.1</radius></sphere></geometry></collision>";
}

Model model_of(const std::string& of_link, const std::string& collisions) {
  return scene_of("<sdf version='1.11'><model name='m'><link name='a'><inertial auto='true'>" +
                  of_link + "</inertial>" + collisions + "</link></model></sdf>")
      .model;
}

TEST_CASE("a link that weighs what its collisions do has their densities, or its own") {
  const auto density = [](const std::string& of_link, const std::string& of_collision) {
    return model_of(of_link, ball("c", "0 0 0 0 0 0", of_collision)).bodies[0].mass / kVolume;
  };
  CHECK(density("", "") == relative(1000.0, 1e-12));
  CHECK(density("<density>500</density>", "") == relative(500.0, 1e-12));
  CHECK(density("<density>500</density>", "<density>200</density>") == relative(200.0, 1e-12));
}

TEST_CASE("a dumb-bell of collisions has its centre between them and the moment of parallel axes") {
  const Model model = model_of("", ball("c", "1 0 0 0 0 0") + ball("d", "3 0 0 0 0 0"));
  const double mass = 1000 * kVolume, own = 0.4 * mass * 0.01;
  CHECK((spatial_pose(model, initial_state(model), {0}).p - Eigen::Vector3d(2, 0, 0)).norm() <
        1e-12);
  const Eigen::Vector3d moments = model.bodies[0].principal_inertia;
  CHECK(moments.minCoeff() == relative(2 * own, 1e-9));
  CHECK(moments.maxCoeff() == relative(2 * (own + mass), 1e-9));
}

TEST_CASE("a mass beside automatic inertia is that of the link, spread as its collisions are") {
  const Model model =
      model_of("<mass>3</mass>", ball("c", "1 0 0 0 0 0") + ball("d", "3 0 0 0 0 0"));
  CHECK(model.bodies[0].mass == relative(3.0, 1e-14));
  CHECK((spatial_pose(model, initial_state(model), {0}).p - Eigen::Vector3d(2, 0, 0)).norm() <
        1e-12);
  CHECK(model.bodies[0].principal_inertia.maxCoeff() == relative(3 * (0.4 * 0.01 + 1), 1e-9));
}

}  // namespace
}  // namespace perpend::io
