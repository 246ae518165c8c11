// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// What a page draws that does not change: bodies with their shapes, joints.
namespace perpend::io {

/// Names, colours, levels and shapes. `slot`: the column of the body in a frame; one in the plane
/// that never moves has a `pose` instead.
nlohmann::json bodies_json(const RunPage& page);

/// Kinds, anchors, axes and what acts along the coordinates; limits that are not there are null.
nlohmann::json joints_json(const RunPage& page);

}  // namespace perpend::io
