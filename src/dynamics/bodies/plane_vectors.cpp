// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bodies/plane_vectors.hpp"

#include <cstdio>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Tolerance, as a share of a vector's length, for the round-off of rotations about z.
constexpr double kRounding = 1e-12;

void refuse(const Body& body, std::string_view argument, const char* form, const Vector3d& v) {
  char value[96];
  std::snprintf(value, sizeof value, "[%.9g, %.9g, %.9g]", v.x(), v.y(), v.z());
  const std::string expected =
      form + (" for '" + body.details->name) + "', which is a body of the plane";
  throw InvalidArgument(argument, expected, value);
}

}  // namespace

void require_in_plane(const Body& body, std::string_view argument, const Vector3d& vector) {
  if (body.is_planar() && std::abs(vector.z()) > kRounding * vector.norm())
    refuse(body, argument, "[x, y] or [x, y, 0]", vector);
}

void require_about_normal(const Body& body, std::string_view argument, const Vector3d& vector) {
  if (body.is_planar() && vector.head<2>().norm() > kRounding * vector.norm())
    refuse(body, argument, "[0, 0, z]", vector);
}

}  // namespace perpend
