// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/supported_model.hpp"

#include <algorithm>

#include "contact/contact_rows.hpp"
#include "contact/resistance_rows.hpp"
#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"

namespace perpend {

void require_forces_of_instant(const Model& model) {
  for (const Body& body : model.bodies)
    require(body.kind != BodyKind::custom, "model", "of bodies that are not custom",
            body.details->name);
  require(!has_resistances(model), "model",
          "without rolling and spinning friction, which level velocity has", "one with it");
  require(!has_compliant_surfaces(model), "model",
          "without compliance of surfaces, which level velocity has", "one with it");
  require(!has_rotors(model), "model", "without armature, which level velocity has", "one with it");
}

void require_supported(const Model& model) {
  require_forces_of_instant(model);
  require(!has_breaking_joints(model), "model",
          "without joints that break, which level velocity has", "one with them");
  const auto acts = [](const Actuator& each) { return each.kind != ActuatorKind::none; };
  require(std::ranges::none_of(model.actuators, acts), "model",
          "without actuators, which level velocity has", "one with them");
}

}  // namespace perpend
