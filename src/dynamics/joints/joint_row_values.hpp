// SPDX-License-Identifier: Apache-2.0
//
// Rows of any joint or coupler, from the relative motions of joint_motion.hpp.
#pragma once

#include "dynamics/joints/joint_motion.hpp"

namespace perpend {

using BuiltInRows = std::array<RelativeRow, JointType::kMaxRows>;
using CustomRows = std::array<JointRow, JointType::kMaxRows>;

/// Overwrites the rows of a group and their position errors.
void write_joint(const Model& model, const State& state, const Joint& joint, RowPool& pool,
                 int group, double* phi);
void write_coupler(const Model& model, const State& state, const Coupler& coupler, RowPool& pool,
                   int group, double* phi);

struct PlacedTerm {
  JointPlace at;
  CoordinateMotion motion;
  double change;  // relative to the start pose, m or rad
};

PlacedTerm place_term(const Model& model, const State& state, const CouplerTerm& term);

}  // namespace perpend
