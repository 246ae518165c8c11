// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/format/text_tokens.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// Counts the numbers from here to the end or to the remark; `most` + 1 if there are more than
/// `most`.
Eigen::Index numbers_left(TokenReader reader, Eigen::Index most);

/// Returns true if a mixed problem starts here.
bool is_mixed(TokenReader reader);

/// Reads two flags (whole matrix, parts), n equality rows and m complementarity rows, then
///   whole matrix: starts of the row blocks 0 ... n + m, a kind per block (0 equality), M, q
///   parts:        A (n x n), B (m x m), C (n x m), D (m x n) row by row, a, b: M = (A C; D B)
/// If both are given, they must agree. Text that follows is a remark.
lcp::BoxedLcp read_mixed(TokenReader& reader);

/// Returns the LCP, or the relay (a boxed LCP) if as many lower and upper bounds follow q. Any
/// other count of numbers after q is a fault.
lcp::BoxedLcp with_bounds(TokenReader& reader, lcp::Lcp problem, bool& bounded);

}  // namespace perpend::io
