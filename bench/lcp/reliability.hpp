// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench.hpp"

namespace perpend::bench {

/// Runs seeded sets of rank-deficient problems, judged by the residual checker
/// (docs/methods/bench.md lists them). Appends to report.reliability.
void run_reliability(const BenchOptions& options, const Progress& progress, BenchReport& report);

/// Runs static friction in the plane and in space, box friction with coupled limits, and mixes with
/// sliding contacts, solved by `auto`. Appends to report.reliability.
void run_friction_reliability(const BenchOptions& options, const Progress& progress,
                              BenchReport& report);

}  // namespace perpend::bench
