// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>

#include "compare/compare_words.hpp"

namespace perpend::app {

/// Prints the table in readable form: a row per run, then failures and skipped pairs.
void print_comparison(std::FILE* to, const study::Scene& scene, const study::Comparison& comparison,
                      const std::vector<SkippedPair>& skipped);

/// Returns the JSON object of `perpend compare --json`; docs/formats/json.md.
nlohmann::ordered_json to_json(const study::Scene& scene, const study::Comparison& comparison,
                               const std::vector<SkippedPair>& skipped,
                               const std::vector<std::string>& files);

}  // namespace perpend::app
