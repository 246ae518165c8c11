// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace perpend::io {

/// An object as text: lists of objects with one element per line, which diagnostics and diffs can
/// point at.
std::string spread(const nlohmann::ordered_json& scene);

}  // namespace perpend::io
