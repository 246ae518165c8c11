// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/format/text_tokens.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// Numbers from here to the end or to the remark; `most` + 1 where there are more than `most`.
Eigen::Index numbers_left(TokenReader reader, Eigen::Index most);

/// Whether a mixed problem starts here.
bool is_mixed(TokenReader reader);

/// Two flags (whole matrix, parts), n equality rows and m complementarity rows, then
///   whole matrix: starts of the row blocks 0 ... n + m, a kind per block (0 equality), M, q
///   parts:        A (n x n), B (m x m), C (n x m), D (m x n) row by row, a, b: M = (A C; D B)
/// Where both are given the parts have to say the same. What follows is a remark.
lcp::BoxedLcp read_mixed(TokenReader& reader);

/// The LCP, or with as many lower and upper bounds behind it the relay, which is boxed. Any other
/// number of numbers behind q is a fault.
lcp::BoxedLcp with_bounds(TokenReader& reader, lcp::Lcp problem, bool& bounded);

}  // namespace perpend::io
