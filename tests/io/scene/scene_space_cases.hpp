// SPDX-License-Identifier: Apache-2.0
// Scenes in space as text.
#pragma once

#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"

namespace perpend::io::scene_space_cases {

using namespace study;

inline Result<Scene> parse_with(const std::string& members,
                                const std::vector<Parameter>& parameters = {}) {
  const std::string needed = R"({"format": 1, "name": "t", "simulation": {"duration": 1}, )";
  return parse_scene(needed + members + "}", "t.json", parameters);
}

inline Scene read(const std::string& members, const std::vector<Parameter>& parameters = {}) {
  const Result<Scene> scene = parse_with(members, parameters);
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return *scene;
}

/// Whether exactly one fault was found, which is this.
inline bool one_fault_with(const std::string& members, const std::string& expected,
                           const std::vector<Parameter>& parameters = {}) {
  const Result<Scene> scene = parse_with(members, parameters);
  const std::string text = scene ? "none" : to_string(scene.error());
  const bool found = text.starts_with(expected) && text.find('\n') == std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

inline const std::string kTwoBodies = R"("bodies": [
  {"name": "arm", "kind": "spatial", "mass": 2, "inertia": [1, 1, 1], "position": [1, 2, 3]},
  {"name": "wheel", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1]}])";

}  // namespace perpend::io::scene_space_cases
