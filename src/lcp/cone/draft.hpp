// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::lcp {

/// Problems that are solved to learn which rows the next one has, and the one solved behind them.
/// Where piles jam, a draft is an iterate of the interior point: mostly good to a few digits, and
/// inside the cones, from where the next problem goes on although it has more rows. In large
/// islands it is what sweeps come to.
struct DraftRule {
  bool wanted = false;  ///< a draft is enough
  bool behind = false;  ///< the guess is a draft
};

}  // namespace perpend::lcp
