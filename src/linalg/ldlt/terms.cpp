// SPDX-License-Identifier: Apache-2.0
//
// A block of fixed size is read as vectors v_k along its longer side. With u_k and w of x on the
// shorter and on the longer side,
//
//   longer side    Σ_k v_k u_k       shorter side    v_k·w
//
// and the same of |v_k|, |u_k| and |w|. The sums over lanes of all v_k·w are taken together.
#include "linalg/ldlt/terms.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "linalg/kernels/block_kernels.hpp"
#include "linalg/kernels/lanes.hpp"

namespace perpend::linalg {
namespace {

void add_term(double term, double& out, double& size) {
  out -= term;
  size += std::abs(term);
}

void diagonal_any(const double* A, const double* b, const TermSide& rows, int s) {
  for (int i = 0; i < s; ++i) {
    rows.out[i] = b[i];
    rows.size[i] = std::abs(b[i]);
  }
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < s; ++i) add_term(A[i + k * s] * rows.x[k], rows.out[i], rows.size[i]);
}

void coupling_any(const double* A, const TermSide& rows, const TermSide& columns, int r, int s) {
  for (int k = 0; k < s; ++k)
    for (int i = 0; i < r; ++i) {
      add_term(A[i + k * r] * columns.x[k], rows.out[i], rows.size[i]);
      add_term(A[i + k * r] * rows.x[i], columns.out[k], columns.size[k]);
    }
}

// Computes out -= v u and size += |v| |u|.
[[gnu::always_inline]] inline void add_terms(const Lanes& v, double u, Lanes& out, Lanes& size) {
  Lanes magnitude;
  magnitudes(v, magnitude);
  subtract_scaled(out, u, v);
  add_scaled(size, std::abs(u), magnitude);
}

template <int S>
void diagonal(const double* A, const double* b, const TermSide& rows, int) {
  Lanes out, size, v;
  load_first<S>(b, out);
  magnitudes(out, size);
  for (int k = 0; k < S; ++k) {
    load_first<S>(A + k * S, v);
    add_terms(v, rows.x[k], out, size);
  }
  store_first<S>(out, rows.out);
  store_first<S>(size, rows.size);
}

// Handles N vectors of Long entries, of which `vector(k, v)` reads one.
template <int N, int Long, class Vector>
[[gnu::always_inline]] inline void both(const TermSide& shorter, const TermSide& longer,
                                        const Vector& vector) {
  constexpr bool kTogether = 2 * N <= kLanes;
  Lanes out, size, w, v, dots[kLanes] = {}, sizes[kLanes] = {}, sum, sum_sizes;
  reload_first<Long>(longer.out, out);
  reload_first<Long>(longer.size, size);
  load_first<Long>(longer.x, w);
  for (int k = 0; k < N; ++k) {
    vector(k, v);
    add_terms(v, shorter.x[k], out, size);
    dots[k] = v * w;
    magnitudes(dots[k], kTogether ? dots[k + kLanes / 2] : sizes[k]);
  }
  store_first<Long>(out, longer.out);
  store_first<Long>(size, longer.size);
  horizontal_sums(dots, sum);
  if (kTogether)
    set_halves(high_half(sum), low_half(sum), sum_sizes);
  else
    horizontal_sums(sizes, sum_sizes);
  reload_first<N>(shorter.out, out);
  reload_first<N>(shorter.size, size);
  store_first<N>(out - sum, shorter.out);
  store_first<N>(size + sum_sizes, shorter.size);
}

template <int R, int S>
void coupling(const double* A, const TermSide& rows, const TermSide& columns, int, int) {
  if constexpr (R < S)
    both<R, S>(rows, columns, [&](int k, Lanes& v) {
      gather(v, [&](int i) { return i < S ? A[k + i * R] : 0.0; });
    });
  else
    both<S, R>(columns, rows, [&](int k, Lanes& v) { load_first<R>(A + k * R, v); });
}

template <std::size_t... I>
constexpr std::array<TermKernels, sizeof...(I)> table(std::index_sequence<I...>) {
  return {TermKernels{diagonal<I / kFixedRows + 1>,
                      coupling<I / kFixedRows + 1, I % kFixedRows + 1>}...};
}

constexpr auto kTable = table(std::make_index_sequence<kFixedRows * kFixedRows>());
constexpr TermKernels kAny{diagonal_any, coupling_any};

}  // namespace

const TermKernels& term_kernels(int r, int s) {
  if (r > kFixedRows || s > kFixedRows) return kAny;
  return kTable[(r - 1) * kFixedRows + s - 1];
}

}  // namespace perpend::linalg
