// SPDX-License-Identifier: Apache-2.0
//
// A robot arm pushes a block over the ground, once in joint angles and once as two bars with two
// pins: the general form M(q) v' + c(q, v) = f, q' = Gamma v takes both, and both move alike.
#include <cstdio>
#include <perpend/perpend.hpp>

#include "arm_systems.hpp"

int main() {
  const perpend::Model joints = generalised_arm(), bodies = maximal_arm();
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    perpend::Simulator in_joints(joints, {.dt = dt}), in_bodies(bodies, {.dt = dt});
    in_bodies.set_force({2}, {0, 0, -kTorque[1]});
    in_bodies.set_force({3}, {0, 0, kTorque[1]});
    perpend::State q = perpend::initial_state(joints), x = perpend::initial_state(bodies);
    while (q.time < 0.5 - dt / 2)
      if (in_joints.step(q).status != perpend::StepStatus::ok ||
          in_bodies.step(x).status != perpend::StepStatus::ok)
        return std::puts("a step was not solved"), 1;
    const double block = q.q[3], same = x.q[3];
    std::printf("dt %g s: the block is at %.6f m and %.6f m, %.1e m apart\n",
                dt, block, same, block - same);
  }
}
