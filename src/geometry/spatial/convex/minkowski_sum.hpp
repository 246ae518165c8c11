// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "geometry/spatial/convex/frame.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// The Minkowski sum C of a and of b reflected, both about their centres, and the offset from a to
/// b. Most solids are symmetric and themselves sums: a box of three segments, a cylinder of a
/// segment and a disc, a capsule of a segment and a ball. With polyhedra P_i, those of b reflected,
/// the support function of C is
///   H(n) = sum_k |n · s_k| + sum_j r_j |n x z_j| + sum_e sqrt(n · E_e n) + ball
///          + sum_i max_{x in P_i} n · x + sum_c max(l_c n · t_c, r_c |n x t_c| - l_c n · t_c),
/// where an ellipsoid has E = R diag(half axes)² Rᵀ and a cone its tip at l t above its middle. The
/// separation of a and b along n is f(n) = n · d - H(n), with d from centre to centre.
struct MinkowskiSum {
  struct Disc {
    Eigen::Vector3d axis;  ///< unit
    double radius;
  };
  struct Cone {
    Eigen::Vector3d axis;  ///< t, unit; reflected for b
    double radius, half_length;

    Eigen::Vector3d support(const Eigen::Vector3d& n) const;
    /// Returns the sine of the elevation of the normals of its side.
    double slope() const { return radius / std::hypot(radius, 2 * half_length); }
  };
  struct Solid {
    const Polyhedron* body;
    Eigen::Matrix3d axes;  ///< maps directions of its frame to C, with a reflection for b

    /// Returns a direction of C in the frame of the polyhedron.
    Eigen::Vector3d in(const Eigen::Vector3d& n) const { return axes.transpose() * n; }
    Eigen::Vector3d support(const Eigen::Vector3d& n) const;
  };

  Eigen::Vector3d offset;                     ///< d, world
  std::array<Eigen::Vector3d, 6> segments;    ///< half vectors s_k, world
  std::array<Eigen::Vector3d, 6> directions;  ///< s_k / |s_k|
  std::array<Disc, 2> discs;
  std::array<Solid, 2> solids;
  std::array<Eigen::Matrix3d, 2> ellipsoids;  ///< E_e, m²
  std::array<Cone, 2> cones;
  int segment_count = 0, disc_count = 0, solid_count = 0, ellipsoid_count = 0, cone_count = 0;
  double ball = 0;  ///< sum of the radii of spheres and capsules
  double size = 0;  ///< m, scale of d and C

  MinkowskiSum(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);

  double separation(const Eigen::Vector3d& n) const;

  /// Returns the support point of C without its ball; segment `without` is left out.
  Eigen::Vector3d support(const Eigen::Vector3d& n, int without = -1) const;

  /// True if f(n) - n · d = f(-n) + n · d.
  bool is_symmetric() const { return solid_count == 0 && cone_count == 0; }
  /// True if its surface is curved somewhere.
  bool is_curved() const { return disc_count + ellipsoid_count + cone_count > 0; }

 private:
  void add(const Shape& shape, const Frame& frame, double sign);
  void add_segment(const Eigen::Vector3d& direction, double half_length);
};

}  // namespace perpend::spatial
