// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::study {

/// Steps of a run: at a microsecond each they take twelve days. Time still advances by dt then, by
/// four digits and more.
inline constexpr double kMostSteps = 1e12;

/// Whether a run of that duration (s) in steps of dt (s) would not end, or not even advance.
inline bool never_ends(double duration, double dt) {
  return !(duration / dt <= kMostSteps);
}

}  // namespace perpend::study
