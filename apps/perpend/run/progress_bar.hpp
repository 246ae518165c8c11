// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace perpend::app {

/// One line on stderr with a bar, the time left and a note; silent where stderr is no terminal.
class ProgressBar {
 public:
  ProgressBar();
  /// share: 0 to 1. Redraws at most ten times a second.
  void show(double share, const std::string& note);
  /// Removes the line.
  void finish();

 private:
  bool terminal_;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace perpend::app
