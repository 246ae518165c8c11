// SPDX-License-Identifier: Apache-2.0
//
// Contacts with friction as a fixed point on the friction limits.
//
//   u = W r + q      the contact problem in equilibrated units (cone_problem.hpp), n rows
//   R_g = mu r_N     friction limit of group g: a disc, an interval or a sliding contact
//
// One pass replaces |r_T| <= R_g by a box, in space with the frame rotated so that its first axis
// lies along the slip u_T (or r_T where nothing slips); sliding contacts are fixed at -R_g
// direction. That is a boxed problem with W symmetric, solved by Keller's method warm from the last
// pass. Then R_g moves to the new mu r_N. Near the end the sets no longer change, and Newton steps
// on the exact map (Alart & Curnier, least norm) replace the linear convergence of the passes.
//
// Source: limits frozen as in Kaufman et al. 2008 (staggered projections); relaxed problems as in
// Hart & Anitescu 2003, end of section 2. Limitations: no proof of convergence; W symmetric.
#include "lcp/cone/fixed_point.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "lcp/cone/alart_curnier.hpp"
#include "lcp/cone/operator/dense.hpp"
#include "lcp/problem/budget.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::VectorXd;

// There are three starts: with the limits of the guess or of no friction; with no limits at all, as
// if everything stuck; from the best forces so far. Each begins with undamped passes.
constexpr int kStarts = 3;
constexpr int kPassesPerStart = 30;
constexpr int kUndampedPasses = 3;
constexpr int kNewtonSteps = 30, kIdleNewtonSteps = 8;
// Step from the old limits towards the new ones in a damped pass, and in those of the last start.
constexpr double kShare = 0.5, kLastShare = 0.3;
// Slip below this, in equilibrated units, is rounding and has no direction.
constexpr double kNoSlip = 1e-9;
constexpr double kAim = 1e-12;  // residual at which Newton steps stop: two digits below kSolved
constexpr double kSolved = Certificate::kTightest;

// Tangent rows that share one friction limit with a normal row: the disc of a contact in space, the
// interval of one in the plane, or one side of the box.
struct FrictionGroup {
  Index normal, tangent;  // first tangent row
  int tangents;
  double mu;
  bool sliding;
  Vector2d direction;
};

std::vector<FrictionGroup> friction_groups(const std::vector<ConeBlock>& blocks) {
  std::vector<FrictionGroup> groups;
  for (const ConeBlock& block : blocks) {
    if (block.rows == 1) continue;
    FrictionGroup group{block.row, block.row + 1, block.box ? 1 : block.rows - 1,
                        block.mu,  block.sliding, block.direction};
    groups.push_back(group);
    if (!block.box) continue;
    ++group.tangent;
    groups.push_back(group);
  }
  return groups;
}

class FixedPoint {
 public:
  FixedPoint(const ContactProblem& problem, const Options& options, FixedPointWorkspace& workspace)
      : options_(options), w_(workspace), newton_(cone_) {
    equilibrate(problem, dense_, cone_);
    groups_ = friction_groups(cone_.blocks);
    frames_.assign(groups_.size(), Matrix2d::Identity());
  }

  void solve(Solution& solution);

 private:
  void begin(int start);
  void iterate(Solution& solution);
  void rotate_frames();
  void rotate(Index row, const Matrix2d& frame, VectorXd& v) const;
  void build_boxes();
  bool pass(Solution& solution);
  void move_limits();
  void finish();
  bool keep(const VectorXd& r);

  const Options& options_;
  FixedPointWorkspace& w_;
  DenseConeOperator dense_;
  ConeProblem cone_;
  std::vector<FrictionGroup> groups_;
  AlartCurnier newton_;
  std::vector<Matrix2d> frames_;  // rows: axes of the group's boxes in its tangent frame
  VectorXd r_;                    // answer of the last pass
  VectorXd best_;
  double best_residual_ = kInfinity;
  double share_ = kShare;  // step from the old limits towards the new ones
  int passes_ = 0;
  int passes_of_start_ = 0;
};

bool is_disc(const FrictionGroup& group) {
  return group.tangents == 2 && !group.sliding;
}

void FixedPoint::begin(int start) {
  const Index n = cone_.size();
  if (start == 0) {
    r_ = VectorXd::Zero(n);
    for (Index i = 0; i < static_cast<Index>(options_.warm.size()); ++i)
      r_[i] = options_.warm[i] / cone_.force_scale[i];
    best_ = r_;  // also where no residual is ever a number
    keep(r_);
  } else {
    r_ = best_;
  }
  passes_of_start_ = 0;
  share_ = start == kStarts - 1 ? kLastShare : kShare;
  w_.limit.resize(static_cast<Index>(groups_.size()));
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const FrictionGroup& group = groups_[g];
    const bool stuck = start == 1 && !group.sliding;
    w_.limit[static_cast<Index>(g)] =
        stuck ? kInfinity : group.mu * std::max(0.0, r_[group.normal]);
  }
}

bool FixedPoint::keep(const VectorXd& r) {
  const double residual = newton_.residual(r);
  if (!(residual < best_residual_)) return false;
  best_residual_ = residual;
  best_ = r;
  return true;
}

void FixedPoint::rotate_frames() {
  const VectorXd u = dense_.matrix() * r_ + cone_.q;
  for (std::size_t g = 0; g < frames_.size(); ++g) {
    const FrictionGroup& group = groups_[g];
    if (!is_disc(group)) continue;
    const Vector2d slip = u.segment<2>(group.tangent), force = r_.segment<2>(group.tangent);
    // Without slip the force gives the direction in which it would begin.
    const Vector2d& along = slip.norm() > kNoSlip ? slip : force;
    if (along.norm() == 0) continue;
    const Vector2d e = along.normalized();
    frames_[g] << e.x(), e.y(), -e.y(), e.x();
  }
}

void FixedPoint::rotate(Index row, const Matrix2d& frame, VectorXd& v) const {
  const Vector2d rotated = frame * v.segment<2>(row);
  v.segment<2>(row) = rotated;
}

void FixedPoint::build_boxes() {
  const Index n = cone_.size();
  BoxedLcp& boxed = w_.boxed;
  boxed.A = dense_.matrix();
  boxed.b = cone_.q;
  w_.start = r_;
  boxed.lo.setConstant(n, -kInfinity);
  boxed.hi.setConstant(n, kInfinity);
  for (const ConeBlock& block : cone_.blocks)
    if (!block.bilateral) boxed.lo[block.row] = 0;
  for (std::size_t g = 0; g < frames_.size(); ++g) {
    const FrictionGroup& group = groups_[g];
    const double limit = w_.limit[static_cast<Index>(g)];
    for (int k = 0; k < group.tangents; ++k) {
      const double pinned = -limit * group.direction[k];
      boxed.lo[group.tangent + k] = group.sliding ? pinned : -limit;
      boxed.hi[group.tangent + k] = group.sliding ? pinned : limit;
    }
    if (!is_disc(group)) continue;
    const Index t = group.tangent;
    const Eigen::Matrix<double, 2, Eigen::Dynamic> rows = frames_[g] * boxed.A.middleRows<2>(t);
    boxed.A.middleRows<2>(t) = rows;
    const Eigen::Matrix<double, Eigen::Dynamic, 2> columns =
        boxed.A.middleCols<2>(t) * frames_[g].transpose();
    boxed.A.middleCols<2>(t) = columns;
    rotate(t, frames_[g], boxed.b);
    rotate(t, frames_[g], w_.start);
  }
  // A force at a bound of the last box stays at the bound of the new one.
  for (Index i = 0; i < n; ++i) w_.start[i] = std::clamp(w_.start[i], boxed.lo[i], boxed.hi[i]);
}

// Returns false where the pass proves that there is no solution, or cannot be solved.
bool FixedPoint::pass(Solution& solution) {
  rotate_frames();
  build_boxes();
  Options options = rest_of(options_, solution.pivots);
  options.warm = {};
  if (passes_ > 0 || !options_.warm.empty())
    options.warm = {w_.start.data(), static_cast<std::size_t>(w_.start.size())};
  solve_keller(w_.boxed, options, w_.keller, w_.pass);
  ++passes_;
  ++passes_of_start_;
  solution.pivots += w_.pass.pivots;
  solution.factorisations += w_.pass.factorisations;
  if (w_.pass.status == Status::infeasible) {
    // With finite limits the ray, W d = 0, has no friction in it, and is a proof for any limits.
    if (!w_.limit.allFinite()) return false;
    solution.status = Status::infeasible;
    solution.ray = cone_.force_scale.cwiseProduct(w_.pass.ray);
    return false;
  }
  if (w_.pass.status == Status::invalid) {
    solution.status = Status::invalid;
    return false;
  }
  r_ = w_.pass.f;
  for (std::size_t g = 0; g < frames_.size(); ++g)
    if (is_disc(groups_[g])) rotate(groups_[g].tangent, frames_[g].transpose(), r_);
  keep(r_);
  return true;
}

void FixedPoint::move_limits() {
  const bool damped = passes_of_start_ > kUndampedPasses;
  for (std::size_t g = 0; g < frames_.size(); ++g) {
    const double now = groups_[g].mu * r_[groups_[g].normal];
    double& limit = w_.limit[static_cast<Index>(g)];
    limit = damped ? limit + share_ * (now - limit) : now;
  }
}

// Takes Newton steps from the answer of the pass while they keep halving the residual. They are
// least-norm steps, as contacts are redundant; alternating with shifted LU was tried and solves no
// more.
void FixedPoint::finish() {
  VectorXd r = r_;
  double reached = newton_.residual(r);
  int idle = 0;
  for (int step = 0; step < kNewtonSteps && idle < kIdleNewtonSteps && best_residual_ > kAim;
       ++step) {
    if (!newton_.step(r, {}, NewtonSolve::least_norm)) return;
    const double residual = newton_.residual(r);
    keep(r);
    idle = residual < 0.5 * reached ? 0 : idle + 1;
    reached = std::min(reached, residual);
  }
}

void FixedPoint::iterate(Solution& solution) {
  while (best_residual_ > kSolved && passes_of_start_ < kPassesPerStart &&
         !is_spent(options_, solution.pivots) && pass(solution)) {
    if (best_residual_ > kAim) finish();
    move_limits();
  }
}

void FixedPoint::solve(Solution& solution) {
  solution.pivots = solution.factorisations = 0;
  solution.status = Status::limit;
  solution.ray.resize(0);
  for (int start = 0; start < kStarts && solution.status == Status::limit; ++start) {
    begin(start);
    iterate(solution);
    if (best_residual_ <= kSolved || is_spent(options_, solution.pivots)) break;
  }
  if (best_residual_ <= kSolved) solution.status = Status::solved;
  solution.f = cone_.force_scale.cwiseProduct(best_);
  solution.drives = passes_;
  solution.factorisations += dense_.factorisations();
}

}  // namespace

void solve_fixed_point(const ContactProblem& problem, const Options& options,
                       FixedPointWorkspace& workspace, Solution& solution) {
  FixedPoint(problem, options, workspace).solve(solution);
}

}  // namespace perpend::lcp
