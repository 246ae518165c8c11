// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace perpend::python {

/// Detects Ctrl-C in a call that has released the interpreter's lock. It may be called often: it
/// checks at most every kEvery, and lets Python run the handlers of pending signals.
class Interrupt {
 public:
  static constexpr std::chrono::milliseconds kEvery{50};

  /// Returns true if a handler raised. Python runs handlers on its main thread only.
  bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (raised_ || now - looked_ < kEvery) return raised_;
    const nanobind::gil_scoped_acquire lock;
    raised_ = PyErr_CheckSignals() != 0;
    looked_ = std::chrono::steady_clock::now();
    return raised_;
  }

  /// Throws the exception of the handler, if any. Needs the interpreter's lock.
  void rethrow() const {
    if (raised_) throw nanobind::python_error();
  }

 private:
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
  bool raised_ = false;
};

}  // namespace perpend::python
