// SPDX-License-Identifier: Apache-2.0
//
// Componentwise backward errors (Arioli, Demmel, Duff 1989) and refinement.
#include <algorithm>
#include <cmath>

#include "linalg/block_terms.hpp"
#include "linalg/lanes.hpp"
#include "linalg/refinement.hpp"
#include "perpend/core/error.hpp"
#include "perpend/linalg/block_ldlt.hpp"

namespace perpend::linalg {
namespace {

// Rows whose terms are below this part of the largest terms of their kind (body rows in N s,
// constraint rows in m/s) hold nothing but rounding of the others and are judged against those:
// a thousand rows times a few eps each.
constexpr double kNegligible = 1e-12;
// Backward errors below this need no second look at what they are measured against.
constexpr double kSmall = 1e-13;

// The largest of `values` and `most`.
double largest_of(const double* values, int count, double most) {
  Lanes all, next;
  for (int m = 0; m < kLanes; ++m) all[m] = most;
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    load_unaligned(values + i, next);
    all = next > all ? next : all;
  }
  most = horizontal_max(all);
  for (; i < count; ++i) most = std::max(most, values[i]);
  return most;
}

// The larger of `error` and |residual| / max(magnitude, floor), NaN where there is one.
double larger_ratio(double residual, double magnitude, double floor, double error) {
  if (residual == 0.0) return error;
  const double ratio = std::abs(residual) / std::max(magnitude, floor);
  return ratio > error || std::isnan(ratio) ? ratio : error;
}

// The same for all rows. Eight that are all below what was met need no division.
double worst_of(const double* residual, const double* magnitude, int count, double floor,
                double error) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes r, m;
    load_unaligned(residual + i, r);
    load_unaligned(magnitude + i, m);
    magnitudes(r, r);
    m = m < floor ? Lanes{} + floor : m;
    if (!any(~(r <= error * m))) continue;
    for (int k = i; k < i + kLanes; ++k)
      error = larger_ratio(residual[k], magnitude[k], floor, error);
  }
  for (; i < count; ++i) error = larger_ratio(residual[i], magnitude[i], floor, error);
  return error;
}

}  // namespace

// residual -= K x, magnitude += |K| |x|, in the layout of the caller.
void BlockLdlt::subtract_input(const double* x, double* r, double* m) const {
  const auto side = [&](int row) { return TermSide{x + row, r + row, m + row}; };
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int s = symbolic_.size[p];
    term_kernels(s, s).diagonal(input_.data() + diagonal_[p], side(offset_[symbolic_.order[p]]), s);
    for (int k = input_start_[p]; k < input_start_[p + 1]; ++k) {
      const Input& input = inputs_[k];
      const int size = symbolic_.size[symbolic_.below[input.target]];
      const int rows = input.transposed ? s : size, columns = input.transposed ? size : s;
      term_kernels(rows, columns)
          .coupling(input_.data() + input.value, side(input.top), side(input.left), rows, columns);
    }
  }
}

double BlockLdlt::residual(const Eigen::Ref<const Eigen::VectorXd>& b,
                           const Eigen::Ref<const Eigen::VectorXd>& x) const {
  require(b.size() == rows(), "b", "rows() entries", static_cast<double>(b.size()));
  require(x.size() == rows(), "x", "rows() entries", static_cast<double>(x.size()));
  residual_ = b;
  magnitude_ = b.cwiseAbs();
  subtract_input(x.data(), residual_.data(), magnitude_.data());
  double largest[2] = {0.0, 0.0};
  for (const auto [begin, end, body] : runs_)
    largest[body] = largest_of(magnitude_.data() + begin, end - begin, largest[body]);
  const double error = worst_ratio(largest[0], largest[1]);
  if (error <= kSmall) return error;
  return worst_ratio(std::max(largest[0], largest_rate()), largest[1]);
}

// Of |residual| to magnitude, or to the rounding of the largest magnitude of the kind.
double BlockLdlt::worst_ratio(double largest_constraint, double largest_body) const {
  double error = 0.0;
  for (const auto [begin, end, body] : runs_)
    error = worst_of(residual_.data() + begin, magnitude_.data() + begin, end - begin,
                     kNegligible * (body ? largest_body : largest_constraint), error);
  return error;
}

// What the terms of a body row would give it alone. Where constraints hold everything still, rates
// are nothing but the rounding of these.
double BlockLdlt::largest_rate() const {
  double largest = 0.0;
  for (int p = 0; p < symbolic_.nodes(); ++p) {
    const int node = symbolic_.order[p], size = symbolic_.size[p];
    if (graph_.signs[node] < 0) continue;
    for (int k = 0; k < size; ++k)
      largest =
          std::max(largest, magnitude_[offset_[node] + k] / input_[diagonal_[p] + k * (size + 1)]);
  }
  return largest;
}

double BlockLdlt::refine(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> x,
                         int steps) const {
  return refine_by([&] { return residual(b, x); }, [&] { solve(residual_.data()); }, steps,
                   residual_, best_, x);
}

// One step of inverse iteration: the replaced pivot of a dependent row makes it the direction in
// which the factor is nearly singular.
double BlockLdlt::null_vector(int row, Eigen::Ref<Eigen::VectorXd> lambda) const {
  require(row >= 0 && row < rows(), "row", "a row of K", row);
  require(lambda.size() == rows(), "lambda", "rows() entries", static_cast<double>(lambda.size()));
  lambda.setZero();
  lambda[row] = 1.0;
  solve(lambda);
  lambda /= lambda[row];
  for (int node = 0; node < graph_.nodes(); ++node)
    if (graph_.signs[node] > 0) lambda.segment(offset_[node], graph_.sizes[node]).setZero();
  residual_.setZero();
  magnitude_.setZero();
  subtract_input(lambda.data(), residual_.data(), magnitude_.data());
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
