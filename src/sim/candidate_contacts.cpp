// SPDX-License-Identifier: Apache-2.0
#include "candidate_contacts.hpp"

#include <algorithm>
#include <variant>

#include "perpend/contact/contact_rows.hpp"
#include "perpend/dynamics/kinetics.hpp"

namespace perpend {
namespace {

// Candidates nearer than this share of the margin get rows at once. On the Brazil nut 0.15 gave the
// shortest steps: below it more passes, above it larger problems.
constexpr double kNear = 0.15;

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

CandidateContacts::CandidateContacts(const Model& model, const SimulationOptions& options)
    : model_(&model), options_(options), collider_(model) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.shapes.empty() || !body.spatial_shapes.empty())
      outlines_.push_back({i, outline_reach(body)});
  }
}

// Nothing crosses more than this within a step: twice the way of the fastest point.
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
  const Eigen::Vector3d ahead = way_ahead(*model_, pair, pose, 0.5 * options_.dt);
  const Eigen::Vector3d u = contact_velocity(*model_, pair, pose, v, ahead);
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
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const ContactPair& pair = candidates_[i];
    is_active_[i] = pair.gap <= kNear * reach_out || find_contact(pose.contacts, pair.key) ||
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
  return added;
}

const std::vector<ContactPair>& CandidateContacts::active() {
  active_.clear();
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (is_active_[i]) active_.push_back(candidates_[i]);
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
