// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/study/scene.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// Runs the scene at the acceleration level and, with several steps, at the velocity level, and
/// prints how far apart they are and with which order that falls; returns the exit code.
int compare_levels(const study::Scene& scene, const CompareArguments& arguments);

}  // namespace perpend::app
