// SPDX-License-Identifier: Apache-2.0
//
// Contacts in space are judged eight at a time, by the operations of a single one: same bits.
#include "lcp/cone/natural_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/worst.hpp"
#include "lcp/cone/jordan_lanes.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using linalg::kLanes;
using linalg::LaneMask;

// Share of what the residual checker takes for noise, as two evaluations differ by rounding.
constexpr double kNoiseShare = 0.9;

double friction_map(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  const double radius = block.mu * std::max(0.0, r[0]);
  const Vector2d f = r.tail<2>();
  if (block.sliding) return (f + radius * block.direction).norm();
  Vector2d target = f - u.tail<2>();
  if (block.box) {
    target = target.cwiseMin(radius).cwiseMax(-radius);
    return (f - target).cwiseAbs().maxCoeff();
  }
  if (block.polygon.corners > 0) return (f - block.polygon.nearest(target, radius).point).norm();
  const double length = target.norm();
  if (length > radius) target *= radius / length;
  return (f - target).norm();
}

// Rounding granted per unit of load. A block counts its own terms alone: no more than the sums that
// the checker takes.
constexpr double kLoss = Certificate::kLossShare * std::numeric_limits<double>::epsilon();

// Returns the bound that the checker grants a row for rounding, relative to the tightest one.
double granted(double load) {
  return std::clamp(kLoss / Certificate::kTightest * load, 1.0,
                    Certificate::kLoosest / Certificate::kTightest);
}

// Returns the relative residual of `count` rows from `first` on; 0 where it is noise.
double above_noise(const ConeProblem& cone, Index first, Index count, double residual) {
  if (cone.noise.size() == 0) return residual;
  return residual <= kNoiseShare * cone.noise.segment(first, count).maxCoeff() ? 0.0 : residual;
}

double block_residual(const ConeProblem& cone, const ConeBlock& block, const Vector3d& r,
                      const Vector3d& u) {
  const double scale = cone.motion_scale[block.row];
  const double first = block.bilateral ? u[0] : std::min(r[0], u[0]);
  const double normal = above_noise(cone, block.row, 1, scale * std::abs(first));
  const double grant =
      granted(scale * (block.rows == 1 ? std::abs(r[0]) : r.cwiseAbs().maxCoeff()));
  if (block.rows == 1) return normal / grant;
  const double friction = scale * friction_map(block, r, u);
  const double worse = worse_of(normal, above_noise(cone, block.row + 1, block.rows - 1, friction));
  return worse / grant;
}

// Eight blocks with circular cones.
class Batch {
 public:
  void add(const ConeBlock& block) { blocks_[count_++] = &block; }
  bool is_full() const { return count_ == kLanes; }
  int size() const { return count_; }
  const ConeBlock& operator[](int i) const { return *blocks_[i]; }
  void clear() { count_ = 0; }

  /// Gathers row k of each block.
  void rows(const VectorXd& x, int k, Lanes& out) const {
    linalg::gather(out, [&](int i) { return x[blocks_[i]->row + k]; });
  }
  void friction_coefficients(Lanes& out) const {
    linalg::gather(out, [&](int i) { return blocks_[i]->mu; });
  }

 private:
  const ConeBlock* blocks_[kLanes];
  int count_ = 0;
};

void read(const Batch& batch, const VectorXd& x, LaneVector& out) {
  for (int k = 0; k < 3; ++k) batch.rows(x, k, out[k]);
}

// Sets `residual` to 0 where it is not above the largest noise of rows `first` to `last`.
void drop_noise(const ConeProblem& cone, const Batch& batch, int first, int last, Lanes& residual) {
  if (cone.noise.size() == 0) return;
  Lanes noise, other;
  batch.rows(cone.noise, first, noise);
  for (int k = first + 1; k <= last; ++k) {
    batch.rows(cone.noise, k, other);
    noise = linalg::larger(other, noise);
  }
  residual = select(residual <= kNoiseShare * noise, Lanes{}, residual);
}

// Returns the largest block_residual() of the eight.
double batch_residual(const ConeProblem& cone, const Batch& batch, const VectorXd& r,
                      const VectorXd& u) {
  LaneVector force, motion, left;
  read(batch, r, force);
  read(batch, u, motion);
  Lanes scale, mu, length;
  batch.rows(cone.motion_scale, 0, scale);
  batch.friction_coefficients(mu);

  Lanes normal = select(motion[0] < force[0], motion[0], force[0]);
  linalg::magnitudes(normal, normal);
  normal *= scale;
  drop_noise(cone, batch, 0, 0, normal);

  const Lanes none = {}, radius = mu * select(none < force[0], force[0], none);
  LaneVector target;
  for (int k = 1; k < 3; ++k) target[k] = force[k] - motion[k];
  tangent_norm(target, length);
  const LaneMask slides = length > radius;
  const Lanes share = radius / select(slides, length, none + 1.0);
  for (int k = 1; k < 3; ++k) left[k] = force[k] - select(slides, share * target[k], target[k]);
  Lanes friction;
  tangent_norm(left, friction);
  friction *= scale;
  drop_noise(cone, batch, 1, 2, friction);

  Lanes load = {}, grant = none + 1.0;
  for (int k = 0; k < 3; ++k) {
    linalg::magnitudes(force[k], length);
    load = linalg::larger(length, load);
  }
  load = kLoss / Certificate::kTightest * (scale * load);
  grant = linalg::larger(load, grant);
  const Lanes loosest = none + Certificate::kLoosest / Certificate::kTightest;
  grant = select(grant > loosest, loosest, grant);
  normal /= grant;
  friction /= grant;

  double worst = linalg::horizontal_max(normal);
  const double most = linalg::horizontal_max(friction);
  raise(worst, most);
  if (linalg::any((normal != normal) | (friction != friction)))
    worst = std::numeric_limits<double>::quiet_NaN();
  return worst;
}

double natural_map_of(Chunk blocks, const ConeProblem& cone, const VectorXd& r, const VectorXd& u) {
  double worst = 0.0;
  Batch batch;
  const auto judge = [&](const ConeBlock& block) {
    raise(worst, block_residual(cone, block, rows_of(block, r), rows_of(block, u)));
  };
  for (int i = blocks.first; i < blocks.last; ++i) {
    const ConeBlock& block = cone.blocks[i];
    if (!block.has_disc()) {
      judge(block);
      continue;
    }
    batch.add(block);
    if (!batch.is_full()) continue;
    raise(worst, batch_residual(cone, batch, r, u));
    batch.clear();
  }
  for (int i = 0; i < batch.size(); ++i) judge(batch[i]);
  return worst;
}

}  // namespace

double natural_map(const ConeProblem& cone, const VectorXd& r, const VectorXd& u) {
  const auto worst_of = [&](Chunk blocks) { return natural_map_of(blocks, cone, r, u); };
  Threads& threads = cone.W ? cone.W->threads() : Threads::alone();
  return threads.reduce<2 * kContactChunk>(static_cast<int>(cone.blocks.size()), 0.0, worst_of,
                                           worse_of);
}

}  // namespace perpend::lcp
