// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::study {

/// Most steps of a run: at a microsecond of wall time each they take twelve days. The time at their
/// end still resolves dt to at least four digits.
inline constexpr double kMostSteps = 1e12;

/// True if a run of that duration (s) in steps of dt (s) would take more steps, or never advance.
inline bool never_ends(double duration, double dt) {
  return !(duration / dt <= kMostSteps);
}

}  // namespace perpend::study
