// SPDX-License-Identifier: Apache-2.0
//
// Keller's method: the set C, the rows held outside it, and the forces x_C that make a_C = 0.
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/keller/state.hpp"

namespace perpend::lcp::keller {
namespace {

using linalg::lanes;

void erase(Eigen::VectorXd& v, Index position, Index k, double filler) {
  std::copy(v.data() + position + 1, v.data() + k, v.data() + position);
  v[k - 1] = filler;
}

}  // namespace

// Sets the directions in which row i, outside C and held at f_i, may be driven.
void Run::set_scales(Index i) {
  const bool free = w_.root[i] > 0 && !w_.refused[i] && (!bilateral_only_ || is_bilateral(i));
  const double scale = free ? w_.inverse_root[i] : 0.0;
  w_.up[i] = w_.f[i] < view_.hi[i] ? scale : 0.0;
  w_.down[i] = w_.f[i] > view_.lo[i] ? scale : 0.0;
}

void Run::refuse(Index i) {
  if (w_.refused[i]) return;
  w_.refused[i] = 1;
  w_.refused_rows.push_back(i);
  w_.up[i] = w_.down[i] = 0;
}

void Run::forgive() {
  for (const Index i : w_.refused_rows) w_.refused[i] = 0;
  for (const Index i : w_.refused_rows)
    if (!w_.inside[i]) set_scales(i);
  w_.refused_rows.clear();
}

void Run::set_value(Index i, double value) {
  if (w_.f[i] != 0) --held_, hash_ -= held_member(i);
  w_.f[i] = value;
  if (value != 0) ++held_, hash_ += held_member(i);
}

// Adds p to C with f_p = value; r and diagonal = 1 / sqrt(pivot) belong to the present C, and f_p
// as held has been taken out of y.
void Run::append(Index p, double value, double diagonal) {
  const Index position = k();
  w_.factor.append(p, w_.r.data(), diagonal);
  set_value(p, 0);
  w_.inside[p] = 1;
  if (sparse_) w_.position[p] = position;
  w_.x[position] = value;
  w_.y[position] = -value / diagonal;
  w_.root_C[position] = w_.root[p];
  w_.lo_C[position] = view_.lo[p];
  w_.hi_C[position] = view_.hi[p];
  w_.a_C[position] = 0;
  w_.up[p] = w_.down[p] = 0;
  hash_ += member(p);
}

// Removes an entry of C, whose row is held at `bound` from now on.
void Run::remove(Index position, double bound) {
  const Index count = k(), i = w_.factor.order()[position];
  w_.factor.remove(position);
  w_.factor.rotate(w_.y.data());
  if (batching_) {
    alignas(64) double dropped[kLanes];
    w_.factor.rotate_block(w_.G.data(), dropped);
    linalg::add_product(lanes(batch_.S), lanes(dropped), lanes(dropped));
  }
  if (sparse_)
    for (Index q = position; q < k(); ++q) w_.position[w_.factor.order()[q]] = q;
  for (auto* v : {&w_.x, &w_.root_C, &w_.a_C}) erase(*v, position, count, 0.0);
  erase(w_.lo_C, position, count, -kInfinity);
  erase(w_.hi_C, position, count, kInfinity);
  w_.inside[i] = 0;
  hash_ -= member(i);
  set_value(i, bound);
  set_scales(i);
  w_.touched.push_back(i);
  ++pivots_;
  if (bound != 0) add_held(i, bound);
}

// Updates y for a force `change` on a row outside C.
void Run::add_held(Index i, double change) {
  const auto C = w_.factor.order();
  const Index padded = w_.factor.padded_size();
  for (Index q = 0; q < k(); ++q) w_.gathered[q] = view_.at(C[q], i);
  std::fill(w_.gathered.data() + k(), w_.gathered.data() + padded, 0.0);
  w_.factor.multiply(w_.gathered.data(), w_.transformed.data());
  for (Index q = 0; q < k(); ++q) w_.y[q] += change * w_.transformed[q];
}

// Returns the position where x on its way to the target first leaves its box, or -1. x moves there.
Index Run::first_to_bound() {
  double shortest = kInfinity;
  Index first = -1;
  for (Index q = 0; q < k(); ++q) {
    const double goal = w_.target[q], x = w_.x[q];
    const double bound = goal < w_.lo_C[q] ? w_.lo_C[q] : w_.hi_C[q];
    if (goal >= w_.lo_C[q] && goal <= w_.hi_C[q]) continue;
    const double step = goal == x ? 0.0 : std::max(0.0, (bound - x) / (goal - x));
    if (step < shortest) {
      shortest = step;
      first = q;
    }
  }
  if (first < 0) return first;
  for (Index q = 0; q < k(); ++q) w_.x[q] += shortest * (w_.target[q] - w_.x[q]);
  return first;
}

// Computes x = -Zᵀ y, dropping what leaves its box on the way (Lawson & Hanson 1974, chapter 23).
void Run::settle() {
  for (;;) {
    const Index padded = w_.factor.padded_size();
    w_.factor.multiply_transposed(w_.y.data(), 1, w_.target.data());
    linalg::LaneMask outside = {};
    for (Index q = 0; q < padded; q += kLanes) {
      const Lanes goal = -lanes(w_.target.data() + q);
      lanes(w_.target.data() + q) = goal;
      outside |= (goal < lanes(w_.lo_C.data() + q)) | (goal > lanes(w_.hi_C.data() + q));
    }
    const Index first = linalg::any(outside) ? first_to_bound() : -1;
    if (first < 0) {
      std::copy_n(w_.target.data(), padded, w_.x.data());
      return;
    }
    const bool low = w_.target[first] < w_.lo_C[first];
    remove(first, low ? w_.lo_C[first] : w_.hi_C[first]);
  }
}

}  // namespace perpend::lcp::keller
