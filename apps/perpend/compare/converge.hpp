// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/io/scene.hpp"

namespace perpend::app {

/// Runs the scene with steps h, h/2 and h/4 to the time of its last expectation and prints, for
/// each expectation, the three values and the observed order. Returns kFailed if a run fails or the
/// run with h/4 misses an expectation.
int converge(const study::Scene& scene, bool json);

}  // namespace perpend::app
