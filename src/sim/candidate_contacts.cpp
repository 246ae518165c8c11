// SPDX-License-Identifier: Apache-2.0
//
// A contact that is found at the pose of a step has the normal and the points of that pose. Within
// one step a corner may come round an edge, or past the end of a face, where no row waits for it.
// So the answer is drifted to the next pose; what overlaps there becomes a speculative contact
// here:
//   the material points that touch there, with the normal n they have there,
//   gap = max(0, n · (x_b - x_a)) with both points carried back to the pose of the step.
// The row only stops what approaches, since gap >= 0: it adds no energy. In the plane a manifold
// has all corners that can come near, so only steps in which it left out ghost collisions need
// this.
#include "sim/candidate_contacts.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "contact/contact_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

// Candidates nearer than this share of the margin get rows at once. On the Brazil nut 0.15 gave the
// shortest steps: below it more passes, above it larger problems.
constexpr double kNear = 0.15;
// Overlap at the next pose that gets a row of its own, of the smaller body's reach. What rocks or
// rolls on a corner is this far off its linearised path; the next step takes that out.
constexpr double kDeep = 1e-3;
// Up to this cosine of the angle between their normals, and this distance by the smaller body's
// reach, contacts of the same features have the same row.
constexpr double kSameNormal = 0.99, kSamePlace = 0.05;
// Times a step is asked for speculative contacts. On piles of tumbling boxes the third found next
// to nothing.
constexpr int kMaxSpeculations = 3;

// Largest distance of a body's outline from its centre of mass; unbounded shapes do not turn.
double outline_reach(const Body& body) {
  double reach = 0;
  const auto cover = [&](const auto& box) {
    reach = std::max(reach, box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm());
  };
  for (const planar::ShapeInstance& instance : body.shapes)
    if (!std::holds_alternative<planar::HalfPlane>(instance.shape))
      cover(planar::bounds(instance.shape, instance.pose));
  for (const spatial::ShapeInstance& instance : body.spatial_shapes)
    if (!std::holds_alternative<spatial::HalfSpace>(instance.shape))
      cover(spatial::bounds(instance.shape, instance.pose));
  return reach;
}

// Speed of the fastest point of a body; custom bodies by their speed before the step.
double top_speed(const Model& model, const State& pose, int index, double reach,
                 const Eigen::VectorXd& v) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) {
    const Twist twist = body_twist(model, pose, {index});
    return twist.velocity.norm() + reach * twist.omega.norm();
  }
  const auto u = v.segment(body.v_offset, body.dof);
  const int lines = body.is_planar() ? 2 : 3;
  return u.head(lines).norm() + reach * u.tail(body.dof - lines).norm();
}

}  // namespace

const ContactMemory* find_contact(std::span<const ContactMemory> contacts, std::uint64_t key) {
  const auto found =
      std::lower_bound(contacts.begin(), contacts.end(), key,
                       [](const ContactMemory& memory, std::uint64_t k) { return memory.key < k; });
  return found != contacts.end() && found->key == key ? &*found : nullptr;
}

bool bore_load(std::span<const ContactMemory> contacts, std::uint64_t key) {
  const ContactMemory* found = find_contact(contacts, key);
  return found && !found->impulse.isZero(0);
}

CandidateContacts::CandidateContacts(const Model& model, const SimulationOptions& options)
    : model_(&model),
      options_(options),
      collider_(model),
      in_space_(collides_in_space(model)),
      reach_(model.bodies.size(), std::numeric_limits<double>::infinity()),
      next_collider_(model) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (body.shapes.empty() && body.spatial_shapes.empty()) continue;
    outlines_.push_back({i, outline_reach(body)});
    if (outlines_.back().reach > 0) reach_[i] = outlines_.back().reach;
  }
}

// Nothing crosses more than this within a step: twice the distance of the fastest point.
double CandidateContacts::margin(const State& pose, const Eigen::VectorXd& v) const {
  if (options_.margin > 0) return options_.margin;
  double fastest = 0;
  for (const Outline& outline : outlines_)
    fastest = std::max(fastest, top_speed(*model_, pose, outline.body, outline.reach, v));
  return 2 * fastest * options_.dt;
}

// Whether the row of a contact without impulse is violated at velocity v.
bool CandidateContacts::closes(const State& pose, const ContactPair& pair,
                               const Eigen::VectorXd& v) const {
  const Eigen::Vector3d travel = contact_travel(*model_, pair, pose, 0.5 * options_.dt);
  const Eigen::Vector3d u = contact_velocity(*model_, pair, pose, v, travel);
  const SurfacePair& surface =
      model_->surface(model_->bodies[pair.body_a].material, model_->bodies[pair.body_b].material);
  const bool relaxed = options_.law == ContactLaw::relaxed && options_.relaxation_passes == 0;
  const double slip = relaxed ? surface.mu_s * u.tail<2>().norm() : 0.0;
  const double bias = options_.stabilise ? pair.gap / options_.dt : 0.0;
  return u.x() + bias - slip < 0;
}

void CandidateContacts::detect(const State& pose, const Eigen::VectorXd& v_free) {
  const double reach_out = margin(pose, v_free);
  candidates_ = collider_.collide(pose, reach_out);
  is_active_.assign(candidates_.size(), 0);
  speculative_.clear();
  speculates_ = options_.stabilise && (in_space_ || collider_.has_ghosts());
  speculations_ = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const ContactPair& pair = candidates_[i];
    is_active_[i] = pair.gap <= kNear * reach_out || bore_load(pose.contacts, pair.key) ||
                    closes(pose, pair, v_free);
  }
}

int CandidateContacts::add_violated(const State& pose, const Eigen::VectorXd& v) {
  int added = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (is_active_[i] || !closes(pose, candidates_[i], v)) continue;
    is_active_[i] = 1;
    ++added;
  }
  if (added > 0 || !speculates_ || speculations_ == kMaxSpeculations) return added;
  ++speculations_;
  return add_speculative(pose, v);
}

namespace {

// Where the material point of a body that is at x at the next pose is at the pose of the step.
Eigen::Vector3d carried_back(const Model& model, const State& next, const State& pose, int body,
                             const Eigen::Vector3d& x) {
  const spatial::Pose from = spatial_pose(model, next, {body});
  const spatial::Pose to = spatial_pose(model, pose, {body});
  return to.p + to.r * (from.r.conjugate() * (x - from.p));
}

}  // namespace

// Of the smaller body; infinite where neither is bounded.
double CandidateContacts::reach(const ContactPair& pair) const {
  return std::min(reach_[pair.body_a], reach_[pair.body_b]);
}

// Whether a contact of the same features has nearly the same row. A point of a rim moves on along
// it under the same name, so the place counts too.
bool CandidateContacts::is_known(const ContactPair& pair) const {
  const double near = kSamePlace * reach(pair);
  const auto among = [&](std::span<const ContactPair> contacts, std::uint64_t key) {
    return std::ranges::any_of(contacts, [&](const ContactPair& other) {
      return other.key == key && other.normal.dot(pair.normal) > kSameNormal &&
             ((other.point_a - pair.point_a).norm() < near ||
              (other.point_b - pair.point_b).norm() < near);
    });
  };
  return among(candidates_, pair.key) || among(speculative_, ~pair.key);
}

int CandidateContacts::add_speculative(const State& pose, const Eigen::VectorXd& v) {
  next_ = pose;
  next_.v = v;
  drift(*model_, options_.dt, next_);
  const std::size_t before = speculative_.size();
  for (ContactPair pair : next_collider_.collide(next_, 0.0)) {
    if (pair.gap > -kDeep * reach(pair)) continue;
    pair.point_a = carried_back(*model_, next_, pose, pair.body_a, pair.point_a);
    pair.point_b = carried_back(*model_, next_, pose, pair.body_b, pair.point_b);
    if (is_known(pair)) continue;
    pair.gap = std::max(0.0, pair.normal.dot(pair.point_b - pair.point_a));
    pair.key = ~pair.key;
    speculative_.push_back(pair);
  }
  return static_cast<int>(speculative_.size() - before);
}

const std::vector<ContactPair>& CandidateContacts::active() {
  active_.clear();
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (is_active_[i]) active_.push_back(candidates_[i]);
  active_.insert(active_.end(), speculative_.begin(), speculative_.end());
  return active_;
}

bool CandidateContacts::overlap_closes(const State& pose) const {
  const double fall = 2 * model_->gravity.norm() * options_.dt;
  const double impact = options_.impact_speed > 0 ? options_.impact_speed : fall;
  const double slow = std::max(options_.stick_speed, impact);
  return std::any_of(candidates_.begin(), candidates_.end(), [&](const ContactPair& pair) {
    return pair.gap < 0 && contact_velocity(*model_, pair, pose, pose.v).x() < -slow;
  });
}

}  // namespace perpend
