// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// What changes from frame to frame of a page: poses, contacts, joints.
namespace perpend::io {

/// Frames at even distances, as many as fit into `bytes` of text but at least two of several rows.
/// Numbers of one frame follow each other: per body that moves its pose (x, y, angle; in space
/// x, y, z, w, i, j, k) and velocity; per joint the reaction on a (fx, fy, torque; in space three
/// of each) without what acts along coordinates; the joint coordinates; where they are known the
/// forces along each of motor, limit, dry friction, and spring with damper. Each column of all contacts is an array of its own.
nlohmann::json frames_json(const RunPage& page, std::size_t bytes);

}  // namespace perpend::io
