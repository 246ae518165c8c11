// SPDX-License-Identifier: Apache-2.0
//
// Symbols: J rows of touches (normal, then tangents), W = J M̂⁻¹ Jᵀ with M̂⁻¹ that of the bodies
// with their joints, u = J v, a = W f + b:
//   b = J a_free + J̇ v + d u + s² (gap - reference)      s: stabilisation, 1/s
// d = 2 s, or 1/kCreepTime where a touch creeps; d is the same for all rows, so that redundant rows
// agree.
// J̇ v is the derivative of J v along the motion by central differences of fourth order over
// 2.5e-4 rad or m: truncation 1e-15, rounding 1e-12 of it. Where rows are not smooth over that, the
// differences are shorter.
// A drive is the tangent of a contact whose normal force is its bound, which a slack row of its own
// provides.
#include "sim/acceleration/instant.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "lcp/problem/contact_islands.hpp"
#include "sim/acceleration/prescribed.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

constexpr double kRotation = 2.5e-4;  // rad, or m for bodies about 1 m long
// Rotation below which differences are not shortened further: rounding is then 1e-8 of them.
constexpr double kLeastRotation = 1e-8;
// Difference of two central differences, of h and 2 h, relative to the derivative: what is smooth
// over h agrees to 1e-7, and the formula of fourth order is then exact to 1e-9.
constexpr double kSmooth = 1e-4;
constexpr double kNoSlip = 1e-9;  // m/s; below it a slip has no direction of its own

// Derivative by central differences over h and 2 h, for shorter and shorter h: each entry has the
// value of the first h over which it is smooth, or else that of the longest.
struct SmoothDerivative {
  double rounding;
  VectorXd value = {};
  std::vector<char> open = {};  // per entry: not smooth yet

  void add(const VectorXd& near, const VectorXd& far) {
    const VectorXd finest = (4 * near - far) / 3;
    if (open.empty()) {
      value = finest;
      open.assign(static_cast<std::size_t>(finest.size()), 1);
    }
    for (Index k = 0; k < finest.size(); ++k) {
      const bool smooth = std::abs(near[k] - far[k]) <= kSmooth * std::abs(finest[k]) + rounding;
      if (!open[k] || !smooth) continue;
      value[k] = finest[k];
      open[k] = 0;
    }
  }
  bool is_open() const { return std::ranges::find(open, 1) != open.end(); }
};

}  // namespace

Vector2d slip_direction(const Touch& touch, const TouchRows& at, const Vector3d& velocity) {
  const bool contact = touch.kind == TouchKind::contact;
  const Vector3d d =
      contact ? Vector3d(at.frame * touch.direction) : Vector3d(0, touch.direction.x(), 0);
  const Vector2d last(d.y(), d.z()), slip(velocity.y(), velocity.z());
  if (touch.tangents == 1) return {last.x() < 0 ? -1.0 : 1.0, 0};
  if (slip.norm() < kNoSlip) return last.normalized();
  return (slip.dot(last) < 0 ? -1.0 : 1.0) * slip.normalized();
}

Instant::Instant(const Model& model) : model_(&model), finder_(model), bodies_(model) {}

void Instant::lay_out(const State& state) {
  finder_.rows(state, touches_, pool_, at_);
  first_.assign(touches_.size(), -1);
  int n = 0;
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    if (!at_[i].found) continue;
    first_[i] = n;
    n += touches_[i].problem_rows();
  }
  J_.setZero(n, model_->dof());
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    if (first_[i] < 0) continue;
    const int first = first_measured_row(i);
    const auto blocks = pool_.blocks(at_[i].group);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (blocks[k].body < 0) continue;
      J_.block(first, blocks[k].v_offset, touches_[i].rows(), blocks[k].cols) +=
          pool_.block(at_[i].group, k).topRows(touches_[i].rows());
    }
  }
}

void Instant::respond() {
  const Index n = J_.rows(), rates = bodies_.errors().size();
  X_.resize(model_->dof(), n);
  L_.resize(model_->joint_rows, n);
  const VectorXd none = VectorXd::Zero(model_->dof());
  for (Index r = 0; r < n; ++r) {
    const JoinedMotion answer = bodies_.solve(J_.row(r).transpose(), VectorXd::Zero(rates), none);
    X_.col(r) = answer.motion;
    L_.col(r) = answer.lambda;
  }
  const Eigen::MatrixXd W = J_ * X_;
  W_ = 0.5 * (W + W.transpose());
}

// Returns J v of joints, then of touches.
VectorXd Instant::all_rates(const State& pose, const VectorXd& v, std::vector<char>& found) {
  const VectorXd joints = bodies_.rates(pose, v);
  VectorXd rates = VectorXd::Zero(joints.size() + J_.rows());
  rates.head(joints.size()) = joints;
  finder_.rows(pose, touches_, scratch_pool_, scratch_);
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    if (first_[i] < 0) continue;
    found[i] = found[i] && scratch_[i].found;
    if (!scratch_[i].found) continue;
    VectorXd u(scratch_pool_.groups()[scratch_[i].group].rows);
    multiply(scratch_pool_, scratch_[i].group, v, u);
    if (touches_[i].has_normal()) u += scratch_[i].surface_velocity.head(u.size());
    rates.segment(joints.size() + first_measured_row(i), touches_[i].rows()) =
        u.head(touches_[i].rows());
  }
  return rates;
}

// The step is shortened until the rates are smooth over it: the lowest point of a rim that is
// almost level goes round within an angle as small as its tilt. The row of a touch that is missing
// at one of the poses counts as constant.
VectorXd Instant::curvature(const State& state) {
  std::vector<char> found(touches_.size(), 1);
  const auto moved = [&](double h) {
    State pose = state;
    drift(*model_, h, pose);
    return all_rates(pose, state.v, found);
  };
  if (state.v.isZero(0)) return VectorXd::Zero(all_rates(state, state.v, found).size());
  const double fastest = state.v.lpNorm<Eigen::Infinity>();
  const double rounding = kSmooth * kSmooth * (1 + fastest) * fastest;
  SmoothDerivative rates{.rounding = rounding};
  for (double h = kRotation / (1 + fastest);; h *= 0.1) {
    rates.add((moved(h) - moved(-h)) / (2 * h), (moved(2 * h) - moved(-2 * h)) / (4 * h));
    if (!rates.is_open() || h * (1 + fastest) < kLeastRotation) break;
  }
  VectorXd& change = rates.value;
  const Index joints = change.size() - J_.rows();
  for (std::size_t i = 0; i < touches_.size(); ++i)
    if (first_[i] >= 0 && !found[i])
      change.segment(joints + first_[i], touches_[i].problem_rows()).setZero();
  return change;
}

void Instant::set_free(const State& state, const VectorXd& curvature, double stabilisation) {
  const Index joints = curvature.size() - J_.rows();
  const double s = stabilisation;
  const bool creeps = std::ranges::any_of(touches_, [](const Touch& t) { return t.creeps; });
  const double decay = creeps ? 1 / kCreepTime : 2 * s;
  const VectorXd off = bodies_.rates(state, state.v) - bodies_.targets();
  const VectorXd rates =
      bodies_.target_rates() - curvature.head(joints) - decay * off - s * s * bodies_.errors();
  VectorXd prescribed = VectorXd::Zero(model_->dof());
  prescribe_acceleration(*model_, state.time, prescribed);
  VectorXd force = bodies_.forces(state);
  if (force_.size() > 0) force += force_;
  const JoinedMotion motion = bodies_.solve(force, rates, prescribed);
  free_ = motion.motion;
  free_lambda_ = motion.lambda;
  b_ = J_ * free_ + curvature.tail(J_.rows());
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    if (first_[i] < 0) continue;
    const int row = first_[i];
    if (!touches_[i].has_normal()) {
      u_[row + 1] -= at_[i].target;
      b_[row + 1] -= at_[i].target_rate;
    }
    b_.segment(row, touches_[i].problem_rows()) +=
        decay * u_.segment(row, touches_[i].problem_rows());
    if (touches_[i].has_normal()) b_[row] += s * s * (at_[i].gap - touches_[i].reference_gap);
  }
}

void Instant::load(const State& state, std::span<const Touch> touches, double stabilisation) {
  touches_.assign(touches.begin(), touches.end());
  lay_out(state);
  const VectorXd turned = curvature(state);
  bodies_.load(state);
  respond();
  set_velocity(state.v);
  set_free(state, turned, stabilisation);
}

void Instant::set_velocity(const VectorXd& v) {
  u_ = J_ * v;
  for (std::size_t i = 0; i < touches_.size(); ++i)
    if (first_[i] >= 0 && touches_[i].has_normal())
      u_.segment(first_[i], touches_[i].rows()) += at_[i].surface_velocity.head(touches_[i].rows());
}

Vector3d Instant::of_touch(int touch, const VectorXd& rows) const {
  Vector3d x(0, 0, 0);
  if (first_[touch] < 0) return x;
  if (!touches_[touch].has_normal()) return {0, rows[first_[touch] + 1], 0};
  x.head(touches_[touch].rows()) = rows.segment(first_[touch], touches_[touch].rows());
  return x;
}

lcp::Contact Instant::contact_of(int touch) const {
  const Touch& t = touches_[touch];
  lcp::Contact contact{.row = first_[touch],
                       .tangents = t.tangents,
                       .mu_s = t.slides ? t.mu_k : t.mu_s,
                       .mu_k = t.mu_k,
                       .sliding = t.slides && !t.creeps && t.tangents > 0};
  if (contact.sliding) contact.direction = slip_direction(t, at_[touch], velocity(touch));
  return contact;
}

lcp::ContactProblem Instant::problem() const {
  lcp::ContactProblem problem{.A = W_, .b = b_, .contacts = {}};
  for (int i = 0; i < static_cast<int>(touches_.size()); ++i) {
    if (first_[i] < 0) continue;
    problem.contacts.push_back(contact_of(i));
    if (touches_[i].has_normal()) continue;
    const Index slack = first_[i];
    const double w = W_(slack + 1, slack + 1) > 0 ? W_(slack + 1, slack + 1) : 1.0;
    problem.A(slack, slack) = w;
    problem.b[slack] = -w * touches_[i].bound;
  }
  return problem;
}

void Instant::solve(const lcp::ContactProblem& problem, lcp::Solution& solution) {
  const std::vector<lcp::ContactIsland> islands = lcp::split_islands(problem);
  if (islands.size() < 2) return solve_island(problem, solution);
  std::vector<lcp::Solution> parts(islands.size());
  for (std::size_t k = 0; k < islands.size(); ++k) solve_island(islands[k].problem, parts[k]);
  lcp::merge(islands, parts, solution);
}

// Tries Baraff's sets first. In space these may return friction that opposes the motion without
// being antiparallel to it; where all touches stick, the chain of the cone returns the friction of
// largest dissipation.
void Instant::solve_island(const lcp::ContactProblem& problem, lcp::Solution& solution) {
  if (problem.size() == 0) {
    solution = {};
    solution.status = lcp::Status::solved;
    solution.f = solution.a = VectorXd::Zero(0);
    solution.answered_by = lcp::Method::dantzig;
    return;
  }
  lcp::solve(problem, {.method = lcp::Method::dantzig}, workspace_, solution);
  if (solution.status == lcp::Status::solved) return;
  const lcp::Solution sets = solution;
  lcp::solve(problem, {}, workspace_, solution);
  if (solution.status == lcp::Status::solved) return;
  if (sets.status == lcp::Status::ray) {
    solution = sets;
    return;
  }
  lcp::ContactProblem opposing = problem;
  opposing.law = lcp::FrictionLaw::opposing;
  lcp::Solution printed;
  lcp::solve(opposing, {.method = lcp::Method::dantzig}, workspace_, printed);
  if (printed.status == lcp::Status::solved) solution = printed;
}

InstantAnswer Instant::accelerate() {
  InstantAnswer answer;
  const lcp::ContactProblem asked = problem();
  if (asked.A.allFinite() && asked.b.allFinite()) {
    solve(asked, answer.solution);
  } else {
    answer.solution.f = answer.solution.a = VectorXd::Zero(asked.size());
  }
  const lcp::Status status = answer.solution.status;
  answer.status = status == lcp::Status::solved ? InstantStatus::solved
                  : status == lcp::Status::ray  ? InstantStatus::ray
                                                : InstantStatus::unsolved;
  const VectorXd& f = answer.solution.f;
  answer.acceleration = free_ + X_ * f;
  answer.joint_forces = free_lambda_ + L_ * f;
  if (answer.status == InstantStatus::ray) answer.ray = X_ * answer.solution.ray;
  answer.scale = b_.size() > 0 ? std::max(1.0, b_.lpNorm<Eigen::Infinity>()) : 1.0;
  for (int i = 0; i < static_cast<int>(touches_.size()); ++i) {
    answer.force.push_back(of_touch(i, f));
    answer.motion.push_back(of_touch(i, answer.solution.a));
  }
  return answer;
}

}  // namespace perpend
