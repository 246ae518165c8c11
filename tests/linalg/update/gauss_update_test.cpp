// SPDX-License-Identifier: Apache-2.0
#include "linalg/update/gauss_update.hpp"

#include <doctest/doctest.h>

#include "row_walk.hpp"

namespace perpend::linalg {

TEST_CASE("L A = U follows 10000 random changes of rows and columns") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    RowWalk<GaussUpdate> walk{random.matrix(24, 24), GaussUpdate(1e-12)};
    for (int event = 0; event < 500; ++event) {
      REQUIRE(walk.step(random));
      REQUIRE(walk.factor.backward_error(walk.matrix()) < 1e-10);
    }
  }
}

TEST_CASE("L A = U solves what it factored") {
  Random random(12);
  RowWalk<GaussUpdate> walk{random.matrix(30, 30), GaussUpdate()};
  for (int event = 0; event < 100; ++event) {
    REQUIRE(walk.step(random));
    CHECK(walk.solve_error(random) < 1e-11);
  }
}

TEST_CASE("L A = U refuses dependent rows") {
  Random random(13);
  const Eigen::MatrixXd G = random.matrix(12, 5);
  RowWalk<GaussUpdate> walk{G * G.transpose(), GaussUpdate()};
  for (Eigen::Index i = 0; i < 12; ++i) CHECK(walk.append(i, i) == (i < 5));
}

TEST_CASE("equations and unknowns keep their own orders") {
  Random random(14);
  RowWalk<GaussUpdate> walk{random.matrix(6, 6), GaussUpdate()};
  for (Eigen::Index i = 0; i < 5; ++i) REQUIRE(walk.append(i, 5 - i));
  REQUIRE(walk.factor.remove(1, 3));
  REQUIRE(walk.factor.replace_unknown(5, walk.column(5)));
  CHECK(walk.factor.equations() == std::vector<Eigen::Index>{0, 2, 3, 4});
  CHECK(walk.factor.unknowns() == std::vector<Eigen::Index>{4, 2, 1, 5});
  CHECK(walk.solve_error(random) < 1e-12);
}

}  // namespace perpend::linalg
