// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend::app {

/// Rows of one joint or coupler that depend on those of others.
struct Dependence {
  int joint = -1;           ///< index of Model::joints, or joints.size() + one of Model::couplers
  int rows = 0;             ///< dependent ones
  std::vector<int> others;  ///< what they depend on, sorted, numbered as `joint`
};

/// What a model's joints leave free in its start pose.
struct Mechanism {
  int dof = 0;    ///< velocities of bodies that move freely
  int rows = 0;   ///< of joints and couplers
  int rank = 0;   ///< independent ones of them
  int loops = 0;  ///< independent closed loops of the graph of bodies and joints
  std::vector<Dependence> dependences = {};  ///< in the order of the model
  std::vector<char> shared =
      {};  ///< per joint, then per coupler: 1 where its reaction is not unique

  int mobility() const { return dof - rank; }
};

Mechanism mechanism_of(const Model& model);

/// Name of joint or coupler `i`, numbered as in Dependence.
const std::string& joint_name(const Model& model, int i);
/// Number of its rows.
int joint_rows(const Model& model, int i);

/// Whether nothing but welds takes part: the model says the same thing twice.
bool only_welds(const Model& model, const Dependence& dependence);

}  // namespace perpend::app
