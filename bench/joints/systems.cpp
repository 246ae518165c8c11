// SPDX-License-Identifier: Apache-2.0
#include "systems.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <chrono>
#include <functional>

#include "auxiliary.hpp"
#include "bench/baraff/block_dense.hpp"
#include "bench/timing.hpp"
#include "models.hpp"
#include "system.hpp"

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

void append(const std::string& family, const Model& model, int loops,
            std::vector<JointsRow>& rows) {
  System system(model);
  const int rounds = 25, n = system.joints().rows();
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
  // This starts from the same loaded K as the dense solver.
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

  const SparseSystem sparse(system);
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
  append_paper(family, model, loops, rows);
}

}  // namespace

void append_systems(std::vector<JointsRow>& rows) {
  append("2D tree, 54 pins", planar_tree_model(54), 0, rows);
  append("2D, 6 loops in 54 pins", planar_rings_model(6, 8), 6, rows);
  append_contacts("3D chain, 32 balls, 3 contacts", spatial_chain_model(32), 3, rows);
  append("3D chain, 127 balls", spatial_chain_model(127), 0, rows);
  append("3D tree, 127 balls", structure_model(Structure::binary_tree, 127), 0, rows);
}

}  // namespace perpend::bench
