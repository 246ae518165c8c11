// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/io/run_page.hpp"

namespace perpend::io {

/// All the page's script reads, as one JSON object; arrays of numbers are base64 of little-endian
/// float32 (times, poses, plots), uint32 (offsets) or uint8 (contact status).
std::string run_page_data(const RunPage& page);

}  // namespace perpend::io
