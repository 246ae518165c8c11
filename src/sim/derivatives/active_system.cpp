// SPDX-License-Identifier: Apache-2.0
//
// With y the answer without impulses of rows, X = M̂⁻¹ Jᵀ, W = J X and e the change of a row:
//   holds    W d + c d                        = -(J y + e)
//   slides   w (d_t + mu s d_n) + k P W_t d   = -w lambda_n s dmu - k P (J_t y + e_t)
//            s = u_t/|u_t|,  P = 1 - s sᵀ,  k = w mu lambda_n/|u_t|,  w = W_tt
// for the impulses d of the active rows; then dv⁺ = y + X d. Unknowns and equations are scaled by
// the square root of the diagonal of W, so that the rank depends on directions and not on masses.
#include "sim/derivatives/active_system.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Row = ActiveRows::Row;
using Factor = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

// Least pivot relative to the largest: the round-off of W is at 1e-12, contacts that are
// independent by 1e-6 of their lever arms are at 1e-6 and above.
constexpr double kRank = 1e-9;
// Relative difference up to which rates agree: central differences are accurate to 1e-8.
constexpr double kAgreement = 1e-6;
// Least size of a column relative to the largest: columns of parameters without effect hold
// round-off alone.
constexpr double kLeast = 1e-4;

struct IslandSystem {
  const TakenStep& step;
  const KickResponse& response;
  const ActiveRows& active;
  const KickChange& change;
  std::vector<int> rows = {};      // active rows of the pool
  std::vector<int> group_of = {};  // group of each
  std::vector<int> place = {};     // per row of the pool, -1: not active
  MatrixXd A = {}, b = {}, rate = {}, W = {};
  VectorXd scale = {};

  void lay_out(std::span<const int> groups) {
    place.assign(active.rows.size(), -1);
    for (const int g : groups) {
      const RowGroup& group = step.rows.pool.groups()[g];
      for (int r = group.first_row; r < group.first_row + group.rows; ++r) {
        if (active.rows[r] == Row::off || !(response.diagonal(r) > 0)) continue;
        place[r] = static_cast<int>(rows.size());
        rows.push_back(r);
        group_of.push_back(g);
      }
    }
  }

  // Assembles W and the rates J y + e of the active rows.
  void assemble(const MatrixXd& y) {
    const Eigen::Index m = static_cast<Eigen::Index>(rows.size());
    W.resize(m, m);
    rate.resize(m, y.cols());
    scale.resize(m);
    const MatrixXd X = response.of_rows()(Eigen::all, rows);
    for (Eigen::Index i = 0; i < m; ++i) {
      const int r = rows[i] - step.rows.first_row(group_of[i]);
      W.row(i) = response.rates(group_of[i], X).row(r);
      rate.row(i) = response.rates(group_of[i], y).row(r) + change.rows.row(rows[i]);
      scale[i] = 1 / std::sqrt(response.diagonal(rows[i]));
    }
    A = W;
    b = -rate;
    for (Eigen::Index i = 0; i < m; ++i) A(i, i) += step.rows.compliance[rows[i]];
  }

  // Returns k of the equations above; 0 in the plane, where P = 0.
  double bend_of(const SlidingRows& sliding) const {
    const double load = step.rows.impulses.lambda[sliding.normal];
    return sliding.direction.size() == 1 ? 0.0 : load * bend_per_load(sliding);
  }

  double bend_per_load(const SlidingRows& sliding) const {
    return response.diagonal(sliding.first) * sliding.mu / sliding.slip;
  }

  double largest_load() const {
    double largest = 0;
    for (const SlidingRows& sliding : active.sliding)
      if (place[sliding.first] >= 0)
        largest = std::max(largest, step.rows.impulses.lambda[sliding.normal]);
    return largest;
  }

  void slide(const SlidingRows& sliding) {
    const int normal = sliding.normal, n = place[normal];
    const Eigen::Index count = sliding.direction.size(), t = place[sliding.first];
    if (n < 0 || t < 0) return;
    const double load = step.rows.impulses.lambda[normal], w = response.diagonal(sliding.first);
    const VectorXd& s = sliding.direction;
    // With slow slip the curvature is the larger part of the row.
    const double bend = bend_of(sliding), share = 1 / (1 + bend);
    const MatrixXd P = bend * (MatrixXd::Identity(count, count) - s * s.transpose());
    A.middleRows(t, count) = share * P * W.middleRows(t, count);
    A.block(t, t, count, count).diagonal().array() += share * w;
    A.block(t, n, count, 1) += share * w * sliding.mu * s;
    b.middleRows(t, count) = -share * P * rate.middleRows(t, count);
    if (step.rows.is_contact(sliding.group))
      b.middleRows(t, count) -= share * w * load * s * change.mu.row(normal);
  }

  void solve(MatrixXd& velocities, KickAnswer& answer) {
    const MatrixXd scaled = scale.asDiagonal() * A * scale.asDiagonal();
    const MatrixXd right = scale.asDiagonal() * b;
    Factor factor;
    factor.setThreshold(kRank);
    factor.compute(scaled);
    const MatrixXd z = factor.solve(right);
    const MatrixXd X = response.of_rows()(Eigen::all, rows) * scale.asDiagonal();
    const MatrixXd moved = X * z;
    velocities += moved;
    const int repeated = static_cast<int>(rows.size() - factor.rank());
    if (repeated == 0) return;
    answer.redundant += repeated;
    report_contradictions(scaled * z - right, right, answer);
    rate += W * scale.asDiagonal() * z;
    const MatrixXd empty = MatrixXd::Identity(z.rows(), z.rows()) - factor.solve(scaled);
    VectorXd worst = moved_by(X * empty, X);
    const Eigen::ColPivHouseholderQR<MatrixXd> basis(empty);
    const MatrixXd shares = basis.householderQ() * MatrixXd::Identity(z.rows(), repeated);
    for (Eigen::Index k = 0; k < repeated; ++k)
      raise_by_curvature(shares.col(k), factor, X, moved, worst);
    report(worst, DegenerateRow::Kind::ambiguous, answer);
  }

  void report_contradictions(const MatrixXd& left, const MatrixXd& right, KickAnswer& answer) {
    const double least = kLeast * right.cwiseAbs().maxCoeff();
    VectorXd worst = VectorXd::Zero(left.rows());
    for (Eigen::Index c = 0; c < left.cols(); ++c) {
      const double size = std::max(least, right.col(c).cwiseAbs().maxCoeff());
      if (size > 0) worst = worst.cwiseMax(left.col(c).cwiseAbs() / size);
    }
    report(worst, DegenerateRow::Kind::contradictory, answer);
  }

  // Returns how much impulses that change nothing in the equations move the bodies; it must be 0.
  static VectorXd moved_by(const MatrixXd& moved, const MatrixXd& X) {
    return moved.cwiseAbs().colwise().maxCoeff().transpose() / X.cwiseAbs().maxCoeff();
  }

  // Raises `worst` by the effect of cone curvature, which grows with the load of a contact:
  // undetermined shares of the load must not change the response of the slip.
  void raise_by_curvature(const VectorXd& share, const Factor& factor, const MatrixXd& X,
                          const MatrixXd& moved, VectorXd& worst) const {
    MatrixXd change_of_rows = MatrixXd::Zero(rows.size(), moved.cols());
    for (const SlidingRows& sliding : active.sliding) {
      const Eigen::Index t = place[sliding.first], count = sliding.direction.size();
      if (t < 0 || count == 1) continue;
      const VectorXd& s = sliding.direction;
      const Eigen::Index n = place[sliding.normal];
      const double load = largest_load() * share[n] / share.cwiseAbs().maxCoeff();
      const double part = load * bend_per_load(sliding) / (1 + bend_of(sliding));
      change_of_rows.middleRows(t, count) =
          part * (rate.middleRows(t, count) - s * (s.transpose() * rate.middleRows(t, count)));
    }
    if (change_of_rows.isZero(0)) return;
    const MatrixXd scaled = scale.asDiagonal() * change_of_rows;
    const MatrixXd other = X * factor.solve(scaled);
    const double size =
        (other.array().abs() / (moved.array().abs().maxCoeff() + 1e-300)).maxCoeff();
    if (!(size > kAgreement)) return;
    for (const SlidingRows& sliding : active.sliding)
      if (const int t = place[sliding.first]; t >= 0)
        worst[t] = std::max(worst[t], std::abs(share[place[sliding.normal]]) * size);
  }

  void report(const VectorXd& worst, DegenerateRow::Kind kind, KickAnswer& answer) {
    int last = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!(worst[i] > kAgreement) || group_of[i] == last) continue;
      last = group_of[i];
      answer.open.push_back(described(step, last, kind));
    }
  }
};

}  // namespace

KickAnswer answer_of(const TakenStep& step, KickResponse& response, const ActiveRows& active,
                     std::span<const std::span<const int>> islands, const KickChange& change) {
  KickAnswer answer;
  MatrixXd y(step.model.dof(), change.momentum.cols());
  for (Eigen::Index c = 0; c < y.cols(); ++c)
    y.col(c) =
        response.solve(-change.momentum.col(c), -change.joints.col(c), -change.coordinates.col(c));
  answer.velocities = y;
  for (const std::span<const int> groups : islands) {
    IslandSystem island{step, response, active, change};
    island.lay_out(groups);
    if (island.rows.empty()) continue;
    island.assemble(y);
    for (const SlidingRows& sliding : active.sliding)
      if (island.place[sliding.first] >= 0) island.slide(sliding);
    island.solve(answer.velocities, answer);
  }
  return answer;
}

bool keeps_rate(const TakenStep& step, const KickResponse& response, const KickAnswer& answer,
                const KickChange& change, const ActiveRows::Weak& weak) {
  const int at = weak.first - step.rows.first_row(weak.group);
  const MatrixXd rates = response.rates(weak.group, answer.velocities).middleRows(at, weak.count);
  const MatrixXd explicitly = change.rows.middleRows(weak.first, weak.count);
  const Eigen::RowVectorXd size = answer.velocities.cwiseAbs().colwise().maxCoeff() +
                                  explicitly.cwiseAbs().colwise().maxCoeff();
  const Eigen::RowVectorXd left = (rates + explicitly).cwiseAbs().colwise().maxCoeff();
  const double least = kLeast * size.maxCoeff();
  return (left.array() <= kAgreement * size.array().max(least)).all();
}

}  // namespace perpend
