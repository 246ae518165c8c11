// SPDX-License-Identifier: Apache-2.0
// Inertia of URDF that no body has: a little of it is corrected, more is refused.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <random>

#include "io/robot/robot_text.hpp"
#include "perpend/geometry/spatial/mass.hpp"

namespace perpend::io {
namespace {

std::string rod(const Eigen::Matrix3d& inertia) {
  return robot(fmt::format("<link name='base'/>\n<link name='rod'><inertial><mass value='2'/>"
                           "<inertia ixx='{:.17g}' ixy='{:.17g}' ixz='{:.17g}' iyy='{:.17g}' "
                           "iyz='{:.17g}' izz='{:.17g}'/></inertial></link>\n",
                           inertia(0, 0), inertia(0, 1), inertia(0, 2), inertia(1, 1),
                           inertia(1, 2), inertia(2, 2)) +
               joint("j", "continuous", "base", "rod", "0 0 0"));
}

}  // namespace

TEST_CASE("a moment of inertia a little above the sum of the others is lowered to it, and told") {
  std::mt19937 random(8);
  const auto draw = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  };
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const double a = draw(0.01, 1), b = a * draw(1, 10), excess = draw(-0.2, 0.4);
    CAPTURE(excess);
    const Eigen::Quaterniond turn(Eigen::Vector4d(draw(-1, 1), draw(-1, 1), draw(-1, 1), 1));
    const Eigen::Matrix3d axes = turn.normalized().toRotationMatrix();
    Eigen::Vector3d moments(a, b, (1 + excess) * (a + b));
    const std::string text = rod(axes * moments.asDiagonal() * axes.transpose());
    if (excess > 0.2) {
      CHECK(says(faults_of(text), 3, "none above the sum of the other two"));
      continue;
    }
    REQUIRE(faults_of(text).empty());
    CHECK(says(notes_of(text), 3, "is lowered to the sum of the other two") == (excess > 0));
    moments[2] = std::min(moments[2], a + b);
    const Model model = scene_of(text).model;
    const Body& body = model.bodies.at(static_cast<std::size_t>(body_of(model, "rod")));
    Eigen::Vector3d kept = body.principal_inertia;
    std::sort(kept.begin(), kept.end());
    std::sort(moments.begin(), moments.end());
    CHECK((kept - moments).norm() < 1e-9 * moments.norm());
  }
}

TEST_CASE("a spherical joint, which other readers know, is a ball joint") {
  const std::string text = robot(ball_link("base") + ball_link("tip") +
                                 joint("neck", "spherical", "base", "tip", "1 0 0"));
  const Model model = scene_of(text).model;
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[0].kind == JointKind::spherical);
}

}  // namespace perpend::io
