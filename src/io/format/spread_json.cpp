// SPDX-License-Identifier: Apache-2.0
#include "io/format/spread_json.hpp"

#include <fmt/format.h>

namespace perpend::io {

std::string spread(const nlohmann::ordered_json& scene) {
  std::string text = "{\n";
  for (const auto& [key, value] : scene.items()) {
    if (text.size() > 2) text += ",\n";
    text += fmt::format(" {}: ", nlohmann::ordered_json(key).dump());
    if (!value.is_array() || value.empty() || !value[0].is_object()) {
      text += value.dump();
      continue;
    }
    text += "[";
    for (std::size_t i = 0; i < value.size(); ++i)
      text += fmt::format("{}\n  {}", i ? "," : "", value[i].dump());
    text += "\n ]";
  }
  return text + "\n}\n";
}

}  // namespace perpend::io
