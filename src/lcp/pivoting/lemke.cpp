// SPDX-License-Identifier: Apache-2.0
//
// Lemke's method from problem to polished answer: standard form, equilibration, paths of
// complementary pivots (lemke_tableau.cpp), and the final basis solved with a fresh LU.
//
// Limitations: O(n²) memory and work per pivot; exponential on Murty's and Fathi's matrices; a
// path cannot start from a guess. Where A is not of a class Lemke's method processes, a ray proves
// nothing, and only a direction that is a proof by itself is called infeasible.
// Tried: stopping at the end of the first path and polishing its basis left 1.5 % of rank-deficient
// piles above 1e-10 (near-singular bases with entries of -1e-9, cycles); settling and restarting
// from the final basis left none. Least norm on a final basis that is singular sent forces past 0
// and lost the solution of 1 in 3000 polyhedral piles; the path's own point keeps it.
#include "lcp/pivoting/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/pivoting/active_set.hpp"
#include "lcp/pivoting/lemke_tableau.hpp"
#include "lcp/pivoting/standard_form.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Returns D with unit diagonal of D M D where it is positive, so that the tolerances of the tableau
// are relative. Rows without a diagonal (multipliers) take the scale of their largest coupling.
VectorXd row_scales(const MatrixXd& M) {
  const Index n = M.rows();
  VectorXd d = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i)
    if (M(i, i) > 0) d[i] = 1 / std::sqrt(M(i, i));
  const VectorXd known = d;
  for (Index i = 0; i < n; ++i) {
    if (known[i] > 0) continue;
    const double coupling = (M.row(i).cwiseAbs() * known).value();
    const double largest = M.row(i).cwiseAbs().maxCoeff();
    d[i] = coupling > 0 ? 1 / coupling : largest > 0 ? 1 / std::sqrt(largest) : 1.0;
  }
  return d;
}

// Returns the problem 0 <= z' ⊥ D M D z' + D q / s >= 0 with z = scale .* z', scale = s D.
BoxedLcp equilibrate(const MatrixXd& M, const VectorXd& q, VectorXd& scale) {
  scale = row_scales(M);
  Lcp unit{scale.asDiagonal() * M * scale.asDiagonal(), scale.cwiseProduct(q)};
  const double size = q.size() > 0 ? unit.b.cwiseAbs().maxCoeff() : 0.0;
  if (size > 0) {
    unit.b /= size;
    scale *= size;
  }
  return to_boxed(unit);
}

// Returns e first; after numerical trouble, fixed vectors in (0.5, 1.5) from the golden ratio
// sequence.
VectorXd covering_vector(Index n, int attempt) {
  VectorXd cover = VectorXd::Ones(n);
  if (attempt == 0) return cover;
  for (Index i = 0; i < n; ++i)
    cover[i] = 0.5 + std::fmod(0.6180339887498949 * static_cast<double>((i + 1) * attempt), 1.0);
  return cover;
}

struct Path {
  LemkeTableau tableau;
  VectorXd z;    // the basic solution of the last complementary basis
  VectorXd ray;  // ray of the last path that ended on one
  std::vector<bool> basic_z;
  int pivots = 0;
  int factorisations = 0;
};

// Returns four times what evaluating M z + q in double may lose, per unit of q (whose largest entry
// is 1).
double rounding_of(const BoxedLcp& unit, const VectorXd& z) {
  const VectorXd load = unit.A.cwiseAbs() * z.cwiseAbs() + unit.b.cwiseAbs();
  return 4 * std::numeric_limits<double>::epsilon() * (load.size() > 0 ? load.maxCoeff() : 0.0);
}

bool solves_to_rounding(const BoxedLcp& unit, const VectorXd& z) {
  const VectorXd w = unit.A * z + unit.b;
  const double rounding = rounding_of(unit, z);
  for (Index i = 0; i < w.size(); ++i)
    if (!(w[i] >= -rounding) || (z[i] > 0 && !(w[i] <= rounding))) return false;
  return true;
}

// Takes the path's own point with the least change that makes a_C = 0. Where the basis is singular
// in double precision this keeps forces distinct that least norm would share, some of them past 0.
bool accept_corrected(const BoxedLcp& unit, const ActiveSet& set, VectorXd z, Path& path) {
  correct_on_set(unit, set, z);
  ++path.factorisations;
  clip(unit, z);
  if (!solves_to_rounding(unit, z)) return false;
  path.z = z;
  return true;
}

// Solves on the final basis with a fresh factorisation; returns true where that is a solution to
// rounding, or becomes one from the path's point or with its dependent rows. Otherwise `basis` is
// where the next path starts.
bool accept(const BoxedLcp& unit, std::vector<bool>& basis, Path& path) {
  ActiveSet set(basis.size());
  for (std::size_t i = 0; i < basis.size(); ++i) set[i] = basis[i] ? Side::clamped : Side::lower;
  const ActiveSet final_set = set;
  const VectorXd end = path.tableau.z();
  settle(unit, set, path.z);
  ++path.factorisations;
  for (std::size_t i = 0; i < basis.size(); ++i) basis[i] = set[i] == Side::clamped;
  path.basic_z = basis;
  if (solves_to_rounding(unit, path.z) || accept_corrected(unit, final_set, end, path)) return true;
  ++path.factorisations;
  fit_on_set(unit, set, path.z);
  return solves_to_rounding(unit, path.z);
}

// True if M + Mᵀ + shift has a Cholesky factor. Then a ray in exact arithmetic is a proof
// (copositive-plus; CPS, section 4.4), and one that proves nothing is a failed path. The diagonal
// is 1 or 0; rounding leaves eigenvalues of -1e-14.
bool is_semidefinite(const MatrixXd& M) {
  MatrixXd shifted = M + M.transpose();
  shifted.diagonal().array() += 1e-10;
  return Eigen::LLT<MatrixXd>(shifted).info() == Eigen::Success;
}

// Runs Lemke's method from the origin, then again from each final basis, freshly factored, until
// its basic solution is feasible to rounding: the last restart removes the errors of the path. A
// path that does not end within a few n pivots cycles among ties that rounding has blurred; the
// next one takes another covering vector, and so does one that ended on a ray that proves nothing;
// Status::ray is for matrices whose rays need not prove anything.
Status follow(const BoxedLcp& unit, int max_pivots, Path& path) {
  constexpr int kAttempts = 12, kRays = 3;
  const Index n = unit.size();
  std::vector<bool> basis(n, false);
  int budget = static_cast<int>(5 * n + 100), rays = 0;
  for (int attempt = 0; attempt < kAttempts && path.pivots < max_pivots; ++attempt) {
    LemkeTableau& tableau = path.tableau;
    if (!tableau.start(unit.A, unit.b, basis)) {
      basis.assign(n, false);
      tableau.start(unit.A, unit.b, basis);
    }
    auto outcome = LemkeTableau::Outcome::complementary;
    if (!tableau.feasible(0.0))
      outcome =
          tableau.run(covering_vector(n, attempt), std::min(budget, max_pivots - path.pivots));
    path.pivots += tableau.pivots();
    budget *= 2;
    basis = tableau.basic_z();
    if (outcome == LemkeTableau::Outcome::complementary) {
      if (accept(unit, basis, path)) return Status::solved;
      continue;
    }
    basis.assign(n, false);
    if (outcome == LemkeTableau::Outcome::limit) continue;
    path.ray = tableau.ray();
    if (proves_infeasible(unit, path.ray)) return Status::infeasible;
    if (++rays == kRays && !is_semidefinite(unit.A)) return Status::ray;
  }
  return Status::limit;
}

// Solves on the final basis in the problem's own rows. Takes the point z of the standard form where
// that is better because the block is singular in double precision, and fits the dependent rows
// where neither is enough.
void polish(const BoxedLcp& problem, const StandardForm& form, const VectorXd& z,
            const std::vector<bool>& basic_z, VectorXd& f) {
  ActiveSet set = form.active_set(basic_z);
  settle(problem, set, f);
  VectorXd a;
  Certificate best = certify(problem, f, a);
  const auto offer = [&](const VectorXd& candidate) {
    const Certificate certificate = certify(problem, candidate, a);
    if (!(certificate.residual < best.residual)) return;
    best = certificate;
    f = candidate;
  };
  offer(form.point(z));
  if (best.holds()) return;
  VectorXd fitted = f;
  fit_on_set(problem, set, fitted);
  offer(fitted);
}

}  // namespace

void solve_lemke(const BoxedLcp& problem, const Options& options, Solution& solution) {
  const StandardForm form(problem);
  const Index n = form.size();
  VectorXd scale;
  const BoxedLcp unit = equilibrate(form.M(), form.q(), scale);
  Path path;
  path.z = VectorXd::Zero(n);
  path.basic_z.assign(n, false);
  const int limit = static_cast<int>(100 * n + 10000);
  solution.status = follow(unit, options.max_pivots > 0 ? options.max_pivots : limit, path);
  solution.pivots = path.pivots;
  solution.factorisations = path.factorisations;
  if (solution.status == Status::ray || solution.status == Status::infeasible)
    solution.ray = form.direction(scale.cwiseProduct(path.ray)).normalized();
  polish(problem, form, scale.cwiseProduct(path.z), path.basic_z, solution.f);
}

void solve_lemke(const Lcp& problem, const Options& options, Solution& solution) {
  solve_lemke(to_boxed(problem), options, solution);
}

}  // namespace perpend::lcp
