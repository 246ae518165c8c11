// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "io/json_object.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::io {

/// What reading a scene collects besides the Scene itself.
struct SceneDraft {
  FaultList faults;
  ModelBuilder builder = {};
  std::vector<BodyDef> bodies = {};  ///< as given to the builder
  std::vector<int> element = {};     ///< per body: index of its element in the file
  std::vector<std::string> colors = {};

  std::vector<std::string> body_names() const;
  /// The body that a string member names; kWorld and a fault where there is none of that name.
  BodyId read_body(JsonObject& object, const std::string& key) const;
};

/// A shape element such as {"disc": {"radius": 1}, "position": [0, 2]}.
ShapeDef read_shape(const JsonNode& node, const std::string& element, double density,
                    FaultList& faults);

/// Reads bodies[index] and adds it, or the bodies of its array.
void read_body(const JsonNode& node, int index, SceneDraft& draft);

/// Reads joints[index]; bodies must have been read.
void read_joint(const JsonNode& node, int index, SceneDraft& draft);

/// Reads `simulation` into the scene's options, duration and record_every.
void read_simulation(JsonObject& simulation, Scene& scene);

/// Reads expect[index]; bodies must have been read.
Expectation read_expectation(const JsonNode& node, int index, SceneDraft& draft);

}  // namespace perpend::io
