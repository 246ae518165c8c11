// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "perpend/sim/options.hpp"

namespace perpend::view {

/// Sets the option `name` (sim/option_fields.hpp) as users write it. Throws InvalidArgument where
/// there is none of that name, the value is none of it, or it does not go with the others.
void set_option(SimulationOptions& options, const std::string& name, const std::string& value);

/// All that have one value, in the order of their table: name, value as users write it, unit, words
/// and, of names, the choices.
nlohmann::json options_json(const SimulationOptions& options, bool in_space);

}  // namespace perpend::view
