// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "perpend/sim/options.hpp"

namespace perpend::python {

/// What a name must be that was `given` another: one of all, with the nearest.
std::string one_of(const std::vector<std::string>& names, const std::string& given);

/// Every option by its name of scene files.
nanobind::dict to_dict(const SimulationOptions& options);

/// `options` with the values given by name; throws InvalidArgument on an unknown name, a value of
/// another type, or one that validate() refuses.
SimulationOptions changed(SimulationOptions options, const nanobind::dict& values);

}  // namespace perpend::python
