// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/actuator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace perpend {
namespace {

constexpr std::array<std::string_view, kActuatorKinds> kNames{"force", "target", "none"};

// Returns gain · control + offset with the control limited to its range.
double unlimited(const Actuator& actuator, double given) {
  return actuator.gain * std::clamp(given, actuator.control_lo, actuator.control_hi) +
         actuator.offset;
}

}  // namespace

std::string_view to_string(ActuatorKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

bool Actuator::limits_force() const {
  return std::isfinite(force_lo) || std::isfinite(force_hi);
}

double Actuator::output(double given) const {
  if (kind == ActuatorKind::none) return 0.0;
  const double value = unlimited(*this, given);
  return kind == ActuatorKind::force ? std::clamp(value, force_lo, force_hi) : value;
}

double Actuator::slope(double given) const {
  if (kind == ActuatorKind::none || given < control_lo || given > control_hi) return 0.0;
  const double value = unlimited(*this, given);
  const bool limited = kind == ActuatorKind::force && (value < force_lo || value > force_hi);
  return limited ? 0.0 : gain;
}

}  // namespace perpend
