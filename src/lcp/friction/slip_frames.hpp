// SPDX-License-Identifier: Apache-2.0
//
// Tangent frames that follow the slip, for hybrid and phantom friction (Peiret et al. 2017).
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/slip.hpp"

namespace perpend::lcp {

/// Slip state of a contact, with its tangent rows rotated to (e_t, e_l), along and across the slip.
struct SlipFrame {
  bool slides = false;
  Eigen::Matrix2d axes = Eigen::Matrix2d::Identity();  ///< columns e_t, e_l in the tangent frame
  double pressure = 0.0;                               ///< normal impulse of the step before
  /// Compliance of the lateral row, |u_t| / (mu_k impulse) (eq. 43, with the normal impulse where
  /// lambda_t is printed): the lateral force is then -mu_k f_N u_l / |u|. Infinite without
  /// normal impulse.
  double lateral_compliance = 0.0;
};

/// Returns one frame per contact. Throws InvalidArgument on slips of the wrong number, NaN, or a
/// threshold < 0.
std::vector<SlipFrame> slip_frames(const ContactProblem& problem, const SlipOptions& options);

/// Returns the n × `columns` map S from rotated forces to f; further columns are zero.
Eigen::SparseMatrix<double> rotated_forces(const ContactProblem& problem,
                                           const std::vector<SlipFrame>& frames,
                                           Eigen::Index columns);

}  // namespace perpend::lcp
