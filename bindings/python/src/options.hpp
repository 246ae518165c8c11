// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include "perpend/sim/options.hpp"

namespace perpend::python {

/// Returns every option by its name in scene files.
nanobind::dict to_dict(const SimulationOptions& options);

/// Returns `options` changed by the values given by name. Throws InvalidArgument on an unknown
/// name, a value of another type, or one that validate() refuses.
SimulationOptions changed(SimulationOptions options, const nanobind::dict& values);

}  // namespace perpend::python
