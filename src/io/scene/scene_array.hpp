// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "io/format/json_object.hpp"

namespace perpend::io {

/// Returns the offsets (m) of the copies that the `array` of a body makes, in the order of their
/// numbers: along x, then y, then z (docs/formats/scene.md). The first is zero apart from its
/// jitter.
std::vector<Eigen::Vector3d> read_body_array(const JsonNode& node, const std::string& element,
                                             bool in_plane, FaultList& faults);

/// Returns the offsets (m) of the copies of a joint, along a line; none if the count is 0.
std::vector<Eigen::Vector3d> read_joint_array(const JsonNode& node, const std::string& element,
                                              FaultList& faults);

}  // namespace perpend::io
