// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/candidate_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "contact/contact_rows.hpp"
#include "contact/restitution/restitution.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

// Share of the margin: candidates nearer than this get rows at once. On the Brazil nut 0.15 gave
// the fastest steps: smaller values took more passes, larger ones larger problems.
constexpr double kNear = 0.15;
// Distance travelled within a step, m, beyond which its end is rounded to more than a micrometre
// and nothing is known of contacts there.
constexpr double kFarthest = 4.5e9;
// Share of the distance travelled along a contact, below which motion into the contact is
// round-off.
constexpr double kAlong = 1e-6;
// Overlap that round-off leaves where a row closed a gap, as a share of the smaller body's reach.
constexpr double kTouch = 1e-9;
// Rounds the margin up, with eight values to a power of two: while moving bodies change their speed
// by less, the contacts of resting bodies beside them stay the same.
double stepped(double margin) {
  constexpr double kSteps = 8;
  int power = 0;
  const double part = std::frexp(margin, &power);  // 1/2 to 1
  return std::isfinite(margin) ? std::ldexp(std::ceil(2 * kSteps * part) / (2 * kSteps), power)
                               : margin;
}

// Share of its radius by which the centre of a round shape is off the centre of mass for more than
// rounding.
constexpr double kOffCentre = 1e-9;

bool rolls_unevenly(const planar::ShapeInstance& placed) {
  if (const auto* disc = std::get_if<planar::Disc>(&placed.shape))
    return placed.pose.p.norm() > kOffCentre * disc->radius;
  return std::holds_alternative<planar::Ellipse>(placed.shape);
}

bool rolls_unevenly(const spatial::ShapeInstance& placed) {
  if (const auto* sphere = std::get_if<spatial::Sphere>(&placed.shape))
    return placed.pose.p.norm() > kOffCentre * sphere->radius;
  return std::holds_alternative<spatial::Cylinder>(placed.shape) ||
         std::holds_alternative<spatial::Cone>(placed.shape) ||
         std::holds_alternative<spatial::Ellipsoid>(placed.shape);
}

bool may_turn(const Body& body) {
  if (!body.is_kinematic()) return false;
  const Motion& motion = body.details->motion;
  if (motion.driven) return true;
  return body.is_planar() ? motion.velocity.z() != 0 || !motion.harmonics.empty()
                          : !motion.omega.isZero(0) || rocks(motion);
}

}  // namespace

CandidateContacts::CandidateContacts(const Model& model, const SimulationOptions& options)
    : model_(&model),
      options_(options),
      pieces_(model, options.dt),
      free_(model, options.dt),
      compounds_(model),
      welded_(model, options.joints.is_hard()),
      in_space_(has_spatial_shapes(model)),
      next_collider_(model) {
  for (const MovingPieces::Outline& outline : pieces_.outlines())
    turns_movers_ = turns_movers_ || may_turn(model.bodies[outline.body]);
  any_compliant_ = std::ranges::any_of(model.surface_pairs, [&](const SurfacePair& pair) {
    return !normal_of(pair, options_).is_hard();
  });
}

// Returns the rate of a contact's row without impulse at velocity v, m/s; below 0 the row is
// violated.
double CandidateContacts::opening(const State& pose, std::size_t candidate,
                                  const Eigen::VectorXd& v) const {
  const ContactPair& pair = candidates_[candidate];
  const Eigen::Vector3d travel = contact_travel(*model_, pair, pose, 0.5 * options_.dt);
  const Eigen::Vector3d u = contact_velocity(*model_, pair, pose, v, travel);
  const SurfacePair& surface = model_->surface_between(pair.body_a, pair.body_b);
  const bool relaxed = options_.law == ContactLaw::relaxed && options_.relaxation_passes == 0;
  const double slip = relaxed ? surface.mu_s * u.tail<2>().norm() : 0.0;
  const double bias =
      options_.stabilise ? (pair.gap - predictions_[candidate].turn) / options_.dt : 0.0;
  return u.x() + bias - slip;
}

// True if the forces of the step alone close the row of a candidate, and not the motion before
// them.
bool CandidateContacts::is_pressed_on(const State& pose, std::size_t candidate,
                                      const Eigen::VectorXd& v_free) const {
  const ContactPair& pair = candidates_[candidate];
  const double before = contact_velocity(*model_, pair, pose, approach_).x();
  const double along = pieces_.sweep().approach(pair.piece_a, pair.piece_b, options_.dt);
  return pair.gap + options_.dt * before >= -kAlong * along &&
         opening(pose, candidate, v_free) - before < 0;
}

void CandidateContacts::detect(const State& pose, const Eigen::VectorXd& v_free) {
  const double reach_out = margin(pose, v_free);
  margin_ = options_.margin > 0 ? reach_out : stepped(reach_out);
  candidates_ = pieces_.collider().collide(pose, margin_);
  rows_.assign(candidates_.size(), Row::none);
  curves_.assign(candidates_.size(), 0.0);
  predictions_.assign(candidates_.size(), {});
  prediction_rounds_ = 0;
  speculative_.clear();
  crossings_.clear();
  speculations_ = 0;
  left_over_ = false;
  turned_into_ = {};
  parts_overlap_ = true;
  approach_ = v_free_ = v_free;
  for (const Body& body : model_->bodies)
    if (body.is_dynamic())
      approach_.segment(body.v_offset, body.dof) = pose.v.segment(body.v_offset, body.dof);
  pieces_.start(pose, approach_);
  welded_.update(pose);
  predict(pose, v_free);
  outside_.clear();
  sides_.clear();
  find_mesh_sides(pose, v_free);
  LastContacts last(pose.contacts);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const ContactPair& pair = candidates_[i];
    // Rows that cannot be ghost collisions stay active at any load, since they would soon be added
    // again.
    if (last.bore_load(pair.key, is_reliable(i)) || is_met_in_flight(pair) ||
        is_taken(pose, i, v_free, kNear * reach_out))
      rows_[i] = Row::active;
  }
  part_compounds(pose);
  leave_apart();
}

bool CandidateContacts::is_compliant(int body_a, int body_b) const {
  return any_compliant_ && !normal_of(model_->surface_between(body_a, body_b), options_).is_hard();
}

void CandidateContacts::part_compounds(const State& pose) {
  if (!options_.stabilise) return;
  compounds_.find(pieces_, pose, candidates_, [this](int a, int b) { return !is_compliant(a, b); });
  speculative_.assign(compounds_.rows().begin(), compounds_.rows().end());
}

// True if a contact that carried no load gets a row: it is nearer than `near`, or closes.
bool CandidateContacts::is_taken(const State& pose, std::size_t candidate,
                                 const Eigen::VectorXd& v_free, double near) {
  const ContactPair& pair = candidates_[candidate];
  const bool reliable = is_reliable(candidate);
  return (reliable && pair.gap <= near) ||
         (closes(pose, candidate, v_free) &&
          (reliable || is_pressed_on(pose, candidate, v_free) || is_met_straight(pair)));
}

// Looks for candidates farther away: a heavy body may throw a light one away faster than anything
// moved before, beyond the margin of its candidates.
void CandidateContacts::look_farther(const State& pose, const Eigen::VectorXd& v) {
  const double farther = margin(pose, v);
  if (!(farther > margin_ && farther < kFarthest)) return;
  margin_ = farther;
  struct Known {
    std::uint64_t key;
    Row row;
    double curve;
    Prediction prediction;
  };
  std::vector<Known> known;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (rows_[i] != Row::none)
      known.push_back({candidates_[i].key, rows_[i], curves_[i], predictions_[i]});
  std::ranges::sort(known, {}, &Known::key);
  candidates_ = pieces_.collider().collide(pose, margin_);
  rows_.assign(candidates_.size(), Row::none);
  curves_.assign(candidates_.size(), 0.0);
  predictions_.assign(candidates_.size(), {});
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const auto same = std::ranges::lower_bound(known, candidates_[i].key, {}, &Known::key);
    if (same == known.end() || same->key != candidates_[i].key) continue;
    rows_[i] = same->row;
    curves_[i] = same->curve;
    predictions_[i] = same->prediction;
  }
  find_mesh_sides(pose, v);
  leave_apart();
}

bool CandidateContacts::stay_apart(int a, int b) const {
  return are_held_apart(a, b) || is_behind(a, b) || welded_.are_one(piece(a).body, piece(b).body);
}

// True if two pieces need no contacts because their bodies have a row of their own, or fly freely
// and meet after this step.
bool CandidateContacts::are_held_apart(int a, int b) const {
  return free_.stay_apart(piece(a).body, piece(b).body) ||
         compounds_.have_row(piece(a).body, piece(b).body);
}

void CandidateContacts::leave_apart() {
  if (!free_.have_apart() && !pieces_.has_meshes() && compounds_.rows().empty() && !welded_.exist())
    return;
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (stay_apart(candidates_[i].piece_a, candidates_[i].piece_b)) rows_[i] = Row::apart;
}

std::span<const FreeMeeting> CandidateContacts::find_free_meetings(
    const State& start, const FreeMeetings::AreFree& are_free) {
  forget_free_meetings();
  if (pieces_.collider().has_ghosts() || options_.margin > 0) return {};
  const State& pose = pieces_.sweep().pose();
  pieces_.start(start, start.v);
  free_.find(pieces_, candidates_, are_free);
  pieces_.start(pose, approach_);
  leave_apart();
  return free_.all();
}

// Forgets pairs that stay apart in free flight if other bodies may have thrown them at each other.
void CandidateContacts::forget_apart(const Eigen::VectorXd& v) {
  constexpr double kKicked = 1e-7;  // least change of a step's motion, of the reach
  if (!free_.have_apart()) return;
  free_.forget_apart([&](int index) {
    const Body& body = model_->bodies[index];
    const Vector3d kick = linear_velocity(body, v) - linear_velocity(body, v_free_);
    const Vector3d spin = angular_velocity(body, v) - angular_velocity(body, v_free_);
    const double reach = pieces_.reach(index);
    return options_.dt * (kick.norm() + reach * spin.norm()) > kKicked * reach;
  });
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (rows_[i] == Row::apart && !stay_apart(candidates_[i].piece_a, candidates_[i].piece_b))
      rows_[i] = Row::none;
}

int CandidateContacts::add_violated(const State& pose, const Eigen::VectorXd& v) {
  forget_apart(v);
  look_farther(pose, v);
  pieces_.start(pose, v);
  int added = predict(pose, v);
  added += activate_closing(pose, v);
  if (added > 0 || !options_.stabilise || !(margin(pose, v) < kFarthest)) return added;
  added = add_crossed(pose);
  if (speculations_ >= kSpeculations) {
    const bool goes_on = find_left_over(pose, v);
    if ((added == 0 && !goes_on) || speculations_ == kMostSpeculations) return 0;
  }
  ++speculations_;
  return added + add_speculative(pose, v);
}

const std::vector<ContactPair>& CandidateContacts::active() {
  active_.clear();
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (rows_[i] != Row::active) continue;
    active_.push_back(candidates_[i]);
    active_.back().curve = curves_[i];
    active_.back().turn = predictions_[i].turn;
  }
  active_.insert(active_.end(), speculative_.begin(), speculative_.end());
  return active_;
}

// Bounds how far the outlines of two bodies move past each other between two poses, m.
double CandidateContacts::way(const ContactPair& pair, const State& from, const State& to) const {
  Vector3d moved(0, 0, 0);
  double turned = 0;
  for (const auto& [body, sign] : {std::pair(pair.body_a, -1.0), std::pair(pair.body_b, 1.0)}) {
    const spatial::Pose here = spatial_pose(*model_, from, {body});
    const spatial::Pose there = spatial_pose(*model_, to, {body});
    const double angle = here.r.angularDistance(there.r);
    moved += sign * (there.p - here.p);
    if (angle > 0) turned += angle * pieces_.reach(body);
  }
  return moved.norm() + turned;
}

void CandidateContacts::look_at(const State& other, const State& pose) {
  there_.other = &other;
  there_.pose = &pose;
  there_.piece_a = there_.piece_b = -1;
}

// Looks no farther than contacts can be there: within the reach of a body a fine mesh has hundreds
// of triangles.
std::optional<ContactPair> CandidateContacts::looked_for(const ContactPair& pair) {
  auto& [other, pose, a, b, contacts] = there_;
  if (a != pair.piece_a || b != pair.piece_b) {
    a = pair.piece_a, b = pair.piece_b;
    const double moved = way(pair, *pose, *other);
    contacts.clear();
    pieces_.collider().collide(*other, a, b, std::min(margin_ + moved, pieces_.reach(pair)),
                               contacts);
  }
  const auto same = std::ranges::find(contacts, pair.key, &ContactPair::key);
  if (same == contacts.end()) return std::nullopt;
  return *same;
}

bool CandidateContacts::overlap_closes(const State& start, const State& pose) {
  look_at(start, pose);
  const double slow =
      std::max(options_.stick_speed, slowest_impact(*model_, options_.impact_speed, options_.dt));
  const auto closes = [&](const State& state, const ContactPair& pair) {
    const double least = has_kinematic(pair) ? options_.stick_speed : slow;
    return contact_velocity(*model_, pair, state, state.v).x() < -least;
  };
  return std::any_of(candidates_.begin(), candidates_.end(), [&](const ContactPair& pair) {
    if (stay_apart(pair.piece_a, pair.piece_b)) return false;
    if (is_compliant(pair.body_a, pair.body_b)) return false;
    const double touch = kTouch * pieces_.reach(pair);
    if (!(pair.gap < -touch) || !(pair.gap < -touch - kLoose * kept(pair))) return false;
    if (!closes(pose, pair)) return false;
    const std::optional<ContactPair> before = looked_for(pair);
    return !before || closes(start, *before);
  });
}

bool CandidateContacts::rolls_unevenly(int a, int b) const {
  return std::ranges::any_of(std::array{a, b}, [&](int index) {
    const Body& body = model_->bodies[piece(index).body];
    const auto shape = static_cast<std::size_t>(piece(index).shape);
    if (!body.is_dynamic()) return false;
    return pieces_.collider().in_space(index)
               ? perpend::rolls_unevenly(body.details->spatial_shapes[shape])
               : perpend::rolls_unevenly(body.details->shapes[shape]);
  });
}

}  // namespace perpend
