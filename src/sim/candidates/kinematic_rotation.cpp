// SPDX-License-Identifier: Apache-2.0
//
// The row of a contact with a rotating kinematic body has only the first order of its motion: a
// body that rides on a drum of radius r would leave it by r θ²/2 in a step of angle θ, and be
// pushed back in the next. But where the kinematic body will be is known. So the pieces are placed
// at the next pose, and the difference between the gap that the row predicts and that of the
// contact of the same features there is subtracted from the gap at once (ContactPair::turn). If the
// answer changes that prediction, the step is solved again.
#include "sim/candidates/kinematic_rotation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

// Largest number of times a step is solved again because its answer changed the prediction: each
// leaves a share of the error as large as the angle of the step.
constexpr int kMostRounds = 3;
// Share of the coordinates below which a prediction is round-off, as in row_bias.cpp.
constexpr double kRounding = 1e-12;

bool may_rotate(const Body& body) {
  if (!body.is_kinematic()) return false;
  const Motion& motion = body.details->motion;
  if (motion.driven) return true;
  return body.is_planar() ? motion.velocity.z() != 0 || !motion.harmonics.empty()
                          : !motion.omega.isZero(0) || rocks(motion);
}

}  // namespace

KinematicRotation::KinematicRotation(const StepContext& step, CandidateRows& rows, NextPose& next)
    : step_(step), rows_(rows), next_(next) {
  any_rotate_ = std::ranges::any_of(step.pieces.outlines(), [&](const auto& outline) {
    return may_rotate(step.model.bodies[outline.body]);
  });
}

double KinematicRotation::angle_of(int body) const {
  return step_.options.dt * angular_velocity(step_.model.bodies[body], step_.approach).norm();
}

// Returns the angle (rad) of the faster rotating kinematic body within the step; 0 if neither is
// kinematic.
double KinematicRotation::angle_of_kinematic(const ContactPair& pair) const {
  double angle = 0;
  for (const int body : {pair.body_a, pair.body_b})
    if (step_.model.bodies[body].is_kinematic()) angle = std::max(angle, angle_of(body));
  return angle;
}

// Returns the angle of the kinematic body times the distance that both bodies move. Half spaces
// have no reach that the sweep knows of.
double KinematicRotation::largest_loss(const ContactPair& pair) const {
  const double angle = angle_of_kinematic(pair);
  if (!(angle > 0)) return 0;
  const Sweep& sweep = step_.pieces.sweep();
  const int kinematic = step_.model.bodies[pair.body_a].is_kinematic() ? pair.body_a : pair.body_b;
  const Eigen::Vector3d centre = spatial_pose(step_.model, sweep.pose(), {kinematic}).p;
  return angle * (sweep.approach(pair.piece_a, pair.piece_b, step_.options.dt) +
                  angle * (pair.point_a - centre).norm());
}

// Returns the gap of the same features at the next pose, if they are nearer than `reach`. Near a
// mesh the search takes long where the margin is wide: it begins with a narrow one.
std::optional<double> KinematicRotation::gap_there(const ContactPair& pair, double near,
                                                   double reach) {
  for (const double margin : {near, reach}) {
    const auto there = next_.contacts_of(pair, margin);
    const auto same = std::ranges::find(there, pair.key, &ContactPair::key);
    if (same != there.end()) return same->gap;
    if (near == reach) break;
  }
  return {};
}

// Returns the error of a candidate's row in the gap at the next pose, with impulses that keep the
// gap from closing, less what the last prediction took from it.
KinematicRotation::Prediction KinematicRotation::prediction(const State& pose,
                                                            const Eigen::VectorXd& v,
                                                            const ContactPair& pair, double last) {
  const double straight = pair.gap + step_.options.dt * step_.row_rate(pose, v, pair);
  const double apart = std::max(0.0, last - straight);
  next_.drift_pair(pose, v, pair, step_.options.dt, apart);
  const double reach = step_.pieces.reach(pair), most = largest_loss(pair);
  const double expected = std::max(0.0, straight + apart + most);
  const std::optional<double> gap = gap_there(pair, std::min(expected, reach), reach);
  if (!gap) return {};
  const double beyond = straight + apart - *gap;
  const double size = std::max(pair.point_a.cwiseAbs().maxCoeff(), reach);
  return {beyond <= most, beyond > kRounding * size ? std::min(beyond, most) : 0.0};
}

// Returns true if the prediction of a candidate changes. Candidates farther from closing than
// rotation can bring about are skipped, and later also changes smaller than rows are corrected for.
bool KinematicRotation::predict(const State& pose, const Eigen::VectorXd& v,
                                std::size_t candidate) {
  const ContactPair& pair = rows_.contact(candidate);
  CandidateRow& row = rows_[candidate];
  const double most = largest_loss(pair);
  if (!(most > 0)) return false;
  const double straight = pair.gap + step_.options.dt * step_.row_rate(pose, v, pair);
  if (straight > most) return false;
  const Prediction now = prediction(pose, v, pair, row.rotation);
  const double least = step_.pairs.significant_overlap(pair);
  const bool matters = straight < std::max(now.loss, row.rotation) + least;
  const bool changes = matters && std::abs(now.loss - row.rotation) > 0.5 * least;
  if (rounds_ > 1 && !changes) return false;
  row.is_predicted = now.is_known;
  row.rotation = now.loss;
  return true;
}

int KinematicRotation::predict(const State& pose, const Eigen::VectorXd& v) {
  if (!step_.options.stabilise || !any_rotate_ || rounds_ > kMostRounds) return 0;
  ++rounds_;
  int changed = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (predict(pose, v, i)) changed += rows_[i].is_active();
  return changed;
}

}  // namespace perpend
