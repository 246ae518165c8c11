// SPDX-License-Identifier: Apache-2.0
//
// Principal pivoting for lo <= f <= hi complementary to a = A f + b, A symmetric PSD of any rank.
//
//   n       rows                          C, k    rows with a = 0 in the factor, their number
//   x       f_C                           Z       L⁻¹ with L Lᵀ = A_CC (linalg/inverse_cholesky)
//   r       A_CC⁻¹ A_Cp, p driven         S_p     A_pp - A_pC r, the pivot
//   X       sqrt(sum A_ii f_i²), the scale of rounding in a
//
// Drive the row with the worst violation until its a is 0, or it has crossed its box; x_C follows
// with rates -r. Only the bounds of x_C stop it; the signs of a outside C are not guarded. Each
// completed drive lowers ½ fᵀA f + bᵀf strictly, so no set returns: finite without assumptions on
// degeneracy. A row dependent on C with b in range(A) has a = 0 and is never touched, so C stays
// independent and no rank decision is needed beyond rounding.
//
// Sources: Keller 1973 (principal pivoting for QP); Goldfarb & Idnani 1983 (dual active set);
// Lawson & Hanson 1974, chapter 23. Tolerances: docs/methods/keller.md.
// Limitations: A symmetric PSD, not checked beyond negative pivots.
// Tried: guarding a outside C (Dantzig; cycles on resting contacts and costs 1.2 to 10 times more),
// perturbing b, a tableau, cold starts from projected Gauss-Seidel or block exchanges (no gain).
#include "lcp/pivoting/keller/keller.hpp"

#include <algorithm>
#include <cmath>

#include "core/worst.hpp"
#include "lcp/pivoting/keller/state.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace keller {
namespace {

void grow(Eigen::VectorXd& v, Index size) {
  if (v.size() < size) v.setZero(size);
}

void reserve(KellerWorkspace& w, Index n) {
  const Index rows = linalg::padded(n) + kLanes;
  w.factor.reserve(n);
  if (std::ssize(w.refused) >= rows) return;  // grown last: an allocation before it may have failed
  for (auto* v : {&w.f, &w.a, &w.load, &w.root, &w.inverse_root, &w.up, &w.down, &w.direction, &w.x,
                  &w.y, &w.target, &w.r, &w.root_C, &w.lo_C, &w.hi_C, &w.a_C, &w.gathered,
                  &w.transformed, &w.weights})
    grow(*v, rows);
  for (auto* v : {&w.W, &w.G, &w.R}) grow(*v, kLanes * rows);
  w.columns.resize(rows);
  w.inside.resize(rows);
  w.refused.resize(rows);
}

}  // namespace

Run::Run(const View& view, const Options& options, KellerWorkspace& workspace)
    : view_(view), options_(options), w_(workspace) {
  // 2 n drives and drops are the most ever seen; Keller's bound is exponential, as for every
  // pivoting method.
  limit_ = options.max_pivots > 0 ? options.max_pivots : static_cast<int>(20 * view.n + 200);
}

void Run::clear_set() {
  const Index padded = linalg::padded(view_.n);
  w_.factor.clear();
  for (auto* v : {&w_.x, &w_.y, &w_.root_C, &w_.a_C}) std::fill_n(v->data(), padded, 0.0);
  std::fill_n(w_.lo_C.data(), padded, -kInfinity);
  std::fill_n(w_.hi_C.data(), padded, kInfinity);
  std::fill_n(w_.inside.data(), view_.n, std::uint8_t{0});
  std::fill_n(w_.refused.data(), view_.n, std::uint8_t{0});
  w_.refused_rows.clear();
  w_.touched.clear();
  w_.visited.clear();
  w_.list.clear();
}

// A row with A_ii = 0 moves nothing (PSD: its column is zero), so only the sign of b_i matters.
void Run::start_weightless(Index i) {
  const auto moves = [&](const double* column, Index count) {
    return std::any_of(column, column + count, [](double x) { return x != 0; });
  };
  if (sparse_ ? moves(view_.sparse->values(i), std::ssize(view_.sparse->rows(i)))
              : moves(view_.column(i), view_.n)) {
    status_ = Status::invalid;
    return;
  }
  if (view_.b[i] == 0) return set_value(i, std::clamp(w_.f[i], view_.lo[i], view_.hi[i]));
  const double bound = view_.b[i] < 0 ? view_.hi[i] : view_.lo[i];
  if (std::isfinite(bound)) {
    set_value(i, bound);
    return;
  }
  std::fill_n(w_.direction.data(), view_.n, 0.0);
  w_.direction[i] = view_.b[i] < 0 ? 1.0 : -1.0;
  status_ = Status::infeasible;
}

void Run::start_row(Index i) {
  const double lo = view_.lo[i], hi = view_.hi[i];
  const bool warm = !options_.warm.empty();
  const double guess = warm ? options_.warm[i] : 0.0;
  if (is_bilateral(i) || (warm && guess > lo && guess < hi)) {
    w_.list.push_back(i);
  } else {
    set_value(i, std::clamp(warm ? guess : 0.0, lo, hi));
  }
}

void Run::prepare() {
  const Index n = view_.n, padded = linalg::padded(n);
  reserve(w_, n);
  find_sparsity();
  clear_set();
  for (auto* v : {&w_.f, &w_.up, &w_.down, &w_.root}) std::fill_n(v->data(), padded, 0.0);
  for (Index i = 0; i < n; ++i) w_.root[i] = view_.at(i, i);
  w_.root.head(n) = w_.root.head(n).cwiseMax(0.0).cwiseSqrt();
  w_.inverse_root.head(n) = w_.root.head(n).cwiseInverse();
  for (Index i = 0; i < n; ++i) {
    largest_b_ = std::max(largest_b_, std::abs(view_.b[i]));
    if (w_.root[i] > 0) {
      start_row(i);
    } else {
      start_weightless(i);
    }
  }
  // Bilateral rows come first, then the largest guesses: of dependent rows those that carry most.
  const auto size = [&](Index i) {
    if (is_bilateral(i)) return kInfinity;
    return options_.warm.empty() ? 0.0 : std::abs(options_.warm[i]);
  };
  std::sort(w_.list.begin(), w_.list.end(), [&](Index i, Index j) {
    const double size_i = size(i), size_j = size(j);
    return size_i != size_j ? size_i > size_j : i < j;
  });
  bilateral_only_ = !w_.list.empty() && is_bilateral(w_.list.front());
  for (Index i = 0; i < n; ++i) set_scales(i);
}

// Takes one step of refinement against A: y absorbs what Z left over in a_C.
void Run::refine() {
  w_.factor.multiply(w_.a_C.data(), w_.transformed.data());
  for (Index q = 0; q < w_.factor.padded_size(); q += kLanes)
    linalg::lanes(w_.y.data() + q) += linalg::lanes(w_.transformed.data() + q);
  settle();
  price();
}

// A new set makes refused rows worth another look; a set seen before means that rounding has
// undone a drive, and the rows of this batch are left alone until a new set appears.
void Run::remember_set() {
  if (std::find(w_.visited.begin(), w_.visited.end(), hash_) == w_.visited.end()) {
    w_.visited.push_back(hash_);
    forgive();
    return;
  }
  for (const Index i : w_.touched) refuse(i);
}

void Run::loop() {
  w_.visited.push_back(hash_);
  while (status_ == Status::limit && pivots_ < limit_ && !overflowed_) {
    if (largest_a_C_ > 1e-13 * largest_b_ + 4 * kEpsilon * noise_scale_) refine();
    if (fine_) load();
    select();
    if (batch_.count > 0) {
      w_.touched.clear();
      drive_batch();
      // A batch that drove nothing would be selected again for ever.
      if (overflowed_ || w_.touched.empty()) break;
      settle();
      price();
      remember_set();
    } else if (bilateral_only_) {
      bilateral_only_ = false;
      for (Index i = 0; i < view_.n; ++i)
        if (!w_.inside[i]) set_scales(i);
    } else if (!fine_) {
      fine_ = true;
    } else {
      break;
    }
  }
}

// Refines until every a_C is within four roundings of its own row; three times at most.
void Run::finish() {
  const auto above_rounding = [&] {
    const auto C = w_.factor.order();
    for (Index q = 0; q < k(); ++q)
      if (std::abs(w_.a_C[q]) > 4 * kEpsilon * w_.load[C[q]]) return true;
    return false;
  };
  for (int i = 0; i < 3 && above_rounding(); ++i) refine();
}

// Returns the residual checker's bound in the units of b, from `load`.
double Run::accepted_residual() const {
  double largest = 0;
  for (Index i = 0; i < view_.n; ++i)
    largest = std::max(largest, w_.load[i] - std::abs(view_.b[i]));
  const double unit = largest_b_ > 0 ? largest_b_ : 1.0;
  return std::clamp(Certificate::kLossShare * kEpsilon * largest, Certificate::kTightest * unit,
                    Certificate::kLoosest * unit);
}

// Returns the residual of C or a larger a of the wrong sign outside; no less than the natural map.
double Run::violation() const {
  double worst = largest_a_C_;
  for (Index i = 0; i < view_.n; ++i) {
    if (w_.inside[i]) continue;
    const double a = w_.a[i];
    const double wrong =
        std::max(w_.f[i] < view_.hi[i] ? -a : 0.0, w_.f[i] > view_.lo[i] ? a : 0.0);
    raise(worst, wrong);
  }
  return worst;
}

// True if d = sign (e_p - r on C) proves that there is no solution: A d = 0 to rounding, no bound
// in its way, and b · d < 0 by more than violations of the residual checker's size could explain
// (b · d = a · d for every f, so some |a_i| >= |b · d| / sum |d_i|).
bool Run::ray_holds(Index p, double sign) {
  load();
  const double level = accepted_residual();
  bool still = false;
  for (int round = 0; round < 3 && !still; ++round) {
    if (round > 0) refine_direction(sign);
    price_direction(p, sign);
    const double moved = w_.a.head(view_.n).cwiseAbs().maxCoeff();
    // 100: dependent rows of the test families stay below 8 roundings.
    still = moved <= 100 * kEpsilon * w_.load.head(view_.n).maxCoeff();
  }
  const auto d = w_.direction.head(view_.n);
  const double gain = -d.dot(Eigen::Map<const Eigen::VectorXd>(view_.b, view_.n));
  const double length = d.cwiseAbs().sum();
  if (!still || !(gain > 1e-10 * largest_b_ * length)) return false;
  if (gain > level * length) return true;
  // Forces that have grown without bound on an earlier such row raise the level; see solve().
  w_.suspect = w_.direction;
  suspected_ = true;
  return false;
}

// Refines r, which absorbs what Z left over in (A d)_C.
void Run::refine_direction(double sign) {
  const auto C = w_.factor.order();
  std::fill_n(w_.gathered.data(), w_.factor.padded_size(), 0.0);
  for (Index q = 0; q < k(); ++q) w_.gathered[q] = sign * w_.a[C[q]];
  w_.factor.multiply(w_.gathered.data(), w_.transformed.data());
  w_.factor.multiply_transposed(w_.transformed.data(), 1, w_.gathered.data());
  w_.r.head(k()) += w_.gathered.head(k());
}

void Run::report(Solution& solution) const {
  const Index n = view_.n;
  solution.f = w_.f.head(n);
  const auto C = w_.factor.order();
  for (Index q = 0; q < k(); ++q) solution.f[C[q]] = w_.x[q];
  if (status_ == Status::infeasible) {
    solution.ray = w_.direction.head(n);
  } else {
    solution.ray.resize(0);
  }
  solution.status = status_;
  solution.answered_by = Method::keller;
  solution.pivots = pivots_;
  solution.drives = drives_;
  solution.factorisations = factorisations_;
}

// Starts once more from the set found, with a new factor, one candidate at a time.
void Run::start_over() {
  const auto C = w_.factor.order();
  std::vector<Index> rows(C.begin(), C.end());
  Eigen::VectorXd size(view_.n);
  for (Index q = 0; q < k(); ++q) size[C[q]] = std::abs(w_.x[q]) * w_.root_C[q];
  std::sort(rows.begin(), rows.end(),
            [&](Index i, Index j) { return size[i] != size[j] ? size[i] > size[j] : i < j; });
  clear_set();
  w_.list.assign(rows.begin(), rows.end());
  for (Index i = 0; i < view_.n; ++i) set_scales(i);
  fine_ = dissected_ = false;
  width_ = 1;
}

void Run::solve(Solution& solution) {
  prepare();
  for (int attempt = 0; attempt < 2 && status_ == Status::limit; ++attempt) {
    if (attempt > 0) start_over();
    price();
    ++factorisations_;
    if (!w_.list.empty()) {
      seed();
      settle();
      price();
    }
    loop();
    if (status_ != Status::limit || overflowed_) break;
    if (fine_) {
      finish();
    } else {
      load();
    }
    if (violation() <= accepted_residual()) status_ = Status::solved;
  }
  // A suspected ray, at forces too large to tell, counts as one where no answer was found.
  if (status_ == Status::limit && suspected_) {
    w_.direction = w_.suspect;
    status_ = Status::infeasible;
  }
  report(solution);
  // NaN in the padding of the vectors would spoil the next problem.
  if (overflowed_ || !w_.a.head(view_.n).allFinite()) w_ = KellerWorkspace{};
}

}  // namespace keller

void solve_keller(const Lcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution) {
  const Eigen::Index n = problem.size();
  if (workspace.lo.size() < n) {
    workspace.lo.setZero(n);
    workspace.hi.setConstant(n, kInfinity);
  }
  const keller::View view{problem.A.data(), problem.b.data(), workspace.lo.data(),
                          workspace.hi.data(), n};
  keller::Run(view, options, workspace).solve(solution);
}

void solve_keller(const BoxedLcp& problem, const SparseColumns& columns, const Options& options,
                  KellerWorkspace& workspace, Solution& solution) {
  const keller::View view{nullptr,           problem.b.data(), problem.lo.data(),
                          problem.hi.data(), problem.size(),   &columns};
  keller::Run(view, options, workspace).solve(solution);
}

void solve_keller(const BoxedLcp& problem, const Options& options, KellerWorkspace& workspace,
                  Solution& solution) {
  const keller::View view{problem.A.data(), problem.b.data(), problem.lo.data(), problem.hi.data(),
                          problem.size()};
  keller::Run(view, options, workspace).solve(solution);
}

}  // namespace perpend::lcp
