// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace perpend {

/// What tasks of a loop throw on any thread, for the one that waits for them: all tasks run, and
/// the first in order is heard, so that the pace of the threads does not decide.
class FirstThrown {
 public:
  template <class Task>
  void run(int k, const Task& task) noexcept {
    try {
      task();
    } catch (...) {
      keep(k, std::current_exception());
    }
  }

  /// Throws it and forgets it. Once all tasks are done.
  void rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  void keep(int k, std::exception_ptr thrown) {
    const std::lock_guard lock(mutex_);
    if (thrown_ && task_ < k) return;
    task_ = k;
    thrown_ = std::move(thrown);
  }

  std::mutex mutex_;
  std::exception_ptr thrown_;
  int task_ = 0;
};

}  // namespace perpend
