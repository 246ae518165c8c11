// SPDX-License-Identifier: Apache-2.0
// A block is thrown, lands, slides and comes to rest. Gradient descent on its velocity at the start
// finds a throw that ends on a target: derivatives of every step, multiplied backwards in time.
#include <cmath>
#include <cstdio>
#include <perpend/perpend.hpp>
#include <vector>

using namespace perpend;

namespace {

constexpr double kStep = 0.005, kTarget = 3.0, kTolerance = 1e-6;
constexpr int kSteps = 300, kThrows = 60;

// A block of 0.4 m × 0.2 m, 1 m above rough ground.
Model block() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body({.name = "block", .pose = {{0, 1.1}}, .shapes = {{planar::box(0.4, 0.2)}}});
  return builder.build().value();
}

struct Throw {
  double reached = 0.0;            // m
  Eigen::Vector2d gradient{0, 0};  // of it by the velocity at the start, s
  int degenerate = 0;              // steps without a derivative of their own
};

Throw thrown(const Model& model, const Eigen::Vector2d& velocity) {
  State state = initial_state(model);
  const int n = model.dof(), x = model.bodies[1].v_offset;
  state.v.segment<2>(x) = velocity;
  Simulator simulator(model, {.dt = kStep});
  std::vector<Eigen::MatrixXd> steps;
  Throw result;
  for (int k = 0; k < kSteps; ++k) {
    StepDerivatives d = simulator.derivatives(state);
    result.degenerate += d.status != DerivativeStatus::regular;
    steps.push_back(std::move(d.by_state));
    simulator.step(state);
  }
  Eigen::VectorXd gradient = Eigen::VectorXd::Unit(2 * n, x);
  for (int k = kSteps - 1; k >= 0; --k) gradient = steps[k].transpose() * gradient;
  result.reached = body_pose(model, state, {1}).p.x();
  result.gradient = gradient.segment<2>(n + x);
  return result;
}

}  // namespace

int main() {
  const Model model = block();
  Eigen::Vector2d velocity(2, 1);
  for (int k = 0; k < kThrows; ++k) {
    const Throw result = thrown(model, velocity);
    const double miss = result.reached - kTarget;
    std::printf("throw %2d: (%.6f, %.6f) m/s, at rest at %.6f m; %d degenerate steps\n", k + 1,
                velocity.x(), velocity.y(), result.reached, result.degenerate);
    if (std::abs(miss) < kTolerance) return 0;
    // The loss is miss²/2 and 0 at best: the step of Polyak along its gradient miss · dx.
    velocity -= 0.5 * miss / result.gradient.squaredNorm() * result.gradient;
  }
  std::puts("the target was not reached");
  return 1;
}
