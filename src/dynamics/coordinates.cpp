// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/coordinates.hpp"

#include "joint_motion.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

const Joint& joint_with(const Model& model, JointId id, int k) {
  require(id.index >= 0 && id.index < static_cast<int>(model.joints.size()), "joint",
          "a joint of the model", id.index);
  const Joint& joint = model.joints[id.index];
  require(k >= 0 && k < coordinate_count(joint.kind, joint.in_plane), "coordinate",
          "a coordinate of joint '" + joint.name + "'", k);
  return joint;
}

}  // namespace

double coordinate(const Model& model, const State& state, JointId id, int k) {
  const Joint& joint = joint_with(model, id, k);
  return coordinate_motion(place(model, state, joint), k, coordinates_of(state, joint)[k]).value;
}

double coordinate_rate(const Model& model, const State& state, JointId id, int k) {
  const JointPlace at = place(model, state, joint_with(model, id, k));
  return rate_of(state, at, coordinate_motion(at, k, 0.0).rate);
}

int append_coordinate(const Model& model, const State& state, JointId id, int k, double sign,
                      RowPool& pool) {
  const JointPlace at = place(model, state, joint_with(model, id, k));
  return append_relative(model, at, coordinate_motion(at, k, 0.0).rate, sign, pool);
}

void update_coordinates(const Model& model, State& state) {
  update_coordinates(model, {0, static_cast<int>(model.joints.size())}, state);
}

void update_coordinates(const Model& model, Strip joints, State& state) {
  for (int j = joints.first; j < joints.last; ++j) {
    const Joint& joint = model.joints[j];
    const int count = coordinate_count(joint.kind, joint.in_plane);
    if (count == 0) continue;
    const JointPlace at = place(model, state, joint);
    for (int k = 0; k < count; ++k) {
      double& value = state.coordinates[joint.first_coordinate + k];
      value = coordinate_motion(at, k, value).value;
    }
  }
}

}  // namespace perpend
