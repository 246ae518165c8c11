// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// Memory of the sweeps below, one entry per block.
struct SweepMemory {
  // Coefficients of one contact or bilateral row: W_tn, and the inverses by which its step is
  // scaled.
  struct Site {
    Eigen::Vector2d coupling = Eigen::Vector2d::Zero();
    double normal = 0.0, tangent = 0.0;
  };
  std::vector<Eigen::Vector4d> r, q;
  std::vector<Site> sites;
  // BodySweeps: forces and velocities at a point, at the one before it and along the direction;
  // MatrixSweeps: the motion of the rows, as `velocity`.
  Eigen::VectorXd forces, forces_before, force_way, swept;
  Eigen::VectorXd velocity, velocity_before, velocity_way;
};

/// Computes a starting point for Newton steps where W is sparse: at most `most` Gauss-Seidel sweeps
/// over the contacts, from zero, fewer where they no longer move anything. `rows` are those of
/// cone.W.
void sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most, SweepMemory& memory,
                  Eigen::VectorXd& start);

/// Same from a given start, where W is stored as a matrix.
class MatrixSweeps {
 public:
  /// W is that of the problem. All must outlive the sweeps, and no other sweeps may use `memory`.
  MatrixSweeps(const ConeProblem& cone, const Eigen::MatrixXd& W, SweepMemory& memory,
               const Eigen::VectorXd& start);

  void run(int times);
  /// Returns the forces after run().
  const Eigen::VectorXd& forces() const { return memory_.forces; }

 private:
  void sweep();

  const ConeProblem& cone_;
  const Eigen::MatrixXd& W_;
  SweepMemory& memory_;
};

/// Same from a given start, in the velocities of the bodies.
class BodySweeps {
 public:
  /// `columns` are those of cone.W. All must outlive the sweeps, and no others may use `memory`.
  BodySweeps(const ConeProblem& cone, const BodyColumns& columns, SweepMemory& memory,
             const Eigen::VectorXd& start);

  void run(int times);
  /// Runs sweeps that continue in the direction of those before them, as conjugate gradients do.
  /// The first call has no direction to continue in.
  void run_conjugate(int times);
  /// Returns the forces after run().
  const Eigen::VectorXd& forces() const { return memory_.forces; }
  /// Returns the forces after the last sweep of run_conjugate(), without its continuation.
  const Eigen::VectorXd& swept() const { return memory_.swept; }

 private:
  void sweep();
  void go_on();
  void turn_back();

  const ConeProblem& cone_;
  const BodyColumns& columns_;
  SweepMemory& memory_;
  double last_square_;  ///< square of the change by the last sweep
};

}  // namespace perpend::lcp
