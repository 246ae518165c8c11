// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "check/mechanism.hpp"
#include "perpend/core/result.hpp"

namespace perpend::app {

/// The object `mechanism` of `perpend check --json`; docs/formats/json.md.
nlohmann::ordered_json to_json(const Model& model, const Mechanism& mechanism);

/// Joints, mobility and what depends on what, for people; on stdout.
void print_mechanism(const Model& model, const Mechanism& mechanism);

/// Those of the model itself, and welds that repeat other welds.
Diagnostics warnings(const Model& model, const Mechanism& mechanism);
/// The same on stderr; a model without two welds is not analysed.
void print_warnings(const Model& model);

/// Per joint a sentence on rows of it that depend on others and on a reaction that is not unique;
/// empty where there is nothing to say, and for models that take long to analyse.
std::vector<std::string> joint_notes(const Model& model);

}  // namespace perpend::app
