// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_equations.hpp"
#include "contact/island/island_answer.hpp"

namespace perpend {

/// The normal rows of an island alone, without friction: whether any motion keeps their gaps, and
/// the least motion that separates overlap or follows prescribed bodies. Refers to its arguments;
/// adds its solves to the effort.
class NormalProblem {
 public:
  NormalProblem(const StepRows& rows, IslandEquations& equations, lcp::Workspace& workspace,
                Effort& effort)
      : rows_(rows), equations_(equations), workspace_(workspace), effort_(effort) {}

  /// Returns true if the normal rows of the contacts alone, without restitution and push-out, are
  /// proven to have no solution; then no friction gives them one. False if W is not stored.
  bool contradicts_gaps();
  /// Finds the least frictionless impulses of contacts and limits (N·s, by rows of the pool, added
  /// to the answer f) whose velocities separate overlap as their bias asked before it was given up.
  /// Returns false if there are none or W is not stored.
  bool separate_overlap(const Eigen::VectorXd& f, Eigen::VectorXd& impulses);
  /// Returns, per row of the island, J v of the motion with the least energy that prescribed bodies
  /// give others through joints and limits, m/s.
  Eigen::VectorXd induced_rates();

 private:
  // Some normal rows with their conditions, one entry per row.
  struct Rows {
    std::vector<Eigen::Index> at;
    std::vector<double> bias;        // m/s
    std::vector<double> compliance;  // m/s per N·s; empty: 0

    void add(Eigen::Index row, double its_bias) {
      at.push_back(row);
      bias.push_back(its_bias);
    }
  };

  double own_bias(int group) const;
  Rows gaps(double compliance) const;
  lcp::Status solve(const Rows& normals, const Eigen::VectorXd& b, lcp::Solution& solution);

  const StepRows& rows_;
  IslandEquations& equations_;
  lcp::Workspace& workspace_;
  Effort& effort_;
};

}  // namespace perpend
