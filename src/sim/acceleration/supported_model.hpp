// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Throws InvalidArgument where the model has what takes part in the forces of an instant and is
/// left out of contact_forces().
void require_forces_of_instant(const Model& model);
/// The same, and where the model has what levels `acceleration` and `first_order` do not
/// simulate.
void require_supported(const Model& model);
/// Throws InvalidArgument unless `force` is empty or has one entry per velocity of the model.
void require_force(const Model& model, const Eigen::VectorXd& force);

}  // namespace perpend
