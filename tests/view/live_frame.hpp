// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "perpend/io/scene.hpp"
#include "view/world.hpp"

namespace perpend::view {

/// A frame as a page reads it: a text, and the arrays that it names.
struct LiveFrame {
  nlohmann::json text;
  std::map<std::string, std::vector<double>> arrays;

  explicit LiveFrame(const std::string& bytes) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    text = nlohmann::json::parse(bytes.substr(sizeof length, length));
    std::size_t at = sizeof length + length;
    for (const nlohmann::json& array : text["arrays"]) {
      std::vector<double>& values = arrays[array[0].get<std::string>()];
      for (std::size_t k = array[2].get<std::size_t>(); k > 0; --k, at += 4)
        values.push_back(number(bytes.data() + at, array[1] == "f"));
    }
    is_whole = at == bytes.size();
  }
  bool is_whole = false;  ///< no byte is left

 private:
  static double number(const char* bytes, bool is_real) {
    float real = 0;
    std::int32_t whole = 0;
    std::memcpy(&real, bytes, 4);
    std::memcpy(&whole, bytes, 4);
    return is_real ? real : whole;
  }
};

inline World world_of(const std::string& scene) {
  return World(io::parse_scene(scene, "s.json").value());
}

}  // namespace perpend::view
