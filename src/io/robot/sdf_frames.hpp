// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "io/robot/assembly/assembly.hpp"

namespace perpend::io {

/// The frames of an SDF file by scoped name, "model::link". The world is "world"; the frame of a
/// model has the model's own name.
class SdfFrames {
 public:
  struct Frame {
    spatial::Pose pose = {};       ///< relative to `relative_to`
    std::string relative_to = {};  ///< scoped; empty for the world
    std::string body = {};         ///< scoped link, joint, model or frame that it is attached to
    Place place = {};
  };

  /// Adds a frame; returns false if the name is taken.
  bool add(const std::string& name, Frame frame) {
    return frames_.emplace(name, std::move(frame)).second;
  }
  bool has(const std::string& name) const { return name == "world" || frames_.contains(name); }
  Frame* find(const std::string& name);
  const Frame* find(const std::string& name) const;

  /// Returns the scoped name of the frame `name` in `scope`; empty if the scope has none.
  std::string resolve(const std::string& name, const std::string& scope) const;

  /// Returns the pose in the world; nothing if a frame is missing or, with a fault, if frames are
  /// defined by each other in a circle.
  std::optional<spatial::Pose> pose_of(const std::string& name, Assembly& assembly) const;

 private:
  std::map<std::string, Frame> frames_;
};

}  // namespace perpend::io
