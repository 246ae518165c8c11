// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(study::Quantity::energy); ++i)
    names.emplace_back(to_string(static_cast<study::Quantity>(i)));
  return names;
}

bool only_in_plane(study::Quantity quantity) {
  return quantity == study::Quantity::angle || quantity == study::Quantity::omega;
}

bool only_in_space(study::Quantity quantity) {
  return quantity == study::Quantity::z || quantity == study::Quantity::vz ||
         quantity == study::Quantity::wx || quantity == study::Quantity::wy ||
         quantity == study::Quantity::wz;
}

void check_space(JsonObject& object, const SceneDraft& draft, const study::Measurand& what) {
  if (what.body.index < 0) return;
  const BodyDef& body = draft.bodies[static_cast<std::size_t>(what.body.index)];
  const bool in_plane = body.kind <= BodyKind::kinematic;
  if (in_plane ? only_in_space(what.quantity) : only_in_plane(what.quantity))
    object.faults().add(*object.find("quantity"), object.path("quantity"),
                        fmt::format("a {} body has no {}", in_plane ? "planar" : "spatial",
                                    to_string(what.quantity)));
}

void check_coordinate(JsonObject& object, const SceneDraft& draft, const study::Measurand& what) {
  if (what.joint.index < 0) return;
  const JointDef& joint = draft.joints[static_cast<std::size_t>(what.joint.index)];
  const auto planar = [&](BodyId body) {
    return body.index < 0 ||
           draft.bodies[static_cast<std::size_t>(body.index)].kind <= BodyKind::kinematic;
  };
  const int count = coordinate_count(joint.kind, planar(joint.a) && planar(joint.b));
  if (what.coordinate >= 0 && what.coordinate < count) return;
  const JsonNode* node = object.find("coordinate");
  object.faults().add(node ? *node : object.node(), object.path("coordinate"),
                      fmt::format("is {}", what.coordinate),
                      fmt::format("the joint has {}", count));
}

// Measures the origin of a frame.
void read_frame_point(JsonObject& object, const SceneDraft& draft, study::Measurand& what) {
  const std::size_t before = object.faults().found.size();
  for (const char* key : {"body", "point"})
    if (const JsonNode* node = object.find(key))
      object.faults().add(*node, object.path(key), "stands beside \"frame\"",
                          "expected one of the two");
  const BodyFrame frame = draft.read_frame_name(object, "frame");
  what.body = frame.body;
  what.point = frame.pose.p;
  if (frame.body == kWorld && object.faults().found.size() == before)
    object.faults().add(*object.find("frame"), object.path("frame"), "is a frame of the world",
                        "expected a frame of a body");
}

study::Measurand read_measurand(JsonObject& object, const SceneDraft& draft) {
  study::Measurand what;
  object.need("quantity", "what to compare, such as \"x\" or \"speed\"");
  const int quantity = object.read_choice("quantity", quantity_names());
  if (quantity >= 0) what.quantity = static_cast<study::Quantity>(quantity);
  if (what.quantity == study::Quantity::energy) return what;
  if (what.quantity == study::Quantity::coordinate) {
    object.need("joint", "the name of a joint");
    const CoordinateId found = draft.read_coordinate(object);
    what.joint = found.joint;
    what.coordinate = found.coordinate;
    check_coordinate(object, draft, what);
    return what;
  }
  if (object.find("frame")) {
    read_frame_point(object, draft, what);
  } else {
    object.need("body", "the name of a body");
    what.body = {draft.body_names.read(object, "body", "body")};
    Eigen::Vector3d point(0, 0, 0);
    if (object.read_vector("point", point)) what.point = point;
  }
  check_space(object, draft, what);
  return what;
}

}  // namespace

study::Expectation read_expectation(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("expect[{}]", index), draft.faults);
  study::Expectation expectation;
  expectation.measurand = read_measurand(object, draft);
  object.read("time", expectation.time);
  object.read_needed("value", expectation.value, "a number");
  object.read_needed("tolerance", expectation.tolerance, "a number >= 0");
  if (expectation.tolerance < 0 || std::isnan(expectation.tolerance))
    draft.faults.mismatch(*object.find("tolerance"), object.path("tolerance"), "a number >= 0");
  object.read("why", expectation.why);
  object.check_keys();
  return expectation;
}

}  // namespace perpend::io
