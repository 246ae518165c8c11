// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"

/// A box in space that slides along the diagonal with 3 m/s over ground of mu = 0.5.
inline perpend::study::Scene sliding_box(double duration = 0.4) {
  auto scene = perpend::io::parse_scene(R"({
  "format": 1, "name": "sliding <box>", "gravity": [0, 0, -9.81],
  "materials": [{"name": "default", "mu": 0.5}],
  "bodies": [
    {"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
    {"name": "box", "kind": "spatial", "mass": 1, "position": [0, 0, 0.1],
     "velocity": [2.1213203435596424, 2.1213203435596424, 0],
     "shapes": [{"box": {"size": [1, 1, 0.2]}}]}],
  "simulation": {"dt": 0.01, "duration": 0.4}})",
                                        "sliding_box.json");
  REQUIRE(scene.has_value());
  scene->duration = duration;
  return std::move(scene).value();
}
