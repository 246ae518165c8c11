// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "perpend/sim/options.hpp"
#include "perpend/sim/report_fields.hpp"

namespace perpend::app {

/// Return the tables of options, report fields, laws and solvers of the documentation, in Markdown.
std::string option_table();
std::string report_table();
std::string law_table();
std::string solver_table();

/// Return the same as JSON for other tools: docs/formats/json.md.
nlohmann::ordered_json option_list();
nlohmann::ordered_json report_list();
nlohmann::ordered_json law_list();
nlohmann::ordered_json solver_list();

/// Return values by name: the options of a run, and its steps merged into one report.
nlohmann::ordered_json options_json(const SimulationOptions& options);
nlohmann::ordered_json report_json(const MergedReport& report);

}  // namespace perpend::app
