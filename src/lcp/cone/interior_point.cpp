// SPDX-License-Identifier: Apache-2.0
//
// Interior point on the friction cones with the slip |u_t| as part of the unknown motion.
//   x = T r, y = T⁻¹ u + |u_t|_g e_0 inside the self-dual cone (cone_units), g = x . y per contact,
//   |u_t|_g = sqrt(|u_t|² + (g / 10)²), d its derivative,
//   P x = P⁻¹ y = lambda (Nesterov-Todd), Q = P²,
//   (Q + (I + e_0 d') T⁻¹ W T⁻¹) dx = P c - (T⁻¹ u + |u_t|_g e_0 - y),   dy = P c - Q dx
//   c = lambda⁻¹ o (sigma g e_0 - lambda o lambda - (P dx) o (P⁻¹ dy))       (Mehrotra)
// Multiplied by T that is (A + B W) dr = rhs with A = T Q T and B = T (I + e_0 d') T⁻¹. Bilateral
// rows are u = 0, tangent rows of dynamic friction r_t + mu r_n direction = 0.
//
// Source: Acary, Armand, Nguyen & Shpakovych 2024 keep the slip in the matrix the same way.
// Limitations: the problem is not convex, so nothing proves convergence; the residual stays near
// sqrt(g) where complementarity is not strict, so the end belongs to the probes. Not warm started.
// Tried: lagging the slip keeps the matrix symmetric at 1.3 to 1.7 times the iterations.
#include "lcp/cone/interior_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lcp/cone/jordan.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kIterations = 40;
constexpr int kIdleIterations = 8;
// Residuals at which the iterate is worth a probe, each once.
constexpr std::array kProbes{3e-3, 3e-4, 1e-5, 1e-7, 1e-9};
// Rounds |u_t| where it vanishes, as a share of the gap: 1 takes 27 instead of 24 factorisations in
// the median of piles of 50 to 150 contacts.
constexpr double kSlipRounding = 0.1;
// Bilateral rows that repeat each other leave the matrix singular.
constexpr double kShift = 1e-8;
constexpr int kRefinements = 3;

struct Cone {
  std::size_t block;
  Vector3d t, x, y;
  NesterovTodd scaling;
  Vector3d lambda, defect;  // defect = T⁻¹ u + |u_t|_g e_0 - y
  Vector3d dx, dy;
};

class Interior {
 public:
  explicit Interior(ConeSearch& search);
  VectorXd run();

 private:
  void linearise(double gap);
  void linearise(Cone& cone, double gap);
  void linearise_rest(std::size_t i);
  void direction(double centre, bool corrector);
  double longest_step() const;
  double gap(double step) const;
  void advance(double step);
  double try_iterate();
  bool iterate();

  ConeSearch& search_;
  const ConeProblem& problem_;
  std::vector<Cone> cones_;
  VectorXd r_, u_, rhs_, dr_;
  BlockDiagonal A_, B_;
  bool singular_ = false;
  double last_step_ = 1.0;
  std::size_t probes_ = 0;
};

Interior::Interior(ConeSearch& search)
    : search_(search),
      problem_(search.cone()),
      r_(VectorXd::Zero(problem_.size())),
      rhs_(problem_.size()),
      A_(problem_.blocks.size(), Matrix3d::Zero()),
      B_(problem_.blocks.size(), Matrix3d::Identity()) {
  for (std::size_t i = 0; i < problem_.blocks.size(); ++i) {
    const ConeBlock& block = problem_.blocks[i];
    singular_ |= block.bilateral;
    if (block.bilateral) continue;
    Cone cone;
    cone.block = i;
    cone.t = cone_units(block);
    cone.x = cone.y = Vector3d::UnitX();
    cone.dx = cone.dy = Vector3d::Zero();
    cones_.push_back(cone);
    r_[block.row] = 1 / cone.t[0];
    if (!block.sliding) continue;
    for (int k = 1; k < block.rows; ++k)
      r_[block.row + k] = -block.mu * r_[block.row] * block.direction[k - 1];
  }
}

void Interior::linearise(Cone& cone, double gap) {
  const ConeBlock& block = problem_.blocks[cone.block];
  const bool alone = block.rows == 1 || block.sliding;  // the normal row is a cone by itself
  Vector3d v = rows_of(block, u_).cwiseQuotient(cone.t);
  Matrix3d S = Matrix3d::Identity();
  if (alone) {
    v.tail<2>().setZero();
  } else {
    const double slip = std::hypot(v.tail<2>().norm(), kSlipRounding * gap);
    if (slip > 0) S.topRightCorner<1, 2>() = v.tail<2>().transpose() / slip;
    v[0] += slip;
  }
  cone.scaling = nesterov_todd(cone.x, cone.y);
  cone.lambda = cone.scaling.P * cone.x;
  cone.defect = v - cone.y;
  const Matrix3d Q = cone.scaling.P * cone.scaling.P;
  Matrix3d &A = A_[cone.block], &B = B_[cone.block];
  A = cone.t.asDiagonal() * Q * cone.t.asDiagonal();
  B = cone.t.asDiagonal() * S * cone.t.cwiseInverse().asDiagonal();
  if (!block.sliding) return;
  A.bottomRows<2>() << block.mu * block.direction, Eigen::Matrix2d::Identity();
  B.bottomRows<2>().setZero();
}

void Interior::linearise(double gap) {
  u_ = search_.motion_at(r_);
  for (Cone& cone : cones_) linearise(cone, gap);
}

// The step for the complementarity target `centre` times e_0.
void Interior::direction(double centre, bool corrector) {
  for (const ConeBlock& block : problem_.blocks)
    if (block.bilateral) rhs_[block.row] = -u_[block.row];
  for (Cone& cone : cones_) {
    const ConeBlock& block = problem_.blocks[cone.block];
    Vector3d target = -jordan_product(cone.lambda, cone.lambda);
    target[0] += centre;
    if (corrector)
      target -= jordan_product(cone.scaling.P * cone.dx, cone.scaling.inverse * cone.dy);
    cone.dy = cone.scaling.P * (arrow(cone.lambda).inverse() * target);  // P c for now
    Vector3d rhs = cone.t.cwiseProduct(cone.dy - cone.defect);
    if (block.sliding) {
      const Vector3d r = rows_of(block, r_);
      rhs.tail<2>() = -r.tail<2>() - block.mu * r[0] * block.direction;
    }
    set_rows(block, rhs, rhs_);
  }
  problem_.W->solve(rhs_, singular_ ? kRefinements : 0, dr_);
  for (Cone& cone : cones_) {
    const ConeBlock& block = problem_.blocks[cone.block];
    cone.dx = cone.t.cwiseProduct(rows_of(block, dr_));
    if (block.sliding) cone.dx.tail<2>().setZero();
    cone.dy -= cone.scaling.P * (cone.scaling.P * cone.dx);
  }
}

double Interior::longest_step() const {
  double step = 1e3;
  for (const Cone& cone : cones_)
    step = std::min({step, cone_step(cone.x, cone.dx, step), cone_step(cone.y, cone.dy, step)});
  return step;
}

double Interior::gap(double step) const {
  double sum = 0.0;
  for (const Cone& cone : cones_) sum += (cone.x + step * cone.dx).dot(cone.y + step * cone.dy);
  return cones_.empty() ? 0.0 : sum / static_cast<double>(cones_.size());
}

void Interior::advance(double step) {
  r_ += step * dr_;
  for (Cone& cone : cones_) {
    cone.x += step * cone.dx;
    cone.y += step * cone.dy;
  }
}

// The residual of the iterate; a probe each time it passes a mark.
double Interior::try_iterate() {
  const double residual = search_.consider(r_);
  if (probes_ < kProbes.size() && residual < kProbes[probes_]) {
    while (probes_ < kProbes.size() && residual < kProbes[probes_]) ++probes_;
    search_.brief_probe(r_);
  }
  return residual;
}

bool Interior::iterate() {
  const double now = gap(0);
  linearise(now);
  ++search_.steps;
  if (!problem_.W->factor(problem_.blocks, A_, B_, singular_ ? kShift : 0.0)) return false;
  direction(0, false);
  if (!dr_.allFinite()) return false;
  const double affine = gap(std::min(1.0, longest_step()));
  double sigma = std::clamp(std::pow(affine / now, 3), 0.0, 1.0);
  if (last_step_ < 0.1)
    sigma = std::max(sigma, 0.8);
  else if (last_step_ < 0.3)
    sigma = std::max(sigma, 0.3);
  direction(sigma * now, true);
  if (!dr_.allFinite()) return false;
  last_step_ = std::min(1.0, std::max(0.95, 1 - now) * longest_step());
  advance(last_step_);
  return r_.allFinite();
}

VectorXd Interior::run() {
  VectorXd best = r_;
  double reached = search_.consider(r_);
  int idle = 0;
  for (int k = 0; k < kIterations && idle < kIdleIterations; ++k) {
    if (search_.done() || search_.spent() || !iterate()) break;
    const double residual = try_iterate();
    idle = residual <= 0.9 * reached ? 0 : idle + 1;
    if (!(residual < reached)) continue;
    reached = residual;
    best = r_;
  }
  return best;
}

}  // namespace

VectorXd run_cone_interior(ConeSearch& search) {
  search.stage = Method::interior;
  return Interior(search).run();
}

}  // namespace perpend::lcp
