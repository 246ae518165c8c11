// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/jordan_lanes.hpp"

#include <doctest/doctest.h>

#include <random>

#include "lcp/cone/jordan.hpp"

using namespace perpend::lcp;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using perpend::linalg::kLanes;

namespace {

Vector3d lane(const LaneVector& x, int i) {
  return {x[0][i], x[1][i], x[2][i]};
}

// Vectors in cones, from deep inside to a share of 3e-4 from the boundary.
LaneVector inside(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  LaneVector x;
  for (int i = 0; i < kLanes; ++i) {
    x[1][i] = uniform(random);
    x[2][i] = uniform(random);
    x[0][i] = std::hypot(x[1][i], x[2][i]) * (1 + std::pow(10.0, -0.5 * i)) + 1e-9;
  }
  return x;
}

double margin(const Vector3d& x) {
  return x[0] - x.tail<2>().norm();
}

TEST_CASE("scaling of Nesterov and Todd, a SIMD batch of cones") {
  std::mt19937 random(3);
  for (int k = 0; k < 100; ++k) {
    const LaneVector x = inside(random), y = inside(random);
    LaneScaling P;
    LaneVector from_x, from_y, back;
    P.set(x, y);
    P.scale(x, from_x);
    P.scale_back(y, from_y);
    P.scale_back(from_x, back);
    for (int i = 0; i < kLanes; ++i) {
      const double size = lane(from_x, i).norm();
      CHECK((lane(from_x, i) - lane(from_y, i)).norm() < 1e-6 * size);
      CHECK((lane(back, i) - lane(x, i)).norm() < 1e-6 * lane(x, i).norm());
    }
  }
}

TEST_CASE("(P² + delta I)⁻¹, a SIMD batch of cones") {
  std::mt19937 random(4);
  for (const double delta : {1e-11, 1e-2}) {
    const LaneVector x = inside(random), y = inside(random), z = inside(random);
    LaneScaling P;
    P.set(x, y);
    LaneInverse Q;
    Q.set(P, delta);
    LaneVector out, once, twice;
    Q.multiply(z, out);
    P.scale(out, once);
    P.scale(once, twice);
    for (int i = 0; i < kLanes; ++i) {
      Matrix3d entries;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
          perpend::linalg::Lanes entry;
          Q.entry(r, c, entry);
          entries(r, c) = entry[i];
        }
      CHECK((entries * lane(z, i) - lane(out, i)).norm() < 1e-6 * lane(out, i).norm());
      if (i > 4) continue;  // beyond it rounding is all that is left of P² Q z
      CHECK((lane(twice, i) + delta * lane(out, i) - lane(z, i)).norm() < 1e-4);
    }
  }
}

TEST_CASE("quotients undo products, a SIMD batch of cones") {
  std::mt19937 random(5);
  const LaneVector x = inside(random), y = inside(random);
  LaneVector product, quotient;
  jordan_product(x, y, product);
  jordan_quotient(product, x, quotient);
  for (int i = 0; i < kLanes; ++i) {
    CHECK((jordan_product(lane(x, i), lane(y, i)) - lane(product, i)).norm() < 1e-14);
    CHECK((lane(quotient, i) - lane(y, i)).norm() < 1e-6);
  }
}

TEST_CASE("the longest step ends on the boundary of a cone, or there is none") {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int ended = 0, free = 0;
  for (int k = 0; k < 200; ++k) {
    const LaneVector x = inside(random);
    LaneVector dx;
    for (int r = 0; r < 3; ++r)
      for (int i = 0; i < kLanes; ++i) dx[r][i] = uniform(random);
    perpend::linalg::Lanes step = perpend::linalg::Lanes{} + 50.0;
    limit_step(x, dx, step);
    for (int i = 0; i < kLanes; ++i) {
      const Vector3d from = lane(x, i), along = lane(dx, i);
      CHECK(margin(from + 0.999 * step[i] * along) > -1e-12);
      if (step[i] < 50.0) {
        ++ended;
        CHECK(std::abs(margin(from + step[i] * along)) < 1e-7 * (1 + step[i]));
      } else {
        ++free;
      }
    }
  }
  CHECK(ended > 200);
  CHECK(free > 100);
}

}  // namespace
