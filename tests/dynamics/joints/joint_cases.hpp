// SPDX-License-Identifier: Apache-2.0
// Every kind of joint at random poses, for tests of joint rows.
#pragma once

#include <doctest/doctest.h>

#include "dynamics/joint_models.hpp"
#include "dynamics/joints/joint_rows.hpp"

namespace perpend::joint_cases {

using Eigen::Vector3d, Eigen::VectorXd;
using testing::Random, testing::Space;

struct RowsAndErrors {
  RowPool pool;
  std::vector<double> phi;
  RowsAndErrors(const Model& model, const State& state) {
    append_joint_rows(model, state, pool, phi);
  }
};

/// Calls check(model, random, space, to_world) for every kind of joint the space has.
template <class Check>
void for_every_joint(int trials, const Check& check) {
  Random random(7);
  for (int k = 0; k < static_cast<int>(JointKind::custom); ++k)
    for (const Space space : {Space::plane, Space::space, Space::mixed})
      for (const bool to_world : {false, true}) {
        const JointKind kind = static_cast<JointKind>(k);
        if (row_count(kind, space == Space::plane) == 0) continue;
        CAPTURE(to_string(kind));
        CAPTURE(static_cast<int>(space));
        CAPTURE(to_world);
        for (int trial = 0; trial < trials; ++trial)
          check(testing::one_joint(random, kind, space, to_world), random, space, to_world);
      }
}

/// Displaces every body by up to `size` (m and rad).
inline State disturbed(const Model& model, Random& random, double size) {
  return testing::moved(model, initial_state(model), testing::random_velocity(random, model), size);
}

inline Vector3d omega(const Model& model, const VectorXd& v, BodyId id) {
  State state = initial_state(model);
  state.v = v;
  return body_twist(model, state, id).omega;
}

}  // namespace perpend::joint_cases
