// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// Memory of sweeps_start(), one entry per block.
struct SweepMemory {
  // What one contact or bilateral row is moved by: W_tn and the inverses that its step divides by.
  struct Site {
    Eigen::Vector2d coupling = Eigen::Vector2d::Zero();
    double normal = 0.0, tangent = 0.0;
  };
  std::vector<Eigen::Vector4d> r, q;
  std::vector<Site> sites;
  // of BodySweeps: forces and velocities at a point, at the one before it and on the way; of
  // MatrixSweeps the motion of the rows for velocities
  Eigen::VectorXd forces, forces_before, force_way, swept;
  Eigen::VectorXd velocity, velocity_before, velocity_way;
};

/// A starting point for Newton steps where W is sparse: at most `most` sweeps of Gauss and Seidel
/// over the contacts, from zero, fewer where they no longer move anything. `rows` are those of
/// cone.W.
void sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most, SweepMemory& memory,
                  Eigen::VectorXd& start);

/// The same from a start, where W is stored as a matrix.
class MatrixSweeps {
 public:
  /// W is that of the problem. All must outlive the sweeps, and no others use `memory`.
  MatrixSweeps(const ConeProblem& cone, const Eigen::MatrixXd& W, SweepMemory& memory,
               const Eigen::VectorXd& start);

  void run(int times);
  /// What run() came to.
  const Eigen::VectorXd& forces() const { return memory_.forces; }

 private:
  void sweep();

  const ConeProblem& cone_;
  const Eigen::MatrixXd& W_;
  SweepMemory& memory_;
};

/// The same from a start, in the velocities of the bodies.
class BodySweeps {
 public:
  /// `columns` are those of cone.W. All must outlive the sweeps, and no others use `memory`.
  BodySweeps(const ConeProblem& cone, const BodyColumns& columns, SweepMemory& memory,
             const Eigen::VectorXd& start);

  void run(int times);
  /// Sweeps that go on in the direction of those before them, as conjugate gradients do. The first
  /// call follows no other.
  void run_conjugate(int times);
  /// What run() came to.
  const Eigen::VectorXd& forces() const { return memory_.forces; }
  /// What the last sweep of run_conjugate() came to.
  const Eigen::VectorXd& swept() const { return memory_.swept; }

 private:
  void sweep();
  void go_on();
  void turn_back();

  const ConeProblem& cone_;
  const BodyColumns& columns_;
  SweepMemory& memory_;
  double last_square_;  ///< of the change by the last sweep
};

}  // namespace perpend::lcp
