// SPDX-License-Identifier: Apache-2.0
//
// State of one run of Keller's method, shared by keller.cpp (loop), drive.cpp (a batch of
// candidates), set.cpp (C and x_C), seed.cpp (start from a set), sparse.cpp (where A is sparse) and
// price.cpp (dense products).
// Symbols as in keller.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/infinity.hpp"
#include "lcp/pivoting/keller/keller.hpp"
#include "linalg/kernels/lanes.hpp"

namespace perpend::lcp::keller {

using Eigen::Index;
using linalg::kLanes;
using linalg::Lanes;

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// A pivot below -1e4 roundings means that A is indefinite; dependent rows of PSD matrices stay
/// within 10.
inline constexpr double kIndefinite = 1e4;
/// A guess is followed only where the pivot is above this share of its A_ii; weaker rows are left
/// to be driven, if needed.
inline constexpr double kSafePivot = 1e-10;
/// A 64-bit mix (the finaliser of SplitMix64); a set hashes to the sum over its members.
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
inline std::uint64_t member(Index i) {
  return mix(2 * static_cast<std::uint64_t>(i));
}
inline std::uint64_t held_member(Index i) {
  return mix(2 * static_cast<std::uint64_t>(i) + 1);
}

/// The problem in place: column-major A, or null beside its sparse columns, and bounds from the
/// problem or the workspace.
struct View {
  const double* A;
  const double* b;
  const double* lo;
  const double* hi;
  Index n;
  const SparseColumns* sparse = nullptr;

  const double* column(Index i) const { return A + i * n; }
  double at(Index i, Index j) const { return A ? A[i + j * n] : sparse->at(i, j); }
};

/// Up to eight rows under consideration at once.
struct Batch {
  int count = 0;
  Index row[kLanes] = {};
  double violation[kLanes] = {};       ///< in the order of selection, worst first
  alignas(64) double up[kLanes] = {};  ///< as in the workspace, 0 once driven or refused
  alignas(64) double down[kLanes] = {};
  alignas(64) double a[kLanes] = {};
  alignas(64) double S[kLanes] = {};  ///< Schur complements A_cc - |G_c|²
};

class Run {
 public:
  Run(const View& view, const Options& options, KellerWorkspace& workspace);

  void solve(Solution& solution);

 private:
  // keller.cpp
  void prepare();
  void clear_set();
  void start_row(Index i);
  void start_weightless(Index i);
  void loop();
  void refine();
  void finish();
  void start_over();
  void remember_set();
  bool ray_holds(Index p, double sign);
  void refine_direction(double sign);
  double accepted_residual() const;
  double violation() const;
  void report(Solution& solution) const;

  // set.cpp: C, the held rows, and x_C
  void set_scales(Index i);
  void refuse(Index i);
  void forgive();
  void append(Index p, double value, double diagonal);
  void remove(Index position, double bound);
  void set_value(Index i, double value);
  void add_held(Index i, double change);
  void settle();
  Index first_to_bound();

  // seed.cpp
  void seed();
  void enter_list();
  void hold_the_rest();
  void seed_batch(const Index* rows, int count);
  int drop_outside();
  double reach_of_r() const;
  void compute_x();

  // sparse.cpp
  void find_sparsity();
  void enter_list_dissected();
  void enter_row(Index p);
  void find_path(Index p);
  int drop_outside_at_once();
  void empty_set();
  template <bool kAbsolute>
  void add_sparse_columns(double* out) const;
  void gather_sparse(const Batch& batch);
  void price_direction_sparse(Index p, double sign);

  // drive.cpp
  void drive_batch();
  void prepare_batch();
  void drive(int lane);
  int worst_lane();
  void retire(int lane);
  struct Step;
  bool try_step(double t, double& reach);
  void measure(double sign, Step& step) const;
  void cross_products(int lane, double* h) const;
  void enter(int lane, double value, const double* h);
  void extend_batch(Index position, double diagonal, const double* h);
  void flip(int lane, double bound);
  double noise(int lane, const Step& step) const;
  void ignore_noise(Step& step, double sign) const;
  void prove_ray_or_refuse(int lane, double sign);

  // price.cpp
  void price();
  void load();
  void price_direction(Index p, double sign);
  void drop_stopped(double sign);
  void select();
  double tolerance(Index i) const;
  void collect_terms();
  void gather(const Batch& batch);
  void add_term(Index i, double weight);
  void pad_terms();

  bool is_bilateral(Index i) const { return view_.lo[i] == -kInfinity && view_.hi[i] == kInfinity; }
  Index k() const { return w_.factor.size(); }

  View view_;
  const Options& options_;
  KellerWorkspace& w_;
  Batch batch_;
  double largest_b_ = 0;    // max |b_i|
  double noise_scale_ = 0;  // X = sqrt(sum A_ii f_i²)
  double largest_a_C_ = 0;  // max |a_i|, i in C
  Index terms_ = 0;         // columns that carry a force
  Index held_ = 0;          // rows outside C with f_i != 0
  bool fine_ = false;       // row by row tolerances
  bool suspected_ = false;  // w_.suspect may be a ray
  bool batching_ = false;   // G belongs to the present C
  bool bilateral_only_ = false;
  bool sparse_ = false;      // view_.sparse has the columns of A
  bool dissected_ = false;   // C is seeded in an order that keeps Z sparse
  int stamp_ = 0;            // last stamp in w_.mark
  bool overflowed_ = false;  // f or a left the range of double: no pivot means anything from there
  int width_ = kLanes;       // candidates per batch
  std::uint64_t hash_ = 0;   // hash of the set
  Status status_ = Status::limit;
  int limit_ = 0;
  int pivots_ = 0;
  int drives_ = 0;
  int factorisations_ = 0;
};

}  // namespace perpend::lcp::keller
