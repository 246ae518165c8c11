// SPDX-License-Identifier: Apache-2.0
// A joint that makes a step of its model fail, so that it is taken in parts.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "perpend/model/model_builder.hpp"

namespace perpend {

// A rail along x, without equations at some points of it.
class RailWithHoles : public JointType {
 public:
  explicit RailWithHoles(std::vector<double> holes) : holes_(std::move(holes)) {}
  int rows() const override { return 1; }
  void evaluate(const JointBody& a, const JointBody&,
                std::array<JointRow, kMaxRows>& rows) const override {
    rows[0].point_a = rows[0].point_b = a.pose.p;
    rows[0].force_a = {0, 0, 1};
    rows[0].force_b = {0, 0, -1};
    rows[0].phi = a.pose.p.z();
    for (const double hole : holes_)
      if (std::abs(a.pose.p.x() - hole) < 1e-9)
        rows[0].phi = std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::vector<double> holes_;
};

// A particle of 2 kg at x = 0 that slides along it at 1 m/s.
inline void add_slider(ModelBuilder& builder, std::vector<double> holes) {
  const BodyId body = builder.add_body(
      {.kind = BodyKind::spatial_particle, .mass = 2, .spatial = {.velocity = {1, 0, 0}}});
  builder.add_joint({.kind = JointKind::custom,
                     .a = body,
                     .type = std::make_shared<RailWithHoles>(std::move(holes))});
}

}  // namespace perpend
