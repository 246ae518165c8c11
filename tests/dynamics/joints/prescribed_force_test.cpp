// SPDX-License-Identifier: Apache-2.0
// Bodies that no force moves take none.
#include <doctest/doctest.h>

#include "perpend/dynamics/generalised_force.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {

TEST_CASE("a force along a joint acts on the end that forces move alone") {
  for (const bool in_space : {false, true})
    for (const bool load_is_a : {false, true}) {
      CAPTURE(in_space);
      CAPTURE(load_is_a);
      ModelBuilder builder;
      const BodyId carrier =
          builder.add_body({.kind = in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic});
      BodyDef def{.kind = in_space ? BodyKind::spatial : BodyKind::rigid, .mass = 2.0};
      if (in_space) def.spatial.inertia = Eigen::Matrix3d::Identity();
      if (!in_space) def.inertia = 1.0;
      const BodyId load = builder.add_body(def);
      builder.add_joint({.kind = JointKind::prismatic,
                         .a = load_is_a ? load : carrier,
                         .b = load_is_a ? carrier : load,
                         .axis = {1, 0, 0}});
      const Model model = builder.build().value();
      Eigen::VectorXd force = Eigen::VectorXd::Zero(model.dof());
      add_joint_force(model, initial_state(model), {0}, 0, 3.0, force);
      CHECK(force[model.bodies[load.index].v_offset] == relative(load_is_a ? 3 : -3));
      CHECK(force.norm() == relative(3));
    }
}

}  // namespace perpend
