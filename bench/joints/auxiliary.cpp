// SPDX-License-Identifier: Apache-2.0
#include "auxiliary.hpp"

#include <Eigen/Cholesky>
#include <Eigen/IterativeLinearSolvers>
#include <algorithm>

#include "bench/baraff/block_auxiliary.hpp"
#include "bench/baraff/block_dense.hpp"
#include "bench/timing.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "perpend/lcp/solve.hpp"
#include "system.hpp"

namespace perpend::bench {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr int kRounds = 25;

// Velocities, and impulses of the joint rows and the contact rows after them.
struct Answer {
  VectorXd v, impulses;
};

// Returns the largest error, relative to the velocities and impulses of the answer: joint
// velocities are zero, contact velocities and impulses are >= 0 and complementary, and momentum is
// balanced.
double error_of(const System& system, const SparseSystem& sparse, const Answer& answer) {
  const VectorXd u = sparse.J * answer.v;
  const VectorXd free = sparse.inverse_mass * system.right;
  const VectorXd given = sparse.inverse_mass * (sparse.J.transpose() * answer.impulses);
  const double speed = free.lpNorm<Eigen::Infinity>();
  double worst = (answer.v - free - given).lpNorm<Eigen::Infinity>() / speed;
  const Eigen::Index joints = system.joints().rows();
  worst = std::max(worst, u.head(joints).lpNorm<Eigen::Infinity>() / speed);
  for (Eigen::Index i = joints; i < u.size(); ++i)
    worst = std::max(worst, std::abs(std::min(u[i] / speed, answer.impulses[i])));
  return worst;
}

void add(const std::string& family, int n, const std::string& solver, double time, double error,
         std::vector<JointsRow>& rows) {
  rows.push_back({.family = family, .n = n, .solver = solver, .time_us = time});
  rows.back().solved = error <= 1e-10;
  rows.back().worst_residual = error;
}

// ---- The paper's method

// Factors the joints of a forest as the primary constraints.
linalg::SparseFactor primary_system(const System& system, int primary) {
  const Model& model = system.model;
  linalg::BlockGraph graph;
  for (const Body& body : model.bodies) graph.sizes.push_back(body.dof), graph.signs.push_back(1);
  for (int g = 0; g < primary; ++g) {
    for (const RowBlock& block : system.joints().blocks(g))
      if (block.body >= 0) graph.edges.push_back({graph.nodes(), block.body});
    graph.sizes.push_back(system.joints().groups()[g].rows), graph.signs.push_back(-1);
  }
  linalg::SparseFactor factor;
  factor.analyse(graph);
  return factor;
}

void load(const System& system, int primary, linalg::SparseFactor& factor) {
  for (int i = 0; i < static_cast<int>(system.model.bodies.size()); ++i)
    mass_block(system.model, system.state.q, i, factor.mass(i));
  int edge = 0;
  for (int g = 0; g < primary; ++g)
    for (int k = 0; k < system.joints().groups()[g].blocks; ++k)
      if (system.joints().blocks(g)[k].body >= 0)
        factor.jacobian(edge++) = system.joints().block(g, k);
}

void anticipate(const RowPool& pool, int group, linalg::AuxiliaryConstraints& auxiliary) {
  using Part = linalg::AuxiliaryConstraints::Part;
  for (int r = 0; r < pool.groups()[group].rows; ++r) {
    std::vector<Part> parts;
    for (int k = 0; k < pool.groups()[group].blocks; ++k)
      if (pool.blocks(group)[k].body >= 0)
        parts.push_back({pool.blocks(group)[k].body, pool.block(group, k).row(r).transpose()});
    auxiliary.add(parts, parts, 0.0);
  }
}

// Arranges the answer in the order of the rows of `system`, followed by mu.
Answer answer_of(const VectorXd& x, Eigen::Index dof, const VectorXd& mu) {
  Answer answer{x.head(dof), VectorXd(x.size() - dof + mu.size())};
  answer.impulses << x.tail(x.size() - dof), mu;
  return answer;
}

// Solves for the active contacts and their impulses; keeps its memory.
struct Contacts {
  lcp::Lcp problem;
  lcp::Workspace workspace;
  lcp::Solution solution;

  const VectorXd& impulses() {
    lcp::solve(problem, {}, workspace, solution);
    return solution.f;
  }
};

// ---- Contacts

// Returns one contact row along z at the far end of each of the last bodies of a chain of rods.
RowPool end_contacts(const System& system, int contacts) {
  const Model& model = system.model;
  const int bodies = static_cast<int>(model.bodies.size());
  RowPool pool;
  for (int i = bodies - contacts; i < bodies; ++i) {
    const int group = pool.add(model, i, -1, 1);
    const Joint& joint = model.joints[i];
    const Eigen::Vector3d arm =
        -(spatial_pose(model, system.state, {i}).r * joint.frame_a.p);  // away from the joint
    pool.a(group).row(0) << 0, 0, 1, arm.y(), -arm.x(), 0;
  }
  return pool;
}

// Returns K of the mechanism without the compliance of its rows, which a forest does not need.
linalg::BlockLdlt hard_matrix(const System& system) {
  linalg::BlockLdlt K = system.solver.matrix();
  for (int node = 0; node < K.graph().nodes(); ++node)
    if (K.graph().signs[node] < 0) K.diagonal(node).setZero();
  return K;
}

Answer by_half_solves(const System& system, const RowPool& contacts, linalg::BlockLdlt& K,
                      linalg::BlockReduction& reduction, Contacts& mu) {
  K.factor();
  VectorXd x = VectorXd::Zero(K.rows());
  x.head(system.model.dof()) = system.right;
  VectorXd free = x;
  K.solve(free);
  reduction.start(K);
  for (int g = 0; g < contacts.rows(); ++g) system.solver.add_group(contacts, g, reduction);
  mu.problem.A.resize(contacts.rows(), contacts.rows());
  mu.problem.b.resize(contacts.rows());
  reduction.gram(mu.problem.A);
  reduction.multiply(free, mu.problem.b);
  reduction.respond(mu.impulses(), x);
  Answer answer = answer_of(x, system.model.dof(), mu.solution.f);
  answer.impulses.head(system.joints().rows()) *= -1;  // K's unknowns are v and -lambda
  return answer;
}

Answer by_dense(const System& system, const SparseSystem& sparse, const linalg::BlockLdlt& K,
                Contacts& mu) {
  linalg::DenseMultipliers dense;
  dense.factor(K);
  const Eigen::Index dof = system.model.dof(), joints = system.joints().rows(),
                     contacts = sparse.J.rows() - joints;
  VectorXd free = VectorXd::Zero(K.rows());
  free.head(dof) = system.right;
  dense.solve(free);
  const MatrixXd N = MatrixXd(sparse.J.bottomRows(contacts));
  MatrixXd responses = MatrixXd::Zero(K.rows(), contacts);
  responses.topRows(dof) = N.transpose();
  for (Eigen::Index k = 0; k < contacts; ++k) dense.solve(responses.col(k));
  mu.problem.A = N * responses.topRows(dof);
  mu.problem.b = N * free.head(dof);
  Answer answer = answer_of(free + responses * mu.impulses(), dof, mu.solution.f);
  answer.impulses.head(joints) *= -1;
  return answer;
}

Answer by_gradients(const System& system, const SparseSystem& sparse) {
  Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> gradients;
  gradients.setTolerance(1e-12);
  gradients.setMaxIterations(20 * sparse.A.rows());
  gradients.compute(sparse.A);
  Answer answer;
  answer.impulses = gradients.solve(sparse.b);
  answer.v = sparse.inverse_mass * (system.right + sparse.J.transpose() * answer.impulses);
  return answer;
}

}  // namespace

void append_paper(const std::string& family, const Model& model, int loops,
                  std::vector<JointsRow>& rows) {
  const System system(model);
  const SparseSystem sparse(system);
  const int primary = static_cast<int>(model.joints.size()) - loops;
  linalg::SparseFactor factor = primary_system(system, primary);
  load(system, primary, factor);
  Answer answer;
  const auto solve = [&] {
    factor.factor();
    VectorXd external = VectorXd::Zero(factor.rows());
    external.head(model.dof()) = system.right;
    linalg::AuxiliaryConstraints auxiliary;
    auxiliary.start(factor, external);
    for (int g = primary; g < primary + loops; ++g) anticipate(system.joints(), g, auxiliary);
    MatrixXd A;
    VectorXd b;
    auxiliary.form(A, b);
    const VectorXd mu = loops > 0 ? VectorXd(-A.llt().solve(b)) : VectorXd();
    answer = answer_of(auxiliary.respond(mu), model.dof(), mu);
  };
  const double reference = std::find_if(rows.begin(), rows.end(), [&](const JointsRow& row) {
                             return row.family == family && row.solver == "perpend";
                           })->time_us;
  const double time = time_interleaved({solve}, kRounds).front();
  add(family, system.joints().rows(), loops > 0 ? "sparsefactor, anticipation" : "sparsefactor",
      time, error_of(system, sparse, answer), rows);
  rows.back().ratio = time / reference;
}

void append_contacts(const std::string& family, const Model& model, int contacts,
                     std::vector<JointsRow>& rows) {
  System system(model);
  RowPool pool = end_contacts(system, contacts);
  const SparseSystem sparse(system, pool);
  linalg::BlockLdlt K = hard_matrix(system);
  linalg::BlockReduction reduction;
  const int primary = static_cast<int>(model.joints.size());
  linalg::SparseFactor factor = primary_system(system, primary);
  load(system, primary, factor);
  Answer own, paper, dense, gradients;
  Contacts mu;
  const auto by_paper = [&] {
    factor.factor();
    VectorXd external = VectorXd::Zero(factor.rows());
    external.head(model.dof()) = system.right;
    linalg::AuxiliaryConstraints auxiliary;
    auxiliary.start(factor, external);
    for (int g = 0; g < contacts; ++g) anticipate(pool, g, auxiliary);
    auxiliary.form(mu.problem.A, mu.problem.b);
    paper = answer_of(auxiliary.respond(mu.impulses()), model.dof(), mu.solution.f);
  };
  const auto form = [&] {
    system.form();
    pool = end_contacts(system, contacts);
  };
  const std::vector<double> times =
      time_interleaved({[&] { own = by_half_solves(system, pool, K, reduction, mu); }, form,
                        by_paper, [&] { dense = by_dense(system, sparse, K, mu); },
                        [&] { gradients = by_gradients(system, sparse); }},
                       kRounds);
  const int n = system.joints().rows() + contacts;
  const std::size_t first = rows.size();
  add(family, n, "perpend", times[0], error_of(system, sparse, own), rows);
  add(family, n, "perpend, forming J", times[1], 0.0, rows);
  add(family, n, "sparsefactor, anticipation", times[2], error_of(system, sparse, paper), rows);
  add(family, n, "dense", times[3], error_of(system, sparse, dense), rows);
  add(family, n, "conjugate_gradients", times[4], error_of(system, sparse, gradients), rows);
  for (std::size_t i = first; i < rows.size(); ++i) rows[i].ratio = rows[i].time_us / times[0];
}

}  // namespace perpend::bench
