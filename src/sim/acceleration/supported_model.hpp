// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Throws InvalidArgument if the model has elements with forces at an instant that contact_forces()
/// leaves out.
void require_forces_of_instant(const Model& model);
/// Does the same, and throws also if the model has elements that the levels `acceleration` and
/// `first_order` do not simulate.
void require_supported(const Model& model);

}  // namespace perpend
