// SPDX-License-Identifier: Apache-2.0
//
// A mesh has contacts on its outside only. The overlap of a body with its surface does not tell
// from which side the body got there; what came before does: from the outside it was near in the
// step before, or is hardly in. A body that comes from behind passes until it is out: pushed out of
// the surface it would be shot away, and stopped at it, it would have met the wrong side.
// Bodies count as near if they had a candidate, not only if they had a row: a corner that rotates
// into the surface while the middle of its body flies off comes from free flight. So the side is
// kept by a contact memory of its own, without impulse.
#include "sim/candidates/pairs/mesh_sides.hpp"

#include <algorithm>

#include "contact/contact_key.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/pairs/last_contacts.hpp"

namespace perpend {
namespace {

// Overlap that a step leaves of what comes from the outside, as a share of the inner radius.
constexpr double kHardlyIn = 1e-3;

// Returns the key by which two pieces, one a mesh, are kept among the contacts of a state.
std::uint64_t side_key(const std::pair<int, int>& pieces) {
  constexpr std::uint32_t kNoFeature = 0xffffffff;
  return contact_key(pieces.first, pieces.second, kNoFeature);
}

}  // namespace

// Returns how fast a contact with a mesh opens at the middle of the other body, m/s.
double MeshSides::leaving_speed(const State& pose, const Eigen::VectorXd& v,
                                const ContactPair& pair) const {
  const int solid = step_.pieces.is_mesh(pair.piece_a) ? pair.body_b : pair.body_a;
  ContactPair middle = pair;
  middle.point_a = middle.point_b = spatial_pose(step_.model, pose, {solid}).p;
  return contact_velocity(step_.model, middle, pose, v).x();
}

// True if contacts of a piece and a mesh, unknown to the last step, are on its outside: the piece
// does not come out, or it is hardly in and its shortest way out is to the outside. A piece far
// behind has no contact where one of its corners sticks out.
bool MeshSides::are_from_outside(const State& pose, const Eigen::VectorXd& v,
                                 std::span<const ContactPair> contacts) const {
  const ContactPair& deepest = *std::ranges::min_element(contacts, {}, &ContactPair::gap);
  if (leaving_speed(pose, v, deepest) <= 0) return true;
  const spatial::Distance apart =
      step_.pieces.collider().distance(pose, deepest.piece_a, deepest.piece_b);
  return apart.gap > -kHardlyIn * step_.pieces.thickness(deepest.piece_a, deepest.piece_b) &&
         (apart.gap > 0 || apart.normal.dot(deepest.normal) > 0);
}

void MeshSides::start(const State& pose, const Eigen::VectorXd& v,
                      std::span<const ContactPair> candidates) {
  outside_.clear();
  keys_.clear();
  extend(pose, v, candidates);
}

void MeshSides::extend(const State& pose, const Eigen::VectorXd& v,
                       std::span<const ContactPair> candidates) {
  if (!step_.pieces.has_meshes()) return;
  LastContacts last(pose.contacts);
  for (std::size_t first = 0, next = 0; first < candidates.size(); first = next) {
    const std::pair pieces(candidates[first].piece_a, candidates[first].piece_b);
    while (next < candidates.size() && candidates[next].piece_a == pieces.first &&
           candidates[next].piece_b == pieces.second)
      ++next;
    if (!step_.pieces.is_with_mesh(pieces.first, pieces.second)) continue;
    const std::uint64_t key = side_key(pieces);
    if (!last.find(key) && !are_from_outside(pose, v, candidates.subspan(first, next - first)))
      continue;
    outside_.push_back(pieces);
    keys_.push_back(key);
  }
  // A margin set by the user may be too small to see approaching pieces.
  if (step_.options.margin > 0)
    for (const auto& [a, b] : step_.pieces.collider().near_pieces())
      if (step_.pieces.is_with_mesh(a, b) && step_.pieces.collider().distance(pose, a, b).gap > 0)
        outside_.emplace_back(a, b);
  std::ranges::sort(outside_);
  std::ranges::sort(keys_);
}

std::string MeshSides::describe_passing(const State& pose) const {
  if (!step_.pieces.has_meshes()) return {};
  for (const auto& [a, b] : step_.pieces.collider().near_pieces()) {
    if (!is_behind(a, b)) continue;
    const double least = kHardlyIn * step_.pieces.thickness(a, b);
    if (!(step_.pieces.collider().distance(pose, a, b).gap < -least)) continue;
    const auto name = [&](int index) {
      return step_.model.bodies[step_.pieces[index].body].details->name;
    };
    const bool is_mesh_first = step_.pieces.is_mesh(a);
    return name(is_mesh_first ? b : a) + " starts behind the surface of " +
           name(is_mesh_first ? a : b) + " and passes it; try a start outside of it";
  }
  return {};
}

bool MeshSides::is_behind(int a, int b) const {
  return step_.pieces.has_meshes() && step_.pieces.is_with_mesh(a, b) &&
         !std::binary_search(outside_.begin(), outside_.end(), std::pair(a, b));
}

bool MeshSides::went_behind(const State& start, int a, int b, double time) {
  const std::optional<double> met = step_.pieces.crossing(a, b, time);
  if (!met) return false;
  const State& then = step_.pieces.sweep().at(a, b, *met);
  met_.clear();
  step_.pieces.collider().collide(then, a, b, 0.0, met_);
  return !met_.empty() && are_from_outside(then, start.v, met_);
}

}  // namespace perpend
