// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// The constant parts of what a page draws: bodies with their shapes, and joints.
namespace perpend::io {

/// Returns names, colours, levels, shapes and visuals. `slot` is the index of the body in a frame's
/// columns; a fixed body of a planar model has a `pose` instead.
nlohmann::json bodies_json(const RunPage& page);

/// Replaces points and faces of meshes of many triangles by deflated() float32 and uint32: in
/// digits they would take four times as much of a page.
void pack_meshes(nlohmann::json& bodies);

/// Returns kinds, anchors, axes and the definitions along the coordinates; infinite limits are
/// null.
nlohmann::json joints_json(const RunPage& page);

}  // namespace perpend::io
