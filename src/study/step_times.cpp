// SPDX-License-Identifier: Apache-2.0
#include "study/step_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace perpend::study {
namespace {

constexpr double kShortest = 1e-9;  // s
const double kClass = std::log(1.01);

// Formats a time with so many significant digits, without a power of ten below a million.
std::string milliseconds(double seconds, int digits) {
  return fmt::format("{:g} ms", std::stod(fmt::format("{:.{}g}", 1e3 * seconds, digits)));
}

}  // namespace

void StepTimes::add(double seconds) {
  const double at = std::log(std::max(seconds, kShortest) / kShortest) / kClass;
  ++classes_[static_cast<std::size_t>(std::min(at, kClasses - 1.0))];
  shortest_ = count_ == 0 ? seconds : std::min(shortest_, seconds);
  longest_ = std::max(longest_, seconds);
  ++count_;
}

// Returns the middle of the class of the step with rank q, from 0 (shortest) to 1 (longest).
double StepTimes::quantile(double q) const {
  if (count_ == 0) return 0.0;
  const auto rank = static_cast<std::int64_t>(std::lround(q * static_cast<double>(count_ - 1)));
  std::int64_t below = 0;
  std::size_t at = 0;
  while ((below += classes_[at]) <= rank) ++at;
  return std::clamp(kShortest * std::exp((static_cast<double>(at) + 0.5) * kClass), shortest_,
                    longest_);
}

std::string to_string(const StepTimes& times) {
  return fmt::format("median {}, 99 % {}, longest {}", milliseconds(times.quantile(0.5), 2),
                     milliseconds(times.quantile(0.99), 2), milliseconds(times.longest(), 3));
}

}  // namespace perpend::study
