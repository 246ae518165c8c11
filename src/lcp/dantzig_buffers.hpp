// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/dantzig_boxed.hpp"
#include "lcp/dantzig_friction.hpp"
#include "perpend/lcp/dantzig.hpp"
#include "perpend/lcp/keller.hpp"

namespace perpend::lcp {

struct DantzigWorkspace::Buffers {
  DantzigBoxed boxed;
  DantzigFriction friction;
  KellerWorkspace keller;
  Eigen::VectorXd perturbed_b;
};

}  // namespace perpend::lcp
