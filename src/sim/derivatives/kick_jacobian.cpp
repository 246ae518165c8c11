// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/kick_jacobian.hpp"

#include <algorithm>

#include "sim/derivatives/tangent.hpp"

namespace perpend {
namespace {

// Share of a mass by which it is changed: equations are linear in it, except for the added mass of
// taut joints.
constexpr double kMassDifference = 1e-4;

// A difference of all equations; the part of one body becomes its column.
struct Difference {
  const TakenStep& step;
  const BodyColours& colours;
  KickValues ahead, behind;

  void scale(double factor) {
    ahead.momentum = factor * (ahead.momentum - behind.momentum);
    ahead.joints = factor * (ahead.joints - behind.joints);
    ahead.coordinates = factor * (ahead.coordinates - behind.coordinates);
    ahead.rows = factor * (ahead.rows - behind.rows);
  }

  // Copies the rows of the groups that touch the body.
  void add_rows(const RowPool& pool, const Eigen::VectorXd& from, int body, int column,
                Eigen::MatrixXd& to) const {
    for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
      const auto touches = [&](const RowBlock& block) { return block.body == body; };
      if (!std::ranges::any_of(pool.blocks(g), touches)) continue;
      const RowGroup& group = pool.groups()[g];
      to.col(column).segment(group.first_row, group.rows) =
          from.segment(group.first_row, group.rows);
    }
  }

  void add_column(int body, int column, KickJacobian& jacobian) const {
    for (const int near : colours.neighbours[body]) {
      const Body& at = step.model.bodies[near];
      jacobian.momentum.col(column).segment(at.v_offset, at.dof) =
          ahead.momentum.segment(at.v_offset, at.dof);
    }
    add_rows(step.joints.joint_rows(), ahead.joints, body, column, jacobian.joints);
    add_rows(step.joints.coordinate_pool(), ahead.coordinates, body, column, jacobian.coordinates);
    add_rows(step.rows.pool, ahead.rows, body, column, jacobian.rows);
  }
};

Model with_masses(const Model& model, std::span<const int> bodies, double factor) {
  Model changed = model;
  for (const int i : bodies) {
    changed.bodies[i].mass *= factor;
    changed.bodies[i].principal_inertia *= factor;
  }
  return changed;
}

}  // namespace

void KickJacobian::set_zero(const TakenStep& step, Eigen::Index columns) {
  momentum.setZero(step.model.dof(), columns);
  joints.setZero(step.model.joint_rows, columns);
  coordinates.setZero(step.joints.coordinate_rows().size(), columns);
  rows.setZero(step.rows.pool.rows(), columns);
}

KickJacobian jacobian_by_state(const TakenStep& step, const BodyColours& colours,
                               std::vector<char>& carried) {
  const Model& model = step.model;
  KickJacobian jacobian;
  jacobian.set_zero(step, 2 * model.dof());
  KickEquations equations(step);
  Difference difference{step, colours, {}, {}};
  std::vector<char> moved(model.bodies.size(), 0);
  const auto evaluate = [&](std::span<const int> set, bool velocity, int k, double h,
                            KickValues& values) {
    State state = step.pose;
    for (const int i : set) {
      if (k >= model.bodies[i].dof) continue;
      if (velocity)
        state.v[model.bodies[i].v_offset + k] += h;
      else
        displace(model, i, k, h, state);
      moved[i] = !velocity;
    }
    equations.evaluate(state, moved, values);
    for (const int i : set) moved[i] = 0;
  };
  for (const std::vector<int>& set : colours.sets) {
    int most = 0;
    for (const int i : set) most = std::max(most, model.bodies[i].dof);
    for (int k = 0; k < 2 * most; ++k) {
      const bool velocity = k >= most;
      const int own = velocity ? k - most : k;
      evaluate(set, velocity, own, kDifference, difference.ahead);
      evaluate(set, velocity, own, -kDifference, difference.behind);
      difference.scale(0.5 / kDifference);
      for (const int i : set)
        if (own < model.bodies[i].dof)
          difference.add_column(i, model.bodies[i].v_offset + own + (velocity ? model.dof() : 0),
                                jacobian);
    }
  }
  carried = equations.carried();
  return jacobian;
}

KickJacobian jacobian_by_mass(const TakenStep& step, const BodyColours& colours) {
  const Model& model = step.model;
  KickJacobian jacobian;
  jacobian.set_zero(step, static_cast<Eigen::Index>(model.bodies.size()));
  Difference difference{step, colours, {}, {}};
  const std::vector<char> moved(model.bodies.size(), 0);
  const auto evaluate = [&](std::span<const int> set, double factor, KickValues& values) {
    const Model changed = with_masses(model, set, factor);
    KickEquations(step, changed).evaluate(step.pose, moved, values);
  };
  for (const std::vector<int>& set : colours.sets) {
    evaluate(set, 1 + kMassDifference, difference.ahead);
    evaluate(set, 1 - kMassDifference, difference.behind);
    difference.scale(0.5 / kMassDifference);
    for (const int i : set) {
      if (model.bodies[i].mass == 0) continue;
      difference.add_column(i, i, jacobian);
      const double mass = model.bodies[i].mass;
      for (Eigen::MatrixXd* part :
           {&jacobian.momentum, &jacobian.joints, &jacobian.coordinates, &jacobian.rows})
        part->col(i) /= mass;
    }
  }
  return jacobian;
}

}  // namespace perpend
