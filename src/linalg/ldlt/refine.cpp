// SPDX-License-Identifier: Apache-2.0
//
// Componentwise backward errors (Arioli, Demmel, Duff 1989) and refinement.
#include <algorithm>
#include <cmath>

#include "linalg/kernels/lanes.hpp"
#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/chunk_shares.hpp"
#include "linalg/refinement.hpp"
#include "perpend/core/error.hpp"

namespace perpend::linalg {
namespace {

// Backward errors up to this are not measured again against a larger scale.
constexpr double kSmall = 1e-13;
constexpr int kRowChunk = 16 * Threads::kChunk;

// Returns the largest of `values` and `most`.
double largest_of(const double* values, int count, double most) {
  Lanes all, next;
  for (int m = 0; m < kLanes; ++m) all[m] = most;
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    load_unaligned(values + i, next);
    all = larger(next, all);
  }
  most = horizontal_max(all);
  for (; i < count; ++i) most = std::max(most, values[i]);
  return most;
}

// Returns the larger of the two, NaN where there is one.
double larger_error(double next, double error) {
  return next > error || std::isnan(next) ? next : error;
}

// Scale of the residuals of rows of one kind: the part of them that is rounding, and the least
// magnitude.
struct Measure {
  double rounding, floor;
};

// Returns the larger of `error` and the ratio of |residual|, less its rounding, to the magnitude.
double larger_ratio(double residual, double magnitude, Measure by, double error) {
  const double beyond = std::abs(residual) - by.rounding;
  if (beyond <= 0.0) return error;
  return larger_error(beyond / std::max(magnitude, by.floor), error);
}

// Same for all rows. Eight that are all below `error` need no division.
double worst_of(const double* residual, const double* magnitude, int count, Measure by,
                double error) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes r, m;
    load_unaligned(residual + i, r);
    load_unaligned(magnitude + i, m);
    magnitudes(r, r);
    m = select(m < by.floor, Lanes{} + by.floor, m);
    if (!any(~(r - by.rounding <= error * m))) continue;
    for (int k = i; k < i + kLanes; ++k) error = larger_ratio(residual[k], magnitude[k], by, error);
  }
  for (; i < count; ++i) error = larger_ratio(residual[i], magnitude[i], by, error);
  return error;
}

}  // namespace

double BlockLdlt::residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                           const Eigen::Ref<const Eigen::VectorXd>& x, double rounding) const {
  require(b.size() == rows(), "b", "rows() entries", static_cast<double>(b.size()));
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  subtract_input(b.data(), x.data());
  std::array<double, 2> largest = largest_magnitudes();
  const double error = worst_ratio(largest, rounding);
  if (error <= kSmall) return error;
  largest[0] = std::max(largest[0], largest_rate());
  return worst_ratio(largest, rounding);
}

// Calls body(begin, end, is_body) for the runs of nodes of one kind within a chunk of rows.
template <class Body>
void BlockLdlt::for_runs(int chunk, Body&& body) const {
  const auto [first, last] = chunk_of(chunk, rows(), kRowChunk);
  auto run = std::upper_bound(runs_.begin(), runs_.end(), first,
                              [](int row, const Run& one) { return row < one.end; });
  for (; run != runs_.end() && run->begin < last; ++run)
    body(std::max(run->begin, first), std::min(run->end, last), run->body);
}

// Returns the largest magnitudes of constraint rows and of body rows.
std::array<double, 2> BlockLdlt::largest_magnitudes() const {
  const int chunks = chunks_of(rows(), kRowChunk);
  run_chunks(threads_, chunks, [&](int k) {
    std::array<double, 2> largest{};
    for_runs(k, [&](int begin, int end, bool body) {
      largest[body] = largest_of(magnitude_.data() + begin, end - begin, largest[body]);
    });
    of_chunk_[k] = largest;
  });
  std::array<double, 2> largest{};
  for (int k = 0; k < chunks; ++k)
    for (const int kind : {0, 1}) largest[kind] = std::max(largest[kind], of_chunk_[k][kind]);
  return largest;
}

// Returns the largest ratio of |residual| to magnitude, or to the rounding of the largest magnitude
// of the kind. `rounding` is subtracted from residuals of constraint rows.
double BlockLdlt::worst_ratio(const std::array<double, 2>& largest, double rounding) const {
  const int chunks = chunks_of(rows(), kRowChunk);
  run_chunks(threads_, chunks, [&](int k) {
    double error = 0.0;
    for_runs(k, [&](int begin, int end, bool body) {
      error = worst_of(residual_.data() + begin, magnitude_.data() + begin, end - begin,
                       {body ? 0.0 : rounding, kNegligible * largest[body]}, error);
    });
    of_chunk_[k][0] = error;
  });
  double error = 0.0;
  for (int k = 0; k < chunks; ++k) error = larger_error(of_chunk_[k][0], error);
  return error;
}

// Returns the largest rate that the terms of a body row would give it alone. Where constraints hold
// everything still, rates are nothing but the rounding of these.
double BlockLdlt::largest_rate() const {
  const int chunks = chunks_of(symbolic_.nodes(), Threads::kChunk);
  run_chunks(threads_, chunks, [&](int chunk) {
    double largest = 0.0;
    const auto [first, last] = chunk_of(chunk, symbolic_.nodes(), Threads::kChunk);
    for (int p = first; p < last; ++p) {
      const int size = symbolic_.size[p];
      if (graph_.signs[symbolic_.order[p]] < 0) continue;
      for (int k = 0; k < size; ++k)
        largest =
            std::max(largest, magnitude_[place_[p] + k] / input_[diagonal_[p] + k * (size + 1)]);
    }
    of_chunk_[chunk][0] = largest;
  });
  double largest = 0.0;
  for (int k = 0; k < chunks; ++k) largest = std::max(largest, of_chunk_[k][0]);
  return largest;
}

double BlockLdlt::refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                         int steps, double enough) const {
  return refine_by([&] { return residual(b, x); }, [&] { solve(residual_.data()); }, steps,
                   std::max(enough, kRoundingLevel), residual_.head(rows()), best_, x);
}

// Takes one step of inverse iteration: the replaced pivot of a dependent row makes it the direction
// in which the factor is nearly singular.
double BlockLdlt::null_vector(int row, Eigen::Ref<Eigen::VectorXd> lambda) const {
  require(row >= 0 && row < rows(), "row", "a row of K", row);
  require(lambda.size() == rows(), "lambda", "rows() entries", static_cast<double>(lambda.size()));
  lambda.setZero();
  lambda[row] = 1.0;
  solve(lambda);
  lambda /= lambda[row];
  for (int node = 0; node < graph_.nodes(); ++node)
    if (graph_.signs[node] > 0) lambda.segment(offset_[node], graph_.sizes[node]).setZero();
  best_.setZero();
  subtract_input(best_.data(), lambda.data());
  double force = 0.0, largest = 0.0;
  for (int node = 0; node < graph_.nodes(); ++node) {
    if (graph_.signs[node] < 0) continue;
    const auto rows = Eigen::seqN(offset_[node], graph_.sizes[node]);
    force = std::max(force, residual_(rows).cwiseAbs().maxCoeff());
    largest = std::max(largest, magnitude_(rows).maxCoeff());
  }
  return largest > 0.0 ? force / largest : 0.0;
}

}  // namespace perpend::linalg
