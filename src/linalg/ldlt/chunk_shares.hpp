// SPDX-License-Identifier: Apache-2.0
//
// Loops whose items add to targets, cut into chunks that threads share. Where several chunks of a
// loop add to one target, each adds to a part of its own, and the parts are added to the target
// after the loop, in the order of chunks: no two threads write to the same place, and the sum is
// that of one thread.
#pragma once

#include <cstddef>
#include <vector>

#include "core/threads.hpp"

namespace perpend::linalg {

/// Fewer chunks than this are not shared: waking a thread would take longer than its work.
inline constexpr int kWorthSharing = 4;

/// Runs body(0) ... body(chunks - 1), shared among threads where there are any.
template <class Body>
void run_chunks(Threads* threads, int chunks, Body&& body) {
  if (threads && chunks >= kWorthSharing)
    threads->run(chunks, [&](int k, int) { body(k); });
  else
    for (int k = 0; k < chunks; ++k) body(k);
}

/// Finds the targets that chunks share and numbers the parts. Numbers of chunks continue from loop
/// to loop.
class ChunkShares {
 public:
  explicit ChunkShares(std::size_t targets)
      : touched_by_(targets, -1), shared_in_(targets, -1), part_of_(targets, -1), part_(targets) {}

  /// Starts another loop, whose chunks count from `first`; targets are touched before parts are
  /// numbered.
  void start_loop(int first) { first_ = first; }
  void touch(std::size_t target, int chunk) {
    if (touched_by_[target] >= first_ && touched_by_[target] != chunk) shared_in_[target] = first_;
    touched_by_[target] = chunk;
  }
  bool is_shared(std::size_t target) const { return shared_in_[target] == first_; }

  int parts() const { return parts_; }
  /// Returns the number of a chunk's part, parts() so far where it is new; remembers the last chunk
  /// only.
  int part(std::size_t target, int chunk) {
    if (part_of_[target] != chunk) {
      part_of_[target] = chunk;
      part_[target] = parts_++;
    }
    return part_[target];
  }

 private:
  int first_ = 0, parts_ = 0;
  std::vector<int> touched_by_, shared_in_;  // by target: last chunk; first chunk of a loop
  std::vector<int> part_of_, part_;          // by target: chunk and number of the last part
};

}  // namespace perpend::linalg
