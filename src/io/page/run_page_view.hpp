// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "perpend/io/run_page.hpp"

namespace perpend::io {

/// Returns the initial view of a page's camera: the corners of the picture; in space, the corners
/// in the picture plane through `center`. Where the page has no `view`, all bodies and visuals of
/// the states are seen.
nlohmann::json view_json(const RunPage& page, std::span<const State> states);

}  // namespace perpend::io
