// SPDX-License-Identifier: Apache-2.0
//
// The account of the work of joints:
//   W       work of the joints, of B on v+ - v and of D on v+, in one velocity update; for a
//           midpoint step with its geometry at its start also the excess work of its whole drift
//           with v+
//   gained  fading sum of W, State::joint_work; below 0 it is a credit from earlier losses of the
//           joints, at most the scale, which pays for closing the gaps of a plastic stop, on
//           straight bridges for ever. Where a contact or limit bounces there is no credit
//   scale   kinetic energy plus that of a step of free fall, or the fading sum of the absolute
//           work of forces
#include "sim/joints/joint_energy.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_restitution.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

// Share of the scale that joints may gain. On 18 cases of taut chains 0.01 to 0.03 gave the same
// runs except for the snaps themselves.
constexpr double kShare = 0.01;
// The same share in steps with contacts or limits. On 60 runs of chains on a peg 0.01 let 1.4 % of
// the swing in.
constexpr double kImpactShare = 0.001;
// Share of `gained` and of the scale that remains per step; `gained` fades more slowly, to find
// slow growth.
constexpr double kMemory = 0.999, kScaleMemory = 0.99;
// Kinetic energy of bodies in joints, as a share of the scale, below which they are at rest; in
// chains between two ends, such as bridges, they are also at rest below a multiple of the energy of
// a step of free fall: their joints exchange energy as they come to rest.
constexpr double kMoving = 0.05, kFallen = 30;

}  // namespace

JointEnergy::JointEnergy(const Model& model) : joined_(model.bodies.size(), 0) {
  for (const Joint& joint : model.joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld && model.bodies[id.index].is_dynamic()) joined_[id.index] = 1;
}

void JointEnergy::start(const KickEnergies& kick, bool opened) {
  kick_ = kick;
  opened_ = opened;
  scale_ = kick.held + kick.fallen;
}

void JointEnergy::forget_impact() {
  impact_work_ = drift_work_ = 0;
  bounces_ = false;
  pressed_.assign(joined_.size(), 0);
}

void JointEnergy::take_impact(const StepRows& rows, const Eigen::VectorXd& v) {
  impact_work_ = work_of(rows, v);
  bounces_ = has_bounces(rows);
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    if (touches(rows.pool, g))
      for (const RowBlock& block : rows.pool.blocks(g))
        if (block.body >= 0) pressed_[block.body] = 1;
}

bool JointEnergy::touches(const RowPool& pool, int group) const {
  return std::ranges::any_of(pool.blocks(group), [&](const RowBlock& block) {
    return block.body >= 0 && joined_[block.body];
  });
}

bool JointEnergy::has_bounces(const StepRows& rows) const {
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    if (impacts(rows, g) && touches(rows.pool, g)) return true;
  return false;
}

double JointEnergy::work_of(const StepRows& rows, const Eigen::VectorXd& v) const {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> before, after;
  double sum = 0;
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const bool motor = !rows.is_contact(g) && std::isfinite(rows.hi[g]);
    // Separating what was set so from outside takes work, and the speed it takes is taken back.
    const bool displaced =
        rows.is_contact(g) ? rows.contact(g).is_displaced : rows.rates[g].is_displaced;
    // A spring returns its energy.
    const bool spring = rows.compliance[rows.first_row(g)] > 0;
    if (motor || displaced || spring || !touches(rows.pool, g)) continue;
    const RowGroup& group = rows.pool.groups()[g];
    before.resize(group.rows);
    after.resize(group.rows);
    multiply(rows.pool, g, rows.pose->v, before);
    multiply(rows.pool, g, v, after);
    if (rows.is_contact(g)) before += 2 * rows.contact(g).surface_velocity.head(group.rows);
    sum += 0.5 * rows.lambda(g).dot(before + after);
  }
  return sum;
}

bool JointEnergy::exceeds(const JointWork& before, const Work& work, bool is_linkage,
                          double share) const {
  const double scale = ahead(before, work).scale;
  const double least = is_linkage ? 0.0 : kFallen * (scale_ - kick_.held);
  if (!(kick_.held > std::max(kMoving * scale, least))) return false;
  return work.braked || std::abs(work.joints) > share * scale;
}

JointWork JointEnergy::ahead(const JointWork& before, const Work& work) const {
  const double scale = std::max(scale_, kScaleMemory * before.scale + kick_.passed);
  // Where nothing is light against the tension of its joints the velocity update is stable as it
  // is, and the energy passed on by slow driven mechanisms has errors larger than their own small
  // energy. Both do not hold for a blow on slack joints, until the energy gained by it is paid
  // back.
  if (work.stable && opened_) return {kMemory * before.gained, scale};
  const bool blow = std::abs(impact_work_) > kImpactShare * scale;
  if (work.stable && !blow && !(before.gained > 0)) return {0.0, scale};
  const double gained = kMemory * before.gained + work.joints + impact_work_ + drift_work_;
  return {std::max(bounces_ ? 0.0 : -scale, gained), scale};
}

// Writes off the excess over the bound that braking leaves: a falling scale would brake for ever.
JointWork JointEnergy::account(const JointWork& before, const Work& work) const {
  JointWork after = ahead(before, work);
  if (work.braked) after.gained = std::min(after.gained, kShare * after.scale);
  return after;
}

// Returns true if joints gain too much. A braked step may gain the bound once more: with less, gaps
// of loads that are hoisted slowly closed so late that 2 to 7 % of the steps were braked. Bodies
// with less kinetic energy than the bound are not driven by joints: loads at rest on straight
// bridges sank under brakes.
bool JointEnergy::gains(const Model& model, const State& pose, const Eigen::VectorXd& v,
                        const Work& work) const {
  const double now = work.joints + impact_work_ + drift_work_;
  if (now <= 0) return false;
  const JointWork after = ahead(pose.joint_work, work);
  const double bound = (impact_work_ != 0 ? kImpactShare : kShare) * after.scale;
  if (after.gained <= bound || (work.braked && now <= bound)) return false;
  return kinetic_energy(model, pose.q, v) > bound;
}

}  // namespace perpend
