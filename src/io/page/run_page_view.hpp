// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "perpend/io/picture.hpp"

namespace perpend::io {

/// What the camera of a page sees at first: the corners of the picture, in space those in the
/// picture plane through `center`. Empty `view`: view_of() the states.
nlohmann::json view_json(const Model& model, const std::optional<study::ViewFrame>& view,
                         std::span<const State> states);

}  // namespace perpend::io
