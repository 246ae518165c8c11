// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/pivoting/dantzig/boxed.hpp"
#include "lcp/pivoting/dantzig/dantzig.hpp"
#include "lcp/pivoting/dantzig/friction.hpp"
#include "lcp/pivoting/keller/keller.hpp"

namespace perpend::lcp {

struct DantzigWorkspace::Buffers {
  DantzigBoxed boxed;
  DantzigFriction friction;
  KellerWorkspace keller;
  Eigen::VectorXd perturbed_b;
};

}  // namespace perpend::lcp
