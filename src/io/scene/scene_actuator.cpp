// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string>& actuator_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (int kind = 0; kind < kActuatorKinds; ++kind)
      all.emplace_back(to_string(static_cast<ActuatorKind>(kind)));
    return all;
  }();
  return names;
}

}  // namespace

void read_actuator(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("actuators[{}]", index), draft.faults);
  Actuator actuator;
  object.accept(kActuatorSynonyms);
  object.read("name", actuator.name);
  object.need("kind", "force, target or none");
  const int kind = object.read_choice("kind", actuator_kinds());
  // An actuator of an unknown kind may be one that needs no joint.
  actuator.kind = kind >= 0 ? static_cast<ActuatorKind>(kind) : ActuatorKind::none;
  if (actuator.kind != ActuatorKind::none) object.need("joint", "the name of a joint");
  const CoordinateId coordinate = draft.read_coordinate(object);
  actuator.joint = coordinate.joint;
  actuator.coordinate = coordinate.coordinate;
  object.read("gain", actuator.gain);
  object.read("offset", actuator.offset);
  object.read("control", actuator.control);
  read_range(object, "control_range", "[lo, hi]; null where there is none", actuator.control_lo,
             actuator.control_hi);
  read_range(object, "force_range", "[lo, hi] in N or N m; null where there is none",
             actuator.force_lo, actuator.force_hi);
  object.check_keys();
  draft.builder.add_actuator(actuator);
}

}  // namespace perpend::io
