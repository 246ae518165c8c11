// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/threads.hpp"

namespace perpend::lcp {

/// Contacts of a chunk of a parallel loop: some microseconds of work, more than it costs to share
/// it.
inline constexpr int kContactChunk = 64;

/// W = G' G + C of contacts of three rows on one or two bodies in space, G a 6 × 3 block per body.
struct BodyColumns {
  struct Site {
    Eigen::Index row;  ///< first row in W; sites ascend
    int bodies;
    const double* G[2];  ///< column-major, followed by its padded transpose (contact_kernels.hpp)
    int offset[2];       ///< offset of the body's velocities
  };
  /// A site at one of its bodies.
  struct Touch {
    int site, side;
  };
  /// Sum of G_a Theta G_b' over the sites of a run, a and b 0 or 1.
  struct Product {
    int run, a, b;
  };
  std::vector<Site> sites;
  std::vector<int> runs;           ///< first site of each run on the same bodies; last: the end
  std::vector<Touch> touches;      ///< body by body, sites ascending
  std::vector<int> first_touches;  ///< first touch of each body; one more at the end
  Eigen::Index velocities = 0;
  Eigen::VectorXd compliance;  ///< diagonal of C

  /// Fills `runs` and `touches` from the sites.
  void find_runs();
  /// v += G r
  void add_velocities(const Eigen::VectorXd& r, Eigen::VectorXd& v, Threads& threads) const;
  /// u = G' v; u must have its size.
  void find_motion(const Eigen::VectorXd& v, Eigen::VectorXd& u, Threads& threads) const;
  /// Adds the product to K (6 × 6), with one matrix Theta per site.
  void add_product(const Product& product, const std::vector<Eigen::Matrix3d>& Theta,
                   double* K) const;

 private:
  void find_touches();
};

}  // namespace perpend::lcp
