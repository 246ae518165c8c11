// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/geometry/planar/shape.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::print {

std::string text_of(const spatial::Pose& pose);
std::string text_of(const planar::ShapeInstance& shape);
std::string text_of(const spatial::ShapeInstance& shape);

}  // namespace perpend::print
