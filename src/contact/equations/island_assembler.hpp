// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/equations/island_blocks.hpp"
#include "contact/equations/island_record.hpp"
#include "dynamics/pair_assembler.hpp"
#include "linalg/ldlt/block_reduction.hpp"

namespace perpend {

/// Assembles the Delassus operator W = J M⁻¹ Jᵀ of an island, where M⁻¹ is that of MassSystem for
/// the bodies it holds, joints included: as a dense matrix, by pairs of contacts, or in the
/// velocities of the bodies.
class IslandAssembler {
 public:
  /// Assembles W plus the compliance by pairs of contacts, and returns true, if that suits the
  /// island: few contacts of a large island meet, and the relaxed law uses only the blocks of those
  /// that do.
  bool assemble_pairs(const StepRows& rows, const IslandLayout& layout,
                      const Eigen::VectorXd& compliance, IslandRecord& record);
  /// Assembles the dense W, without the compliance.
  void assemble_dense(const StepRows& rows, const IslandLayout& layout, Eigen::MatrixXd& W);
  /// Assembles `blocks` of Record::bodies without contacts and b, and with the compliance of slack
  /// rows alone.
  void assemble_bodies(const StepRows& rows, const IslandLayout& layout,
                       lcp::BlockProblem& blocks) {
    blocks_.assemble(rows, layout, blocks);
  }

  /// True if joints respond to rows of the dense W assembled last.
  bool has_joint_response() const { return !responding_.empty(); }
  /// Velocities without impulses after assemble_bodies(), in the order of its nodes.
  const Eigen::VectorXd& free_velocity() const { return blocks_.free_velocity(); }

 private:
  // Rows that follow one another both in W and in response_, with their first places there.
  struct Run {
    Eigen::Index row, at, size;
  };

  void reduce(const StepRows& rows, const IslandLayout& layout);
  void add_joint_response(Eigen::MatrixXd& W);

  IslandBlocks blocks_;
  DelassusAssembler dense_;
  PairAssembler pairs_;
  linalg::BlockReduction reduction_;
  Eigen::MatrixXd response_;     // of the rows that touch MassSystem
  std::vector<Run> responding_;  // those rows
};

}  // namespace perpend
