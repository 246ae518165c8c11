// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace perpend {

/// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Books the time of a stage, from here to the end of the scope, under its phase.
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
