// SPDX-License-Identifier: Apache-2.0
// The checks of ModelCheck for actuators and for the names of coordinates.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/infinity.hpp"
#include "core/text.hpp"
#include "model/fault_text.hpp"
#include "model/model_check.hpp"

namespace perpend {
namespace {

const CoordinateDef* motor_of(const JointDef& joint, int coordinate) {
  const auto is_it = [&](const CoordinateDef& def) {
    return def.coordinate == coordinate && def.motor != MotorKind::none;
  };
  const auto at = std::ranges::find_if(joint.coordinates, is_it);
  return at == joint.coordinates.end() ? nullptr : &*at;
}

bool is_same_target(const Actuator& a, const Actuator& b) {
  return a.kind == ActuatorKind::target && b.kind == ActuatorKind::target && a.joint == b.joint &&
         a.coordinate == b.coordinate;
}

}  // namespace

// A coordinate is found by its name wherever a joint is found by the joint's, so that both share
// one set of names.
void ModelCheck::coordinate_names() {
  std::set<std::string_view> taken;
  for (const JointDef& joint : builder_.joints_) taken.insert(joint.name);
  for (std::size_t i = 0; i < builder_.joints_.size(); ++i)
    for (std::size_t k = 0; k < builder_.joints_[i].coordinates.size(); ++k) {
      const std::string& name = builder_.joints_[i].coordinates[k].name;
      if (name.empty()) continue;
      const std::string element = indexed("joints", i) + "." + indexed("coordinates", k) + ".name";
      if (!is_name(name))
        fault(element, kNoName, kNameForm);
      else if (!taken.insert(name).second)
        fault(element, "'" + name + "' is taken");
    }
}

// The force range of a target is that of its motor, which has one range whatever sets its target.
void ModelCheck::target(const Actuator& actuator, const CoordinateDef* motor,
                        const std::string& element) {
  if (!motor)
    fault(element + ".kind", "is 'target', but the coordinate has no motor",
          "expected a motor of coordinate " + std::to_string(actuator.coordinate) + " of joint '" +
              builder_.joints_[actuator.joint.index].name + "'");
  if (!actuator.limits_force()) return;
  if (!std::isfinite(actuator.force_lo) || !std::isfinite(actuator.force_hi))
    fault(element + ".force_range", "has one end", "a motor needs both");
  for (const Actuator& other : builder_.actuators_)
    if (&other != &actuator && is_same_target(other, actuator))
      return fault(element + ".force_range", "limits the motor that '" + other.name + "' sets too",
                   "expected max_force of the motor");
}

void ModelCheck::actuator(const Actuator& actuator, const std::string& element) {
  const auto finite = [&](const char* field, double value) {
    if (!std::isfinite(value)) fault(element + field, "is not finite");
  };
  const auto range = [&](const char* field, double lo, double hi) {
    if (!(lo <= hi))
      fault(element + field, "is " + number(lo) + " to " + number(hi), "expected lo <= hi");
    else if (lo == kInfinity || hi == -kInfinity)
      fault(element + field, "is " + number(lo) + " to " + number(hi), "expected a finite end");
  };
  finite(".gain", actuator.gain);
  finite(".offset", actuator.offset);
  finite(".control", actuator.control);
  range(".control_range", actuator.control_lo, actuator.control_hi);
  range(".force_range", actuator.force_lo, actuator.force_hi);
  if (actuator.kind == ActuatorKind::none) return;
  const auto joints = static_cast<int>(builder_.joints_.size());
  if (actuator.joint.index < 0 || actuator.joint.index >= joints)
    return fault(element + ".joint", "is not a joint of the model");
  const JointDef& def = builder_.joints_[actuator.joint.index];
  if (const std::optional<bool> plane = in_plane(def)) {
    const int count = coordinate_count(def.kind, *plane);
    if (actuator.coordinate < 0 || actuator.coordinate >= count)
      return fault(element + ".coordinate", "is " + std::to_string(actuator.coordinate),
                   "joint '" + def.name + "' has " + std::to_string(count));
  }
  if (actuator.kind == ActuatorKind::target)
    target(actuator, motor_of(def, actuator.coordinate), element);
}

void ModelCheck::actuators() {
  for (std::size_t i = 0; i < builder_.actuators_.size(); ++i)
    actuator(builder_.actuators_[i], indexed("actuators", i));
}

}  // namespace perpend
