// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace perpend::app {

/// Shows one line on stderr with a bar, the time left and a note; silent if stderr is not a
/// terminal.
class ProgressBar {
 public:
  ProgressBar();
  /// Redraws at most ten times a second; share is from 0 to 1.
  void show(double share, const std::string& note);
  /// Removes the line.
  void finish();

 private:
  bool terminal_;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace perpend::app
