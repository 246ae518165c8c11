// SPDX-License-Identifier: Apache-2.0
#include "io/robot/sdf_frames.hpp"

#include <fmt/format.h>

namespace perpend::io {

SdfFrames::Frame* SdfFrames::find(const std::string& name) {
  const auto at = frames_.find(name);
  return at == frames_.end() ? nullptr : &at->second;
}

const SdfFrames::Frame* SdfFrames::find(const std::string& name) const {
  const auto at = frames_.find(name);
  return at == frames_.end() ? nullptr : &at->second;
}

std::string SdfFrames::resolve(const std::string& name, const std::string& scope) const {
  if (name == "world") return name;
  if (name == "__model__") return scope;
  const std::string scoped = scope.empty() ? name : scope + "::" + name;
  return frames_.contains(scoped) ? scoped : std::string();
}

std::optional<spatial::Pose> SdfFrames::pose_of(const std::string& name, Assembly& assembly) const {
  spatial::Pose pose;
  std::string at = name;
  for (std::size_t steps = 0; !at.empty() && at != "world"; ++steps) {
    const auto found = frames_.find(at);
    if (found == frames_.end()) return std::nullopt;
    if (steps > frames_.size()) {
      assembly.fault(found->second.place, fmt::format("frame \"{}\" is given by itself", name));
      return std::nullopt;
    }
    pose = compose(found->second.pose, pose);
    at = found->second.relative_to;
  }
  return pose;
}

}  // namespace perpend::io
