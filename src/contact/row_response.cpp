// SPDX-License-Identifier: Apache-2.0
#include "contact/row_response.hpp"

#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

using Eigen::Vector3d;

namespace {

// Returns J_i M_i⁻¹ J_iᵀ of the part of a row that one body has, regardless of its joints.
double body_response(const Model& model, const State& pose, int index,
                     const Eigen::Ref<const Eigen::RowVectorXd>& J_i) {
  const Body& body = model.bodies[index];
  if (!body.is_dynamic()) return 0;
  if (body.kind == BodyKind::custom) {
    const BodyVector own = J_i.transpose();
    return own.dot(mass_block(model, pose.q, index).llt().solve(own));
  }
  if (body.is_planar()) {
    const double rotation = body.dof == 3 ? J_i[2] * J_i[2] / body.inertia() : 0.0;
    return J_i.head<2>().squaredNorm() / body.mass + rotation;
  }
  const double line = J_i.head<3>().squaredNorm() / body.mass;
  if (body.dof == 3) return line;
  const Vector3d m = spatial_pose(model, pose, {index}).r.conjugate() * Vector3d(J_i.tail<3>());
  return line + m.cwiseAbs2().cwiseQuotient(body.principal_inertia).sum();
}

}  // namespace

double row_response(const Model& model, const State& pose, const RowPool& pool, int group, int r) {
  double sum = 0;
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += body_response(model, pose, blocks[k].body, pool.block(group, k).row(r));
  return sum;
}

double row_response(const StepRows& rows, int group, int r) {
  return row_response(*rows.setup.model, *rows.pose, rows.pool, group, r);
}

double largest_speed(const StepRows& rows, const Eigen::VectorXd& v) {
  if (v.size() == 0) return 0.0;
  return std::max(v.lpNorm<Eigen::Infinity>(), rows.v_free.lpNorm<Eigen::Infinity>());
}

}  // namespace perpend
