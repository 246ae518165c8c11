// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// What a page draws that does not change: bodies with their shapes, joints.
namespace perpend::io {

/// Names, colours, levels and shapes. `slot`: the column of the body in a frame; one in the plane
/// that never moves has a `pose` instead.
nlohmann::json bodies_json(const RunPage& page);

/// Points and faces of meshes of many triangles as deflated() float32 and uint32: in digits they
/// would take four times as much of a page.
void pack_meshes(nlohmann::json& bodies);

/// Kinds, anchors, axes and what acts along the coordinates; limits that are not there are null.
nlohmann::json joints_json(const RunPage& page);

}  // namespace perpend::io
