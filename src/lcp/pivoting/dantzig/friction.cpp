// SPDX-License-Identifier: Apache-2.0
//
// Baraff's method for contacts with friction (Baraff 1994, sections 5 and 6): order of the drives.
//
// Visit the contacts in order; at the first whose conditions fail, drive f_N until a_N = 0, then
// establish friction: rotate the tangent axes so that x points against a_T, drive f_x until a_x = 0
// or the cone is met, then f_y likewise. Friction that was given up is driven to zero first. Index
// sets are in sets.cpp, step lengths in step.cpp.
//
// The sets may loop: give-ups void the proof of termination, so an attempt ends at a pivot limit
// and the next one visits the contacts in another order. Without sliding contacts a ray is a
// rounding accident (theorem 1) and also only ends the attempt; with them it is the answer.
#include "lcp/pivoting/dantzig/friction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lcp/problem/budget.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

// A hundredth of what the residual checker allows (units of max |b|, diagonal 1).
constexpr double kTolerance = 1e-12;
// Attempts that end need 1 to 8 pivots per row; at half this limit 1 % more of the spatial piles
// stay unsolved after eight restarts.
constexpr int kPivotsPerRow = 20;

}  // namespace

void DantzigFriction::scale(const ContactProblem& problem) {
  const Index n = problem.size();
  scale_.resize(n);
  for (Index i = 0; i < n; ++i)
    scale_[i] = problem.A(i, i) > 0 ? 1.0 / std::sqrt(problem.A(i, i)) : 1.0;
  for (const Contact& contact : problem.contacts)
    if (contact.tangents == 2) {
      auto tangents = scale_.segment<2>(contact.row + 1);
      tangents.setConstant(tangents.minCoeff());
    }
  A_ = scale_.asDiagonal() * problem.A * scale_.asDiagonal();
  b_ = scale_.cwiseProduct(problem.b);
  unit_ = n > 0 ? b_.cwiseAbs().maxCoeff() : 1.0;
  if (unit_ == 0) unit_ = 1.0;
  b_ /= unit_;
}

void DantzigFriction::add_patches(const Contact& contact, FrictionLaw law) {
  const double mu = contact.sliding ? contact.mu_k : contact.mu_s;
  if (contact.tangents == 0 || mu == 0) return;
  const bool box = law == FrictionLaw::box && contact.tangents == 2 && !contact.sliding;
  for (int k = 0; k < (box ? 2 : 1); ++k) {
    Patch patch;
    patch.row = contact.row + 1 + k;
    patch.axes = box ? 1 : contact.tangents;
    patch.normal = static_cast<int>(normals_.size());
    patch.mu = mu * scale_[contact.row] / scale_[patch.row];
    patch.set = contact.sliding ? Set::sliding : Set::none;
    if (contact.sliding) patch.direction = -contact.direction;
    patches_.push_back(patch);
  }
}

void DantzigFriction::collect(const ContactProblem& problem) {
  const Index n = problem.size();
  normals_.clear();
  patches_.clear();
  bilateral_.clear();
  normal_of_row_.assign(n, -1);
  std::vector<char> claimed(n, false);
  for (const Contact& contact : problem.contacts) {
    Normal normal;
    normal.row = contact.row;
    normal.first_patch = static_cast<int>(patches_.size());
    add_patches(contact, problem.law);
    normal.patches = static_cast<int>(patches_.size()) - normal.first_patch;
    normal_of_row_[contact.row] = static_cast<int>(normals_.size());
    normals_.push_back(normal);
    for (int k = 0; k <= contact.tangents; ++k) claimed[contact.row + k] = true;
  }
  any_sliding_ = std::any_of(patches_.begin(), patches_.end(),
                             [](const Patch& patch) { return patch.set == Set::sliding; });
  for (Index i = 0; i < n; ++i)
    if (!claimed[i]) bilateral_.push_back(i);
  order_.resize(normals_.size());
  std::iota(order_.begin(), order_.end(), 0);
}

void DantzigFriction::reset() {
  const Index n = b_.size();
  std::visit(
      [&](auto& factor) {
        factor.clear();
        factor.reserve(n);
      },
      factor_);
  for (Normal& normal : normals_) static_cast<Element&>(normal) = Element{};
  for (Patch& patch : patches_) {
    const Set set = patch.set == Set::sliding ? Set::sliding : Set::none;
    static_cast<Element&>(patch) = Element{set, Set::idle, -1};
  }
  f_.setZero(n);
  a_ = b_;
  for (Eigen::VectorXd* v : {&df_, &da_, &row_, &column_, &x_}) v->setZero(n);
  wanted_.assign(n, false);
  factored_.assign(n, false);
  progress_ = pivots_ = 0;
  urgent_ = -1;
  ++factorisations_;
}

// Clamps bilateral rows first; they stay. Dependent ones are satisfied by the others or never.
bool DantzigFriction::clamp_bilateral(Solution& solution) {
  for (const Index i : bilateral_) hold(i);
  polish();
  for (const Index i : bilateral_) {
    if (factored_[i] || std::abs(a_[i]) <= 10 * kTolerance) continue;
    df_.setZero();
    df_[i] = a_[i] > 0 ? -1.0 : 1.0;
    follow();
    solution.status = Status::infeasible;
    report(df_, solution.ray);
    report(f_, solution.f);
    return false;
  }
  return true;
}

// A drive that was broken off leaves a normal force behind, whatever a_N is by now.
bool DantzigFriction::unsettled_normal(const Normal& normal) const {
  if (normal.set == Set::clamped) return false;
  return a_[normal.row] < -kTolerance || f_[normal.row] > 0;
}

bool DantzigFriction::misdirected(const Patch& patch) const {
  return patch.set == Set::slip && patch.direction.dot(tangent(a_, patch)) > kTolerance;
}

bool DantzigFriction::unsettled(const Normal& normal) const {
  if (unsettled_normal(normal)) return true;
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p) {
    const Patch& patch = patches_[p];
    if (patch.set == Set::idle) return true;
    if (misdirected(patch)) return true;
    if (patch.set == Set::none && normal.set == Set::clamped) return true;
  }
  return false;
}

int DantzigFriction::next_unsettled() const {
  if (urgent_ >= 0 && unsettled(normals_[urgent_])) return urgent_;
  for (const int n : order_)
    if (unsettled(normals_[n])) return n;
  return -1;
}

DantzigFriction::Outcome DantzigFriction::attempt(int max_pivots) {
  int visits = 0;  // contacts settled without a pivot, which may cycle too
  for (int n = next_unsettled(); n >= 0; n = next_unsettled()) {
    if (n == urgent_) urgent_ = -1;
    const int before = pivots_;
    const Outcome outcome = settle(n, max_pivots);
    if (outcome != Outcome::settled) return outcome;
    evaluate();
    polish();
    if (pivots_ == before && ++visits > max_pivots) return Outcome::limit;
    if (!a_.allFinite()) return Outcome::limit;
  }
  return Outcome::settled;
}

DantzigFriction::Outcome DantzigFriction::settle(int n, int max_pivots) {
  Normal& normal = normals_[n];
  if (unsettled_normal(normal)) {
    normal.set = Set::idle;
    return drive({DriveKind::normal, n, 0, a_[normal.row] > 0 ? -1.0 : 1.0}, max_pivots);
  }
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p) {
    const Patch& patch = patches_[p];
    if (misdirected(patch)) give_up_patch(p);
    if (patch.set == Set::idle || patch.set == Set::none) return establish(p, max_pivots);
  }
  return Outcome::settled;
}

DantzigFriction::Outcome DantzigFriction::establish(int p, int max_pivots) {
  Patch& patch = patches_[p];
  const Vector2d f = tangent(f_, patch), a = tangent(a_, patch);
  const double limit = patch.mu * f_[normals_[patch.normal].row];
  const bool released = f.norm() == 0;
  if (patch.set == Set::idle && !released && (f.norm() > limit * (1 + 1e-12)))
    return drive({DriveKind::release, p, 0, 1.0}, max_pivots);
  if (patch.set == Set::idle && normals_[patch.normal].set != Set::clamped) {
    patch.set = Set::none;
    return Outcome::settled;
  }
  patch.previous = Set::none;
  if (a.norm() <= kTolerance) {
    stick(p);
    return Outcome::settled;
  }
  const Vector2d chord = -limit * a.normalized() - f;
  if (chord.norm() <= 1e-9 * limit) {
    slip(p, -a.normalized());
    return Outcome::settled;
  }
  align(patch, released ? Vector2d(-a.normalized()) : Vector2d(chord.normalized()));
  patch.set = Set::stick;
  for (int k = 0; k < patch.axes && patch.set == Set::stick; ++k) {
    const Index row = patch.row + k;
    if (std::abs(a_[row]) <= kTolerance) {
      hold(row);
      continue;
    }
    const Outcome outcome = drive({DriveKind::axis, p, k, a_[row] < 0 ? 1.0 : -1.0}, max_pivots);
    if (outcome != Outcome::settled) return outcome;
  }
  return Outcome::settled;
}

// A drive is broken off when friction elsewhere lost its direction, which is restored first.
DantzigFriction::Outcome DantzigFriction::drive(const Drive& drive, int max_pivots) {
  ++drives_;
  while (pivots_ < max_pivots) {
    if (!direction(drive)) return Outcome::limit;
    const Step step = longest_step(drive);
    if (step.limit == Limit::none) return Outcome::ray;
    ++pivots_;
    advance(step);
    apply(step, drive);
    const bool axis = drive.kind == DriveKind::axis;
    if (step.limit == Limit::driven) return Outcome::settled;
    if (axis && patches_[drive.element].set != Set::stick) return Outcome::settled;
    if (urgent_ < 0) continue;
    if (axis) give_up_patch(drive.element);
    return Outcome::settled;
  }
  return Outcome::limit;
}

void DantzigFriction::report(const Eigen::VectorXd& scaled, Eigen::VectorXd& result) const {
  result = unit_ * scale_.cwiseProduct(scaled);
  for (const Patch& patch : patches_)
    if (patch.axes == 2)
      result.segment<2>(patch.row) =
          (patch.frame.transpose() * result.segment<2>(patch.row)).eval();
}

void DantzigFriction::shuffle(std::mt19937_64& engine) {
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[engine() % i]);
}

void DantzigFriction::select(DantzigFactor factor) {
  const bool orthogonal = factor == DantzigFactor::orthogonal;
  if (orthogonal == std::holds_alternative<linalg::OrthogonalUpdate>(factor_)) return;
  if (orthogonal)
    factor_ = linalg::OrthogonalUpdate(kRankTolerance);
  else
    factor_ = linalg::GaussUpdate(kRankTolerance);
}

// Keeps the best forces so far; true when no further attempt is wanted.
bool DantzigFriction::conclude(const ContactProblem& problem, Outcome outcome, Solution& solution) {
  report(f_, candidate_);
  const Certificate certificate = certify(problem, candidate_, candidate_a_);
  const bool solved = outcome == Outcome::settled && certificate.holds();
  const bool ray = outcome == Outcome::ray && any_sliding_;
  if (solved || ray || certificate.residual < best_residual_) {
    best_residual_ = certificate.residual;
    solution.f = candidate_;
  }
  if (solved) solution.status = Status::solved;
  if (ray) {
    solution.status = Status::ray;
    report(df_, solution.ray);
  }
  return solved || ray;
}

void DantzigFriction::solve(const ContactProblem& problem, const Options& options,
                            const DantzigSettings& settings, Solution& solution) {
  select(settings.factor);
  scale(problem);
  collect(problem);
  const int limit = options.max_pivots > 0 ? options.max_pivots
                                           : kPivotsPerRow * static_cast<int>(problem.size()) + 100;
  std::mt19937_64 engine(1994);
  best_residual_ = std::numeric_limits<double>::infinity();
  solution.f.setZero(problem.size());
  drives_ = factorisations_ = 0;
  for (int restart = 0; restart <= settings.restarts; ++restart) {
    if (restart > 0) shuffle(engine);
    reset();
    if (!clamp_bilateral(solution)) break;
    const int rest = options.max_pivots > 0 ? limit - solution.pivots : limit;
    const Outcome outcome = attempt(rest);
    solution.pivots += pivots_;
    if (conclude(problem, outcome, solution) || is_spent(options, solution.pivots)) break;
  }
  solution.drives = drives_;
  solution.factorisations = factorisations_;
}

}  // namespace perpend::lcp
