// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Throws InvalidArgument on coefficients and directions that are not allowed, and on rows outside
/// 0 .. rows - 1 or claimed twice.
void check_contacts(const std::vector<Contact>& contacts, Eigen::Index rows);

}  // namespace perpend::lcp
