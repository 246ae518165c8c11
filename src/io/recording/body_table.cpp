// SPDX-License-Identifier: Apache-2.0
#include "io/recording/body_table.hpp"

#include <algorithm>

#include "io/scene/body_kind_names.hpp"

namespace perpend::io {
namespace {

std::string numbers(long found, long expected) {
  return "has " + std::to_string(found) + "; the model has " + std::to_string(expected);
}

std::string words(const std::string& found, const std::string& expected) {
  return "is `" + found + "`; the model has `" + expected + "`";
}

}  // namespace

BodyTable body_table(const Model& model) {
  BodyTable table;
  for (const Body& body : model.bodies) {
    table.names.push_back(body.details->name);
    table.kind.push_back(body.kind);
    table.dof.push_back(body.dof);
    table.offset.push_back(body.v_offset);
    table.q_size.push_back(body.q_size);
    table.q_offset.push_back(body.q_offset);
  }
  return table;
}

Diagnostics mismatches(const BodyTable& bodies, const State& state, const Model& model) {
  Diagnostics faults;
  const auto fault = [&](const std::string& element, const std::string& message) {
    faults.push_back({"", 0, element, message, "a snapshot fits only the scene it was taken from"});
  };
  const auto same_size = [&](const char* element, long found, long expected) {
    if (found != expected) fault(element, numbers(found, expected));
  };
  const auto kind_name = [](BodyKind kind) {
    return body_kind_names()[static_cast<std::size_t>(kind)];
  };
  same_size("bodies", bodies.names.size(), model.bodies.size());
  for (std::size_t i = 0; i < std::min(bodies.names.size(), model.bodies.size()); ++i) {
    const std::string element = "bodies[" + std::to_string(i) + "]";
    const Body& body = model.bodies[i];
    if (bodies.names[i] != body.details->name)
      fault(element, words(bodies.names[i], body.details->name));
    if (bodies.kind[i] != body.kind)
      fault(element + ".kind", words(kind_name(bodies.kind[i]), kind_name(body.kind)));
    else if (bodies.dof[i] != body.dof)
      fault(element + ".dof", numbers(bodies.dof[i], body.dof));
  }
  const State start = initial_state(model);
  same_size("q", state.q.size(), model.q_size());
  same_size("v", state.v.size(), model.dof());
  same_size("joint_impulses", state.joint_impulses.size(), start.joint_impulses.size());
  if (!state.broken.empty()) same_size("broken", state.broken.size(), model.joints.size());
  same_size("coordinates", state.coordinates.size(), start.coordinates.size());
  return faults;
}

}  // namespace perpend::io
