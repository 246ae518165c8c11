// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace perpend {

/// Collects exceptions of the tasks of a loop on any thread for the thread that waits for them. All
/// tasks run, and the exception of the first task in order is kept, so that the result does not
/// depend on the timing of threads.
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

  /// Throws the kept exception and forgets it. Call it once all tasks are done.
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
