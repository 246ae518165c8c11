// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>
#include <numeric>
#include <utility>

#include "contact/restitution/restitution.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::testing {

/// The rows of one step of a model without joints at its start, made by hand, and its island.
struct StepScene {
  Model model;
  MassSystem masses;
  AddedMass none;
  State state;
  StepRows rows;
  IslandProblem problem;
  lcp::Workspace workspace;
  lcp::Options options;
  double factor = 1.0;  ///< on e, after step()

  StepScene(Model m, RowSetup setup)
      : model(std::move(m)), masses(model), none(model), state(initial_state(model)) {
    masses.factor(state, RowPool(), RowPool(), {}, none);
    rows.setup = setup;
    rows.setup.model = &model;
    rows.setup.masses = &masses;
    rows.clear(state);
    rows.v_free = state.v;
    rows.lo.resize(0);
    rows.hi.resize(0);
  }
  StepScene(const StepScene&) = delete;

  /// Gravity acts for a step on the bodies that move.
  void fall() {
    for (const Body& body : model.bodies) {
      if (!body.is_dynamic()) continue;
      const int lines = body.is_planar() ? 2 : 3;
      rows.v_free.segment(body.v_offset, lines) += rows.setup.dt * model.gravity.head(lines);
    }
  }

  /// A row of one body with bounds: lo <= lambda <= hi. Before contacts.
  void bound(int body, const Eigen::RowVectorXd& J, double lo, double hi, const BoundedRate& rate) {
    const int group = rows.pool.add(model, body, -1, 1);
    rows.pool.a(group).row(0) = J;
    rows.lo.conservativeResize(++rows.bounded);
    rows.hi.conservativeResize(rows.bounded);
    rows.lo[group] = lo;
    rows.hi[group] = hi;
    rows.rates.push_back(rate);
  }

  /// Contacts nearer than the margin, with gap/dt as their bias.
  void collide(double margin) {
    Collider collider(model);
    append_contact_rows(model, state, rows.setup.law, rows.setup.stick_speed, 0.0,
                        collider.collide(state, margin), rows.pool, rows.contacts);
    for (ActiveContact& contact : rows.contacts) contact.bias = contact.pair.gap / rows.setup.dt;
  }

  std::vector<int> all_groups() const {
    std::vector<int> groups(rows.pool.groups().size());
    std::iota(groups.begin(), groups.end(), 0);
    return groups;
  }

  /// Biases, no guess, no impulses.
  void settle() {
    rows.bias.setZero(rows.pool.rows());
    rows.compliance.setZero(rows.pool.rows());
    rows.impulses.guess.setZero(rows.pool.rows());
    rows.unstabilised.resize(rows.pool.groups().size(), 0);
    find_limit_impacts(rows);
    for (const int group : all_groups()) {
      if (rows.setup.decompresses)
        compress_bias(rows, group);
      else
        restitute_bias(rows, group, 1.0);
    }
    rows.clear_impulses();
  }

  /// All rows as one island, solved and restituted.
  void step() {
    settle();
    solve(problem, all_groups());
  }

  void solve(IslandProblem& island, const std::vector<int>& groups) {
    island.assemble(rows, groups, options);
    island.solve(rows, options, workspace);
    bool hit = false;
    for (const int group : groups) hit = hit || impacts(rows, group);
    if (hit) factor = restitute(rows, island, options, workspace);
    island.scatter(rows);
  }

  /// J, one row per row of the pool, one column per velocity.
  Eigen::MatrixXd jacobian() const {
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows.pool.rows(), model.dof());
    for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
      const auto blocks = rows.pool.blocks(g);
      for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
        if (blocks[k].body >= 0)
          J.block(rows.first_row(g), blocks[k].v_offset, rows.pool.groups()[g].rows,
                  blocks[k].cols) += rows.pool.block(g, k);
    }
    return J;
  }

  /// M⁻¹, zero where motion is prescribed; from the mass blocks alone.
  Eigen::MatrixXd inverse_masses() const {
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(model.dof(), model.dof());
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
      const Body& body = model.bodies[i];
      if (!body.is_dynamic()) continue;
      Eigen::MatrixXd M(body.dof, body.dof);
      mass_block(model, state.q, i, {M.data(), body.dof, body.dof});
      inverse.block(body.v_offset, body.v_offset, body.dof, body.dof) = M.inverse();
    }
    return inverse;
  }

  /// Velocities at the end of the step.
  Eigen::VectorXd end() const {
    return rows.v_free + inverse_masses() * (jacobian().transpose() * rows.impulses.lambda);
  }
  Eigen::VectorXd end_of(int body) const {
    return end().segment(model.bodies[body].v_offset, model.bodies[body].dof);
  }
};

/// Ground and discs or balls of 1 m radius and density 1/pi above it; body k + 1 at centres[k].
inline Model planar_discs(const SurfacePair& surface, const std::vector<Eigen::Vector2d>& centres,
                          const std::vector<Eigen::Vector3d>& velocities,
                          const std::vector<double>& masses) {
  ModelBuilder builder;
  builder.set_gravity({0, -10, 0});
  builder.add_material({.name = "default", .self = surface});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  for (std::size_t k = 0; k < centres.size(); ++k)
    builder.add_body({.pose = {centres[k], 0},
                      .velocity = velocities[k],
                      .shapes = {{.shape = planar::Disc{1}}},
                      .mass = masses[k],
                      .inertia = 0.5 * masses[k]});
  return builder.build().value();
}

inline Model planar_disc(const SurfacePair& surface, const Eigen::Vector3d& velocity,
                         double height = 1, double mass = 2) {
  return planar_discs(surface, {{0, height}}, {velocity}, {mass});
}

/// A ball of 1 m radius on the half-space z <= 0.
inline Model ball(const SurfacePair& surface, const Eigen::Vector3d& velocity, double mass = 2) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  builder.add_material({.name = "default", .self = surface});
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = {0, 0, 1};
  def.spatial.velocity = velocity;
  def.spatial.inertia = 0.4 * mass * Eigen::Matrix3d::Identity();
  def.spatial.shapes = {{.shape = spatial::Sphere{1}}};
  builder.add_body(def);
  return builder.build().value();
}

}  // namespace perpend::testing
