// SPDX-License-Identifier: Apache-2.0
//
// B = c h Σ_j K_j⁺(lambda_j), c = 1/2: the impulse-weighted stiffness of the last step acts on
// v⁺ - v. A mode of frequency w then moves with w² / (1 + c h² w²), so h² w² stays below 4 for any
// stiffness once c >= 1/4. D damps the turn of two light bodies against each other where B exceeds
// half of both their inertias, which ends the parametric pumping that B alone leaves.
// A body is stable without B while h w < 2, and B turns a fast spinning one by O(h²) away from its
// energy. So B is less by the share kNegligible of the body's least inertia, and gone below it:
// continuous, and h² w² stays below 4, since with x = h² w² alone x / (1 - kNegligible + x/2) < 4.
// Rejected: K as a damper on v⁺ (backward Euler; kills the slow swing), larger c.
#include "perpend/dynamics/added_mass.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "added_mass_ends.hpp"
#include "ball_ends.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

constexpr double kMassFactor = 0.5;
constexpr double kDampingFactor = 1.0;
// Of the mean inertia of both bodies, where D begins to act.
constexpr double kLight = 0.5;

// Of a body whose turn bears added mass.
double least_inertia(const Body& body) {
  return body.kind == BodyKind::rigid ? body.inertia : body.principal_inertia.minCoeff();
}

double mean_inertia(const Body& body) {
  return body.kind == BodyKind::rigid ? body.inertia : body.principal_inertia.sum() / 3;
}

}  // namespace

bool is_ball(JointKind kind) {
  return kind == JointKind::pin || kind == JointKind::weld || kind == JointKind::spherical ||
         kind == JointKind::universal;
}

AddedMass::AddedMass(const Model& model)
    : model_(&model),
      turn_(model.bodies.size(), Matrix3d::Zero()),
      pair_turn_(model.bodies.size(), 0.0),
      inertia_(model.bodies.size()) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (takes_mass(model, {static_cast<int>(i)}))
      inertia_[i] = {perpend::least_inertia(model.bodies[i]), mean_inertia(model.bodies[i])};
}

void AddedMass::clear() {
  for (Matrix3d& turn : turn_) turn.setZero();
  pair_turn_.assign(pair_turn_.size(), 0.0);
  pairs_.clear();
  turns_ = couples_ = false;
  dampers_.clear();
}

// What stays in the plane turns about its normal alone.
void AddedMass::add_ball(const Joint& joint, const State& state, BallEnds& ends) {
  const double* impulse = state.joint_impulses.data() + joint.first_row;
  const auto add = [&](BodyId id, const spatial::Pose& frame, double sign) {
    if (!takes_mass(*model_, id)) return;
    const Body& body = model_->bodies[id.index];
    if (body.kind == BodyKind::spatial) {
      const double* turn = state.q.data() + body.q_offset + 3;
      return ends.add(id.index, turn, frame.p.data(), impulse, sign);
    }
    const Vector2d r = arm(*model_, state, id, frame).head<2>(), f(impulse[0], impulse[1]);
    turn_[id.index](0, 0) += ends.factor() * std::max(0.0, planar::pin_stiffness(r, sign * f));
  };
  add(joint.a, joint.frame_a, 1);
  add(joint.b, joint.frame_b, -1);
}

double AddedMass::least_inertia(BodyId id) const {
  return id == kWorld ? std::numeric_limits<double>::infinity() : inertia_[id.index].least;
}

void AddedMass::add_dampers() {
  const auto excess = [&](BodyId id) {
    if (id == kWorld) return 0.0;
    const double k = turn_[id.index].trace() + pair_turn_[id.index];
    return k > kLight * inertia_[id.index].mean ? k : 0.0;
  };
  for (int j = 0; j < static_cast<int>(model_->joints.size()); ++j) {
    const Joint& joint = model_->joints[j];
    if (!is_ball(joint.kind)) continue;
    const double k = std::min(excess(joint.a), excess(joint.b));
    if (k > 0) dampers_.push_back({j, kDampingFactor * k});
  }
}

bool AddedMass::has_light_bodies() const {
  for (std::size_t i = 0; i < turn_.size(); ++i)
    if (turn_[i].trace() + pair_turn_[i] > kLight * inertia_[i].mean) return true;
  return false;
}

void AddedMass::drop_negligible() {
  for (std::size_t i = 0; i < turn_.size(); ++i) {
    const double trace = turn_[i].trace();
    if (trace == 0) continue;
    const double kept = std::max(0.0, 1.0 - kNegligible * inertia_[i].least / trace);
    turn_[i] *= kept;
    turns_ = turns_ || kept > 0;
  }
}

namespace {

// Velocities of the end of a pair at a body, from its first row in the pair's block on.
template <typename Ends>
void gather(const Model& model, BodyId id, const Eigen::VectorXd& v, int row, Ends& u) {
  if (id == kWorld || model.bodies[id.index].kind == BodyKind::custom) return;
  const Body& body = model.bodies[id.index];
  if (body.is_dynamic()) u.segment(row, body.dof) = v.segment(body.v_offset, body.dof);
}

// Angular velocity; about z alone in the plane.
Vector3d turn_of(const Model& model, BodyId id, const Eigen::VectorXd& v) {
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::spatial) return v.segment<3>(body.v_offset + 3);
  return {body.kind == BodyKind::rigid ? v[body.v_offset + 2] : 0.0, 0, 0};
}

}  // namespace

double AddedMass::work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                       bool forgets) const {
  const auto sum = [](double a, double b) { return a + b; };
  const double turns = !turns_
                           ? 0.0
                           : threads_->reduce(
                                 static_cast<int>(turn_.size()), 0.0,
                                 [&](Strip s) { return turn_work(s, v, v_plus, forgets); }, sum);
  return -(turns + pair_work(v, v_plus, forgets));
}

double AddedMass::turn_work(Strip strip, const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                            bool forgets) const {
  double taken = 0;
  for (int i = strip.first; i < strip.last; ++i) {
    if (turn_[i].isZero(0)) continue;
    const Vector3d before = turn_of(*model_, {i}, v), after = turn_of(*model_, {i}, v_plus);
    const Vector3d way = forgets ? after : Vector3d(after - before);
    taken += 0.5 * (before + after).dot(turn_[i] * way);
  }
  return taken;
}

double AddedMass::pair_work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                            bool forgets) const {
  double taken = 0;
  using Ends = Eigen::Matrix<double, 12, 1>;
  for (const Pair& pair : pairs_) {
    const Joint& joint = model_->joints[pair.joint];
    const auto both = [&](const Eigen::VectorXd& x) {
      Ends u = Ends::Zero();
      gather(*model_, joint.a, x, 0, u);
      gather(*model_, joint.b, x, joint.in_plane ? 3 : 6, u);
      return u;
    };
    const Ends before = both(v), after = both(v_plus);
    taken += 0.5 * (before + after).dot(pair.block * (forgets ? after : Ends(after - before)));
  }
  for (const Damper& damper : dampers_) {
    const Joint& joint = model_->joints[damper.joint];
    const auto relative = [&](const Eigen::VectorXd& x) {
      return Vector3d(turn_of(*model_, joint.a, x) - turn_of(*model_, joint.b, x));
    };
    const Vector3d after = relative(v_plus);
    taken += 0.5 * damper.damping * (relative(v) + after).dot(after);
  }
  return taken;
}

void AddedMass::compute(const State& state, double dt) {
  clear();
  const double factor = kMassFactor * dt;
  BallEnds ends(factor, turn_);
  for (int j = 0; j < static_cast<int>(model_->joints.size()); ++j) {
    const Joint& joint = model_->joints[j];
    if (is_ball(joint.kind)) add_ball(joint, state, ends);
    if (!couples_bodies(joint) || mixes_spaces(*model_, joint)) continue;
    if (joint.kind == JointKind::distance) add_rod(j, state, factor);
    add_turning(j, state, factor);
  }
  ends.finish();
  if (has_light_bodies()) add_dampers();
  drop_negligible();
}

}  // namespace perpend
