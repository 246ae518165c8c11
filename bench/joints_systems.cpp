// SPDX-License-Identifier: Apache-2.0
#include "joints_systems.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <chrono>
#include <functional>

#include "joints_models.hpp"
#include "perpend/dynamics/joint_rows.hpp"
#include "perpend/dynamics/joint_system.hpp"
#include "perpend/dynamics/kinetics.hpp"
#include "perpend/linalg/block_dense.hpp"
#include "timing.hpp"

namespace perpend::bench {
namespace {

using Clock = std::chrono::steady_clock;

double median_us(int rounds, const std::function<void()>& work) {
  std::vector<double> times;
  for (int k = 0; k < rounds; ++k) {
    const auto start = Clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return median(times);
}

// One mechanism at rest, its factored system and a right-hand side: gravity for 1 ms.
struct System {
  explicit System(const Model& m) : model(m), state(initial_state(m)), solver(m), none(m) {
    form();
    load();
    applied_force(model, state.q, state.v, right);
    right *= 1e-3;
    rates = Eigen::VectorXd::Zero(joints.rows());
  }
  void form() {
    joints.clear();
    phi.clear();
    append_joint_rows(model, state, joints, phi);
  }
  void load() { solver.factor(state, joints, coordinates, {}, none); }
  void solve() {
    solver.set_momentum(right);
    solver.set_rates(joints, rates, coordinates, {}, Eigen::VectorXd::Zero(model.dof()));
    v = Eigen::VectorXd::Zero(model.dof());
    lambda = Eigen::VectorXd::Zero(joints.rows());
    error = solver.solve(v, lambda);
  }

  const Model& model;
  State state;
  JointSystem solver;
  AddedMass none;
  RowPool joints, coordinates;
  std::vector<double> phi;
  Eigen::VectorXd right, rates, v, lambda;
  double error = 0.0;
};

// A = J M⁻¹ Jᵀ and its right-hand side as a sparse matrix, which is the best that conjugate
// gradients can multiply with.
struct Sparse {
  Eigen::SparseMatrix<double> A;
  Eigen::VectorXd b;
};

Sparse sparse_system(const System& system) {
  using Triplets = std::vector<Eigen::Triplet<double>>;
  Triplets entries, inverse;
  const Model& model = system.model;
  for (int g = 0; g < static_cast<int>(system.joints.groups().size()); ++g)
    for (int k = 0; k < system.joints.groups()[g].blocks; ++k) {
      const RowBlock& block = system.joints.blocks(g)[k];
      if (block.body < 0) continue;
      const auto J = system.joints.block(g, k);
      for (int r = 0; r < J.rows(); ++r)
        for (int c = 0; c < J.cols(); ++c)
          entries.emplace_back(system.joints.groups()[g].first_row + r,
                               model.bodies[block.body].v_offset + c, J(r, c));
    }
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    Eigen::MatrixXd mass(body.dof, body.dof);
    mass_block(model, system.state.q, i, {mass.data(), body.dof, body.dof});
    const Eigen::MatrixXd inverted = mass.inverse();
    for (int r = 0; r < body.dof; ++r)
      for (int c = 0; c < body.dof; ++c)
        inverse.emplace_back(body.v_offset + r, body.v_offset + c, inverted(r, c));
  }
  Eigen::SparseMatrix<double> J(system.joints.rows(), model.dof()), W(model.dof(), model.dof());
  J.setFromTriplets(entries.begin(), entries.end());
  W.setFromTriplets(inverse.begin(), inverse.end());
  Sparse sparse;
  sparse.A = J * W * Eigen::SparseMatrix<double>(J.transpose());
  sparse.b = -(J * (W * system.right));
  return sparse;
}

void append(const std::string& family, const Model& model, std::vector<JointsRow>& rows) {
  System system(model);
  const int rounds = 25, n = system.joints.rows();
  const auto add = [&](const std::string& solver, double time, double error) {
    rows.push_back({.family = family, .n = n, .solver = solver, .time_us = time});
    rows.back().solved = error <= 1e-10;
    rows.back().worst_residual = error;
  };
  const std::size_t first = rows.size();
  const double form = median_us(rounds, [&] { system.form(); });
  const double whole = median_us(rounds, [&] {
    system.load();
    system.solve();
  });
  // From the same loaded K as the dense path.
  linalg::BlockLdlt K = system.solver.matrix();
  Eigen::VectorXd y(K.rows()), ones = Eigen::VectorXd::Ones(K.rows());
  const double solve = median_us(rounds, [&] {
    K.factor();
    y = ones;
    K.solve(y);
  });
  add("perpend", solve, K.residual(ones, y));
  add("perpend, forming J", form, 0.0);
  add("perpend, from J to refined impulses", whole, system.error);

  linalg::DenseMultipliers dense;
  Eigen::VectorXd x(system.solver.matrix().rows());
  const double dense_time = median_us(5, [&] {
    dense.factor(system.solver.matrix());
    x.setOnes();
    dense.solve(x);
  });
  add("dense", dense_time, 0.0);

  const Sparse sparse = sparse_system(system);
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> gradients;
  gradients.setTolerance(1e-12);
  gradients.setMaxIterations(20 * n);
  Eigen::VectorXd lambda;
  const double gradients_time = median_us(5, [&] {
    gradients.compute(sparse.A);
    lambda = gradients.solve(sparse.b);
  });
  add("conjugate_gradients", gradients_time, gradients.error());
  for (std::size_t i = first; i < rows.size(); ++i) rows[i].ratio = rows[i].time_us / solve;
}

}  // namespace

void append_systems(std::vector<JointsRow>& rows) {
  append("2D tree, 54 pins", planar_tree_model(54), rows);
  append("3D chain, 127 balls", spatial_chain_model(127), rows);
  append("3D tree, 127 balls", structure_model(Structure::binary_tree, 127), rows);
}

}  // namespace perpend::bench
