// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

namespace perpend::app {

using Clock = std::chrono::steady_clock;

ProgressBar::ProgressBar()
    : terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()), last_(start_) {}

void ProgressBar::show(double share, const std::string& note) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(kWidth * std::clamp(share, 0.0, 1.0));
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = share > 0 ? elapsed * (1 - share) / share : 0.0;
  fmt::print(stderr, "\r[{}{}] {:3.0f} %  {:.0f} s left  {}\x1b[K", std::string(filled, '#'),
             std::string(kWidth - filled, '.'), 100 * share, left, note);
  std::fflush(stderr);
}

void ProgressBar::finish() {
  if (terminal_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace perpend::app
