// SPDX-License-Identifier: Apache-2.0
// Scenes as text, and their faults.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "perpend/io/scene.hpp"

namespace perpend::io::scene_cases {

using namespace study;

/// A scene with these members beside the ones every scene needs, which stand on line 1.
inline Result<Scene> parse(const std::string& members) {
  const std::string needed =
      R"({"format": 1, "name": "t", "simulation": {"duration": 1, "law": "relaxed"}, )";
  return parse_scene(needed + members + "}", "t.json");
}

inline const std::string kBall =
    R"("bodies": [{"name": "ball", "shapes": [{"disc": {"radius": 1}}]}])";

inline std::string faults(const std::string& members) {
  const Result<Scene> scene = parse(members);
  return scene ? "none" : to_string(scene.error());
}

/// The faults of a scene with these members, without file names and lines, one per line.
inline std::string faults_with(const std::string& members) {
  const auto scene = parse_scene(
      R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )" + members + "}", "t");
  if (scene) return "";
  Diagnostics found = scene.error();
  for (Diagnostic& fault : found) fault.file.clear(), fault.line = 0;
  return to_string(found);
}

inline long lines(const std::string& text) {
  return text.empty() ? 0 : 1 + std::count(text.begin(), text.end(), '\n');
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Whether exactly one fault was found, which starts so.
inline bool one_fault(const std::string& members, const std::string& start) {
  const std::string text = faults(members);
  const bool found = text.starts_with(start) && text.find('\n') == std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

}  // namespace perpend::io::scene_cases
