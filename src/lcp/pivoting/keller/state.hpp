// SPDX-License-Identifier: Apache-2.0
//
// State of one run of Keller's method, shared by keller.cpp (loop), keller_drive.cpp (a batch of
// candidates), keller_seed.cpp (start from a set) and keller_price.cpp (dense products).
// Symbols as in keller.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "linalg/kernels/lanes.hpp"
#include "lcp/pivoting/keller/keller.hpp"

namespace perpend::lcp::keller {

using Eigen::Index;
using linalg::kLanes;
using linalg::Lanes;

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// A pivot below -1e4 roundings means that A is indefinite; dependent rows of PSD matrices stay
/// within 10.
inline constexpr double kIndefinite = 1e4;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The problem in place: column-major A, and bounds from the problem or the workspace.
struct View {
  const double* A;
  const double* b;
  const double* lo;
  const double* hi;
  Index n;

  const double* column(Index i) const { return A + i * n; }
  double at(Index i, Index j) const { return A[i + j * n]; }
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

  // keller_set.cpp: C, the held rows, and x_C
  void set_scales(Index i);
  void refuse(Index i);
  void forgive();
  void append(Index p, double value, double diagonal);
  void remove(Index position, double bound);
  void set_value(Index i, double value);
  void add_held(Index i, double change);
  void settle();
  Index first_to_bound();

  // keller_seed.cpp
  void seed();
  void seed_batch(const Index* rows, int count);
  int drop_outside();
  double reach_of_r() const;
  void compute_x();

  // keller_drive.cpp
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

  // keller_price.cpp
  void price();
  void load();
  void price_direction(Index p, double sign);
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
  bool overflowed_ = false;  // f or a left the range of double: no pivot means anything from there
  int width_ = kLanes;      // candidates per batch
  std::uint64_t hash_ = 0;  // of the set
  Status status_ = Status::limit;
  int limit_ = 0;
  int pivots_ = 0;
  int drives_ = 0;
  int factorisations_ = 0;
};

}  // namespace perpend::lcp::keller
