// SPDX-License-Identifier: Apache-2.0
//
// Jacobian rows of contacts. Normal impulses act at the surface points (the line of action is the
// same for both). Tangential impulses act at one common point, halfway or on the only dynamic body,
// moved along the normal into the plane that all contacts of a pair of faces share, so that angular
// momentum is conserved exactly.
#include "contact/contact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

// Returns the reference point of a body's velocities: its centre of mass, or point 0 of a custom
// body.
Vector3d centre_of(const Model& model, const State& state, int body) {
  const Body& at = model.bodies[body];
  if (at.kind == BodyKind::custom) return spatial_pose(model, state, {body}).p;
  const auto q = state.q.segment(at.q_offset, at.q_size);
  return at.is_planar() ? Vector3d(q[0], q[1], 0) : Vector3d(q.head<3>());
}

// Returns the 3 × dof Jacobian of a custom body: velocity of its material point that is at p now.
BodyType::Matrix3X custom_jacobian(const Model& model, const State& state, int body,
                                   const Vector3d& p) {
  const Body& at = model.bodies[body];
  BodyType::Matrix3X jacobian(3, at.dof);
  at.details->type->point_jacobian(state.q.segment(at.q_offset, at.q_size),
                                   transform_point(inverse(spatial_pose(model, state, {body})), p),
                                   jacobian);
  return jacobian;
}

// Sets one row of a body's block: the velocity of its point at `arm` from the centre, along d.
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

// Returns where tangential impulses act: halfway, or on the surface of the only dynamic body. If
// they acted halfway to a floor below, a ball would get the spin of a larger one.
Vector3d tangent_point(const Model& model, const ContactPair& pair) {
  if (!model.bodies[pair.body_a].is_dynamic()) return pair.point_b;
  if (!model.bodies[pair.body_b].is_dynamic()) return pair.point_a;
  return 0.5 * (pair.point_a + pair.point_b);
}

// Returns where the tangential velocity of a body is taken; for a prescribed body it is `travel`
// further on.
Vector3d tangent_point(const Model& model, int body, const ContactPair& pair,
                       const Vector3d& travel) {
  const Vector3d point = tangent_point(model, pair) + pair.lift * pair.normal;
  return model.bodies[body].is_kinematic() ? Vector3d(point + travel) : point;
}

// True if both contacts are on one face, of a or of b. On stairs the normals alone agree too.
bool share_faces(const ContactPair& a, const ContactPair& b) {
  constexpr double kSame = 1e-12;
  if (a.body_a != b.body_a || a.body_b != b.body_b) return false;
  if ((a.normal - b.normal).cwiseAbs().maxCoeff() > kSame) return false;
  const auto level = [&](const Vector3d& p, const Vector3d& q) {
    return std::abs(a.normal.dot(p - q)) <= kSame * (1 + p.cwiseAbs().maxCoeff());
  };
  return level(a.point_a, b.point_a) || level(a.point_b, b.point_b);
}

// Sets the block of one body; sign -1 for a, 1 for b.
template <typename Block>
void set_block(const Model& model, const State& state, const ActiveContact& contact, double sign,
               Block block) {
  const int index = sign < 0 ? contact.pair.body_a : contact.pair.body_b;
  const Body& body = model.bodies[index];
  const Vector3d& surface = sign < 0 ? contact.pair.point_a : contact.pair.point_b;
  const Vector3d point = tangent_point(model, index, contact.pair, contact.travel);
  const auto frame = contact.frame.topRows(block.rows());
  if (body.kind == BodyKind::custom) {
    block.row(0) = sign * frame.row(0) * custom_jacobian(model, state, index, surface);
    if (block.rows() > 1)
      block.bottomRows(block.rows() - 1) =
          sign * frame.bottomRows(block.rows() - 1) * custom_jacobian(model, state, index, point);
    return;
  }
  const Vector3d centre = centre_of(model, state, index);
  for (int r = 0; r < block.rows(); ++r)
    set_row(body, sign, frame.row(r), (r == 0 ? surface : point) - centre, block.row(r));
}

// Returns the velocity of the body's point that is at p now.
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

Vector3d surface_velocity_of(const ContactPair& pair) {
  Vector3d surface_velocity = contact_frame(pair.normal, pair.tangents) * pair.surface_velocity;
  surface_velocity.x() = 0;
  if (pair.tangents == 1) surface_velocity.z() = 0;
  return surface_velocity;
}

}  // namespace

int rows_of(const ContactLaw& law, const ContactPair& pair) {
  return law == ContactLaw::frictionless ? 1 : 1 + pair.tangents;
}

Vector3d contact_travel(const Model& model, const ContactPair& pair, const State& state,
                        double time) {
  const bool a = model.bodies[pair.body_a].is_kinematic();
  if (!a && !model.bodies[pair.body_b].is_kinematic()) return Vector3d::Zero();
  const int moved = a ? pair.body_b : pair.body_a;
  return time * point_velocity(model, state, moved, state.v, centre_of(model, state, moved));
}

Vector3d contact_velocity(const Model& model, const ContactPair& pair, const State& state,
                          const Eigen::VectorXd& v, const Vector3d& travel) {
  const auto relative = [&](const Vector3d& on_a, const Vector3d& on_b) -> Vector3d {
    return point_velocity(model, state, pair.body_b, v, on_b) -
           point_velocity(model, state, pair.body_a, v, on_a);
  };
  const auto point = [&](int body) { return tangent_point(model, body, pair, travel); };
  const Vector3d at_surface = relative(pair.point_a, pair.point_b);
  const Vector3d halfway = relative(point(pair.body_a), point(pair.body_b));
  const Matrix3d frame = contact_frame(pair.normal, pair.tangents);
  const Vector3d slip = halfway + pair.surface_velocity;
  return {frame.row(0).dot(at_surface), frame.row(1).dot(slip),
          pair.tangents == 2 ? frame.row(2).dot(slip) : 0.0};
}

void share_friction_planes(const Model& model, std::span<ActiveContact> contacts) {
  for (std::size_t first = 0, next = 0; first < contacts.size(); first = next) {
    const Vector3d normal = contacts[first].pair.normal;
    std::size_t nearest = first;
    for (next = first + 1;
         next < contacts.size() && share_faces(contacts[first].pair, contacts[next].pair); ++next)
      if (contacts[next].pair.gap < contacts[nearest].pair.gap) nearest = next;
    const auto height = [&](const ContactPair& pair) {
      return normal.dot(tangent_point(model, pair));
    };
    const double plane = height(contacts[nearest].pair);
    for (ActiveContact& contact : contacts.subspan(first, next - first))
      contact.pair.lift = plane - height(contact.pair);
  }
}

void append_contact_rows(const Model& model, const State& state, const ContactLaw& law,
                         double stick_speed, double half_step, std::span<const ContactPair> pairs,
                         RowPool& pool, std::vector<ActiveContact>& contacts) {
  const std::size_t first = contacts.size();
  for (const ContactPair& pair : pairs) {
    const SurfacePair& surface = model.surface_between(pair.body_a, pair.body_b);
    contacts.push_back({.pair = pair,
                        .frame = contact_frame(pair.normal, pair.tangents),
                        .mu_s = surface.mu_s,
                        .mu_k = surface.mu_k,
                        .e = surface.e,
                        .surface_velocity = surface_velocity_of(pair),
                        .travel = contact_travel(model, pair, state, half_step)});
  }
  const std::span added = std::span(contacts).subspan(first);
  share_friction_planes(model, added);
  for (ActiveContact& contact : added) {
    const ContactPair& pair = contact.pair;
    contact.start = contact_velocity(model, pair, state, state.v, -contact.travel);
    contact.approach = contact.start.x();
    contact.slides = contact.start.tail<2>().norm() > stick_speed;
    contact.mu = contact.slides ? contact.mu_k : contact.mu_s;
    contact.group = pool.add(model, pair.body_a, pair.body_b, rows_of(law, pair));
    set_block(model, state, contact, -1, pool.a(contact.group));
    set_block(model, state, contact, 1, pool.b(contact.group));
  }
}

bool has_compliant_surfaces(const Model& model) {
  return std::ranges::any_of(model.surface_pairs, [](const SurfacePair& pair) {
    return !pair.normal.is_hard() || !pair.tangential.is_hard();
  });
}

Vector3d impulse_of(const ContactLaw& law, const ContactPair& pair, const double* multipliers) {
  Vector3d impulse = Vector3d::Zero();
  for (int r = 0; r < rows_of(law, pair); ++r) impulse[r] = multipliers[r];
  return impulse;
}

// True if friction is at its limit; the sides of a polygon are inside the circle.
bool is_at_friction_limit(const ContactLaw& law, const ActiveContact& contact,
                          const Vector3d& impulse) {
  const bool polygon = law.has_directions() && contact.pair.tangents == 2;
  const double least = polygon ? kAtLimit * std::cos(std::numbers::pi / law.directions) : kAtLimit;
  const double borne = contact.mu * impulse.x();
  return borne > 0 && impulse.tail<2>().norm() >= least * borne;
}

}  // namespace perpend
