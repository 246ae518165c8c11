// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>

#include "perpend/core/error.hpp"
#include "perpend/core/result.hpp"
#include "world.hpp"

namespace perpend::python {

std::string one_of(const std::vector<std::string>& names, const std::string& given,
                   std::size_t most) {
  if (names.empty()) return "one of none: there are no names";
  const std::string near(nearest_name(given, names));
  std::string text = "one of ";
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return near.empty() ? text : text + " (did you mean '" + near + "'?)";
}

int index_named(const std::vector<std::string>& names, const std::string& name,
                std::string_view what) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  throw InvalidArgument(what, one_of(names, name, kMostNames), name);
}

std::vector<std::string> body_names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.details->name);
  return names;
}

std::vector<std::string> joint_names(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints) names.push_back(joint.name);
  return names;
}

std::vector<std::string> coordinate_names(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints)
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      names.push_back(joint.name + "[" + std::to_string(k) + "]");
  return names;
}

std::vector<std::string> motor_names(const Model& model) {
  std::vector<std::string> names;
  for (const Motor& motor : motors(model))
    names.push_back(model.joints[static_cast<std::size_t>(motor.joint)].name + "[" +
                    std::to_string(motor.coordinate) + "]");
  return names;
}

std::vector<std::string> control_names(const Model& model) {
  if (model.actuators.empty()) return motor_names(model);
  std::vector<std::string> names;
  for (const Actuator& actuator : model.actuators) names.push_back(actuator.name);
  return names;
}

std::vector<std::string> velocity_names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies)
    for (int k = 0; k < body.dof; ++k)
      names.push_back(body.details->name + "[" + std::to_string(k) + "]");
  return names;
}

BodyId body_named(const Model& model, const std::string& name) {
  return {index_named(body_names(model), name, "body")};
}

CoordinateId coordinate_named(const Model& model, const std::string& name) {
  if (const CoordinateId found = find_coordinate(model, name); found.joint.index >= 0) return found;
  std::vector<std::string> names = joint_names(model);
  for (const Joint& joint : model.joints)
    for (const CoordinateDef& def : joint.coordinates)
      if (!def.name.empty()) names.push_back(def.name);
  return {{index_named(names, name, "joint")}, 0};
}

}  // namespace perpend::python
