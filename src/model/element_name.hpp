// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns the name of a body, joint, coupler or material of a model.
inline const std::string& element_name(const Body& body) {
  return body.details->name;
}
inline const std::string& element_name(const auto& element) {
  return element.name;
}

}  // namespace perpend
