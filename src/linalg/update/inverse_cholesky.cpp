// SPDX-License-Identifier: Apache-2.0
//
// Packed inverse Cholesky factor Z = L⁻¹ of A_CC = L Lᵀ, k = |C|.
//
// Solves become two triangular products without a dependency chain, and l = Z A_Cp, r = Zᵀ l
// = A_CC⁻¹ A_Cp is at once the step of a pivoting method and the new row of Z:
//
//   append p    row k = [-r', 1] / sqrt(s),  s = A_pp - |l|²
//   remove q    row q travels down; at each later row a rotation moves the entry of column q into
//               it, so that column q ends up in the travelling row alone, which then leaves
//
// Storage: row i holds i + 1 entries and zeros up to a multiple of 8, rows one after the other, so
// 8 consecutive rows have one length: offset(8q + m) = 8 (q + 1) (4 q + m). Rows that complete the
// last block of 8 are zero. Where A is sparse and C in an order that keeps it so, so is Z: each row
// knows a column before which it is zero, and what is there is not read.
//
// Method: Golub & Van Loan, Matrix Computations, section 6.5 (updating), applied to the inverse;
// pivoting use after Keller 1973 and Goldfarb & Idnani 1983.
// Limitations: A symmetric PSD; an index enters at the end only (order does not matter to A_CC⁻¹).
// Tried: L itself (dependency chains in both substitutions, slower at every k <= 600), the explicit
// inverse (errors grow with cond A_CC instead of its root).
#include "linalg/update/inverse_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels/lanes.hpp"

namespace perpend::linalg {
namespace {

void grow(Eigen::VectorXd& v, Eigen::Index n) {
  const Eigen::Index old = v.size();
  if (old >= n) return;
  v.conservativeResize(n);
  v.tail(n - old).setZero();
}

}  // namespace

void InverseCholesky::reserve(Index capacity) {
  if (capacity <= capacity_) return;
  const Index room = padded(capacity);
  order_.reserve(room);
  first_.reserve(room);
  // One vector more: removal reads rows shifted by one entry.
  grow(z_, offset(room) + kLanes);
  for (Eigen::VectorXd* v : {&cosine_, &sine_, &leaving_}) grow(*v, room + kLanes);
  capacity_ = room;  // last: memory may run out before
}

void InverseCholesky::append(Index p, const double* r, double diagonal) {
  const Index k = size();
  if (k == capacity_) reserve(std::max<Index>(8, 2 * k));
  if (k % kLanes == 0) std::fill(z_.data() + offset(k), z_.data() + offset(k + kLanes), 0.0);
  double* row = z_.data() + offset(k);
  Index first = 0;
  while (first < k && !any(lanes(r + first) != 0)) first += kLanes;
  std::fill(row, row + std::min(first, k), 0.0);
  for (Index j = first; j < k; j += kLanes) lanes(row + j) = -diagonal * lanes(r + j);
  row[k] = diagonal;
  order_.push_back(p);
  first_.push_back(std::min(first, k));
}

// Returns the first column of the vector before which all rows of block q are zero.
InverseCholesky::Index InverseCholesky::first_of_block(Index q) const {
  const auto begin = first_.begin() + kLanes * q;
  const Index first =
      *std::min_element(begin, begin + std::min<Index>(kLanes, size() - kLanes * q));
  return first / kLanes * kLanes;
}

// Rotation i takes (row i + 1, leaving row) to (row i, leaving row) with
//   row i = c row_{i+1} - s leaving,   leaving = s row_{i+1} + c leaving.
// With z_i the entries of column q and h_i² = z_q² + ... + z_i²: c = h_i / h_{i+1},
// s = z_{i+1} / h_{i+1}. All are known before the first row moves, which frees the rows from a
// chain of square roots.
void InverseCholesky::prepare_rotations(Index position) {
  const Index k = size();
  double sum = 0;
  for (Index i = position; i < k; ++i) {
    const double z = first_[i] <= position ? z_[offset(i) + position] : 0.0;
    sum += z * z;
    sine_[i] = z;
    cosine_[i] = sum;
  }
  for (Index i = position; i < k; ++i) cosine_[i] = std::sqrt(cosine_[i]);
  for (Index i = position; i + 1 < k; ++i) {
    sine_[i] = sine_[i + 1] / cosine_[i + 1];
    cosine_[i] = cosine_[i] / cosine_[i + 1];
  }
}

// Computes new row i from old row i + 1 and the leaving row, with column `removed_` squeezed out of
// both; neither has entries before `start`.
void InverseCholesky::rotate_row(Index i, Index start, double* leaving) {
  const double* from = z_.data() + offset(i + 1);
  double* to = z_.data() + offset(i);
  const Index cut = removed_ / kLanes, blocks = padded(i + 1) / kLanes;
  const Lanes cosine = Lanes{} + cosine_[i], sine = Lanes{} + sine_[i];
  // A row without an entry for the leaving index only moves: separate islands in one matrix stay
  // separate, bit for bit.
  const bool moves_only = sine_[i] == 0;
  const auto place = [&](Index j, const Lanes& z) {
    if (moves_only) {
      lanes(to + kLanes * j) = z;
      return;
    }
    Lanes& out = lanes(leaving + kLanes * j);
    Lanes next = cosine * out;
    Lanes stay = -sine * out;
    add_product(next, sine, z);
    add_product(stay, cosine, z);
    out = next;
    lanes(to + kLanes * j) = stay;
  };
  for (Index j = first_[i] / kLanes; j < start; ++j) lanes(to + kLanes * j) = Lanes{};
  for (Index j = start; j < cut; ++j) place(j, lanes(from + kLanes * j));
  const LaneMask before = lanes_before(static_cast<int>(removed_ % kLanes));
  Lanes moved;
  if (start <= cut) {
    const Lanes kept = lanes(from + kLanes * cut);
    load_unaligned(from + kLanes * cut + 1, moved);
    place(cut, select(before, kept, moved));
  }
  for (Index j = std::max(start, cut + 1); j < blocks; ++j) {
    load_unaligned(from + kLanes * j + 1, moved);
    place(j, moved);
  }
  // The shifted read may have brought in the first entry of the next row.
  for (Index j = i + 1; j < kLanes * blocks; ++j) to[j] = leaving[j] = 0;
}

void InverseCholesky::remove(Index position) {
  const Index k = size();
  removed_ = position;
  prepare_rotations(position);
  double* leaving = leaving_.data();
  std::copy_n(row(position), position, leaving);
  std::fill(leaving + position, leaving + padded(k), 0.0);
  Index leaving_first = first_[position];
  for (Index i = position; i + 1 < k; ++i) {
    Index first = first_[i + 1] > position ? first_[i + 1] - 1 : first_[i + 1];
    if (sine_[i] != 0) leaving_first = first = std::min(first, leaving_first);
    rotate_row(i, first / kLanes, leaving);
    first_[i] = first;
  }
  std::fill(z_.data() + offset(k - 1), z_.data() + offset(k), 0.0);
  order_.erase(order_.begin() + position);
  first_.pop_back();
}

double InverseCholesky::rotate(double* y) const {
  double leaving = y[removed_];
  for (Index i = removed_; i < size(); ++i) {
    const double stay = cosine_[i] * y[i + 1] - sine_[i] * leaving;
    leaving = sine_[i] * y[i + 1] + cosine_[i] * leaving;
    y[i] = stay;
  }
  y[size()] = 0;
  return leaving;
}

void InverseCholesky::rotate_block(double* G, double* dropped) const {
  Lanes leaving = lanes(G + kLanes * removed_);
  for (Index i = removed_; i < size(); ++i) {
    const Lanes next = lanes(G + kLanes * (i + 1));
    Lanes stay = -sine_[i] * leaving;
    leaving = cosine_[i] * leaving;
    add_scaled(stay, cosine_[i], next);
    add_scaled(leaving, sine_[i], next);
    lanes(G + kLanes * i) = stay;
  }
  lanes(G + kLanes * size()) = Lanes{};
  lanes(dropped) = leaving;
}

// The kernels below take whole blocks of 8 rows: rows k, k + 1, ... of the last block are zero.

void InverseCholesky::multiply(const double* v, double* y) const {
  const double* block = z_.data();
  for (Index q = 0; kLanes * q < size(); ++q) {
    const Index length = kLanes * (q + 1);
    Lanes sums[kLanes] = {};
    for (Index j = first_of_block(q); j < length; j += kLanes) {
      const Lanes w = lanes(v + j);
      for (int m = 0; m < kLanes; ++m) add_product(sums[m], lanes(block + m * length + j), w);
    }
    horizontal_sums(sums, lanes(y + kLanes * q));
    block += kLanes * length;
  }
}

void InverseCholesky::multiply_transposed(const double* y, Index stride, double* x) const {
  const double* block = z_.data();
  for (Index q = 0; kLanes * q < size(); ++q) {
    const Index length = kLanes * (q + 1);
    const double* factor = y + kLanes * q * stride;
    lanes(x + kLanes * q) = Lanes{};
    bool moves = false;
    for (int m = 0; m < kLanes; ++m) moves = moves || factor[m * stride] != 0;
    for (Index j = moves ? first_of_block(q) : length; j < length; j += kLanes) {
      Lanes even = lanes(x + j), odd = {};
      for (int m = 0; m < kLanes; m += 2) {
        add_scaled(even, factor[m * stride], lanes(block + m * length + j));
        add_scaled(odd, factor[(m + 1) * stride], lanes(block + (m + 1) * length + j));
      }
      lanes(x + j) = even + odd;
    }
    block += kLanes * length;
  }
}

void InverseCholesky::multiply_block(const double* W, double* G) const {
  const double* block = z_.data();
  for (Index q = 0; kLanes * q < size(); ++q) {
    const Index length = kLanes * (q + 1);
    Lanes sums[kLanes] = {};
    for (Index j = first_of_block(q); j < length; ++j) {
      const Lanes w = lanes(W + kLanes * j);
      for (int m = 0; m < kLanes; ++m) add_scaled(sums[m], block[m * length + j], w);
    }
    for (int m = 0; m < kLanes; ++m) lanes(G + kLanes * (kLanes * q + m)) = sums[m];
    block += kLanes * length;
  }
}

void InverseCholesky::multiply_block(const double* W, std::span<const Index> rows,
                                     double* G) const {
  const double* block = z_.data();
  for (Index q = 0; kLanes * q < size(); ++q) {
    const Index length = kLanes * (q + 1);
    Lanes sums[kLanes] = {};
    auto at = std::lower_bound(rows.begin(), rows.end(), first_of_block(q));
    for (; at != rows.end() && *at < length; ++at) {
      const Lanes w = lanes(W + kLanes * *at);
      for (int m = 0; m < kLanes; ++m) add_scaled(sums[m], block[m * length + *at], w);
    }
    for (int m = 0; m < kLanes; ++m) lanes(G + kLanes * (kLanes * q + m)) = sums[m];
    block += kLanes * length;
  }
}

void InverseCholesky::add_row(Index i, double s, double* x) const {
  const double* z = row(i);
  for (Index j = first_[i] / kLanes * kLanes; j <= i; j += kLanes)
    add_scaled(lanes(x + j), s, lanes(z + j));
}

void InverseCholesky::multiply_transposed_block(const double* G, double* R) const {
  const double* block = z_.data();
  for (Index q = 0; kLanes * q < size(); ++q) {
    const Index length = kLanes * (q + 1);
    const double* g = G + kLanes * kLanes * q;
    for (int m = 0; m < kLanes; ++m) lanes(R + kLanes * (kLanes * q + m)) = Lanes{};
    for (Index j = first_of_block(q); j < length; ++j) {
      Lanes sum = lanes(R + kLanes * j);
      for (int m = 0; m < kLanes; ++m)
        add_scaled(sum, block[m * length + j], lanes(g + kLanes * m));
      lanes(R + kLanes * j) = sum;
    }
    block += kLanes * length;
  }
}

}  // namespace perpend::linalg
