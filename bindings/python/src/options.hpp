// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "perpend/sim/options.hpp"

namespace perpend::python {

/// Returns what was expected instead of an unknown name `given`: one of `names`, with the nearest.
std::string one_of(const std::vector<std::string>& names, const std::string& given);

/// Returns every option by its name in scene files.
nanobind::dict to_dict(const SimulationOptions& options);

/// Returns `options` changed by the values given by name. Throws InvalidArgument on an unknown
/// name, a value of another type, or one that validate() refuses.
SimulationOptions changed(SimulationOptions options, const nanobind::dict& values);

}  // namespace perpend::python
