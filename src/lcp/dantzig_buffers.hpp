// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/dantzig_boxed.hpp"
#include "lcp/dantzig_friction.hpp"
#include "perpend/lcp/dantzig.hpp"

namespace perpend::lcp {

struct DantzigWorkspace::Buffers {
  DantzigBoxed boxed;
  DantzigFriction friction;
};

}  // namespace perpend::lcp
