// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "sim/scenes.hpp"

namespace perpend {

TEST_CASE("every stage books its time under its phase, and none twice") {
  const Model model = scenes::stack({1, 2, 3});
  Simulator simulator(model, {.dt = 1e-3});
  State state = initial_state(model);
  PhaseTimes sum;
  for (int k = 0; k < 20; ++k) {
    const PhaseTimes& phases = simulator.step(state).phases;
    const double parts =
        phases.drift + phases.collide + phases.assemble + phases.solve + phases.certify;
    CHECK(parts <= phases.total);
    sum.drift += phases.drift;
    sum.collide += phases.collide;
    sum.assemble += phases.assemble;
    sum.solve += phases.solve;
    sum.certify += phases.certify;
  }
  CHECK(sum.drift > 0);
  CHECK(sum.collide > 0);
  CHECK(sum.assemble > 0);
  CHECK(sum.solve > 0);
  CHECK(sum.certify > 0);
}

}  // namespace perpend
