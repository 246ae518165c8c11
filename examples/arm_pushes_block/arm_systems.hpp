// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <perpend/perpend.hpp>

#include "arm.hpp"

constexpr double kLength = 1.0, kMass = 2.0, kTip = 0.1;
constexpr double kStart[] = {1.1318, -2.2637};  // angles of the joints: the tip is level, rad
inline const Eigen::Vector2d kTorque(0.0, 12.0);

/// The ground and the block, alike in both systems; the block is body 1.
inline void add_surroundings(perpend::ModelBuilder& builder) {
  using namespace perpend;
  builder.set_surface_pair("default", "default", {.mu_s = 0.3, .mu_k = 0.3});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::fixed,
                    .pose = {{0, -0.3}, 0},
                    .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body({.name = "block",
                    .pose = {{1.3, 0.0}, 0},
                    .shapes = {{.shape = planar::box(0.6, 0.6)}},
                    .mass = 3.0});
}

/// The second bar is round at both ends.
inline std::vector<perpend::ShapeDef> ends() {
  const perpend::planar::Disc disc{kTip};
  return {{.shape = disc, .pose = {{-kLength / 2, 0}, 0}},
          {.shape = disc, .pose = {{kLength / 2, 0}, 0}}};
}

/// The arm as one body in joint angles; it is body 2.
inline perpend::Model generalised_arm() {
  using namespace perpend;
  ModelBuilder builder;
  add_surroundings(builder);
  builder.add_body({.name = "arm",
                    .kind = BodyKind::custom,
                    .shapes = ends(),
                    .type = std::make_shared<Arm>(kLength, kMass, kTorque),
                    .custom_q = Eigen::Vector2d(kStart[0], kStart[1]),
                    .custom_v = Eigen::Vector2d::Zero()});
  return builder.build().value();
}

/// The arm as two bars and two pins; the second bar is body 3. Torques are Simulator::set_force().
inline perpend::Model maximal_arm() {
  using namespace perpend;
  ModelBuilder builder;
  add_surroundings(builder);
  const double a = kStart[0], b = kStart[0] + kStart[1];
  const Eigen::Vector2d elbow(kLength * std::cos(a), kLength * std::sin(a));
  const Eigen::Vector2d half(kLength / 2 * std::cos(b), kLength / 2 * std::sin(b));
  const double inertia = kMass * kLength * kLength / 12;
  const BodyId upper = builder.add_body(
      {.name = "upper", .pose = {elbow / 2, a}, .mass = kMass, .inertia = inertia});
  const BodyId fore = builder.add_body({.name = "fore",
                                        .pose = {elbow + half, b},
                                        .shapes = ends(),
                                        .mass = kMass,
                                        .inertia = inertia});
  builder.add_joint({.name = "shoulder", .a = upper, .anchor = {0, 0, 0}});
  builder.add_joint({.name = "elbow", .a = upper, .b = fore, .anchor = {elbow.x(), elbow.y(), 0}});
  return builder.build().value();
}
