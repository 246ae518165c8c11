// SPDX-License-Identifier: Apache-2.0
//
// One block of A + B W + shift I with W = G' G, written in the rows of G.
#pragma once

#include "lcp/cone/operator/operator.hpp"

namespace perpend::lcp {

/// Computes P⁻¹ of a block's leading rows, P = A + shift I, zeros elsewhere, and Theta = P⁻¹ B;
/// returns false where a pivot of P is zero or not finite.
bool condense_block(const ConeBlock& block, const Eigen::Matrix3d& A, const Eigen::Matrix3d& B,
                    double shift, Eigen::Matrix3d& inverse, Eigen::Matrix3d& Theta);

}  // namespace perpend::lcp
