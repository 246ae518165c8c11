// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dynamics/mass_system/added_mass.hpp"

namespace perpend::testing {

/// B over all velocities.
inline Eigen::MatrixXd dense(const AddedMass& added, const Model& model) {
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(model.dof(), model.dof());
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    const int turns = body.dof == 6 ? 3 : body.dof == 3 && body.is_planar() ? 1 : 0;
    const int at = body.v_offset + body.dof - turns;
    B.block(at, at, turns, turns) += added.rotation(i).topLeftCorner(turns, turns);
  }
  for (const AddedMass::Pair& pair : added.pairs()) {
    const Joint& joint = model.joints[pair.joint];
    const int half = joint.in_plane ? 3 : 6;
    const int a = joint.a == kWorld ? -1 : model.bodies[joint.a.index].v_offset;
    const int b = joint.b == kWorld ? -1 : model.bodies[joint.b.index].v_offset;
    const auto add = [&](int row, int column, int i, int k) {
      if (row >= 0 && column >= 0)
        B.block(row, column, half, half) += pair.block.block(i * half, k * half, half, half);
    };
    add(a, a, 0, 0), add(a, b, 0, 1), add(b, a, 1, 0), add(b, b, 1, 1);
  }
  return B;
}

}  // namespace perpend::testing
