// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace perpend::python {

/// Ctrl-C in a call that has given the interpreter's lock away: asked often, looks at most every
/// kEvery, and has Python run the handlers of the signals that came.
class Interrupt {
 public:
  static constexpr std::chrono::milliseconds kEvery{50};

  /// Whether a handler raised. Python runs handlers on its main thread alone.
  bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (raised_ || now - looked_ < kEvery) return raised_;
    const nanobind::gil_scoped_acquire lock;
    raised_ = PyErr_CheckSignals() != 0;
    looked_ = std::chrono::steady_clock::now();
    return raised_;
  }

  /// With the interpreter's lock: throws what the handler raised.
  void rethrow() const {
    if (raised_) throw nanobind::python_error();
  }

 private:
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
  bool raised_ = false;
};

}  // namespace perpend::python
