// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "perpend/model/model_builder.hpp"

namespace perpend {

/// The faults of a model, one per line: "element: message (hint)". Empty where there are none.
inline std::string faults_of(const ModelBuilder& builder) {
  const Result<Model> model = builder.build();
  return model ? "" : to_string(model.error());
}

/// Number of lines.
inline int count_lines(std::string_view text) {
  int lines = text.empty() ? 0 : 1;
  for (const char c : text) lines += c == '\n';
  return lines;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A body in space at rest.
inline BodyDef solid(const std::string& name, const Eigen::Vector3d& position,
                     const spatial::Shape& shape, BodyKind kind = BodyKind::spatial) {
  BodyDef def{.name = name, .kind = kind};
  def.spatial.pose.p = position;
  def.spatial.shapes = {{.shape = shape}};
  return def;
}

/// A body in the plane at rest.
inline BodyDef outline(const std::string& name, const Eigen::Vector2d& position,
                       const planar::Shape& shape, BodyKind kind = BodyKind::rigid) {
  return {.name = name, .kind = kind, .pose = {position, 0}, .shapes = {{.shape = shape}}};
}

}  // namespace perpend
