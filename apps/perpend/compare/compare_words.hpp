// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/study/comparison.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// A law that a named solver does not solve.
struct SkippedPair {
  ContactLaw law;
  lcp::Method solver;
};

struct ComparePlan {
  study::ComparisonPlan comparison;
  std::vector<SkippedPair> skipped = {};
};

/// Splits a list at commas outside brackets: "box,polyhedral(16,rotated)".
std::vector<std::string> split_list(const std::string& list);

/// Returns all combinations of laws, solvers and steps, or faults for all unknown words. By
/// default: all laws, solver auto, the step of the scene and a tenth of it unless that takes more
/// than 200 000 steps; the reference is the exact cone at a quarter of the shortest step. Throws
/// InvalidArgument if the reference or the threads are out of range.
Result<ComparePlan> compare_plan(const CompareArguments& arguments, const study::Scene& scene);

}  // namespace perpend::app
