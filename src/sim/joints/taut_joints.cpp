// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/taut_joints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/joints/joint_forces.hpp"

namespace perpend {
namespace {

double mean_inertia(const Model& model, BodyId id) {
  if (id == kWorld) return 0.0;
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::rigid) return body.inertia();
  return body.kind == BodyKind::spatial ? body.principal_inertia.sum() / 3 : 0.0;
}

// Returns the number of rows of a joint that carry a force.
int force_rows(const Joint& joint) {
  if (joint.kind == JointKind::distance) return 1;
  return is_ball(joint.kind) ? (joint.in_plane ? 2 : 3) : 0;
}

}  // namespace

// A joint becomes taut if the stiffness of its new impulse exceeds twice that of its last one by
// more than the inertia of a body.
TautJoints::TautJoints(const Model& model) {
  for (const Joint& joint : model.joints) {
    Bound bound{joint.first_row, force_rows(joint), std::numeric_limits<double>::infinity()};
    if (bound.rows == 0) continue;
    for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}})
      if (const double inertia = mean_inertia(model, id); inertia > 0)
        bound.bound = std::min(bound.bound, 1.5 * inertia / frame.p.norm());
    if (std::isfinite(bound.bound)) bounds_.push_back(bound);
  }
}

bool TautJoints::become_taut(const JointSystem& system, const State& pose, double dt) const {
  const auto is_taut = [&](const Bound& bounded) {
    const auto now = system.lambda().segment(bounded.first_row, bounded.rows);
    const auto last = pose.joint_impulses.segment(bounded.first_row, bounded.rows);
    if (!(now.squaredNorm() > 4 * last.squaredNorm())) return false;
    return dt * (now.norm() - 2 * last.norm()) > bounded.bound;
  };
  return system.threads().reduce(
      static_cast<int>(bounds_.size()), false,
      [&](Chunk s) {
        return std::any_of(bounds_.begin() + s.first, bounds_.begin() + s.last, is_taut);
      },
      [](bool a, bool b) { return a || b; });
}

bool TautJoints::stiffen_struts(JointSystem& system, StepRows& rows,
                                const SimulationOptions& options) {
  if (knows_struts_ || system.masses().empty()) return false;
  knows_struts_ = true;
  const std::vector<Joint>& joints = system.model().joints;
  strut_impulses_.assign(joints.size(), 0.0);
  const auto along = system.coordinate_rows();
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(along.size()); ++r) {
    const double impulse = along[r].sign * row_impulse(system, r, rows, bounded);
    if (joints[along[r].joint].kind == JointKind::strut) strut_impulses_[along[r].joint] += impulse;
  }
  if (!system.stiffen_struts(*rows.pose, options.dt, strut_impulses_)) return false;
  system.solve_free(*rows.pose, rows.v_free);
  return true;
}

}  // namespace perpend
