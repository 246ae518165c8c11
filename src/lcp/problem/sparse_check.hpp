// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/problem/sparse_columns.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {

/// Computes certify() of a boxed problem whose A is `columns` alone.
Certificate certify(const BoxedLcp& problem, const SparseColumns& columns, const Eigen::VectorXd& f,
                    Eigen::VectorXd& a, Eigen::VectorXd& terms);

}  // namespace perpend::lcp
