// SPDX-License-Identifier: Apache-2.0
//
// Jacobian rows of contacts. Normal impulses act at the surface points (the line of action is the
// same for both); tangential ones at the point halfway, so that angular momentum is kept exactly.
#include "perpend/contact/contact_rows.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

// Where the velocities of a body are those of: its centre of mass, of a custom body its point 0.
Vector3d centre_of(const Model& model, const State& state, int body) {
  const Body& at = model.bodies[body];
  if (at.kind == BodyKind::custom) return spatial_pose(model, state, {body}).p;
  const auto q = state.q.segment(at.q_offset, at.q_size);
  return at.is_planar() ? Vector3d(q[0], q[1], 0) : Vector3d(q.head<3>());
}

// 3 × velocities of a custom body: the velocity of its material point that is at p now.
BodyType::Matrix3X custom_jacobian(const Model& model, const State& state, int body,
                                   const Vector3d& p) {
  const Body& at = model.bodies[body];
  BodyType::Matrix3X jacobian(3, at.dof);
  at.type->point_jacobian(state.q.segment(at.q_offset, at.q_size),
                          transform_point(inverse(spatial_pose(model, state, {body})), p),
                          jacobian);
  return jacobian;
}

// One row of a body's block: the velocity of its point at `arm` from the centre, along d.
template <typename Row>
void set_row(const Body& body, double sign, const Vector3d& d, const Vector3d& arm, Row row) {
  if (body.is_planar()) {
    row.template head<2>() = sign * d.head<2>().transpose();
    if (body.dof == 3) row[2] = sign * (arm.x() * d.y() - arm.y() * d.x());
    return;
  }
  row.template head<3>() = sign * d.transpose();
  if (body.dof == 6) row.template tail<3>() = sign * arm.cross(d).transpose();
}

void set_rows(const Model& model, const State& state, const ActiveContact& contact, RowPool& pool) {
  const ContactPair& pair = contact.pair;
  const Vector3d middle = 0.5 * (pair.point_a + pair.point_b);
  const Vector3d c_a = centre_of(model, state, pair.body_a);
  const Vector3d c_b = centre_of(model, state, pair.body_b);
  auto a = pool.a(contact.group), b = pool.b(contact.group);
  for (int r = 0; r < a.rows(); ++r) {
    const Vector3d d = contact.frame.row(r);
    const Vector3d at_a = r == 0 ? pair.point_a : middle, at_b = r == 0 ? pair.point_b : middle;
    const auto set = [&](int body, double sign, const Vector3d& at, const Vector3d& centre,
                         auto row) {
      if (model.bodies[body].kind == BodyKind::custom)
        row = sign * d.transpose() * custom_jacobian(model, state, body, at);
      else
        set_row(model.bodies[body], sign, d, at - centre, row);
    };
    set(pair.body_a, -1, at_a, c_a, a.row(r));
    set(pair.body_b, 1, at_b, c_b, b.row(r));
  }
}

// Velocity of the body's point that is at p now.
Vector3d point_velocity(const Model& model, const State& state, int index, const Eigen::VectorXd& v,
                        const Vector3d& p) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom)
    return custom_jacobian(model, state, index, p) * v.segment(body.v_offset, body.dof);
  const Vector3d arm = p - centre_of(model, state, index);
  const double* u = v.data() + body.v_offset;
  if (body.is_planar()) {
    const double spin = body.dof == 3 ? u[2] : 0.0;
    return {u[0] - spin * arm.y(), u[1] + spin * arm.x(), 0};
  }
  const Vector3d linear(u[0], u[1], u[2]);
  return body.dof == 6 ? Vector3d(linear + Vector3d(u[3], u[4], u[5]).cross(arm)) : linear;
}

}  // namespace

int rows_of(const ContactLaw& law, const ContactPair& pair) {
  return law == ContactLaw::frictionless ? 1 : 1 + pair.tangents;
}

Vector3d contact_velocity(const Model& model, const ContactPair& pair, const State& state,
                          const Eigen::VectorXd& v) {
  const auto relative = [&](const Vector3d& on_a, const Vector3d& on_b) -> Vector3d {
    return point_velocity(model, state, pair.body_b, v, on_b) -
           point_velocity(model, state, pair.body_a, v, on_a);
  };
  const Vector3d middle = 0.5 * (pair.point_a + pair.point_b);
  const Vector3d at_surface = relative(pair.point_a, pair.point_b);
  const Vector3d halfway = relative(middle, middle);
  const Matrix3d frame = contact_frame(pair.normal, pair.tangents);
  return {frame.row(0).dot(at_surface), frame.row(1).dot(halfway),
          pair.tangents == 2 ? frame.row(2).dot(halfway) : 0.0};
}

void append_contact_rows(const Model& model, const State& state, const ContactLaw& law,
                         double stick_speed, std::span<const ContactPair> pairs, RowPool& pool,
                         std::vector<ActiveContact>& contacts) {
  for (const ContactPair& pair : pairs) {
    const SurfacePair& surface =
        model.surface(model.bodies[pair.body_a].material, model.bodies[pair.body_b].material);
    ActiveContact contact{.pair = pair,
                          .frame = contact_frame(pair.normal, pair.tangents),
                          .mu_s = surface.mu_s,
                          .mu_k = surface.mu_k,
                          .e = surface.e,
                          .start = contact_velocity(model, pair, state, state.v)};
    contact.slides = contact.start.tail<2>().norm() > stick_speed;
    contact.mu = contact.slides ? surface.mu_k : surface.mu_s;
    contact.group = pool.add(model, pair.body_a, pair.body_b, rows_of(law, pair));
    set_rows(model, state, contact, pool);
    contacts.push_back(contact);
  }
}

Vector3d impulse_of(const ContactLaw& law, const ContactPair& pair, const double* multipliers) {
  Vector3d impulse = Vector3d::Zero();
  for (int r = 0; r < rows_of(law, pair); ++r) impulse[r] = multipliers[r];
  return impulse;
}

}  // namespace perpend
