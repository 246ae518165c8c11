// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/study/scene.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// Runs the scene at the acceleration level and, with several steps, at the velocity level. Prints
/// the distance between them and the order of its convergence; returns the exit code.
int compare_levels(const study::Scene& scene, const CompareArguments& arguments);

}  // namespace perpend::app
