// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "lcp/cone/operator/operator.hpp"

namespace perpend::lcp {

/// Collects the nonzero blocks of a stored W. Memory is kept from one W to the next.
class BlockGather {
 public:
  /// Lists the nonzero blocks of W (n × n) and all diagonal ones; returns false, with an unfinished
  /// list, where there are more than `most`.
  bool list(const Eigen::MatrixXd& W, const std::vector<ConeBlock>& blocks, std::size_t most);
  /// Adds a block of zeros for every pair that is coupled one way only.
  void mirror();
  /// Stores the listed blocks by rows.
  void lay_out(const Eigen::MatrixXd& W, const std::vector<ConeBlock>& blocks, BlockRows& rows);

  Eigen::Index rows() const { return static_cast<Eigen::Index>(block_of_row_.size()); }
  /// Returns the block that a row of W belongs to.
  int block_of(Eigen::Index row) const { return block_of_row_[row]; }

 private:
  void number_rows(const std::vector<ConeBlock>& blocks);

  std::vector<int> block_of_row_;
  std::vector<std::pair<int, int>> entries_;  // (column, row), columns ascending
  std::vector<int> next_;                     // next entry by row of blocks
};

}  // namespace perpend::lcp
