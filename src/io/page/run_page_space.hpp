// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "io/page/picture_space.hpp"

/// The parts of a page's data that differ where bodies move in space.
namespace perpend::io {

nlohmann::json space_bodies_json(const Model& model, std::span<const std::string> colors);
nlohmann::json space_joints_json(const Model& model);
nlohmann::json space_view_json(const Model& model, const SpaceView& view);

/// x, y, z and the quaternion w, x, y, z of every body.
void append_space_poses(const Model& model, const State& state, std::vector<float>& poses);

}  // namespace perpend::io
