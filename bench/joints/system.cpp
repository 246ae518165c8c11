// SPDX-License-Identifier: Apache-2.0
#include "system.hpp"

#include <Eigen/LU>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend::bench {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

void append_rows(const Model& model, const RowPool& pool, int first_row, Triplets& entries) {
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    for (int k = 0; k < pool.groups()[g].blocks; ++k) {
      const RowBlock& block = pool.blocks(g)[k];
      if (block.body < 0) continue;
      const auto J = pool.block(g, k);
      for (int r = 0; r < J.rows(); ++r)
        for (int c = 0; c < J.cols(); ++c)
          entries.emplace_back(first_row + pool.groups()[g].first_row + r,
                               model.bodies[block.body].v_offset + c, J(r, c));
    }
}

Eigen::SparseMatrix<double> inverse_masses(const Model& model, const State& state) {
  Triplets entries;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    Eigen::MatrixXd mass(body.dof, body.dof);
    mass_block(model, state.q, i, {mass.data(), body.dof, body.dof});
    const Eigen::MatrixXd inverted = mass.inverse();
    for (int r = 0; r < body.dof; ++r)
      for (int c = 0; c < body.dof; ++c)
        entries.emplace_back(body.v_offset + r, body.v_offset + c, inverted(r, c));
  }
  Eigen::SparseMatrix<double> inverse(model.dof(), model.dof());
  inverse.setFromTriplets(entries.begin(), entries.end());
  return inverse;
}

}  // namespace

System::System(const Model& m) : model(m), state(initial_state(m)), solver(m), none(m), rows(m) {
  form();
  load();
  applied_force(model, state.q, state.v, right);
  right *= 1e-3;
  rates = Eigen::VectorXd::Zero(joints().rows());
}

void System::form() {
  rows.evaluate(state);
}

void System::load() {
  solver.factor(state, joints(), coordinates, {}, none);
}

void System::solve() {
  solver.set_momentum(right);
  solver.set_rates(joints(), rates, coordinates, {}, Eigen::VectorXd::Zero(model.dof()));
  v = Eigen::VectorXd::Zero(model.dof());
  lambda = Eigen::VectorXd::Zero(joints().rows());
  error = solver.solve(v, lambda);
}

SparseSystem::SparseSystem(const System& system, const RowPool& more)
    : J(system.joints().rows() + more.rows(), system.model.dof()),
      inverse_mass(inverse_masses(system.model, system.state)) {
  Triplets entries;
  append_rows(system.model, system.joints(), 0, entries);
  append_rows(system.model, more, system.joints().rows(), entries);
  J.setFromTriplets(entries.begin(), entries.end());
  A = J * inverse_mass * Eigen::SparseMatrix<double>(J.transpose());
  b = -(J * (inverse_mass * system.right));
}

}  // namespace perpend::bench
