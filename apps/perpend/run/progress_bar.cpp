// SPDX-License-Identifier: Apache-2.0
#include "run/progress_bar.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/text.hpp"

namespace perpend::app {

using Clock = std::chrono::steady_clock;

namespace {

// Writes the only text with control sequences. Errors of a closed terminal are ignored.
void draw(const std::string& line) {
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

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
  draw(fmt::format("\r[{}{}] {:3.0f} %  {:.0f} s left  {}\x1b[K", std::string(filled, '#'),
                   std::string(kWidth - filled, '.'), 100 * share, left, printable(note)));
}

void ProgressBar::finish() {
  if (terminal_) draw("\r\x1b[K");
}

}  // namespace perpend::app
