// SPDX-License-Identifier: Apache-2.0
#include "io/page/frame_columns.hpp"

#include <doctest/doctest.h>

#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::io {
namespace {

// Turned bodies of two materials on a pin and a slider that may break, behind a floor.
Model model_of(bool may_break) {
  ModelBuilder builder;
  builder.add_material({.name = "wood", .self = {.mu_s = 0.75, .mu_k = 0.5}});
  builder.add_body({.kind = BodyKind::fixed, .material = "wood"});
  const BodyId a =
      builder.add_body({.pose = {{1, 2}, 0.5}, .mass = 1, .inertia = 2, .material = "wood"});
  const BodyId b =
      builder.add_body({.pose = {{4, 3}, -0.75}, .mass = 3, .inertia = 4, .material = "wood"});
  builder.add_joint({.name = "pin", .a = a, .b = b, .anchor = {2, 2.5, 0}});
  builder.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .a = b,
                     .anchor = {4, 3, 0},
                     .axis = {0.6, 0.8, 0},
                     .break_force = may_break ? 5 : INFINITY});
  return builder.build().value();
}

State state_of(const Model& model) {
  State state = initial_state(model);
  state.time = 0.25;
  for (Eigen::Index k = 0; k < state.v.size(); ++k) state.v[k] = 0.5 * static_cast<double>(k);
  state.joint_impulses << 1, 2, 3, 4;
  state.coordinates << 5, 6;
  return state;
}

TEST_CASE("reactions of joints in the plane are two forces and the moment about z") {
  const Model model = model_of(false);
  const State state = state_of(model);
  FrameColumns columns;
  columns.add(model, state, 0.5);
  Floats expected;
  for (int joint = 0; joint < 2; ++joint) {
    const JointReaction on_a = joint_reaction(model, state, {joint}, state.joint_impulses, 0.5);
    for (const double value : {on_a.force.x(), on_a.force.y(), on_a.torque.z()})
      expected.push_back(static_cast<float>(value));
  }
  CHECK(columns.reactions == expected);
  CHECK(expected[5] != 0);
  CHECK(columns.time == Floats{0.25F});
  CHECK(columns.poses == Floats{1, 2, 0.5F, 4, 3, -0.75F});
  CHECK(columns.velocities == Floats{1.5F, 2, 2.5F, 3, 3.5F, 4});
  CHECK(columns.coordinates == Floats{5, 6});
  CHECK(columns.broken.empty());
}

TEST_CASE("where joints may break each frame tells which of them have") {
  const Model model = model_of(true);
  State state = state_of(model);
  FrameColumns columns;
  columns.add(model, state, 0.5);
  state.broken = {0, 1};
  columns.add(model, state, 0.5);
  CHECK(columns.broken == std::vector<std::uint8_t>{0, 0, 0, 1});
}

TEST_CASE(
    "contacts have the friction of their step, or that of their surfaces, of the world none") {
  const Model model = model_of(false);
  std::vector<ContactRecord> contacts(5, {.a = {1}, .b = {2}});
  contacts[0].mu = 0.25;
  contacts[0].status = ContactStatus::slide;
  contacts[1].status = ContactStatus::slide;
  contacts[2].status = ContactStatus::stick;
  contacts[3].a = kWorld;
  contacts[4].b = kWorld;
  ContactColumns columns;
  columns.add_frame(model, {}, 0.5);
  columns.add_frame(model, std::span(contacts).first(2), 0.5);
  columns.add_frame(model, std::span(contacts).subspan(2), 0.5);
  CHECK(columns.offset == std::vector<std::uint32_t>{0, 0, 2, 5});
  CHECK(columns.mu == Floats{0.25F, 0.5F, 0.75F, 0, 0});
  CHECK(columns.a == std::vector<std::int32_t>{1, 1, 1, -1, 1});
  CHECK(columns.b == std::vector<std::int32_t>{2, 2, 2, 2, -1});
  CHECK(columns.status == std::vector<std::uint8_t>{2, 2, 1, 0, 0});
}

}  // namespace
}  // namespace perpend::io
