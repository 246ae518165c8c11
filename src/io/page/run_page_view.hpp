// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "perpend/io/picture.hpp"

namespace perpend::io {

/// Returns the initial view of a page's camera: the corners of the picture; in space, the corners
/// in the picture plane through `center`. An empty `view` means view_of() the states.
nlohmann::json view_json(const Model& model, const std::optional<study::ViewFrame>& view,
                         std::span<const State> states);

}  // namespace perpend::io
