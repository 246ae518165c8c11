// SPDX-License-Identifier: Apache-2.0
// What a simulator refuses, and which options suit bodies in space.
#include "perpend/sim/simulator.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "perpend/core/error.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

Model ball_in_space() {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial, .spatial = {.shapes = {{spatial::Sphere{0.1}}}}});
  return builder.build().value();
}

template <typename Ask>
std::string fault(Ask ask) {
  try {
    ask();
  } catch (const InvalidArgument& refused) {
    return refused.what();
  }
  return "";
}

std::string fault(const Model& model, const SimulationOptions& options) {
  return fault([&] { Simulator(model, options); });
}

}  // namespace

TEST_CASE("impacts of Poisson's law need a law of cones or boxes in space, not in the plane") {
  const Model plane = scenes::stack({1}), space = ball_in_space();
  for (const ContactLaw& law :
       {ContactLaw(ContactLaw::cone), ContactLaw(ContactLaw::box),
        ContactLaw(ContactLaw::frictionless), ContactLaw(ContactLaw::polyhedral),
        ContactLaw(ContactLaw::relaxed), ContactLaw(ContactLaw::hybrid)}) {
    CAPTURE(to_string(law));
    const bool suits =
        law == ContactLaw::cone || law == ContactLaw::box || law == ContactLaw::frictionless;
    CHECK(fault(plane, {.law = law, .impact = ImpactLaw::poisson}) == "");
    CHECK(fault(space, {.law = law}) == "");
    CHECK(fault(space, {.law = law, .impact = ImpactLaw::poisson}) ==
          (suits ? ""
                 : "law must be cone, box or frictionless for impacts of Poisson's law in space, "
                   "got " +
                       to_string(law)));
  }
}

TEST_CASE("a solver that a law has in the plane alone is refused where bodies meet in space") {
  const Model plane = scenes::stack({1}), space = ball_in_space();
  for (const ContactLaw::Kind kind : {ContactLaw::cone, ContactLaw::polyhedral})
    for (const lcp::Method method : lcp::all_methods()) {
      const ContactLaw law(kind);
      CAPTURE(to_string(law));
      CAPTURE(lcp::to_string(method));
      const MethodSet in_plane = methods_of(law), in_space = methods_of(law, true);
      const std::string solver(lcp::to_string(method));
      const SimulationOptions options{.law = law, .solver = method};
      CHECK((fault(plane, options) == "") == in_plane.contains(method));
      if (!in_plane.contains(method)) continue;
      CHECK(fault(space, options) ==
            (in_space.contains(method)
                 ? ""
                 : "solver must be one of " + to_string(in_space) + " for law " + to_string(law) +
                       " in space, got " + solver));
    }
}

TEST_CASE("inputs that are held are refused by the name of their list") {
  const Model model = scenes::stack({1, 2});
  Simulator simulator(model);
  const auto held = [&](const HeldInputs& inputs) {
    return fault([&] { simulator.set_held(inputs); });
  };
  const Eigen::VectorXd none = Eigen::VectorXd::Constant(model.dof(), NAN);
  CHECK(held({.force = Eigen::VectorXd::Zero(2)}) ==
        "held.force must be empty, or an entry per velocity of the model, got 2");
  CHECK(held({.joint_force = Eigen::VectorXd::Zero(1)}) ==
        "held.joint_force must be empty, or an entry per joint coordinate of the model, got 1");
  CHECK(held({.force = none}) == "held.force must be finite, got nan");
  CHECK(held({.forces = {{{7}, {}}}}) != "");
  CHECK(held({.motors = {{{0}, 0, 1.0}}}) != "");
  CHECK(simulator.held().force.size() == 0);
  CHECK(fault([&] { simulator.joint_reaction({0}); }) ==
        "joint must be a joint of the model, got 0");
  CHECK(fault([&] {
          simulator.set_force({3}, {1, 0, 0});
        }) == "body must be a body of the model, got 3");
}

}  // namespace perpend
