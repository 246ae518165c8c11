// SPDX-License-Identifier: Apache-2.0
#include "io/recording/body_table.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "perpend/model/model_builder.hpp"

using namespace perpend;

namespace {

Model model() {
  ModelBuilder builder;
  const BodyId wheel = builder.add_body({.name = "wheel", .mass = 1, .inertia = 1});
  builder.add_body({.name = "dot", .kind = BodyKind::particle, .mass = 1});
  builder.add_joint({.name = "hub", .kind = JointKind::pin, .a = wheel});
  return builder.build().value();
}

using Change = std::function<void(io::BodyTable&, State&)>;

// "element message" of all faults after a change.
std::string faults_after(const Change& change) {
  const Model own = model();
  io::BodyTable bodies = io::body_table(own);
  State state = initial_state(own);
  change(bodies, state);
  std::string words;
  for (const Diagnostic& fault : io::mismatches(bodies, state, own)) {
    CHECK(fault.hint == "a snapshot fits only the scene it was taken from");
    words += (words.empty() ? "" : "; ") + fault.element + " " + fault.message;
  }
  return words;
}

}  // namespace

TEST_CASE("a table tells of each body what it is and where its numbers stand") {
  const io::BodyTable bodies = io::body_table(model());
  CHECK(bodies.names == std::vector<std::string>{"wheel", "dot"});
  CHECK(bodies.kind == std::vector<BodyKind>{BodyKind::rigid, BodyKind::particle});
  using Numbers = std::vector<std::int32_t>;
  CHECK(bodies.dof == Numbers{3, 2});
  CHECK(bodies.offset == Numbers{0, 3});
  CHECK(bodies.q_size == Numbers{3, 2});
  CHECK(bodies.q_offset == Numbers{0, 3});
}

TEST_CASE("what fits a model has no faults, broken joints or not") {
  CHECK(faults_after([](io::BodyTable&, State&) {}).empty());
  CHECK(faults_after([](io::BodyTable&, State& state) { state.broken = {1}; }).empty());
}

TEST_CASE("each number that a model has another of is named, with both") {
  using Table = io::BodyTable;
  CHECK(faults_after([](Table& bodies, State&) { bodies.names[1] = "bead"; }) ==
        "bodies[1] is `bead`; the model has `dot`");
  CHECK(faults_after([](Table& bodies, State&) { bodies.kind[0] = BodyKind::spatial; }) ==
        "bodies[0].kind is `spatial`; the model has `rigid`");
  CHECK(faults_after([](Table& bodies, State&) { bodies.dof[1] = 5; }) ==
        "bodies[1].dof has 5; the model has 2");
  CHECK(faults_after([](Table& bodies, State&) { bodies.names.pop_back(); }) ==
        "bodies has 1; the model has 2");
  CHECK(faults_after([](Table&, State& state) { state.q.setZero(7); }) ==
        "q has 7; the model has 5");
  CHECK(faults_after([](Table&, State& state) { state.v.setZero(4); }) ==
        "v has 4; the model has 5");
  CHECK(faults_after([](Table&, State& state) { state.joint_impulses.setZero(0); }) ==
        "joint_impulses has 0; the model has 2");
  CHECK(faults_after([](Table&, State& state) {
          state.broken = {0, 1};
        }) == "broken has 2; the model has 1");
  CHECK(faults_after([](Table&, State& state) { state.coordinates.setZero(3); }) ==
        "coordinates has 3; the model has 1");
}

TEST_CASE("bodies that only a file has are told by their number alone, kinds before sizes") {
  CHECK(faults_after([](io::BodyTable& bodies, State&) {
          bodies.names = {"hub", "dot", "third"};
          bodies.kind = {BodyKind::fixed, BodyKind::particle, BodyKind::rigid};
          bodies.dof = {6, 2, 3};
        }) ==
        "bodies has 3; the model has 2; bodies[0] is `hub`; the model has `wheel`; "
        "bodies[0].kind is `fixed`; the model has `rigid`");
}
