// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace perpend {

/// Measures the time since its construction, s.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Adds the time from here to the end of the scope to a phase of the report.
class Timed {
 public:
  explicit Timed(double& phase) : phase_(phase) {}
  ~Timed() { phase_ += clock_.seconds(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& phase_;
  Stopwatch clock_;
};

}  // namespace perpend
