// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/problems/sliding_cube.hpp"
#include "discretised_check.hpp"
#include "lcp/friction/phantom.hpp"

namespace perpend::lcp::testing {

constexpr double kStep = 0.01;  // s

// The cube's problems of the first 1.5 s, moved on by `options` for each step's slip.
template <typename Visit>
void run_cube(const PhantomOptions& options, Visit visit) {
  SlidingCube cube(kStep);
  for (int step = 0; step < 150; ++step) {
    PhantomOptions own = options;
    own.slip = cube.slip();
    const PhantomProblem phantom(cube.problem(), own);
    visit(phantom);
    cube.step(solve_law(phantom));
  }
}

}  // namespace perpend::lcp::testing
