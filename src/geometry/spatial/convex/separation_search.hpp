// SPDX-License-Identifier: Apache-2.0
//
// One search for the largest separation: separation_search.cpp has the candidates around a
// direction, polyhedron_separation.cpp the starting directions.
#pragma once

#include <array>
#include <cmath>

#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend::spatial {

class SeparationSearch {
 public:
  using Vector3d = Eigen::Vector3d;

  explicit SeparationSearch(const MinkowskiSum& sum)
      : sum_(sum), is_flat_(!sum.is_curved()), accuracy_(is_flat_ ? 1e-12 : 1e-9) {
    best_.gap = -HUGE_VAL;
  }

  Distance largest(double enough);

 private:
  static constexpr int kNear = 24;   // most edges considered around a direction
  static constexpr int kStarts = 3;  // most directions that ascend

  struct Edges {
    std::array<Vector3d, kNear> along;
    int count = 0;
    void add(const Vector3d& direction) {
      if (count < kNear) along[static_cast<std::size_t>(count++)] = direction;
    }
  };

  double rounding() const { return 1e-15 * sum_.size; }
  void take(const Vector3d& n);
  void take_cross(const Vector3d& u, const Vector3d& v);
  void take_crossing(const Vector3d& u, double along_u, const Vector3d& v, double along_v);
  void take_sides(const Vector3d& n, const Edges& near);
  void climb_side(const MinkowskiSum::Cone& cone, const Vector3d& n);
  Edges edges_near(const Vector3d& n, double reach) const;
  void take_faces(const Vector3d& n, double reach);
  void around(const Vector3d& n, double reach, double bound);
  Vector3d newton_step(const Vector3d& n, const Vector3d* edge) const;
  void climb(Vector3d n, const Vector3d* edge);
  void take_nearest(const Vector3d& n, const Vector3d* edge);
  void take_nearest_on_rims(const Vector3d& n, const Vector3d* edge);

  struct Rims {
    std::array<MinkowskiSum::Disc, 2> discs;
    int count = 0;
  };
  Rims rims_along(const Vector3d& n) const;

  void consider(const Vector3d& n);
  void consider_all();
  Vector3d ascend(Vector3d n) const;
  void all_edge_pairs();
  void overlap();

  const MinkowskiSum& sum_;
  const bool is_flat_;
  const double accuracy_;
  Distance best_;
  std::array<Distance, kStarts> starts_;
  int start_count_ = 0;
};

}  // namespace perpend::spatial
