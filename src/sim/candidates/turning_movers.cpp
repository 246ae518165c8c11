// SPDX-License-Identifier: Apache-2.0
//
// The row of a contact with a rotating kinematic body has only the first order of its motion: a
// body that rides on a drum of radius r would leave it by r θ²/2 in a step of angle θ, and be
// pushed back in the next. But where the kinematic body will be is known. So the pieces are placed
// at the next pose, and the difference between the gap that the row predicts and that of the
// contact of the same features there is subtracted from the gap at once (ContactPair::turn). If the
// answer changes that prediction, the step is solved again.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "contact/contact_rows.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {
namespace {

// Largest number of times a step is solved again because its answer changed the prediction: each
// leaves a share of the error as large as the angle of the step.
constexpr int kMostRounds = 3;
// Share of the coordinates below which a prediction is round-off, as in row_bias.cpp.
constexpr double kRounding = 1e-12;
// Overlap with a kinematic body, as a share of the smaller body's reach, above which it is named.
constexpr double kTurnedInto = 0.005;

}  // namespace

// Returns the angle (rad) of the faster rotating kinematic body within the step; 0 if neither is
// kinematic.
double CandidateContacts::known_turn(const ContactPair& pair) const {
  double turn = 0;
  for (const int body : {pair.body_a, pair.body_b})
    if (model_->bodies[body].is_kinematic()) turn = std::max(turn, turn_within(body));
  return turn;
}

double CandidateContacts::turn_within(int body) const {
  return options_.dt * angular_velocity(model_->bodies[body], approach_).norm();
}

// Returns the most that the rotation of a kinematic body can take from a gap, m: its angle times
// the distance that both move. Half spaces have no reach that the sweep knows of.
double CandidateContacts::most_turn(const ContactPair& pair) const {
  const double angle = known_turn(pair);
  if (!(angle > 0)) return 0;
  const int mover = model_->bodies[pair.body_a].is_kinematic() ? pair.body_a : pair.body_b;
  const Eigen::Vector3d centre = spatial_pose(*model_, pieces_.sweep().pose(), {mover}).p;
  return angle * (pieces_.sweep().approach(pair.piece_a, pair.piece_b, options_.dt) +
                  angle * (pair.point_a - centre).norm());
}

// Returns the opening rate of the row of a contact at velocities v, m/s.
double CandidateContacts::row_rate(const State& pose, const Eigen::VectorXd& v,
                                   const ContactPair& pair) const {
  const Eigen::Vector3d travel = contact_travel(*model_, pair, pose, 0.5 * options_.dt);
  return contact_velocity(*model_, pair, pose, v, travel).x();
}

// Moves both bodies to the next pose, the one that moves freely with its velocity and by `apart`
// (m) beyond.
void CandidateContacts::move_on(const State& pose, const Eigen::VectorXd& v,
                                const ContactPair& pair, double apart) {
  next_.time = pose.time + options_.dt;
  for (const int body : {pair.body_a, pair.body_b}) {
    const Body& moved = model_->bodies[body];
    const Chunk one{body, body + 1};
    copy_motion(*model_, one, pose.q, v, next_);
    if (moved.is_dynamic() && moved.kind != BodyKind::custom) {
      const double along = (body == pair.body_b ? apart : -apart) / options_.dt;
      const int lines = linear_dof(moved);
      next_.v.segment(moved.v_offset, lines) += along * pair.normal.head(lines);
    }
    drift(*model_, one, options_.dt, next_);
  }
}

// Returns the error of a candidate's row in the gap at the next pose, with impulses that keep it
// from closing.
CandidateContacts::Prediction CandidateContacts::prediction(const State& pose,
                                                            const Eigen::VectorXd& v,
                                                            const ContactPair& pair, double turn) {
  const double straight = pair.gap + options_.dt * row_rate(pose, v, pair);
  const double apart = std::max(0.0, turn - straight);
  move_on(pose, v, pair, apart);
  met_.clear();
  next_collider_.collide(next_, pair.piece_a, pair.piece_b, pieces_.reach(pair), met_);
  const auto same = std::ranges::find(met_, pair.key, &ContactPair::key);
  if (same == met_.end()) return {};
  const double beyond = straight + apart - same->gap;
  const double size = std::max(pair.point_a.cwiseAbs().maxCoeff(), pieces_.reach(pair));
  const double most = most_turn(pair);
  return {beyond <= most, beyond > kRounding * size ? std::min(beyond, most) : 0.0};
}

// Returns true if the prediction of a candidate changes. Candidates farther from closing than
// rotation can bring about are skipped, and later also changes smaller than rows are corrected for.
bool CandidateContacts::predict(const State& pose, const Eigen::VectorXd& v,
                                std::size_t candidate) {
  const ContactPair& pair = candidates_[candidate];
  Prediction& known = predictions_[candidate];
  const double most = most_turn(pair);
  if (!(most > 0)) return false;
  const double straight = pair.gap + options_.dt * row_rate(pose, v, pair);
  if (straight > most) return false;
  const Prediction now = prediction(pose, v, pair, known.turn);
  const bool matters = straight < std::max(now.turn, known.turn) + deep(pair);
  const bool changes = matters && std::abs(now.turn - known.turn) > 0.5 * deep(pair);
  if (prediction_rounds_ > 1 && !changes) return false;
  known = now;
  return true;
}

// Predicts all candidates. Returns how many active rows change.
int CandidateContacts::predict(const State& pose, const Eigen::VectorXd& v) {
  if (!options_.stabilise || !turns_movers_ || prediction_rounds_ > kMostRounds) return 0;
  ++prediction_rounds_;
  next_.q.resize(model_->q_size());
  next_.v.resize(model_->dof());
  int changed = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (predict(pose, v, i)) changed += rows_[i] == Row::active;
  return changed;
}

// Adds a row for features that come round with a rotating body, or corrects the one they have.
int CandidateContacts::meet_turned(const State& pose, const Eigen::VectorXd& v, const State& then,
                                   const ContactPair& met) {
  if (is_predicted(met)) return 0;
  const auto known = std::ranges::find(speculative_, ~met.key, &ContactPair::key);
  ContactPair row = known != speculative_.end() ? *known : carried_back(met, then, pose);
  if (known == speculative_.end() && penetrates(row)) return 0;
  const double wanted = row.gap - row_gap(pose, v, row, met.gap, 1.0);
  if (!(wanted > row.turn + row.curve + 0.5 * deep(met)) && known != speculative_.end()) return 0;
  row.turn = std::clamp(wanted, 0.0, most_turn(met));
  row.curve = 0;
  if (known != speculative_.end())
    *known = row;
  else
    speculative_.push_back(row);
  return 1;
}

// The overlap falls with the square of the angle. If it is more than the kinematic body can have
// caused by its rotation, the other body rotated into it.
std::string CandidateContacts::turned_into() const {
  const double share = -turned_into_.gap / pieces_.reach(turned_into_);
  if (!left_over_ || !(share > kTurnedInto)) return {};
  const bool by_mover = most_turn(turned_into_) > -turned_into_.gap;
  const bool a = model_->bodies[turned_into_.body_a].is_kinematic() == by_mover;
  const int turned = a ? turned_into_.body_a : turned_into_.body_b;
  const int other = a ? turned_into_.body_b : turned_into_.body_a;
  char text[128];
  std::snprintf(text, sizeof text, " turns by %.2g rad in a step and %.1g m into ",
                turn_within(turned), -turned_into_.gap);
  std::string message =
      model_->bodies[turned].details->name + text + model_->bodies[other].details->name;
  std::snprintf(text, sizeof text, "; try dt %.1g", options_.dt * std::sqrt(kTurnedInto / share));
  return message + text;
}

bool CandidateContacts::is_predicted(const ContactPair& met) const {
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (candidates_[i].key == met.key) return predictions_[i].known;
  return false;
}

}  // namespace perpend
