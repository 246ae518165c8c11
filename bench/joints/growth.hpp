// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench.hpp"
#include "models.hpp"

namespace perpend::bench {

/// Appends steps of one kind of mechanism with 10 to 100 000 bodies (quick: to 1000), on one thread
/// and from 1000 bodies on also on all cores, and the growth of their times.
void append_growth(Structure structure, bool quick, JointsReport& report);

}  // namespace perpend::bench
