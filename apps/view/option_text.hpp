// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "perpend/sim/options.hpp"

namespace perpend::view {

/// Sets the option `name` (sim/option_fields.hpp) from its text. Throws InvalidArgument if there is
/// no such option, the value is invalid, or it contradicts other options.
void set_option(SimulationOptions& options, const std::string& name, const std::string& value);

/// Returns all options with a single value, in the order of their table: name, value as text, unit,
/// description and, for enumerations, the choices.
nlohmann::json options_json(const SimulationOptions& options, bool in_space);

}  // namespace perpend::view
