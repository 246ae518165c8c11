// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/io/run_page.hpp"

namespace perpend::io {

/// Returns everything that the page's script reads, as one JSON object. Arrays of numbers are
/// packed (packed.hpp) and little-endian: float32, except uint32 (offsets), int32 (bodies) and
/// uint8 (contact status).
std::string run_page_data(const RunPage& page);

}  // namespace perpend::io
