// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// Tolerance for contact problems from J M⁻¹ Jᵀ, whose two triangles differ by rounding at most.
inline constexpr double kRoundedSymmetry = 1e-13;
/// Tolerance for matrices printed with ten digits, which a method may take for symmetric as its
/// answer is judged anyway.
inline constexpr double kPrintedSymmetry = 1e-9;

/// True if |A_ij - A_ji| <= tolerance (|A_ii| + |A_jj|) everywhere. O(n²).
bool is_symmetric(const Eigen::MatrixXd& A, double tolerance);

}  // namespace perpend::lcp
