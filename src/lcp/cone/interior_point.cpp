// SPDX-License-Identifier: Apache-2.0
//
// Interior point on the friction cones with the slip |u_t| as part of the unknown motion.
//   x = T r, y inside the self-dual cone (cone_units), g = mean of x . y,
//   v = T⁻¹ u + |u_t|_g e_0,  |u_t|_g = sqrt(|u_t|² + (g / 10)²), d its derivative, S = I + e_0 d',
//   P x = P⁻¹ y = lambda (Nesterov-Todd), R = (P² + delta I)⁻¹ P²
//   dx + (P² + delta I)⁻¹ dy = R c,   dy = (v - y) + S T⁻¹ W dr,   dx = T dr
//   c = P⁻¹ (lambda⁻¹ o (sigma g e_0 - (P dx) o (P⁻¹ dy))) - x                   (Mehrotra)
// so that (I + B W) dr = T⁻¹ (R c - (P² + delta I)⁻¹ (v - y)) with B = T⁻¹ (P² + delta I)⁻¹ S T⁻¹.
// Bilateral rows are u = 0, tangent rows of dynamic friction r_t + mu r_n direction = 0.
//
// Three things let it go on below g = 1e-7. P² itself, whose eigenvalues go from g to 1/g, never
// multiplies a step: c has -x where the text books have P⁻¹ (lambda⁻¹ o (lambda o lambda)). The slip
// is convex, so each step leaves it above its linearisation; that excess goes into y, which stays
// inside, not into v - y, which would soon be larger than y. delta bounds the matrix where P² goes
// to zero: a proximal term centred at the iterate, which moves no answer.
//
// Source: Acary, Armand, Nguyen & Shpakovych 2024 keep the slip in the matrix the same way.
// Limitations: the problem is not convex, so nothing proves convergence; the residual stays near
// sqrt(g) where complementarity is not strict, so the end belongs to other stages. Not warm started.
// Tried: lagging the slip throughout keeps the matrix symmetric at 1.3 to 1.7 times the iterations.
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

constexpr int kIterations = 45;
constexpr int kIdleIterations = 9;
// Residuals at which the iterate is worth a probe, each once.
constexpr std::array kProbes{3e-3, 3e-4, 1e-5, 1e-7, 1e-9};
// Steps this short below this residual gain no more.
constexpr double kShortStep = 0.02, kLate = 1e-4;
// Where the central path folds the matrix is nearly singular and steps are short: without the slip
// in it two iterations pass the fold.
constexpr double kFoldStep = 0.1;
constexpr int kFoldIterations = 2;
// Rounds |u_t| where it vanishes, as a share of the gap: 1 takes 27 instead of 24 factorisations in
// the median of piles of 50 to 150 contacts.
constexpr double kSlipRounding = 0.1;
constexpr double kDelta = 1e-11;
// Bilateral rows that repeat each other leave the matrix singular.
constexpr double kShift = 1e-8;
// Of the two solves of an iteration, near the end, and where probes need the last digits.
constexpr int kRefinements = 1, kLateRefinements = 2, kExactRefinements = 3;
constexpr double kLateGap = 1e-5;
// Bounds of the gap at which it goes on from impulses that are given.
constexpr double kLeastStart = 1e-5, kMostStart = 1e-1;

struct Cone {
  std::size_t block;
  Vector3d t, x, y;
  NesterovTodd scaling;
  Matrix3d Q;              // (P² + delta I)⁻¹
  Vector2d tangent;        // u_t where the slip was linearised
  Vector2d slope;          // d
  double slip;             // |u_t|_g there
  Vector3d lambda, defect; // defect = v - y
  Vector3d dx, dy;
};

class Interior {
 public:
  Interior(ConeSearch& search, const InteriorRule& rule);
  VectorXd run();

 private:
  bool alone(const Cone& cone) const;
  void go_on_from(const VectorXd& r);
  void linearise(Cone& cone, double gap);
  void linearise(double gap);
  void set_matrix(Cone& cone);
  Vector3d complementarity(const Cone& cone, double centre, bool corrector) const;
  int refinements() const;
  void direction(double centre, bool corrector);
  double longest_step() const;
  double gap(double step) const;
  double centring(double gap);
  void advance(double step, double gap);
  double try_iterate();
  bool iterate();
  bool stalls(double residual) const;

  ConeSearch& search_;
  const ConeProblem& problem_;
  std::vector<Cone> cones_;
  VectorXd r_, u_, rhs_, dr_, du_;
  BlockDiagonal A_, B_;
  bool singular_ = false;
  double last_step_ = 1.0;
  int without_slip_ = 0;  // iterations to come
  bool probing_;
  double near_enough_;
  std::size_t probes_;
};

Interior::Interior(ConeSearch& search, const InteriorRule& rule)
    : search_(search),
      problem_(search.cone()),
      r_(VectorXd::Zero(problem_.size())),
      rhs_(problem_.size()),
      A_(problem_.blocks.size(), Matrix3d::Zero()),
      B_(problem_.blocks.size(), Matrix3d::Identity()),
      probing_(rule.probes),
      near_enough_(rule.near_enough),
      probes_(probing_ ? 0 : kProbes.size()) {
  for (std::size_t i = 0; i < problem_.blocks.size(); ++i) {
    const ConeBlock& block = problem_.blocks[i];
    singular_ |= block.bilateral;
    if (block.bilateral) continue;
    Cone cone;
    cone.block = i;
    cone.t = cone_units(block);
    cone.x = cone.y = rule.start * Vector3d::UnitX();
    cone.dx = cone.dy = Vector3d::Zero();
    cones_.push_back(cone);
    r_[block.row] = rule.start / cone.t[0];
    if (!block.sliding) continue;
    for (int k = 1; k < block.rows; ++k)
      r_[block.row + k] = -block.mu * r_[block.row] * block.direction[k - 1];
  }
  if (rule.from) go_on_from(*rule.from);
}

// Whether the normal row is a cone by itself.
bool Interior::alone(const Cone& cone) const {
  const ConeBlock& block = problem_.blocks[cone.block];
  return block.rows == 1 || block.sliding;
}

double margin(const Vector3d& x) {
  return x[0] - x.tail<2>().norm();
}

// x and y of the impulses r and their motion, moved inside the cones to where the products of their
// margins are no smaller than the mean: rows that r knows nothing of start in the middle.
void Interior::go_on_from(const VectorXd& r) {
  r_ = r;
  u_ = search_.motion_at(r_);
  double mean = 0;
  for (Cone& cone : cones_) {
    const ConeBlock& block = problem_.blocks[cone.block];
    cone.x = cone.t.cwiseProduct(rows_of(block, r_));
    cone.y = rows_of(block, u_).cwiseQuotient(cone.t);
    if (alone(cone)) cone.x.tail<2>().setZero(), cone.y.tail<2>().setZero();
    cone.y[0] += cone.y.tail<2>().norm();
    mean += std::max(0.0, cone.x.dot(cone.y)) / static_cast<double>(cones_.size());
  }
  const double least = std::clamp(mean, kLeastStart, kMostStart), root = std::sqrt(least);
  for (Cone& cone : cones_) {
    const double x = margin(cone.x), y = margin(cone.y);
    cone.x[0] += std::max(0.0, least / std::max(y, root) - x);
    cone.y[0] += std::max(0.0, least / std::max(x, root) - y);
    r_[problem_.blocks[cone.block].row] = cone.x[0] / cone.t[0];
  }
}

double rounded_slip(const Vector2d& tangent, double gap) {
  const double rounding = kSlipRounding * gap;
  return std::sqrt(tangent.squaredNorm() + rounding * rounding);
}

void Interior::linearise(Cone& cone, double gap) {
  Vector3d v = rows_of(problem_.blocks[cone.block], u_).cwiseQuotient(cone.t);
  cone.slope.setZero();
  cone.slip = 0;
  if (alone(cone)) {
    v.tail<2>().setZero();
  } else {
    cone.slip = rounded_slip(v.tail<2>(), gap);
    if (cone.slip > 0 && without_slip_ == 0) cone.slope = v.tail<2>() / cone.slip;
  }
  cone.tangent = v.tail<2>();
  v[0] += cone.slip;
  cone.scaling = nesterov_todd(cone.x, cone.y);
  cone.lambda = cone.scaling.P * cone.x;
  cone.defect = v - cone.y;
  const Matrix3d P2 = cone.scaling.inverse * cone.scaling.inverse;
  cone.Q = (Matrix3d::Identity() + kDelta * P2).inverse() * P2;
  set_matrix(cone);
}

void Interior::set_matrix(Cone& cone) {
  const ConeBlock& block = problem_.blocks[cone.block];
  Matrix3d S = Matrix3d::Identity();
  S.topRightCorner<1, 2>() = cone.slope.transpose();
  const auto inverse = cone.t.cwiseInverse().eval();
  Matrix3d &A = A_[cone.block], &B = B_[cone.block];
  A.setIdentity();
  B = inverse.asDiagonal() * (cone.Q * S) * inverse.asDiagonal();
  if (!block.sliding) return;
  A.bottomLeftCorner<2, 1>() = block.mu * block.direction;
  B.bottomRows<2>().setZero();
}

void Interior::linearise(double gap) {
  u_ = search_.motion_at(r_);
  for (Cone& cone : cones_) linearise(cone, gap);
}

// R c, with R = I - delta (P² + delta I)⁻¹.
Vector3d Interior::complementarity(const Cone& cone, double centre, bool corrector) const {
  Vector3d c = -cone.x;
  if (corrector) {
    Vector3d target =
        -jordan_product(cone.scaling.P * cone.dx, cone.scaling.inverse * cone.dy);
    target[0] += centre;
    c += cone.scaling.inverse * (arrow(cone.lambda).inverse() * target);
  }
  return c - kDelta * (cone.Q * c);
}

int Interior::refinements() const {
  if (probing_ || singular_) return kExactRefinements;
  return gap(0) < kLateGap ? kLateRefinements : kRefinements;
}

// The step for the complementarity target `centre` times e_0.
void Interior::direction(double centre, bool corrector) {
  for (std::size_t i = 0; i < problem_.blocks.size(); ++i)
    if (problem_.blocks[i].bilateral) rhs_[problem_.blocks[i].row] = -u_[problem_.blocks[i].row];
  for (const Cone& cone : cones_) {
    const ConeBlock& block = problem_.blocks[cone.block];
    Vector3d rhs = complementarity(cone, centre, corrector) - cone.Q * cone.defect;
    rhs = rhs.cwiseQuotient(cone.t);
    if (block.sliding) {
      const Vector3d r = rows_of(block, r_);
      rhs.tail<2>() = -r.tail<2>() - block.mu * r[0] * block.direction;
    }
    set_rows(block, rhs, rhs_);
  }
  problem_.W->solve(rhs_, refinements(), dr_);
  problem_.W->multiply(dr_, du_);
  for (Cone& cone : cones_) {
    const ConeBlock& block = problem_.blocks[cone.block];
    cone.dx = cone.t.cwiseProduct(rows_of(block, dr_));
    Vector3d dv = rows_of(block, du_).cwiseQuotient(cone.t);
    if (alone(cone)) cone.dx.tail<2>().setZero(), dv.tail<2>().setZero();
    dv[0] += cone.slope.dot(dv.tail<2>());
    cone.dy = cone.defect + dv;
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

// Both iterates, and into y what the slip has become above its linearisation.
void Interior::advance(double step, double gap) {
  r_ += step * dr_;
  u_ = search_.motion_at(r_);
  for (Cone& cone : cones_) {
    cone.x += step * cone.dx;
    cone.y += step * cone.dy;
    if (alone(cone)) continue;
    const Vector2d tangent = rows_of(problem_.blocks[cone.block], u_).tail<2>();
    const double linear = cone.slip + cone.slope.dot(tangent - cone.tangent);
    cone.y[0] += std::max(0.0, rounded_slip(tangent, gap) - linear);
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

double Interior::centring(double gap_now) {
  const double affine = gap(std::min(1.0, longest_step()));
  const double sigma = std::clamp(std::pow(affine / gap_now, 3), 0.0, 1.0);
  if (last_step_ < 0.1) return std::max(sigma, 0.8);
  return last_step_ < 0.3 ? std::max(sigma, 0.3) : sigma;
}

bool Interior::iterate() {
  const double now = gap(0);
  if (last_step_ < kFoldStep && without_slip_ == 0)
    without_slip_ = kFoldIterations;
  else if (without_slip_ > 0)
    --without_slip_;
  linearise(now);
  ++search_.steps;
  if (!problem_.W->factor(problem_.blocks, A_, B_, singular_ ? kShift : 0.0)) return false;
  direction(0, false);
  if (!dr_.allFinite()) return false;
  direction(centring(now) * now, true);
  if (!dr_.allFinite()) return false;
  last_step_ = std::min(1.0, std::max(0.95, 1 - now) * longest_step());
  advance(last_step_, now);
  return r_.allFinite();
}

bool Interior::stalls(double residual) const {
  return !probing_ &&
         (residual < near_enough_ || (residual < kLate && last_step_ < kShortStep));
}

VectorXd Interior::run() {
  VectorXd best = r_;
  double reached = search_.consider(r_);
  int idle = 0;
  for (int k = 0; k < kIterations && idle < kIdleIterations && !stalls(reached); ++k) {
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

VectorXd run_cone_interior(ConeSearch& search, const InteriorRule& rule) {
  search.stage = Method::interior;
  return Interior(search, rule).run();
}

}  // namespace perpend::lcp
