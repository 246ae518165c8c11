// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// A starting point for Newton steps where W is sparse: at most `most` sweeps of Gauss and Seidel
/// over the contacts, from zero, fewer where they no longer move anything. No block may be a box.
/// `rows` are those of cone.W.
Eigen::VectorXd sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most);

}  // namespace perpend::lcp
