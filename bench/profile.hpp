// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace perpend::bench {

/// A performance profile (Dolan & Moré 2002): the share of problems that a solver solves within a
/// factor of the fastest solver of that problem.
struct Profile {
  std::string solver;
  int problems = 0;  ///< of the group, whether or not the solver was run on them
  std::vector<double>
      factors;  ///< ascending, of the solved ones; the k-th gives share (k+1)/problems
};

/// Returns the profiles of the samples with smallest <= n <= largest; solvers in order of first
/// appearance.
std::vector<Profile> performance_profiles(const std::vector<ProfileSample>& samples, int smallest,
                                          int largest);

}  // namespace perpend::bench
