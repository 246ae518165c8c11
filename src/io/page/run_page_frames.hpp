// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// The parts of a page that change from frame to frame: poses, contacts, joints.
namespace perpend::io {

/// Returns evenly spaced frames, as many as fit into `bytes` of text but at least two if there are
/// several rows. Numbers of one frame are contiguous (frame_columns.hpp); each column of all
/// contacts is an array of its own.
nlohmann::json frames_json(const RunPage& page, std::size_t bytes);

}  // namespace perpend::io
