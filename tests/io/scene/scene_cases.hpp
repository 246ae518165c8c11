// SPDX-License-Identifier: Apache-2.0
// Scenes as text, and their faults.
#pragma once

#include <doctest/doctest.h>

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

/// Whether exactly one fault was found, which starts so.
inline bool one_fault(const std::string& members, const std::string& start) {
  const std::string text = faults(members);
  const bool found = text.starts_with(start) && text.find('\n') == std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

}  // namespace perpend::io::scene_cases
