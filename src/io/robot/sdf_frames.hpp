// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "io/robot/assembly.hpp"

namespace perpend::io {

/// The frames of an SDF file by scoped name, "model::link". The world is "world", the frame of a
/// model its own name.
class SdfFrames {
 public:
  struct Frame {
    spatial::Pose pose = {};       ///< seen from `relative_to`
    std::string relative_to = {};  ///< scoped; empty: the world
    std::string body = {};         ///< scoped link, joint, model or frame that it goes with
    Place place = {};
  };

  /// False where the name is taken.
  bool add(const std::string& name, Frame frame) {
    return frames_.emplace(name, std::move(frame)).second;
  }
  bool has(const std::string& name) const { return name == "world" || frames_.contains(name); }
  Frame* find(const std::string& name);

  /// The scoped name that `name` means in `scope`, the innermost that has it; else empty.
  std::string resolve(const std::string& name, const std::string& scope) const;

  /// In the world; a fault and nothing where frames are given by each other in a circle.
  std::optional<spatial::Pose> pose_of(const std::string& name, Assembly& assembly) const;

 private:
  std::map<std::string, Frame> frames_;
};

}  // namespace perpend::io
