// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/measure.hpp"

#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_end.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

void check_body(const Model& model, BodyId body) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", body.index);
}

void add(const Model& model, const State& state, BodyId id, CenterOfMass& sum) {
  check_body(model, id);
  const Body& body = model.bodies[id.index];
  if (!body.is_dynamic() || body.kind == BodyKind::custom) return;
  sum.mass += body.mass;
  sum.point += body.mass * spatial_pose(model, state, id).p;
  sum.velocity += body.mass * body_twist(model, state, id).velocity;
}

CenterOfMass mean(CenterOfMass sum) {
  if (sum.mass == 0) return sum;
  sum.point /= sum.mass;
  sum.velocity /= sum.mass;
  return sum;
}

// Returns J of the groups of a pool as a dense matrix over all velocities of the model.
MatrixXd dense(const RowPool& pool, const Model& model) {
  MatrixXd J = MatrixXd::Zero(pool.rows(), model.dof());
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    for (int k = 0; k < group.blocks; ++k) {
      const RowBlock& block = pool.blocks(g)[k];
      if (block.body >= 0)
        J.block(group.first_row, block.v_offset, group.rows, block.cols) += pool.block(g, k);
    }
  }
  return J;
}

// Returns rows of unit forces along, or unit torques about, x, y and z.
MatrixXd unit_wrenches(const Model& model, const State& state, BodyId id, const Vector3d& point,
                       bool torque) {
  const Body& body = model.bodies[id.index];
  const JointEnd end = joint_end(model, state, id, spatial::Pose());
  MatrixXd J = MatrixXd::Zero(3, model.dof());
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d e = Vector3d::Unit(axis), none(0, 0, 0);
    std::array<double, BodyType::kMaxVelocities> row{};
    add_material_wrench(std::span(row).first(static_cast<std::size_t>(body.dof)), end,
                        {point, torque ? none : e, torque ? e : none});
    J.row(axis).segment(body.v_offset, body.dof) =
        Eigen::Map<const Eigen::RowVectorXd>(row.data(), body.dof);
  }
  return J;
}

}  // namespace

EnergyParts energy_parts(const Model& model, const State& state, double dt) {
  require(dt >= 0 && std::isfinite(dt), "dt", "finite and not negative", dt);
  return {kinetic_energy(model, state.q, state.v) + rotor_energy(model, state),
          potential_energy(model, state.q), spring_energy(model, state, dt)};
}

CenterOfMass center_of_mass(const Model& model, const State& state) {
  CenterOfMass sum;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) add(model, state, {i}, sum);
  return mean(sum);
}

CenterOfMass center_of_mass(const Model& model, const State& state,
                            std::span<const BodyId> bodies) {
  CenterOfMass sum;
  for (const BodyId body : bodies) add(model, state, body, sum);
  return mean(sum);
}

MatrixXd mass_matrix(const Model& model, const State& state) {
  MatrixXd M = MatrixXd::Zero(model.dof(), model.dof());
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic()) continue;
    MatrixXd block(body.dof, body.dof);
    mass_block(model, state.q, i, Eigen::Map<MatrixXd>(block.data(), body.dof, body.dof));
    M.block(body.v_offset, body.v_offset, body.dof, body.dof) = block;
  }
  return M;
}

MatrixXd point_jacobian(const Model& model, const State& state, BodyId body, const Vector3d& point,
                        Frame point_in) {
  check_body(model, body);
  require(point.allFinite(), "point", "finite", point.norm());
  return unit_wrenches(model, state, body, world_point(model, state, body, point, point_in), false);
}

MatrixXd spin_jacobian(const Model& model, const State& state, BodyId body) {
  check_body(model, body);
  return unit_wrenches(model, state, body, spatial_pose(model, state, body).p, true);
}

Eigen::RowVectorXd coordinate_jacobian(const Model& model, const State& state, JointId joint,
                                       int k) {
  RowPool pool;
  append_coordinate(model, state, joint, k, 1.0, pool);
  return dense(pool, model);
}

ConstraintRows constraint_rows(const Model& model, const State& state) {
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, state, pool, phi);
  return {dense(pool, model), Eigen::Map<const VectorXd>(phi.data(), phi.size())};
}

}  // namespace perpend
