// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::lcp {

/// Rule for problems that are solved to learn which rows the next one has (drafts), and for the one
/// solved after them. In jammed piles a draft is an iterate of the interior point: mostly accurate
/// to a few digits and inside the cones, so that the next problem continues from it although it has
/// more rows. In large islands it is the result of sweeps.
struct DraftRule {
  bool wanted = false;  ///< a draft, solved to a loose tolerance, is enough
  bool behind = false;  ///< the guess is a draft
};

}  // namespace perpend::lcp
