// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/generalised_force.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

std::pair<int, int> surface_of(const TakenStep& step, const ActiveContact& contact) {
  return std::minmax({step.model.bodies[contact.pair.body_a].material,
                      step.model.bodies[contact.pair.body_b].material});
}

struct Changes {
  const TakenStep& step;
  const ActiveRows& active;
  const ParameterColumns& at;
  KickChange& change;

  void set_zero() {
    change.momentum.setZero(step.model.dof(), at.end);
    change.joints.setZero(step.model.joint_rows, at.end);
    change.coordinates.setZero(step.joints.coordinate_rows().size(), at.end);
    change.rows.setZero(step.rows.pool.rows(), at.end);
    change.mu.setZero(step.rows.pool.rows(), at.end);
  }

  // Computes the columns of a body from those by the pose and velocity of the kick, which follow
  // from the start.
  void chain(const MatrixXd& by_kick, std::span<const DriftJacobian> drifts, MatrixXd& to) const {
    const Index n = step.model.dof();
    for (std::size_t i = 0; i < step.model.bodies.size(); ++i) {
      const Body& body = step.model.bodies[i];
      if (!body.is_dynamic()) continue;
      const auto pick = [&](const MatrixXd& m, Index first) {
        return m.middleCols(first + body.v_offset, body.dof);
      };
      const auto by_pose = pick(by_kick, 0), by_velocity = pick(by_kick, n);
      for (const Index half : {Index(0), Index(1)}) {
        const auto drift = drifts[i].middleCols(half * body.dof, body.dof);
        to.middleCols(at.state + half * n + body.v_offset, body.dof) =
            by_pose * drift.topRows(body.dof) + by_velocity * drift.bottomRows(body.dof);
      }
    }
  }

  void by_state(const KickJacobian& jacobian, std::span<const DriftJacobian> drifts) {
    chain(jacobian.momentum, drifts, change.momentum);
    chain(jacobian.joints, drifts, change.joints);
    chain(jacobian.coordinates, drifts, change.coordinates);
    chain(jacobian.rows, drifts, change.rows);
  }

  void by_mass(const KickJacobian& jacobian) {
    const Index bodies = jacobian.momentum.cols();
    change.momentum.middleCols(at.mass, bodies) = jacobian.momentum;
    change.joints.middleCols(at.mass, bodies) = jacobian.joints;
    change.coordinates.middleCols(at.mass, bodies) = jacobian.coordinates;
    change.rows.middleCols(at.mass, bodies) = jacobian.rows;
  }

  void by_forces() {
    for (const Body& body : step.model.bodies)
      for (int k = body.v_offset; body.is_dynamic() && k < body.v_offset + body.dof; ++k)
        change.momentum(k, at.force + k) = -step.options.dt;
    for (int j = 0; j < static_cast<int>(step.model.joints.size()); ++j) {
      const Joint& joint = step.model.joints[j];
      if (step.pose.is_broken({j})) continue;
      for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k) {
        VectorXd force = VectorXd::Zero(step.model.dof());
        add_joint_force(step.model, step.pose, {j}, k, 1.0, force);
        change.momentum.col(at.joint_force + joint.first_coordinate + k) = -step.options.dt * force;
      }
    }
  }

  // Adds the derivative by a bound: a motor at its largest force has the impulse dt max_force, dry
  // friction at its bound likewise.
  void by_bound(const CoordinateRow& row, int group, int column) {
    const int own = step.rows.first_row(group);
    if (active.rows[own] != ActiveRows::Row::off) return;
    const double sign = step.rows.impulses.lambda[own] < 0 ? -1.0 : 1.0;
    VectorXd momentum = VectorXd::Zero(step.model.dof());
    add_transpose(step.rows.pool, group, VectorXd::Constant(1, -sign * step.options.dt), momentum);
    const Joint& joint = step.model.joints[row.joint];
    change.momentum.col(column + joint.first_coordinate + row.coordinate) = momentum;
  }

  void by_target(const CoordinateRow& row, Index index, int group) {
    const Joint& joint = step.model.joints[row.joint];
    const int column = at.motor_target + joint.first_coordinate + row.coordinate;
    if (group < 0)
      change.coordinates(index, column) = -row.by_target;
    else
      change.rows(step.rows.first_row(group), column) = -row.by_target;
  }

  void by_motors_and_friction() {
    const auto rows = step.joints.coordinate_rows();
    int bounded = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int group = rows[i].is_bilateral() ? -1 : bounded++;
      if (rows[i].kind == CoordinateRow::Kind::motor) {
        by_target(rows[i], static_cast<Index>(i), group);
        if (group >= 0) by_bound(rows[i], group, at.motor_limit);
      }
      if (rows[i].kind == CoordinateRow::Kind::friction && group >= 0)
        by_bound(rows[i], group, at.dry_friction);
    }
  }

  void by_friction(std::span<const std::pair<int, int>> surfaces) {
    for (const ActiveContact& contact : step.rows.contacts) {
      const auto found = std::ranges::find(surfaces, surface_of(step, contact));
      if (found == surfaces.end()) continue;
      change.mu(step.rows.first_row(contact.group), at.friction + (found - surfaces.begin())) = 1.0;
    }
  }
};

}  // namespace

ParameterColumns parameter_columns(const Model& model, std::size_t surfaces) {
  const int n = model.dof(), c = model.joint_coordinates;
  ParameterColumns at;
  at.force = 2 * n;
  at.joint_force = at.force + n;
  at.motor_target = at.joint_force + c;
  at.motor_limit = at.motor_target + c;
  at.dry_friction = at.motor_limit + c;
  at.mass = at.dry_friction + c;
  at.friction = at.mass + static_cast<int>(model.bodies.size());
  at.end = at.friction + static_cast<int>(surfaces);
  return at;
}

std::vector<std::pair<int, int>> pressing_surfaces(const TakenStep& step,
                                                   const ActiveRows& active) {
  std::vector<std::pair<int, int>> surfaces;
  for (const ActiveContact& contact : step.rows.contacts)
    if (active.rows[step.rows.first_row(contact.group)] != ActiveRows::Row::off)
      surfaces.push_back(surface_of(step, contact));
  std::sort(surfaces.begin(), surfaces.end());
  surfaces.erase(std::unique(surfaces.begin(), surfaces.end()), surfaces.end());
  return surfaces;
}

KickChange kick_change(const TakenStep& step, const ActiveRows& active,
                       std::span<const DriftJacobian> drifts,
                       std::span<const std::pair<int, int>> surfaces, std::vector<char>& carried) {
  const BodyColours colours = body_colours(step, bool(step.drive.callback()));
  const ParameterColumns at = parameter_columns(step.model, surfaces.size());
  KickChange change;
  Changes changes{step, active, at, change};
  changes.set_zero();
  changes.by_state(jacobian_by_state(step, colours, carried), drifts);
  changes.by_forces();
  changes.by_motors_and_friction();
  changes.by_mass(jacobian_by_mass(step, colours));
  changes.by_friction(surfaces);
  return change;
}

}  // namespace perpend
