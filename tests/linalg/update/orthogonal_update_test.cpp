// SPDX-License-Identifier: Apache-2.0
#include "linalg/update/orthogonal_update.hpp"

#include <doctest/doctest.h>

#include "linalg/update/gauss_update.hpp"
#include "row_walk.hpp"

namespace perpend::linalg {

TEST_CASE("Q K = U follows 10000 random changes of rows and columns at rounding level") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    RowWalk<OrthogonalUpdate> walk{random.matrix(24, 24), OrthogonalUpdate(1e-12)};
    for (int event = 0; event < 500; ++event) {
      REQUIRE(walk.step(random));
      REQUIRE(walk.factor.backward_error(walk.matrix()) < 1e-13);
    }
  }
}

TEST_CASE("Q K = U solves agree with Eigen's LU") {
  Random random(7);
  RowWalk<OrthogonalUpdate> walk{random.matrix(30, 30), OrthogonalUpdate()};
  for (int event = 0; event < 400; ++event) {
    walk.step(random);
    if (event % 10 != 0 || walk.factor.size() == 0) continue;
    const Eigen::VectorXd rhs = random.vector(walk.factor.size());
    Eigen::VectorXd x(rhs.size());
    walk.factor.solve(rhs, x);
    const Eigen::MatrixXd K = walk.matrix();
    const Eigen::VectorXd expected = K.fullPivLu().solve(rhs);
    CHECK((K * x - rhs).norm() <= 1e-13 * K.norm() * expected.norm());
  }
}

TEST_CASE("a dependent row is refused and leaves the factor as it was") {
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    const Eigen::Index rank = 1 + random.index(6);
    const Eigen::MatrixXd G = random.matrix(12, rank);
    RowWalk<OrthogonalUpdate> walk{G * G.transpose(), OrthogonalUpdate()};
    for (Eigen::Index i = 0; i < 12; ++i) CHECK(walk.append(i, i) == (i < rank));
    CHECK(walk.factor.size() == rank);
    CHECK(walk.factor.backward_error(walk.matrix()) < 1e-15);
  }
}

TEST_CASE("nearly dependent rows: accepted down to the tolerance, and the backward error stays") {
  Random random(9);
  for (const double gap : {1e-3, 1e-6, 1e-9}) {
    RowWalk<OrthogonalUpdate> walk{random.matrix(16, 16), OrthogonalUpdate(1e-13)};
    for (Eigen::Index i = 8; i < 16; ++i) walk.A.row(i) = walk.A.row(i - 8) + gap * walk.A.row(i);
    for (Eigen::Index i = 0; i < 16; ++i) REQUIRE(walk.append(i, i));
    for (int event = 0; event < 500; ++event) {
      const Eigen::Index label = walk.factor.equations()[random.index(16)];
      walk.factor.remove(label, label);
      REQUIRE(walk.append(label, label));
      REQUIRE(walk.factor.backward_error(walk.matrix()) < 1e-14);
    }
  }
}

TEST_CASE("a replacement that makes K singular says so, and the next one can mend it") {
  RowWalk<OrthogonalUpdate> walk{Eigen::MatrixXd::Identity(3, 3), OrthogonalUpdate()};
  for (Eigen::Index i = 0; i < 3; ++i) REQUIRE(walk.append(i, i));
  walk.A.col(2) = Eigen::Vector3d(1, 1, 0);
  CHECK_FALSE(walk.factor.replace_unknown(2, walk.column(2)));
  walk.A.col(2) = Eigen::Vector3d(1, 1, 2);
  CHECK(walk.factor.replace_unknown(2, walk.column(2)));
  Random random(10);
  CHECK(walk.solve_error(random) < 1e-15);
}

TEST_CASE("open/stick/slide walks: rotations stay at rounding level where elimination drifts") {
  Random random(11);
  const double rotated = contact_walk<OrthogonalUpdate>(32, 24, random);
  Random same(11);
  const double eliminated = contact_walk<GaussUpdate>(32, 24, same);
  CHECK(rotated < 4e-15);
  CHECK(eliminated > 10 * rotated);
}

}  // namespace perpend::linalg
