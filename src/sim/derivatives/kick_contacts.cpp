// SPDX-License-Identifier: Apache-2.0
//
// The contacts of KickEquations at other poses.
#include <Eigen/Geometry>
#include <algorithm>

#include "contact/resistance_rows.hpp"
#include "contact/row_restitution.hpp"
#include "sim/derivatives/kick_equations.hpp"
#include "sim/rows/row_bias.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

// Returns the frame of a contact with the tangents of contact_frame(), by the axis that gave them
// at the pose of the step.
Eigen::Matrix3d turned_frame(const Eigen::Matrix3d& taken, const Vector3d& normal, int tangents) {
  if (tangents == 1) return contact_frame(normal, 1);
  int axis = 0;
  taken.row(1).cwiseAbs().maxCoeff(&axis);
  const Vector3d t1 = (Vector3d::Unit(axis) - normal[axis] * normal).normalized();
  Eigen::Matrix3d frame;
  frame << normal.transpose(), t1.transpose(), normal.cross(t1).transpose();
  return frame;
}

// Rotates the rows of both tangents into another frame about the same normal.
void turn_tangents(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to, RowPool::Block block) {
  const Eigen::Matrix2d turn = to.bottomRows<2>() * from.bottomRows<2>().transpose();
  const Eigen::MatrixXd turned = turn * block.bottomRows(2);
  block.bottomRows(2) = turned;
}

// Gap that stands for a closed one, m.
constexpr double kTouching = 1e-15;

// Returns the rate of a gap on the branch of gap_rate() where the contact is: it has one slope on
// either side of the origin and ends where it is clipped, and a displacement may leave the branch.
double rate_beside(double taken, double gap, const SimulationOptions& options,
                   double push_out_time) {
  const double at = taken != 0 ? taken : -kTouching;
  const double rate = gap_rate(at, options, push_out_time);
  return at / push_out_time < -options.recovery_speed ? rate : gap * (rate / at);
}

}  // namespace

ContactPair KickEquations::carried_along(const ContactPair& pair, const State& state) const {
  ContactPair at = pair;
  const auto carry = [&](int body, Vector3d& point) {
    const spatial::Pose from = spatial_pose(*model_, step_->pose, {body});
    const spatial::Pose to = spatial_pose(*model_, state, {body});
    point = to.p + to.r * (from.r.conjugate() * (point - from.p));
  };
  carry(at.body_a, at.point_a);
  carry(at.body_b, at.point_b);
  at.gap = pair.gap + pair.normal.dot((at.point_b - at.point_a) - (pair.point_b - pair.point_a));
  return at;
}

// Finds the contacts at a state. Contacts of one key keep their order; those of the same pieces are
// adjacent.
void KickEquations::find_contacts(const State& state, const std::vector<char>& moved) {
  int piece_a = -1, piece_b = -1;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const ContactPair& taken = step_->rows.contacts[i].pair;
    pairs_[i] = taken;
    if (!moved[taken.body_a] && !moved[taken.body_b]) continue;
    if (taken.piece_a != piece_a || taken.piece_b != piece_b) {
      piece_a = taken.piece_a;
      piece_b = taken.piece_b;
      found_.clear();
      collider_.collide(state, piece_a, piece_b, margin_[i], found_);
    }
    int before = occurrence_[i];
    const auto is_taken = [&](const ContactPair& pair) {
      return pair.key == taken.key && before-- == 0;
    };
    const auto same = std::ranges::find_if(found_, is_taken);
    carried_[i] = carried_[i] || same == found_.end();
    pairs_[i] = carried_[i] ? carried_along(taken, state) : *same;
    pairs_[i].curve = taken.curve;
    pairs_[i].turn = taken.turn;
  }
}

double KickEquations::normal_bias(const ActiveContact& contact, const ActiveContact& taken) const {
  const double gap = contact.pair.gap - contact.pair.curve;
  const double gap_taken = taken.pair.gap - taken.pair.curve;
  const SpringMotion motion{.gap = gap, .start = contact.start.x()};
  const auto spring = spring_row_beside(step_->rows, taken, gap_taken, step_->options, motion);
  const double rate = spring               ? spring->bias(motion)
                      : taken.is_held_back ? 0.0
                                           : rate_beside(gap_taken, gap, step_->options,
                                                         step_->rows.setup.push_out_time);
  const double bias = rate - taken.pair.turn / step_->options.dt;
  const double e = taken.e * restitution_[taken.group];
  // A damper acts from the first touch on, so that the compliance depends on the motion.
  const double load = step_->rows.impulses.lambda[step_->rows.first_row(taken.group)];
  const double given = step_->rows.compliance[step_->rows.first_row(taken.group)];
  const double yielding = (spring ? spring->compliance : given) * load;
  return yielding + (e > 0 ? newton_bias(bias, e, contact.approach) : bias);
}

void KickEquations::add_contacts(const State& state, KickValues& values) {
  pool_.clear();
  contacts_.clear();
  append_contact_rows(*model_, state, step_->options.law, step_->options.stick_speed,
                      0.5 * step_->options.dt, pairs_, pool_, contacts_);
  drift_back(state);
  VectorXd u;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const ActiveContact& taken = step_->rows.contacts[i];
    const RowGroup& group = pool_.groups()[contacts_[i].group];
    Eigen::Matrix3d frame = contacts_[i].frame;
    if (group.rows == 3) {
      frame = turned_frame(taken.frame, contacts_[i].pair.normal, 2);
      turn_tangents(contacts_[i].frame, frame, pool_.a(contacts_[i].group));
      turn_tangents(contacts_[i].frame, frame, pool_.b(contacts_[i].group));
    }
    add_transpose(pool_, contacts_[i].group, -step_->rows.lambda(taken.group), values.momentum);
    u.resize(group.rows);
    multiply(pool_, contacts_[i].group, step_->v_new, u);
    const Vector3d rolling = contacts_[i].pair.surface_velocity + rolled(state, i);
    for (int r = 1; r < group.rows; ++r) u[r] += frame.row(r).dot(rolling);
    u[0] += normal_bias(contacts_[i], taken);
    values.rows.segment(step_->rows.first_row(taken.group), group.rows) = u;
  }
}

void KickEquations::add_resistances(const State& state, KickValues& values) {
  VectorXd u;
  for (int g = step_->rows.first_resistance(); g < step_->rows.bounded; ++g) {
    Resistance resistance = step_->rows.resistance(g);
    const ContactPair& taken = step_->rows.contacts[resistance.contact].pair;
    const ContactPair& pair = pairs_[resistance.contact];
    const Eigen::Matrix3d frame = contact_frame(taken.normal, taken.tangents);
    resistance.axes = resistance_axes(turned_frame(frame, pair.normal, taken.tangents), resistance);
    const int group = append_resistance(*model_, state, pair, resistance, pool_);
    add_transpose(pool_, group, -step_->rows.lambda(g), values.momentum);
    u.resize(resistance.rows);
    multiply(pool_, group, step_->v_new, u);
    values.rows.segment(step_->rows.first_row(g), resistance.rows) = u;
  }
}

}  // namespace perpend
