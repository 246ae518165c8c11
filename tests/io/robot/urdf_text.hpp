// SPDX-License-Identifier: Apache-2.0
// An arm as text, and its joints by name.
#pragma once

#include <string>

#include "io/robot/robot_text.hpp"

namespace perpend::io::urdf {

inline const std::string kArm =
    robot("<link name='base'/>\n" + ball_link("upper", 0.5) + ball_link("lower", 0.5) +
          joint("shoulder", "revolute", "base", "upper", "0 0 1",
                "<axis xyz='0 2 0'/><limit lower='-1' upper='2' effort='30' velocity='3'/>"
                "<dynamics damping='0.5' friction='0.25'/>") +
          joint("elbow", "continuous", "upper", "lower", "0 0 1", "<axis xyz='0 1 0'/>"));

inline const Joint& joint_of(const Model& model, const std::string& name) {
  for (const Joint& each : model.joints)
    if (each.name == name) return each;
  FAIL("no joint " << name);
  return model.joints[0];
}

}  // namespace perpend::io::urdf
