// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <string_view>

/// Limits on what the server on the loopback interface accepts from clients.
namespace perpend::view {

inline constexpr std::size_t kMostClients = 16;
inline constexpr std::size_t kLongestMessage = 16'384;  ///< bytes

/// Allows a burst of messages, refilled at a rate per second.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double burst, double per_second) : burst_(burst), rate_(per_second), left_(burst) {}
  bool take(Clock::time_point now) {
    const double passed = std::chrono::duration<double>(now - last_).count();
    left_ = std::min(burst_, left_ + rate_ * std::max(0.0, passed));
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double burst_, rate_, left_;
  Clock::time_point last_ = Clock::now();
};

/// Returns true if a Host header names this machine; another name that resolves to it is an attack.
bool is_loopback(std::string_view host);
/// Returns true if a page with that Origin header came from `host`, a Host header. Programs other
/// than browsers send no Origin, which is allowed.
bool is_same_origin(std::string_view origin, std::string_view host);

}  // namespace perpend::view
