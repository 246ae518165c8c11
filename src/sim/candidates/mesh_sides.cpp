// SPDX-License-Identifier: Apache-2.0
//
// A mesh has contacts on its outside only. The overlap of a body with its surface does not tell
// from which side the body got there; what came before does: from the outside it was near in the
// step before, or is hardly in. A body that comes from behind passes until it is out: pushed out of
// the surface it would be shot away, and stopped at it, it would have met the wrong side.
// Bodies count as near if they had a candidate, not only if they had a row: a corner that rotates
// into the surface while the middle of its body flies off comes from free flight. So the side is
// kept by a contact memory of its own, without impulse.
#include <algorithm>

#include "contact/contact_key.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/candidate_contacts.hpp"

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
double CandidateContacts::leaving_speed(const State& pose, const Eigen::VectorXd& v,
                                        const ContactPair& pair) const {
  const int solid = pieces_.is_mesh(pair.piece_a) ? pair.body_b : pair.body_a;
  ContactPair middle = pair;
  middle.point_a = middle.point_b = spatial_pose(*model_, pose, {solid}).p;
  return contact_velocity(*model_, middle, pose, v).x();
}

// True if contacts of a piece and a mesh, unknown to the last step, are on its outside: the piece
// does not come out, or it is hardly in and its shortest way out is to the outside. A piece far
// behind has no contact where one of its corners sticks out.
bool CandidateContacts::are_from_outside(const State& pose, const Eigen::VectorXd& v,
                                         std::span<const ContactPair> contacts) const {
  const ContactPair& deepest = *std::ranges::min_element(contacts, {}, &ContactPair::gap);
  if (leaving_speed(pose, v, deepest) <= 0) return true;
  const spatial::Distance apart =
      pieces_.collider().distance(pose, deepest.piece_a, deepest.piece_b);
  return apart.gap > -kHardlyIn * pieces_.thickness(deepest.piece_a, deepest.piece_b) &&
         (apart.gap > 0 || apart.normal.dot(deepest.normal) > 0);
}

// Adds to the sides known before: a piece that comes out as it is pushed stays on its side.
void CandidateContacts::find_mesh_sides(const State& pose, const Eigen::VectorXd& v) {
  if (!pieces_.has_meshes()) return;
  LastContacts last(pose.contacts);
  for (std::size_t first = 0, next = 0; first < candidates_.size(); first = next) {
    const std::pair pieces(candidates_[first].piece_a, candidates_[first].piece_b);
    while (next < candidates_.size() && candidates_[next].piece_a == pieces.first &&
           candidates_[next].piece_b == pieces.second)
      ++next;
    if (!pieces_.is_with_mesh(pieces.first, pieces.second)) continue;
    const std::uint64_t key = side_key(pieces);
    if (!last.find(key) && !are_from_outside(pose, v, candidates_.subspan(first, next - first)))
      continue;
    outside_.push_back(pieces);
    sides_.push_back(key);
  }
  // A margin set by the user may be too small to see approaching pieces.
  if (options_.margin > 0)
    for (const auto& [a, b] : pieces_.collider().near_pieces())
      if (pieces_.is_with_mesh(a, b) && pieces_.collider().distance(pose, a, b).gap > 0)
        outside_.emplace_back(a, b);
  std::ranges::sort(outside_);
  std::ranges::sort(sides_);
}

// Returns a message on a body that overlaps a mesh and passes it all the same, and what to do about
// it; empty if there is none.
std::string CandidateContacts::passes_mesh(const State& pose) const {
  if (!pieces_.has_meshes()) return {};
  for (const auto& [a, b] : pieces_.collider().near_pieces()) {
    if (!is_behind(a, b)) continue;
    const double least = kHardlyIn * pieces_.thickness(a, b);
    if (!(pieces_.collider().distance(pose, a, b).gap < -least)) continue;
    const auto name = [&](int index) { return model_->bodies[piece(index).body].details->name; };
    const bool is_mesh_first = pieces_.is_mesh(a);
    return name(is_mesh_first ? b : a) + " starts behind the surface of " +
           name(is_mesh_first ? a : b) + " and passes it; try a start outside of it";
  }
  return {};
}

// True for a mesh and a piece not known to be on its outside, which is taken to come from behind.
bool CandidateContacts::is_behind(int a, int b) const {
  return pieces_.has_meshes() && pieces_.is_with_mesh(a, b) &&
         !std::binary_search(outside_.begin(), outside_.end(), std::pair(a, b));
}

// Returns true if a piece that is behind a mesh, or has no contact any more, `time` after the start
// went in through the outside.
bool CandidateContacts::got_behind(const State& start, int a, int b, double time) {
  const std::optional<double> met = pieces_.crossing(a, b, time);
  if (!met) return false;
  const State& then = pieces_.sweep().at(a, b, *met);
  met_.clear();
  pieces_.collider().collide(then, a, b, 0.0, met_);
  return !met_.empty() && are_from_outside(then, start.v, met_);
}

}  // namespace perpend
