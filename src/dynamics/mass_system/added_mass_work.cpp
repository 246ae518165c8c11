// SPDX-License-Identifier: Apache-2.0
//
// Work of AddedMass in a velocity update from v to v⁺: (v + v⁺)/2 times B (v⁺ - v) and D v⁺.
#include "dynamics/mass_system/added_mass_ends.hpp"

namespace perpend {
namespace {

// Copies the velocities of one body of a pair, from its first row in the pair's block on.
template <typename Ends>
void gather(const Model& model, BodyId id, const Eigen::VectorXd& v, int row, Ends& u) {
  if (id == kWorld || model.bodies[id.index].kind == BodyKind::custom) return;
  const Body& body = model.bodies[id.index];
  if (body.is_dynamic()) u.segment(row, body.dof) = v.segment(body.v_offset, body.dof);
}

// Returns the angular velocity; in the plane its only entry, about z, comes first.
Eigen::Vector3d omega_of(const Model& model, BodyId id, const Eigen::VectorXd& v) {
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::spatial) return v.segment<3>(body.v_offset + 3);
  return {body.kind == BodyKind::rigid ? v[body.v_offset + 2] : 0.0, 0, 0};
}

}  // namespace

double AddedMass::work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                       bool forgets) const {
  const auto sum = [](double a, double b) { return a + b; };
  const double rotation =
      !has_rotation_ ? 0.0
                     : threads_->reduce(
                           static_cast<int>(rotation_.size()), 0.0,
                           [&](Chunk s) { return rotation_work(s, v, v_plus, forgets); }, sum);
  return -(rotation + pair_work(v, v_plus, forgets));
}

double AddedMass::rotation_work(Chunk bodies, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& v_plus, bool forgets) const {
  double taken = 0;
  for (int i = bodies.first; i < bodies.last; ++i) {
    const int at = bearers_[i].rotation;
    if (at < 0 || rotation_[i].isZero(0)) continue;
    if (bearers_[i].in_plane) {
      const double change = forgets ? v_plus[at] : v_plus[at] - v[at];
      taken += 0.5 * (v[at] + v_plus[at]) * rotation_[i](0, 0) * change;
      continue;
    }
    const Eigen::Vector3d before = v.segment<3>(at), after = v_plus.segment<3>(at);
    const Eigen::Vector3d change = forgets ? after : Eigen::Vector3d(after - before);
    taken += 0.5 * (before + after).dot(rotation_[i] * change);
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
      return Eigen::Vector3d(omega_of(*model_, joint.a, x) - omega_of(*model_, joint.b, x));
    };
    const Eigen::Vector3d after = relative(v_plus);
    taken += 0.5 * damper.damping * (relative(v) + after).dot(after);
  }
  return taken;
}

}  // namespace perpend
