// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/set_coordinates.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "dynamics/joint_models.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A chain from the world of two links of length 1 along x, on hinges about z, and a slide along x.
struct Arm {
  ModelBuilder builder;
  BodyId upper, lower, hand;
  JointId shoulder, elbow, slide;

  explicit Arm(bool closed = false) {
    testing::Random random(3);
    const auto link = [&](double x) {
      BodyDef def = testing::spatial_body(random);
      def.spatial.pose = {{x, 0, 0}, Eigen::Quaterniond::Identity()};
      return builder.add_body(def);
    };
    upper = link(0.5), lower = link(1.5), hand = link(2.0);
    const auto join = [&](const char* name, JointKind kind, BodyId a, BodyId b, double x,
                          const Vector3d& axis) {
      return builder.add_joint(
          {.name = name, .kind = kind, .a = a, .b = b, .anchor = {x, 0, 0}, .axis = axis});
    };
    shoulder = join("shoulder", JointKind::pin, upper, kWorld, 0, {0, 0, 1});
    elbow = join("elbow", JointKind::pin, lower, upper, 1, {0, 0, 1});
    slide = join("slide", JointKind::prismatic, hand, lower, 2, {1, 0, 0});
    if (closed) join("tie", JointKind::spherical, lower, kWorld, 2, {1, 0, 0});
  }
};

std::string refused(const Model& model, const CoordinateValue& value, State state) {
  try {
    set_coordinates(model, {value}, state);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("coordinates and rates that are set are those that are read, and joints stay closed") {
  const Arm arm;
  const Model model = arm.builder.build().value();
  State state = initial_state(model);
  set_coordinates(model, {{{arm.shoulder, 0}, 0.4}, {{arm.elbow, 0}, 7.0}, {{arm.slide, 0}, -0.2}},
                  state);
  set_rates(model, {{{arm.shoulder, 0}, 1.0}, {{arm.elbow, 0}, -3.0}, {{arm.slide, 0}, 0.5}},
            state);
  const double values[] = {0.4, 7.0, -0.2}, rates[] = {1.0, -3.0, 0.5};
  for (int j = 0; j < 3; ++j) {
    CHECK(coordinate(model, state, {j}, 0) == doctest::Approx(values[j]).epsilon(1e-9));
    CHECK(coordinate_rate(model, state, {j}, 0) == doctest::Approx(rates[j]).epsilon(1e-9));
  }
  const ConstraintRows rows = constraint_rows(model, state);
  CHECK(rows.error.lpNorm<Eigen::Infinity>() < 1e-12);
  CHECK((rows.jacobian * state.v).lpNorm<Eigen::Infinity>() < 1e-12);
  const Vector3d hand{std::cos(0.4) + 0.8 * std::cos(7.4), std::sin(0.4) + 0.8 * std::sin(7.4), 0};
  CHECK((spatial_pose(model, state, arm.hand).p - hand).norm() < 1e-9);
}

TEST_CASE("a coordinate that is set keeps those of all other joints") {
  const Arm arm;
  const Model model = arm.builder.build().value();
  State state = initial_state(model);
  set_coordinates(model, {{{arm.elbow, 0}, 0.7}}, state);
  set_rates(model, {{{arm.slide, 0}, 0.5}}, state);
  set_coordinates(model, {{{arm.shoulder, 0}, -1.1}}, state);
  CHECK(coordinate(model, state, arm.elbow, 0) == doctest::Approx(0.7).epsilon(1e-12));
  CHECK(coordinate(model, state, arm.slide, 0) == doctest::Approx(0).epsilon(1e-12));
  CHECK(coordinate_rate(model, state, arm.slide, 0) == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(coordinate_rate(model, state, arm.elbow, 0) == doctest::Approx(0).epsilon(1e-12));
}

TEST_CASE("a coordinate follows the one that a coupler ties it to") {
  Arm arm;
  arm.builder.add_coupler({.name = "gear", .terms = {{arm.shoulder, 0, 2.0}, {arm.elbow, 0, 1.0}}});
  const Model model = arm.builder.build().value();
  State state = initial_state(model);
  set_coordinates(model, {{{arm.shoulder, 0}, 0.3}}, state);
  set_rates(model, {{{arm.elbow, 0}, -1.0}}, state);
  CHECK(coordinate(model, state, arm.elbow, 0) == doctest::Approx(-0.6).epsilon(1e-9));
  CHECK(coordinate_rate(model, state, arm.shoulder, 0) == doctest::Approx(0.5).epsilon(1e-9));
}

TEST_CASE("the Jacobian by joint coordinates is the rate of a point by each of them") {
  Arm arm;
  arm.builder.add_coupler({.name = "gear", .terms = {{arm.slide, 0, 1.0}, {arm.elbow, 0, 0.5}}});
  const Model model = arm.builder.build().value();
  State state = initial_state(model);
  set_coordinates(model, {{{arm.shoulder, 0}, 0.4}, {{arm.elbow, 0}, 0.7}}, state);
  state.v.setConstant(2.0);
  const Vector3d point(0.1, 0.2, 0.3);
  const std::vector<CoordinateId> both{{arm.shoulder, 0}, {arm.elbow, 0}};
  const Eigen::MatrixXd J = joint_jacobian(model, state, arm.hand, point, Frame::body, both);
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 2; ++i) {
    const auto at = [&](double by) {
      State moved = state;
      const double here = coordinate(model, state, both[i].joint, 0);
      set_coordinates(model, {{both[i], here + by}}, moved);
      return transform_point(spatial_frame_pose(model, moved, arm.hand), point);
    };
    CHECK((J.col(i).head<3>() - (at(kStep) - at(-kStep)) / (2 * kStep)).norm() < 1e-8);
    CHECK((J.col(i).tail<3>() - Vector3d(0, 0, 1)).norm() < 1e-12);
  }
  CHECK(state.v == Eigen::VectorXd::Constant(model.dof(), 2.0));
}

TEST_CASE("loops, broken joints and coordinates that do not exist are refused by name") {
  const Arm arm(true);
  const Model model = arm.builder.build().value();
  State state = initial_state(model);
  CHECK(refused(model, {{arm.elbow, 0}, 0.1}, state).find("elbow") != std::string::npos);
  CHECK(refused(model, {{arm.slide, 0}, 0.1}, state).empty());
  CHECK(refused(model, {{arm.slide, 1}, 0.1}, state).find("coordinate") != std::string::npos);
  CHECK(refused(model, {{arm.slide, 0}, NAN}, state).find("finite") != std::string::npos);
  CHECK(refused(model, {{{4}, 0}, 0.1}, state).find("joint") == 0);
  CHECK(refused(model, {{{}, 0}, 0.1}, state).find("joint") == 0);
  state.broken.assign(model.joints.size(), 0);
  state.broken[static_cast<std::size_t>(arm.slide.index)] = 1;
  CHECK(refused(model, {{arm.slide, 0}, 0.1}, state).find("slide") != std::string::npos);
}

}  // namespace perpend
