// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/io/scene.hpp"

namespace perpend::app {

/// Runs the scene with steps h, h/2 and h/4 to the last time something is expected and prints, for
/// each expectation, the three values and the observed order. kFailed where a run failed or the run
/// with h/4 misses an expectation.
int converge(const study::Scene& scene, bool json);

}  // namespace perpend::app
