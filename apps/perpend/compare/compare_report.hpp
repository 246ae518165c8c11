// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>

#include "compare/compare_words.hpp"

namespace perpend::app {

/// The table for people: a row per run, then what failed and what was skipped.
void print_comparison(std::FILE* to, const study::Scene& scene, const study::Comparison& comparison,
                      const std::vector<SkippedPair>& skipped);

/// The JSON object of `perpend compare --json`; docs/formats/json.md.
nlohmann::ordered_json to_json(const study::Scene& scene, const study::Comparison& comparison,
                               const std::vector<SkippedPair>& skipped,
                               const std::vector<std::string>& files);

}  // namespace perpend::app
