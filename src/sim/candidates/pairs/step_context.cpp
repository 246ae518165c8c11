// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/step_context.hpp"

#include "contact/contact_rows.hpp"

namespace perpend {

StepContext::StepContext(const Model& m, const SimulationOptions& o)
    : model(m), options(o), pieces(m, o.dt), pairs(m, options, pieces) {}

void StepContext::start(const State& pose, const Eigen::VectorXd& free) {
  separates_overlap = true;
  approach = v_free = free;
  for (const Body& body : model.bodies)
    if (body.is_dynamic())
      approach.segment(body.v_offset, body.dof) = pose.v.segment(body.v_offset, body.dof);
  pieces.start(pose, approach);
}

double StepContext::row_rate(const State& pose, const Eigen::VectorXd& v,
                             const ContactPair& pair) const {
  const Eigen::Vector3d travel = contact_travel(model, pair, pose, 0.5 * options.dt);
  return contact_velocity(model, pair, pose, v, travel).x();
}

}  // namespace perpend
