// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/spatial/frame.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// The sum C of two solids a and b about their centres, and where b sits from a. Every solid is
/// symmetric and itself a sum: a box of three segments, a cylinder of a segment and a disc, a
/// capsule of a segment and a ball. So the support function of C is
///   H(n) = sum_k |n · s_k| + sum_j r_j |n x z_j| + ball,
/// and the separation of a and b along n is f(n) = n · d - H(n), d = p_b - p_a.
struct MinkowskiSum {
  struct Disc {
    Eigen::Vector3d axis;  ///< unit
    double radius;
  };

  Eigen::Vector3d offset;                     ///< d, world
  std::array<Eigen::Vector3d, 6> segments;    ///< half vectors s_k, world
  std::array<Eigen::Vector3d, 6> directions;  ///< s_k / |s_k|
  std::array<Disc, 2> discs;
  int segment_count = 0, disc_count = 0;
  double ball = 0;  ///< sum of the radii of spheres and capsules
  double size = 0;  ///< m, scale of d and C

  MinkowskiSum(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b);

  double separation(const Eigen::Vector3d& n) const;

  /// Support point of C without its ball; segment `without` is left out.
  Eigen::Vector3d support(const Eigen::Vector3d& n, int without = -1) const;

 private:
  void add(const Shape& shape, const Frame& frame);
  void add_segment(const Eigen::Vector3d& direction, double half_length);
};

}  // namespace perpend::spatial
