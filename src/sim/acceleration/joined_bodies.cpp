// SPDX-License-Identifier: Apache-2.0
//
// Solves [M -Jᵀ; J 0] [x; lambda] = [p; r], where J has the rows of joints, couplers, motors
// without limit and locked coordinates. Springs and dampers act as forces, which the integrator
// resolves.
#include "sim/acceleration/joined_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "dynamics/bodies/gyroscopic_torque.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "sim/acceleration/touch.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Returns the force of a servo within its bounds.
double servo_force(const CoordinateDef& def, double value, double rate) {
  if (!def.is_servo()) return 0.0;
  const double pull = def.motor == MotorKind::velocity
                          ? def.motor_damping * (def.target - rate)
                          : def.motor_stiffness * (def.target - value) - def.motor_damping * rate;
  return std::clamp(pull, -def.max_force, def.max_force);
}

bool has_spring(const CoordinateDef& def) {
  return def.stiffness != 0 || def.damping != 0;
}

const CoordinateDef& definition(const Model& model, const CoordinateRow& row) {
  for (const CoordinateDef& def : model.joints[row.joint].coordinates)
    if (def.coordinate == row.coordinate) return def;
  return model.joints[row.joint].coordinates.front();
}

}  // namespace

JoinedBodies::JoinedBodies(const Model& model)
    : model_(&model),
      masses_(model),
      none_(model),
      joints_(model),
      with_coordinates_(joints_with_coordinates(model)) {}

// The factor also has places for the rows of springs; these rows stay empty.
void JoinedBodies::append_bilateral(const State& state, RowPool& pool,
                                    std::vector<CoordinateRow>& rows) const {
  pool.clear();
  rows.clear();
  const auto add = [&](int joint, int k, CoordinateRow::Kind kind, double compliance, int group) {
    rows.push_back({.joint = joint,
                    .coordinate = k,
                    .group = group,
                    .kind = kind,
                    .lo = -kInfinity,
                    .hi = kInfinity,
                    .compliance = compliance});
  };
  for (const int j : with_coordinates_)
    for (const CoordinateDef& def : model_->joints[j].coordinates) {
      const auto row = [&] {
        return append_coordinate(*model_, state, {j}, def.coordinate, 1, pool);
      };
      const Joint& joint = model_->joints[j];
      for (int held = has_spring(def) + turns_across(joint, def); held > 0; --held)
        add(j, def.coordinate, CoordinateRow::Kind::spring, 1.0,
            pool.add(*model_, joint.a.index, joint.b.index, 1));
      if (def.is_led()) add(j, def.coordinate, CoordinateRow::Kind::motor, 0.0, row());
      if (!(def.lo < def.hi)) add(j, def.coordinate, CoordinateRow::Kind::limit, 0.0, row());
    }
}

void JoinedBodies::load(const State& state) {
  joints_.evaluate(state);
  append_bilateral(state, coordinates_, rows_);
  masses_.factor(state, joints_.pool(), coordinates_, rows_, none_);
  measure(state);
}

void JoinedBodies::measure(const State& state) {
  const int joints = joints_.pool().rows(), all = joints + static_cast<int>(rows_.size());
  errors_.setZero(all);
  targets_.setZero(all);
  target_rates_.setZero(all);
  errors_.head(joints) = joints_.phi();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const CoordinateRow& row = rows_[k];
    const CoordinateDef& def = definition(*model_, row);
    const Eigen::Index at = joints + static_cast<Eigen::Index>(k);
    if (row.kind == CoordinateRow::Kind::limit)
      errors_[at] = coordinate(*model_, state, {row.joint}, row.coordinate) - def.lo;
    if (row.kind != CoordinateRow::Kind::motor) continue;
    targets_[at] = motor_speed(*model_, state, row.joint, def);
    target_rates_[at] = motor_speed_rate(*model_, state, row.joint, def);
  }
}

VectorXd JoinedBodies::rates_of(const RowPool& coordinates, std::span<const CoordinateRow> rows,
                                const VectorXd& v) const {
  const RowPool& pool = joints_.pool();
  VectorXd rates(pool.rows() + static_cast<int>(rows.size()));
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    multiply(pool, g, v, rates.segment(pool.groups()[g].first_row, pool.groups()[g].rows));
  for (std::size_t k = 0; k < rows.size(); ++k)
    multiply(coordinates, rows[k].group, v,
             rates.segment(pool.rows() + static_cast<Eigen::Index>(k), 1));
  return rates;
}

VectorXd JoinedBodies::rates(const State& state, const VectorXd& v) {
  joints_.evaluate(state);
  std::vector<CoordinateRow> rows;
  append_bilateral(state, scratch_, rows);
  return rates_of(scratch_, rows, v);
}

// Adds the solution of one system by the factor to the answer.
void JoinedBodies::add_answer(const VectorXd& right, const VectorXd& rates,
                              const VectorXd& prescribed, JoinedMotion& answer) {
  const int joints = joints_.pool().rows();
  for (std::size_t k = 0; k < rows_.size(); ++k)
    rows_[k].bias = -rates[joints + static_cast<Eigen::Index>(k)];
  masses_.set_momentum(right);
  masses_.set_rates(joints_.pool(), rates.head(joints), coordinates_, rows_, prescribed);
  VectorXd motion = VectorXd::Zero(right.size());
  VectorXd lambda = VectorXd::Zero(model_->joint_rows);
  residual_ = masses_.solve(motion, lambda);
  answer.motion += motion;
  answer.lambda += lambda;
}

// The factor gives each row a compliance of 1e-10 of its response, so that redundant rows are
// solvable. A second solution for the remaining error of the rates squares this factor.
JoinedMotion JoinedBodies::solve(const VectorXd& right, const VectorXd& rates,
                                 const VectorXd& prescribed) {
  JoinedMotion answer{.motion = masses_.inverse_mass().cwiseProduct(right),
                      .lambda = VectorXd::Zero(model_->joint_rows)};
  for (const Body& body : model_->bodies)
    if (!body.is_dynamic())
      answer.motion.segment(body.v_offset, body.dof) = prescribed.segment(body.v_offset, body.dof);
  if (masses_.empty()) return answer;
  add_answer(right, rates, prescribed, answer);
  const double residual = residual_;
  const VectorXd open = rates - rates_of(coordinates_, rows_, answer.motion);
  const VectorXd none = VectorXd::Zero(right.size());
  add_answer(none, open, none, answer);
  residual_ = residual;
  return answer;
}

VectorXd JoinedBodies::forces(const State& state) const {
  VectorXd force;
  applied_force(*model_, state.q, state.v, force);
  RowPool pool;
  for (const int j : with_coordinates_)
    for (const CoordinateDef& def : model_->joints[j].coordinates) {
      if (!has_spring(def) && !def.is_servo()) continue;
      const int group = append_coordinate(*model_, state, {j}, def.coordinate, 1.0, pool);
      const double value = coordinate(*model_, state, {j}, def.coordinate);
      const double rate = coordinate_rate(*model_, state, {j}, def.coordinate);
      const double pull =
          -def.stiffness * (value - *def.rest) - def.damping * rate + servo_force(def, value, rate);
      add_transpose(pool, group, VectorXd::Constant(1, pull), force);
    }
  subtract_gyroscopic_torque(*model_, state, force);
  return force;
}

}  // namespace perpend
