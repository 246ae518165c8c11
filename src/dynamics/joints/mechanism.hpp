// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Rows of one joint or coupler that depend on those of others.
struct Dependence {
  int joint = -1;           ///< index of Model::joints, or joints.size() + one of Model::couplers
  int rows = 0;             ///< number of dependent rows
  std::vector<int> others;  ///< joints that these rows depend on, sorted, numbered as `joint`
};

/// The motions that a model's joints leave free in its start pose.
struct Mechanism {
  int dof = 0;    ///< velocities of dynamic bodies
  int rows = 0;   ///< rows of joints and couplers
  int rank = 0;   ///< number of independent rows
  int loops = 0;  ///< independent closed loops of the graph of bodies and joints
  std::vector<Dependence> dependences = {};  ///< in the order of the model
  std::vector<char> shared =
      {};  ///< one per joint, then per coupler: 1 if its reaction is not unique

  int mobility() const { return dof - rank; }
};

Mechanism mechanism_of(const Model& model);

/// Returns the name of joint or coupler `i`, numbered as in Dependence.
const std::string& joint_name(const Model& model, int i);
/// Returns the number of its rows.
int joint_rows(const Model& model, int i);

/// Returns true if all joints involved are welds, so that the model states the same constraint
/// twice.
bool only_welds(const Model& model, const Dependence& dependence);

}  // namespace perpend
