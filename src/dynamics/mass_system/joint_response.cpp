// SPDX-License-Identifier: Apache-2.0
//
// Solves K [x; -lambda] = [p; r] with
//   acceleration:  p = f - w × I w, r = -J̇ v       impulse:  p = M v + impulse, r = 0
//   first order:   p = f,           r = 0
// J̇ v is the derivative of J v along the motion, by central differences over a rotation of about
// 1e-5 rad: truncation and round-off leave a relative error of about 1e-10.
#include "dynamics/mass_system/joint_response.hpp"

#include "dynamics/bodies/gyroscopic_torque.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr double kRotation = 1e-5;  // rad, or m for bodies about 1 m long

VectorXd row_rates(const Model& model, const State& pose, const VectorXd& v) {
  JointRows rows(model);
  rows.evaluate(pose);
  const RowPool& pool = rows.pool();
  VectorXd rates(pool.rows());
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    multiply(pool, g, v, rates.segment(pool.groups()[g].first_row, pool.groups()[g].rows));
  return rates;
}

// Returns J̇ v. Spatial bodies rotate steadily, so that only the rows change.
VectorXd curvature(const Model& model, const State& state) {
  const auto moved = [&](double h) {
    State pose = state;
    drift(model, h, pose);
    return pose;
  };
  const double h = kRotation / (1 + state.v.lpNorm<Eigen::Infinity>());
  return (row_rates(model, moved(h), state.v) - row_rates(model, moved(-h), state.v)) / (2 * h);
}

void add_spring_forces(const Model& model, const State& state, VectorXd& force) {
  RowPool pool;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (const CoordinateDef& def : model.joints[j].coordinates) {
      if (state.is_broken({j})) break;
      if (def.stiffness == 0 && def.damping == 0) continue;
      const int group = append_coordinate(model, state, {j}, def.coordinate, 1.0, pool);
      const double pull =
          -def.stiffness * (coordinate(model, state, {j}, def.coordinate) - *def.rest) -
          def.damping * coordinate_rate(model, state, {j}, def.coordinate);
      add_transpose(pool, group, VectorXd::Constant(1, pull), force);
    }
}

}  // namespace

JointResponder::JointResponder(const Model& model)
    : model_(&model), system_(model), none_(model), joints_(model) {}

void JointResponder::load(const State& state) {
  joints_.evaluate(state);
  system_.factor(state, joints_.pool(), coordinates_, {}, none_);
}

JointResponse JointResponder::solve(const VectorXd& right, const VectorXd& rates) {
  JointResponse response{.motion = system_.inverse_mass().cwiseProduct(right),
                         .lambda = VectorXd::Zero(model_->joint_rows)};
  if (system_.empty()) return response;
  system_.set_momentum(right);
  system_.set_rates(joints_.pool(), rates, coordinates_, {}, VectorXd::Zero(model_->dof()));
  response.residual = system_.solve(response.motion, response.lambda);
  return response;
}

VectorXd JointResponder::all_forces(const State& state, const VectorXd& external) const {
  VectorXd force;
  applied_force(*model_, state.q, state.v, force);
  add_spring_forces(*model_, state, force);
  if (external.size() == 0) return force;
  require(external.size() == force.size(), "force", "one entry per velocity of the model",
          static_cast<double>(external.size()));
  return force + external;
}

JointResponse JointResponder::accelerations(const State& state, const VectorXd& force) {
  load(state);
  VectorXd right = all_forces(state, force);
  subtract_gyroscopic_torque(*model_, state, right);
  return solve(right, -curvature(*model_, state));
}

JointResponse JointResponder::apply_impulse(const State& state, const VectorXd& impulse) {
  require(impulse.size() == model_->dof(), "impulse", "one entry per velocity of the model",
          static_cast<double>(impulse.size()));
  load(state);
  VectorXd right;
  momentum(*model_, state.q, state.v, right);
  return solve(right + impulse, VectorXd::Zero(model_->joint_rows));
}

JointResponse JointResponder::first_order_velocity(const State& state, const VectorXd& force) {
  load(state);
  return solve(all_forces(state, force), VectorXd::Zero(model_->joint_rows));
}

}  // namespace perpend
