// SPDX-License-Identifier: Apache-2.0
//
// Bodies of a pair and those of their velocities that take part in K.
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

inline bool moves(const Model& model, int body) {
  return body >= 0 && model.bodies[body].is_dynamic();
}

// Part of the block of a pair that each body uses: points have no rotation, and the world uses
// nothing.
struct PairEnds {
  int a, b;      // bodies
  int n_a, n_b;  // velocities that take part
  int at_b;      // first row of b in the block
};

inline PairEnds pair_ends(const Model& model, const Joint& joint) {
  const auto size = [&](int body) {
    return moves(model, body) && model.bodies[body].kind != BodyKind::custom
               ? model.bodies[body].dof
               : 0;
  };
  return {joint.a.index, joint.b.index, size(joint.a.index), size(joint.b.index),
          joint.in_plane ? 3 : 6};
}

}  // namespace perpend
