// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp::testing {

/// A unit mass on the ground in space: A = I, rows normal, x, y; b is its motion without contact.
inline ContactProblem particle(const Eigen::Vector3d& b, double mu) {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), b, {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = mu, .mu_k = mu});
  return problem;
}

}  // namespace perpend::lcp::testing
