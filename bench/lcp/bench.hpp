// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "bench/report.hpp"

namespace perpend::bench {

enum class Effort {
  quick,     ///< n <= 48, a few problems per set: seconds
  standard,  ///< every size and set in docs/methods/bench.md: minutes
  full       ///< more problems per cell, peers on the same 1000 piles
};

struct BenchOptions {
  Effort effort = Effort::standard;
  bool peers = true;        ///< run solvers of other projects that are compiled in
  bool reliability = true;  ///< run the sets of seeded problems in addition to the timings
};

/// Called before each cell with the name of the next one and the share done, 0 to 1.
using Progress = std::function<void(std::string_view next, double done)>;

/// Measures LCP solvers on one thread, interleaved with Eigen's factorisations of the same n.
BenchReport run_lcp_bench(const BenchOptions& options, const Progress& progress = {});

}  // namespace perpend::bench
