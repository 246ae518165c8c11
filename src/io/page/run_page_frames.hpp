// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "perpend/io/run_page.hpp"

/// What changes from frame to frame of a page: poses, contacts, joints.
namespace perpend::io {

/// Frames at even distances, as many as fit into `bytes` of text but at least two of several rows.
/// Numbers of one frame follow each other (frame_columns.hpp); each column of all contacts is an
/// array of its own.
nlohmann::json frames_json(const RunPage& page, std::size_t bytes);

}  // namespace perpend::io
