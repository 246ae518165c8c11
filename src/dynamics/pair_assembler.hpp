// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "dynamics/row_pool.hpp"
#include "linalg/graph/pair_blocks.hpp"

namespace perpend {

/// Assembles W = J M⁻¹ Jᵀ of some groups of the pool as blocks of the groups that share a body, for
/// large islands, most of whose W is zero. The result is bitwise that of DelassusAssembler. Memory
/// is reused between calls.
class PairAssembler {
 public:
  /// inverse_mass holds one entry per velocity. Group i is part i of W.
  void assemble(const RowPool& pool, std::span<const int> groups,
                const Eigen::VectorXd& inverse_mass, const Model& model, linalg::PairBlocks& W);

 private:
  struct Incidence {
    int body, position, block;  // position of the group in `groups`
  };
  struct Meeting {
    int first, body, block, own;  // position of the other group; its block; our block
  };
  void find_incidences(const RowPool& pool, std::span<const int> groups);
  void meet(const RowPool& pool, std::span<const int> groups, const Model& model, int position);
  void add_column(const RowPool& pool, std::span<const int> groups,
                  const Eigen::VectorXd& inverse_mass, int position, linalg::PairBlocks& W) const;

  std::vector<Incidence> incidences_;  // sorted by body, then by position
  std::vector<int> first_block_;       // per group: its first block in the list of all blocks
  std::vector<int> first_of_body_;     // per block: the first incidence of its body
  std::vector<Meeting> meetings_;      // those of one group with the groups up to it
};

}  // namespace perpend
