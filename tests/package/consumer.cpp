// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <perpend/perpend.hpp>

int main() {
  perpend::ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
  builder.add_body({.kind = perpend::BodyKind::fixed, .shapes = {{perpend::planar::HalfPlane{}}}});
  const auto box = builder.add_body(
      {.pose = {{0, 0.1}}, .velocity = {2, 0, 0}, .shapes = {{perpend::planar::box(0.2, 0.2)}}});
  const perpend::Model model = builder.build().value();
  perpend::State state = initial_state(model);
  perpend::Simulator simulator(model, {.dt = 0.001});
  while (state.time < 1.0)
    if (const auto report = simulator.step(state); report.status != perpend::StepStatus::ok)
      return std::puts(report.message.c_str()), 1;
  const double slid = body_pose(model, state, box).p.x(), theory = 4 / (2 * 0.6 * 9.81);
  // Of the last step, with nothing but what is installed.
  for (const perpend::Island& island : simulator.islands())
    if (island.solution().status != perpend::lcp::Status::solved || island.size() == 0)
      return std::puts("an island that is not solved"), 1;
  std::printf("slid %.4f m, theory %.4f m\n", slid, theory);
  return std::abs(slid - theory) < 2e-3 ? 0 : 1;
}
