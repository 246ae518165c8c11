// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bodies/gyroscopic_torque.hpp"

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

using Eigen::Vector3d;

void subtract_gyroscopic_torque(const Model& model, const State& state, Eigen::VectorXd& force) {
  Eigen::VectorXd p;
  momentum(model, state.q, state.v, p);
  for (const Body& body : model.bodies) {
    if (body.kind != BodyKind::spatial) continue;
    const int o = body.v_offset + 3;
    force.segment<3>(o) -= Vector3d(state.v.segment<3>(o)).cross(Vector3d(p.segment<3>(o)));
  }
}

}  // namespace perpend
