// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// W = G' G + C of contacts of three rows on one or two bodies in space, G a 6 × 3 block per body.
struct BodyColumns {
  struct Site {
    Eigen::Index row;  ///< of W; sites ascend
    int bodies;
    const double* G[2];  ///< column-major, followed by itself turned (contact_kernels.hpp)
    int offset[2];       ///< of the body's velocities
  };
  std::vector<Site> sites;
  std::vector<int> runs;  ///< sites from one entry up to the next lie on the same bodies
  Eigen::Index velocities = 0;
  Eigen::VectorXd compliance;  ///< diagonal of C

  /// Fills `runs`.
  void find_runs();
  /// v += G r
  void add_velocities(const Eigen::VectorXd& r, Eigen::VectorXd& v) const;
  /// u = G' v; u has its size.
  void find_motion(const Eigen::VectorXd& v, Eigen::VectorXd& u) const;
  /// K (6 × 6) += G_a Theta G_b' of a run, Theta one matrix per site; a and b are 0 or 1.
  void add_product(std::size_t run, int a, int b, const std::vector<Eigen::Matrix3d>& Theta,
                   double* K) const;
};

}  // namespace perpend::lcp
