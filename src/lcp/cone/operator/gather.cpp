// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/gather.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// A block of columns; where it has fewer than three, the last one is repeated.
class ColumnBlock {
 public:
  ColumnBlock(const MatrixXd& W, const ConeBlock& block)
      : first_(W.col(block.row).data()),
        second_(block.rows > 1 ? first_ + W.rows() : first_),
        third_(block.rows > 2 ? second_ + W.rows() : second_) {}

  // True if any of kRows rows is not zero. Or'ing the bits without the sign is far cheaper than
  // comparing; only zeros have none.
  template <int kRows>
  bool touches(Index row) const {
    std::uint64_t bits = 0;
    for (Index i = row; i < row + kRows; ++i)
      bits |= std::bit_cast<std::uint64_t>(first_[i]) | std::bit_cast<std::uint64_t>(second_[i]) |
              std::bit_cast<std::uint64_t>(third_[i]);
    return bits << 1 != 0;
  }

 private:
  const double *first_, *second_, *third_;
};

// Calls visit(row) for all nonzero rows, in order, and skips most others in chunks.
template <int kRows>
void visit_touched(const ColumnBlock& columns, Index begin, Index end, const auto& visit) {
  for (; begin + kRows <= end; begin += kRows) {
    if (!columns.touches<kRows>(begin)) continue;
    if constexpr (kRows == 1)
      visit(begin);
    else
      visit_touched<kRows / 4>(columns, begin, begin + kRows, visit);
  }
  if constexpr (kRows > 1) visit_touched<kRows / 4>(columns, begin, end, visit);
}

PaddedBlock padded(const MatrixXd& W, const ConeBlock& row, const ConeBlock& column) {
  PaddedBlock block = PaddedBlock::Zero();
  if (row.rows == 3 && column.rows == 3) {
    block.topRows<3>() = W.block<3, 3>(row.row, column.row);
    return block;
  }
  for (int k = 0; k < column.rows; ++k)
    for (int i = 0; i < row.rows; ++i) block(i, k) = W(row.row + i, column.row + k);
  return block;
}

}  // namespace

void BlockGather::number_rows(const std::vector<ConeBlock>& blocks) {
  std::size_t rows = 0;
  for (const ConeBlock& block : blocks) rows += block.rows;
  block_of_row_.resize(rows);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (int k = 0; k < blocks[i].rows; ++k) block_of_row_[blocks[i].row + k] = static_cast<int>(i);
}

// Columns are read in the order of memory.
bool BlockGather::list(const MatrixXd& W, const std::vector<ConeBlock>& blocks, std::size_t most) {
  number_rows(blocks);
  entries_.clear();
  for (int j = 0; j < static_cast<int>(blocks.size()); ++j) {
    int last = -1;
    bool own = false;
    visit_touched<64>(ColumnBlock(W, blocks[j]), 0, W.rows(), [&](Index row) {
      const int i = block_of_row_[row];
      if (i == last) return;
      last = i;
      own = own || i == j;
      entries_.emplace_back(j, i);
    });
    if (!own) entries_.emplace_back(j, j);
    if (entries_.size() > most) return false;
  }
  return true;
}

void BlockGather::mirror() {
  const std::size_t count = entries_.size();
  for (std::size_t k = 0; k < count; ++k)
    entries_.emplace_back(entries_[k].second, entries_[k].first);
  std::sort(entries_.begin(), entries_.end());
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
}

// The entries come column after column, so that a stable sort by rows leaves columns ascending.
void BlockGather::lay_out(const MatrixXd& W, const std::vector<ConeBlock>& blocks,
                          BlockRows& rows) {
  rows.start.assign(blocks.size() + 1, 0);
  for (const auto& [column, row] : entries_) ++rows.start[row + 1];
  for (std::size_t i = 0; i < blocks.size(); ++i) rows.start[i + 1] += rows.start[i];
  next_.assign(rows.start.begin(), rows.start.end() - 1);
  rows.column.resize(entries_.size());
  rows.value.resize(entries_.size());
  rows.own.resize(blocks.size());
  for (const auto& [column, row] : entries_) {
    const int at = next_[row]++;
    rows.column[at] = column;
    rows.value[at] = padded(W, blocks[row], blocks[column]);
    if (row == column) rows.own[row] = at;
  }
}

}  // namespace perpend::lcp
