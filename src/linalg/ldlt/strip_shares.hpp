// SPDX-License-Identifier: Apache-2.0
//
// Loops whose items add to targets, cut into strips that threads share. Where several strips of a
// loop add to one target, each adds to a part of its own, and parts are added to the target behind
// the loop, in the order of strips: no two threads write the same, and the sum is that of one.
#pragma once

#include <cstddef>
#include <vector>

#include "core/threads.hpp"

namespace perpend::linalg {

/// Fewer strips are not shared: a thread would wake for less than it takes it to.
inline constexpr int kWorthSharing = 4;

/// body(0) ... body(strips - 1), shared among threads where there are any.
template <class Body>
void run_strips(Threads* threads, int strips, Body&& body) {
  if (threads && strips >= kWorthSharing)
    threads->run(strips, [&](int k, int) { body(k); });
  else
    for (int k = 0; k < strips; ++k) body(k);
}

/// Finds the targets that strips share and numbers the parts. Strips are counted on from loop to
/// loop.
class StripShares {
 public:
  explicit StripShares(std::size_t targets)
      : touched_by_(targets, -1), shared_in_(targets, -1), part_of_(targets, -1), part_(targets) {}

  /// Another loop, whose strips count from `first`; targets are touched before parts are numbered.
  void start_loop(int first) { first_ = first; }
  void touch(std::size_t target, int strip) {
    if (touched_by_[target] >= first_ && touched_by_[target] != strip) shared_in_[target] = first_;
    touched_by_[target] = strip;
  }
  bool is_shared(std::size_t target) const { return shared_in_[target] == first_; }

  int parts() const { return parts_; }
  /// Number of a strip's part, that of the strip asked for last; parts() so far where it is new.
  int part(std::size_t target, int strip) {
    if (part_of_[target] != strip) {
      part_of_[target] = strip;
      part_[target] = parts_++;
    }
    return part_[target];
  }

 private:
  int first_ = 0, parts_ = 0;
  std::vector<int> touched_by_, shared_in_;  // by target: last strip; first strip of a loop
  std::vector<int> part_of_, part_;          // by target: strip and number of the last part
};

}  // namespace perpend::linalg
