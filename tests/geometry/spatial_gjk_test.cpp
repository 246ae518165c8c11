// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "geometry/spatial/convex/gjk.hpp"
#include "random_solids.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr int kBox = 1, kCapsule = 3, kSphere = 0;

}  // namespace

// The gap along any direction is a lower bound of the distance, and any vector between the cores an
// upper one: along the shortest the two meet.
TEST_CASE("the gap between cores that are apart is as long as what separates them along it") {
  Random random(77);
  int apart = 0;
  for (const int kind_a : {kSphere, kBox, kCapsule})
    for (const int kind_b : {kSphere, kBox, kCapsule})
      for (int trial = 0; trial < 200; ++trial) {
        CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
        CAPTURE(trial);
        const Shape a = random.shape(kind_a), b = random.shape(kind_b);
        const Pose pose_a = random.pose(0.8), pose_b = random.pose(trial % 2 ? 2 : 1);
        const MinkowskiSum sum(a, Frame(pose_a), b, Frame(pose_b));
        const Vector3d gap = core_gap(sum);
        if (gap.norm() == 0) {
          CHECK(largest_separation(a, pose_a, b, pose_b, 1000) + sum.ball < 1e-9 * sum.size);
          continue;
        }
        const double least = sum.separation(gap.normalized()) + sum.ball;
        CHECK(gap.norm() >= least - 1e-12);
        CHECK(gap.norm() - least <= 1.01e-6 * gap.norm());
        ++apart;
      }
  CHECK(apart > 500);
}

}  // namespace perpend::spatial
