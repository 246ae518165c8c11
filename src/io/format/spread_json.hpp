// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace perpend::io {

/// Writes an object as text with one element of each list of objects per line, so that diagnostics
/// and diffs can point at it.
std::string spread(const nlohmann::ordered_json& scene);

}  // namespace perpend::io
