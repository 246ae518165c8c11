// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/coordinates.hpp"

#include <cmath>

#include "dynamics/joints/joint_motion.hpp"
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

Eigen::Quaterniond orientation_of(const Model& model, const State& state, BodyId id) {
  if (id == kWorld) return Eigen::Quaterniond::Identity();
  const double* q = state.q.data() + model.bodies[id.index].q_offset;
  return {q[3], q[4], q[5], q[6]};
}

bool is_ball_in_space(const Model& model, const Joint& joint) {
  const auto rotates = [&](BodyId id) {
    return id == kWorld || model.bodies[id.index].has_quaternion();
  };
  return joint.kind == JointKind::spherical && rotates(joint.a) && rotates(joint.b);
}

// Swing and twist of a ball joint, the most frequent kind, from the rotation P = (w, p) of the
// frame on a relative to the one on b: x of a has the cosine w² + p_x² - p_y² - p_z² with x of b.
void update_ball(const Model& model, const Joint& joint, State& state) {
  const Eigen::Quaterniond a = orientation_of(model, state, joint.a) * joint.frame_a.r,
                           b = orientation_of(model, state, joint.b) * joint.frame_b.r,
                           P = b.conjugate() * a;
  const double along = P.w() * P.w() + P.x() * P.x(), across = P.y() * P.y() + P.z() * P.z();
  double* value = state.coordinates.data() + joint.first_coordinate;
  value[0] = std::atan2(2 * std::sqrt(along * across), along - across) + start_value(joint, 0);
  const double sign = P.w() < 0 ? -1.0 : 1.0;
  const double twist = 2 * std::atan2(sign * P.x(), sign * P.w());
  value[1] = nearest_turn(twist + start_value(joint, 1), value[1]);
}

// Returns the angular speed (rad/s) of a body; 0 for custom bodies.
double turning_speed(const Model& model, const State& state, BodyId id) {
  if (id == kWorld) return 0;
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::custom || body.is_point() || body.dof == 0) return 0;
  if (body.is_planar()) return std::abs(state.v[body.v_offset + 2]);
  return state.v.segment<3>(body.v_offset + 3).norm();
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

void add_turns(const Model& model, const State& state, double dt, Eigen::VectorXd& coordinates) {
  constexpr double kSlow = 1;  // rad: far below half a turn, which is the ambiguity
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    const double speed =
        turning_speed(model, state, joint.a) + turning_speed(model, state, joint.b);
    if (joint.in_plane || !(speed * dt > kSlow)) continue;
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      if (counts_turns(joint, k))
        coordinates[joint.first_coordinate + k] += dt * coordinate_rate(model, state, {j}, k);
  }
}

void update_coordinates(const Model& model, State& state) {
  update_coordinates(model, {0, static_cast<int>(model.joints.size())}, state);
}

void update_coordinates(const Model& model, Chunk joints, State& state) {
  for (int j = joints.first; j < joints.last; ++j) {
    const Joint& joint = model.joints[j];
    const int count = coordinate_count(joint.kind, joint.in_plane);
    if (count == 0) continue;
    if (is_ball_in_space(model, joint)) {
      update_ball(model, joint, state);
      continue;
    }
    const JointPlace at = place(model, state, joint);
    for (int k = 0; k < count; ++k) {
      double& value = state.coordinates[joint.first_coordinate + k];
      value = coordinate_motion(at, k, value).value;
    }
  }
}

}  // namespace perpend
