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
// Three things let it converge below g = 1e-7. P² itself, whose eigenvalues go from g to 1/g, never
// multiplies a step: c has -x where textbooks have P⁻¹ (lambda⁻¹ o (lambda o lambda)). The slip is
// convex, so each step leaves it above its linearisation; that excess is added to y, which stays
// inside the cone, and not left in v - y, which would soon be larger than y. delta bounds the
// matrix where P² goes to zero: a proximal term centred at the iterate, which does not change the
// solution.
//
// Source: Acary, Armand, Nguyen & Shpakovych 2024 keep the slip in the matrix the same way.
// Limitations: the problem is not convex, so nothing proves convergence; the residual stays near
// sqrt(g) where complementarity is not strict, so other stages have to finish the solution. It has
// no warm start. Tried: lagging the slip throughout keeps the matrix symmetric at 1.3 to 1.7 times
// the iterations. Following the central path by its arc length passes its folds, but walls that are
// hit have tens of them: 400 factorisations led from a gap of 1e-4 to 5e-9, and short paths from
// there succeeded no more often.
#include "lcp/cone/interior_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "lcp/cone/interior_cones.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;
using Eigen::VectorXd;
using linalg::kLanes;

constexpr int kIterations = 45;
constexpr int kIdleIterations = 9;
// Residuals below which the iterate is worth a probe, one for each.
constexpr std::array kProbes{3e-3, 3e-4, 1e-5, 1e-7, 1e-9};
// Below the residual kLate, steps this short make no more progress.
constexpr double kShortStep = 0.02, kLate = 1e-4;
// Where the central path folds the matrix is nearly singular and steps are short; two iterations
// without the slip in the matrix pass the fold.
constexpr double kFoldStep = 0.1;
constexpr int kFoldIterations = 2;
// A direction that allows no longer step than kBlocked is computed again with the same factor,
// towards the centre alone.
constexpr double kBlocked = 0.05, kToCentre = 0.3;
// From given impulses it reaches kSoon within kPatience iterations, or takes as long as from zero.
constexpr int kPatience = 8;
constexpr double kSoon = 2e-3;
// Shift for bilateral rows, as redundant ones leave the matrix singular.
constexpr double kShift = 1e-8;
// Refinements of the corrector, the same near the end, and of both solves where probes need the
// last digits.
constexpr int kRefinements = 1, kLateRefinements = 2, kExactRefinements = 3;
constexpr double kLateGap = 1e-5;
// Bounds of the gap at which it continues from given impulses.
constexpr double kLeastStart = 1e-5, kMostStart = 1e-1;

// Returns the harmonic mean of the motion scales of the cones.
double harmonic_mean(const ConeProblem& problem) {
  double sum = 0.0, count = 0.0;
  for (const ConeBlock& block : problem.blocks) {
    if (block.bilateral) continue;
    sum += 1 / problem.motion_scale[block.row];
    ++count;
  }
  return count / sum;
}

class Interior {
 public:
  Interior(ConeSearch& search, const InteriorRule& rule);
  VectorXd run();

 private:
  void add_cone(std::size_t block, double start, double weight);
  void for_cones(const auto& body);
  void go_on_from(const VectorXd& r);
  void resume(const InteriorState& left);
  void leave(const VectorXd& r, bool stalls);
  void linearise(double gap);
  int refinements(bool corrector) const;
  void direction(double centre, bool corrector);
  void spread_direction();
  double longest_step() const;
  double gap(double step) const;
  double centring(double gap);
  bool find_direction(double gap);
  void advance(double step, double gap);
  double try_iterate();
  bool iterate();
  bool stalls(double residual) const;

  ConeSearch& search_;
  const ConeProblem& problem_;
  std::vector<Cones> cones_;
  int count_ = 0;                     // number of cones
  std::vector<std::size_t> sliding_;  // blocks with dynamic friction
  VectorXd r_, u_, rhs_, dr_, du_;
  BlockDiagonal A_, B_;
  bool singular_ = false;
  double last_step_ = 1.0;
  int without_slip_ = 0;  // iterations left without slip in the matrix
  bool probing_;
  double far_;  // residual above which it stops after kPatience iterations
  double near_enough_;
  std::size_t probes_;
  InteriorState* leaves_;
  bool from_zero_;
};

Interior::Interior(ConeSearch& search, const InteriorRule& rule)
    : search_(search),
      problem_(search.cone()),
      r_(VectorXd::Zero(problem_.size())),
      rhs_(problem_.size()),
      A_(problem_.blocks.size(), Matrix3d::Zero()),
      B_(problem_.blocks.size(), Matrix3d::Identity()),
      probing_(rule.probes),
      far_(rule.from ? kSoon : std::numeric_limits<double>::infinity()),
      near_enough_(rule.near_enough),
      probes_(probing_ ? 0 : kProbes.size()),
      leaves_(rule.leaves),
      from_zero_(!rule.from) {
  cones_.reserve(problem_.blocks.size() / kLanes + 1);
  const double mean_scale = rule.by_motion ? harmonic_mean(problem_) : 1.0;
  for (std::size_t i = 0; i < problem_.blocks.size(); ++i) {
    const ConeBlock& block = problem_.blocks[i];
    singular_ |= block.bilateral;
    if (block.bilateral) continue;
    const double weight = rule.by_motion ? mean_scale / problem_.motion_scale[block.row] : 1.0;
    const double start = rule.start * std::sqrt(weight);
    add_cone(i, start, weight);
    r_[block.row] = start / cone_units(block)[0];
    A_[i].setIdentity();
    if (!block.sliding) continue;
    sliding_.push_back(i);
    A_[i].bottomLeftCorner<2, 1>() = block.mu * block.direction;
    for (int k = 1; k < block.rows; ++k)
      r_[block.row + k] = -block.mu * r_[block.row] * block.direction[k - 1];
  }
  if (rule.left)
    resume(*rule.left);
  else if (rule.from)
    go_on_from(*rule.from);
}

void Interior::resume(const InteriorState& left) {
  cones_ = left.cones;
  r_ = left.r;
  last_step_ = left.last_step;
  without_slip_ = left.without_slip;
}

void Interior::leave(const VectorXd& r, bool stalls) {
  *leaves_ = {.cones = std::move(cones_),
              .r = r,
              .q = problem_.q,
              .last_step = last_step_,
              .without_slip = without_slip_,
              .from_zero = from_zero_,
              .stalls = stalls};
}

void Interior::add_cone(std::size_t i, double start, double weight) {
  const int lane = count_++ % kLanes;
  if (lane == 0) {
    Cones& cones = cones_.emplace_back();
    std::fill_n(&cones.index[0][0], 3 * kLanes, -1);
    std::fill_n(cones.block, kLanes, -1);
    cones.units = cones.weight = cones.x[0] = cones.y[0] = Lanes{} + 1.0;
  }
  const ConeBlock& block = problem_.blocks[i];
  // Without slip the normal row is a cone by itself.
  const bool slips = block.rows > 1 && !block.sliding;
  Cones& cones = cones_.back();
  cones.block[lane] = static_cast<int>(i);
  for (int k = 0; k < (slips ? block.rows : 1); ++k)
    cones.index[k][lane] = static_cast<int>(block.row) + k;
  cones.units[lane] = cone_units(block)[0];
  cones.weight[lane] = weight;
  cones.counts[lane] = 1;
  cones.slips[lane] = slips;
  cones.tangential[lane] = !block.sliding;
  cones.x[0][lane] = cones.y[0][lane] = start;
}

// Calls body(cones) for all of them, on the threads of W.
void Interior::for_cones(const auto& body) {
  constexpr int kEach = kContactChunk / kLanes;
  problem_.W->threads().chunks<kEach>(static_cast<int>(cones_.size()), [&](Chunk chunk) {
    for (int i = chunk.first; i < chunk.last; ++i) body(cones_[i]);
  });
}

// Sets x and y from the impulses r and their motion, moved inside the cones to where the products
// of their margins are no smaller than the mean: rows without an impulse in r start in the middle.
void Interior::go_on_from(const VectorXd& r) {
  r_ = r;
  u_ = search_.motion_at(r_);
  const Lanes none = {};
  Lanes sum = {}, length;
  for (Cones& cones : cones_) {
    LaneVector x, y;
    gather(cones, r_, x);
    gather(cones, u_, y);
    x[0] *= cones.units;
    y[0] /= cones.units;
    tangent_norm(y, length);
    y[0] += length;
    const Lanes product = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    sum += linalg::larger(product, none);
    cones.x = x;
    cones.y = y;
  }
  const double mean = linalg::horizontal_sum(sum) / std::max(count_, 1);
  const double least = std::clamp(mean, kLeastStart, kMostStart);
  const Lanes middle = none + std::sqrt(least);
  for (Cones& cones : cones_) {
    Lanes x, y;
    tangent_norm(cones.x, length);
    x = cones.x[0] - length;
    tangent_norm(cones.y, length);
    y = cones.y[0] - length;
    const Lanes more_x = least / linalg::larger(y, middle) - x;
    const Lanes more_y = least / linalg::larger(x, middle) - y;
    cones.x[0] += linalg::larger(more_x, none);
    cones.y[0] += linalg::larger(more_y, none);
    for (int i = 0; i < kLanes; ++i)
      if (cones.index[0][i] >= 0) r_[cones.index[0][i]] = cones.x[0][i] / cones.units[i];
  }
}

void Interior::linearise(double gap) {
  u_ = search_.motion_at(r_);
  for_cones([&](Cones& cones) {
    perpend::lcp::linearise(u_, gap, without_slip_ == 0, cones);
    store_matrix(cones, B_);
  });
}

// The predictor only serves to choose the centring and the second-order term: a few digits do.
int Interior::refinements(bool corrector) const {
  if (probing_ || singular_) return kExactRefinements;
  if (!corrector) return 0;
  return gap(0) < kLateGap ? kLateRefinements : kRefinements;
}

// Computes the step for the complementarity target `centre` times e_0.
void Interior::direction(double centre, bool corrector) {
  for (std::size_t i = 0; i < problem_.blocks.size(); ++i)
    if (problem_.blocks[i].bilateral) rhs_[problem_.blocks[i].row] = -u_[problem_.blocks[i].row];
  for_cones([&](const Cones& cones) {
    LaneVector c;
    complementarity(cones, centre, corrector, c);
    c[0] /= cones.units;
    for (int k = 0; k < 3; ++k)
      for (int lane = 0; lane < kLanes; ++lane)
        if (cones.index[k][lane] >= 0) rhs_[cones.index[k][lane]] = c[k][lane];
  });
  for (const std::size_t i : sliding_) {
    const ConeBlock& block = problem_.blocks[i];
    for (int k = 1; k < block.rows; ++k)
      rhs_[block.row + k] = -r_[block.row + k] - block.mu * r_[block.row] * block.direction[k - 1];
  }
  problem_.W->solve(rhs_, refinements(corrector), dr_);
  spread_direction();
}

// Computes dx and dy of the cones from dr_.
void Interior::spread_direction() {
  problem_.W->multiply(dr_, du_);
  for_cones([&](Cones& cones) {
    gather(cones, dr_, cones.dx);
    cones.dx[0] *= cones.units;
    gather(cones, du_, cones.dy);
    cones.dy[0] /= cones.units;
    cones.dy[0] += cones.slope[0] * cones.dy[1] + cones.slope[1] * cones.dy[2];
    for (int k = 0; k < 3; ++k) cones.dy[k] += cones.defect[k];
  });
}

double Interior::longest_step() const {
  constexpr int kEach = kContactChunk / kLanes;
  const auto shortest_of = [&](Chunk chunk) {
    Lanes shortest = Lanes{} + 1e3;
    for (int i = chunk.first; i < chunk.last; ++i) {
      limit_step(cones_[i].x, cones_[i].dx, shortest);
      limit_step(cones_[i].y, cones_[i].dy, shortest);
    }
    return -linalg::horizontal_max(-shortest);
  };
  return problem_.W->threads().reduce<kEach>(static_cast<int>(cones_.size()), 1e3, shortest_of,
                                             [](double a, double b) { return std::min(a, b); });
}

double Interior::gap(double step) const {
  Lanes sum = {};
  for (const Cones& cones : cones_) {
    Lanes product = {};
    for (int k = 0; k < 3; ++k)
      product += (cones.x[k] + step * cones.dx[k]) * (cones.y[k] + step * cones.dy[k]);
    sum += cones.counts * product;
  }
  return cones_.empty() ? 0.0 : linalg::horizontal_sum(sum) / count_;
}

// Advances both iterates, and adds to y the excess of the slip over its linearisation.
void Interior::advance(double step, double gap) {
  r_ += step * dr_;
  u_ = search_.motion_at(r_);
  const Lanes none = {};
  for_cones([&](Cones& cones) {
    for (int k = 0; k < 3; ++k) {
      cones.x[k] += step * cones.dx[k];
      cones.y[k] += step * cones.dy[k];
    }
    LaneVector v;
    Lanes slip;
    gather(cones, u_, v);
    rounded_slip(cones, v, gap, slip);
    for (int k = 0; k < 2; ++k) slip -= cones.slope[k] * (v[1 + k] - cones.v[1 + k]);
    slip -= cones.slip;
    cones.y[0] += linalg::larger(slip, none);
  });
}

// Returns the residual of the iterate; runs a probe each time it passes a mark.
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

// Computes the predictor and the corrector. Where the second-order corrector leads out of a cone at
// once, the direction goes towards the centre without it.
bool Interior::find_direction(double gap_now) {
  direction(0, false);
  if (!dr_.allFinite()) return false;
  direction(centring(gap_now) * gap_now, true);
  const double longest = longest_step();
  if (!(longest < kBlocked)) return dr_.allFinite();
  const VectorXd blocked = dr_;
  for (Cones& cones : cones_) cones.dx = cones.dy = {};
  direction(kToCentre * gap_now, true);
  if (longest_step() > longest) return dr_.allFinite();
  dr_ = blocked;
  spread_direction();
  return dr_.allFinite();
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
  if (!find_direction(now)) return false;
  last_step_ = std::min(1.0, std::max(0.95, 1 - now) * longest_step());
  advance(last_step_, now);
  return r_.allFinite();
}

bool Interior::stalls(double residual) const {
  return !probing_ && (residual < near_enough_ || (residual < kLate && last_step_ < kShortStep));
}

VectorXd Interior::run() {
  VectorXd best = r_;
  double reached = search_.consider(r_);
  int idle = 0;
  for (int k = 0; k < kIterations && idle < kIdleIterations && !stalls(reached); ++k) {
    if (search_.done() || search_.spent() || (k >= kPatience && reached > far_)) break;
    if (!iterate()) break;
    const double residual = try_iterate();
    idle = residual <= 0.9 * reached ? 0 : idle + 1;
    if (!(residual < reached)) continue;
    reached = residual;
    best = r_;
  }
  const bool near = reached < near_enough_;
  if (leaves_ && !search_.spent()) leave(near ? r_ : best, !near);
  return best;
}

}  // namespace

VectorXd run_cone_interior(ConeSearch& search, const InteriorRule& rule) {
  search.stage = Method::interior;
  return Interior(search, rule).run();
}

}  // namespace perpend::lcp
