// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "perpend/model/body.hpp"

namespace perpend {

/// Throws InvalidArgument if the body is planar and the vector of that name leaves its plane, since
/// the normal component would be dropped silently. Accepts any vector for spatial bodies.
void require_in_plane(const Body& body, std::string_view argument, const Eigen::Vector3d& vector);
/// Does the same for a torque or an angular velocity, which must be normal to the plane.
void require_about_normal(const Body& body, std::string_view argument,
                          const Eigen::Vector3d& vector);

}  // namespace perpend
