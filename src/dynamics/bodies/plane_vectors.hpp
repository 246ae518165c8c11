// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "perpend/model/body.hpp"

namespace perpend {

/// Throws InvalidArgument where the vector of that name leaves the plane that the body is in: what
/// a planar body has no room for would be dropped. Bodies in space take any.
void require_in_plane(const Body& body, std::string_view argument, const Eigen::Vector3d& vector);
/// The same of what acts or turns about an axis, which is normal to the plane.
void require_about_normal(const Body& body, std::string_view argument,
                          const Eigen::Vector3d& vector);

}  // namespace perpend
