// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "dynamics/joints/mechanism.hpp"
#include "perpend/core/result.hpp"

namespace perpend::app {

/// Returns the object `mechanism` of `perpend check --json`; docs/formats/json.md.
nlohmann::ordered_json to_json(const Model& model, const Mechanism& mechanism);

/// Prints joints, mobility and dependent rows in readable form on stdout.
void print_mechanism(const Model& model, const Mechanism& mechanism);

/// Prints all_warnings() on stderr.
void print_warnings(const Model& model);

/// Returns for each joint a sentence on its dependent rows and on a reaction that is not unique;
/// empty if neither applies, and for models that take long to analyse.
std::vector<std::string> joint_notes(const Model& model);

}  // namespace perpend::app
