// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/sparse_columns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "linalg/kernels/lanes.hpp"

namespace perpend::lcp {

using linalg::kLanes;

void SparseColumns::make_room(Index entries) {
  const auto columns = static_cast<std::size_t>(n_ + 1), room = static_cast<std::size_t>(entries);
  start_.resize(std::max(start_.size(), columns));
  row_.resize(std::max(row_.size(), room));
  value_.resize(std::max(value_.size(), room));
}

bool SparseColumns::load(const double* A, Index n, Index most) {
  n_ = n;
  make_room(most + kLanes);
  Index count = 0;
  const auto take = [&](Index i, double entry) {
    row_[count] = static_cast<int>(i);
    value_[count] = entry;
    count += entry != 0;
  };
  for (Index j = 0; j < n; ++j, A += n) {
    start_[j] = static_cast<int>(count);
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes) {
      linalg::Lanes entries;
      linalg::load_unaligned(A + i, entries);
      if (!linalg::any(entries != 0)) continue;
      if (count > most) return false;
      for (int m = 0; m < kLanes; ++m) take(i + m, entries[m]);
    }
    if (count > most) return false;
    for (; i < n; ++i) take(i, A[i]);
  }
  start_[n] = static_cast<int>(count);
  diagonal_ = Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>>(
      A - n * n, n, Eigen::InnerStride<>(n + 1));
  return true;
}

void SparseColumns::start(Index n) {
  n_ = n;
  next_.assign(static_cast<std::size_t>(n), 0);
}

SparseColumns::Index SparseColumns::reserved() const {
  return std::accumulate(next_.begin(), next_.end(), Index{0});
}

void SparseColumns::lay_out() {
  make_room(reserved());
  int at = 0;
  for (Index j = 0; j < n_; ++j) {
    start_[j] = at;
    at += std::exchange(next_[j], at);
  }
  start_[n_] = at;
  diagonal_.setZero(n_);
}

double SparseColumns::at(Index i, Index j) const {
  const auto column = rows(j);
  const auto place = std::lower_bound(column.begin(), column.end(), static_cast<int>(i));
  return place != column.end() && *place == i ? values(j)[place - column.begin()] : 0.0;
}

Eigen::MatrixXd SparseColumns::dense() const {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n_, n_);
  for (Index j = 0; j < n_; ++j)
    for (std::size_t e = 0; e < rows(j).size(); ++e) A(rows(j)[e], j) = values(j)[e];
  return A;
}

}  // namespace perpend::lcp
