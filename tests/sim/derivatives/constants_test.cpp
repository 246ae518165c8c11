// SPDX-License-Identifier: Apache-2.0
// What of a step its derivatives do not know is named, and nothing else.
#include <cmath>
#include <memory>
#include <string>

#include "sim/derivatives/finite_differences.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using differences::Step;
using Eigen::Vector3d;

constexpr double kStep = 0.004;

Step start(Model model, SimulationOptions options = {.dt = kStep}) {
  State state = initial_state(model);
  return {std::move(model), options, std::move(state)};
}

// One behind the other.
std::string constant(const Step& step) {
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.message == "");
  CHECK((d.status == DerivativeStatus::partial) == !d.constant.empty());
  std::string all;
  for (const std::string& text : d.constant) all += (all.empty() ? "" : "; ") + text;
  return all;
}

// Moves along its heading, which two of its three coordinates have, and turns.
class Cart final : public BodyType {
 public:
  int positions() const override { return 3; }
  int velocities() const override { return 2; }
  void mass(ConstSlice, Eigen::Ref<Eigen::MatrixXd> mass) const override { mass.setIdentity(); }
  void force(ConstSlice, ConstSlice, const Vector3d&, Slice force) const override {
    force.setZero();
  }
  double potential(ConstSlice, const Vector3d&) const override { return 0; }
  void drift(double h, Slice q, Slice v) const override {
    const double c = std::cos(h * v[1]), s = std::sin(h * v[1]);
    q[0] += h * v[0];
    q.tail<2>() = Eigen::Vector2d(c * q[1] - s * q[2], s * q[1] + c * q[2]);
  }
  Vector3d point(ConstSlice, const Vector3d& local) const override { return local; }
  void point_jacobian(ConstSlice, const Vector3d&, Eigen::Ref<Matrix3X> j) const override {
    j.setZero();
  }
  Vector3d direction(ConstSlice, const Vector3d& local) const override { return local; }
  void spin_jacobian(ConstSlice, Eigen::Ref<Matrix3X> jacobian) const override {
    jacobian.setZero();
  }
};

// Discs on the ground, the first of which falls on it.
Model discs(int count, double e, double above = 3e-3) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.e = e}});
  builder.add_body(scenes::ground());
  for (int i = 0; i < count; ++i)
    builder.add_body({.pose = {{1.0 * i, 0.2 + (i == 0 ? above : 0)}},
                      .velocity = {0, i == 0 ? -1.0 : 0.0, 0},
                      .shapes = {{planar::Disc{0.2}}}});
  return builder.build().value();
}

// Ten light links, every other turned back, from which a ton falls until they are taut.
Model slack_chain() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  Vector3d at(0, 0, 0);
  BodyId before = kWorld;
  const auto hang = [&](double mass, const Vector3d& centre, const Vector3d& inertia) {
    BodyDef def{.kind = BodyKind::spatial, .mass = mass};
    def.spatial.pose.p = centre;
    def.spatial.inertia = inertia.asDiagonal();
    const BodyId body = builder.add_body(def);
    builder.add_joint({.kind = JointKind::spherical, .a = body, .b = before, .anchor = at});
    before = body;
  };
  for (int i = 0; i < 10; ++i) {
    const Vector3d link(i % 2 == 0 ? 0.1 : -0.1, 0, -0.005);
    hang(1, at + 0.5 * link, {5e-5, 1e-3, 1e-3});
    at += link;
  }
  hang(1000, at, {4, 4, 4});
  return builder.build().value();
}

}  // namespace

TEST_CASE("bounces by Poisson's law are constants, those by Newton's are not") {
  for (const int count : {1, 2}) {
    CAPTURE(count);
    Step step = start(discs(count, 0.5));
    CHECK(constant(step) == "");
    step.options.impact = ImpactLaw::poisson;
    CHECK(constant(step) == "impacts by Poisson's law");
    step = start(discs(count, 0));
    step.options.impact = ImpactLaw::poisson;
    CHECK(constant(step) == "");
  }
}

// A rod that hits the ground aslant with friction, which under Newton's law would gain energy.
TEST_CASE("the scale of a restitution that was lowered is a constant") {
  for (const double mu : {0.0, 0.8}) {
    CAPTURE(mu);
    const double angle = 0.8;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = 1}});
    builder.add_body(scenes::ground());
    const double height = 0.5 * std::sin(angle) + 0.01 + 0.8 * kStep;
    builder.add_body({.pose = {{0, height}, angle},
                      .velocity = {1, -1, 0},
                      .shapes = {{planar::capsule(1, 0.01)}},
                      .mass = 1});
    const std::string expected = mu > 0 ? "restitution that was lowered to gain no energy" : "";
    CHECK(constant(start(builder.build().value())) == expected);
  }
}

// Half a drift of 2 mm leads into overlap: the step takes its geometry at its start.
TEST_CASE("a bounce of a step that takes its geometry at its start is a constant, a stop is not") {
  CHECK(constant(start(discs(1, 0.5, 1e-3))) == "a bounce from overlap at the start of the step");
  CHECK(constant(start(discs(1, 0, 1e-3))) == "");
}

TEST_CASE("a stop of a step that takes its geometry at its start, beside differences") {
  for (const double above : {5e-4, 1e-3, 1.5e-3}) {
    const Step step = start(discs(2, 0.0, above));
    const StepDerivatives d = differences::derivatives(step);
    CHECK(d.constant.empty());
    differences::check_state(step, d, 1e-6);
  }
}

TEST_CASE("position iterations are a constant where there are joints") {
  ModelBuilder builder;
  const BodyId rod = builder.add_body({.pose = {{0.5, 0}}, .mass = 1, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::pin, .a = rod});
  Step step = start(builder.build().value());
  CHECK(constant(step) == "");
  step.options.position_iterations = 2;
  CHECK(constant(step) == "position iterations changed the rates of the joints");
  step = start(scenes::box_on_slope(0.2, 0.6));
  step.options.position_iterations = 2;
  CHECK(constant(step) == "");
}

TEST_CASE("bristles are a constant") {
  Step step = start(scenes::box_on_slope(0.2, 0.6));
  step.options.tangential = {.stiffness = 1e5, .damping = 1e2};
  CHECK(constant(step) == "bristles of contacts that stick");
}

// Gauss-Seidel has not arrived at the forces of ten boxes when its budget ends.
TEST_CASE("islands solved to the accepted residual are a constant, without one there is no step") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  for (int k = 0; k < 10; ++k)
    builder.add_body(
        {.pose = {{0.01 * (k % 2), 0.5 + k}}, .shapes = {{planar::box(1, 1)}}, .mass = 1.0});
  Step step = start(builder.build().value());
  step.options.solver = lcp::Method::pgs;
  step.options.halvings = 0;
  step.options.accepted_residual = 0.05;
  CHECK(constant(step) == "islands were not solved exactly");
  step.options.accepted_residual = 0;
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::failed);
  CHECK(d.step.status == StepStatus::unsolved);
  CHECK(d.message == "the step was not taken whole: " + d.step.message);
  CHECK(d.by_state.size() == 0);
}

TEST_CASE("what the energy guard does to joints is a constant of the steps in which it does so") {
  int braked = 0, stiffened = 0;
  for (const double dt : {1.0 / 60, kStep}) {
    Step step = start(slack_chain(), {.dt = dt});
    Simulator simulator(step.model, step.options);
    for (int k = 0; k < 0.5 / dt; ++k) {
      State next = step.state;
      const StepReport report = simulator.step(next);
      REQUIRE(report.status == StepStatus::ok);
      if (report.halvings == 0 && report.braked + report.stiffened > 0) {
        const std::string found = constant(step);
        CHECK((found.find("the energy guard braked the joints") != found.npos) == report.braked);
        CHECK((found.find("joints became taut") != found.npos) == report.stiffened);
        braked += report.braked;
        stiffened += report.stiffened;
      }
      step.state = next;
    }
  }
  CHECK(braked > 0);
  CHECK(stiffened > 0);
}

TEST_CASE("a rotor on a slide along a turning arm is told where its rate drifts") {
  for (const double spin : {0.0, 1.5}) {
    CAPTURE(spin);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId arm = builder.add_body({.velocity = {0, 0, spin}, .mass = 2, .inertia = 0.4});
    builder.add_joint({.kind = JointKind::pin, .a = arm});
    const BodyId slider = builder.add_body(
        {.pose = {{0.6, 0}}, .velocity = {0, 0.6 * spin, spin}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = JointKind::prismatic,
                       .a = slider,
                       .b = arm,
                       .axis = {1, 0, 0},
                       .coordinates = {{.armature = 0.5}}});
    const Step step = start(builder.build().value());
    CHECK(constant(step) ==
          (spin > 0 ? "how the rates of rotors (armature) change as bodies drift" : ""));
  }
}

TEST_CASE("a body with more coordinates than velocities has no derivatives, which is said") {
  ModelBuilder builder;
  builder.add_body({.name = "cart",
                    .kind = BodyKind::custom,
                    .type = std::make_shared<Cart>(),
                    .custom_q = Vector3d(0, 0, 1),
                    .custom_v = Eigen::Vector2d(1, 0)});
  const StepDerivatives d = differences::derivatives(start(builder.build().value()));
  CHECK(d.status == DerivativeStatus::failed);
  CHECK(d.message == "body 'cart' has not one coordinate per velocity");
}

}  // namespace perpend
