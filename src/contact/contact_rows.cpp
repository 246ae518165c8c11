// SPDX-License-Identifier: Apache-2.0
//
// Jacobian rows of contacts. Normal impulses act at the surface points (the line of action is the
// same for both); tangential ones at the point halfway, so that angular momentum is kept exactly.
#include "perpend/contact/contact_rows.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

using Eigen::Vector2d;

Vector2d perp(const Vector2d& r) {
  return {-r.y(), r.x()};
}

Vector2d center(const Model& model, const State& state, int body) {
  return state.q.segment<2>(model.bodies[body].q_offset);
}

struct Directions {
  Vector2d n, t;
  double n_a, n_b, t_a, t_b;  // moments per unit of angular velocity of a and b
};

Directions directions(const Model& model, const State& state, const ContactPair& pair) {
  const Vector2d middle = 0.5 * (pair.point_a + pair.point_b);
  const Vector2d c_a = center(model, state, pair.body_a), c_b = center(model, state, pair.body_b);
  Directions d{.n = pair.normal, .t = perp(pair.normal), .n_a = 0, .n_b = 0, .t_a = 0, .t_b = 0};
  d.n_a = d.n.dot(perp(pair.point_a - c_a));
  d.n_b = d.n.dot(perp(pair.point_b - c_b));
  d.t_a = d.t.dot(perp(middle - c_a));
  d.t_b = d.t.dot(perp(middle - c_b));
  return d;
}

// Row `row` measures the velocity of b against a along alpha n + beta t.
void set_row(RowPool& pool, int group, int row, const Directions& d, Vector2d weights) {
  const Vector2d direction = weights.x() * d.n + weights.y() * d.t;
  const Vector2d moment_a(d.n_a, d.t_a), moment_b(d.n_b, d.t_b);
  auto a = pool.a(group), b = pool.b(group);
  for (int k = 0; k < 2; ++k) {
    a(row, k) = -direction[k];
    b(row, k) = direction[k];
  }
  if (a.cols() == 3) a(row, 2) = -weights.dot(moment_a);
  if (b.cols() == 3) b(row, 2) = weights.dot(moment_b);
}

void set_rows(RowPool& pool, const ActiveContact& contact, ContactLaw law, const Directions& d) {
  switch (law) {
    case ContactLaw::frictionless:
      return set_row(pool, contact.group, 0, d, {1, 0});
    case ContactLaw::polyhedral:
      set_row(pool, contact.group, 0, d, {1, 0});
      return set_row(pool, contact.group, 1, d, {0, 1});
    case ContactLaw::relaxed:
      set_row(pool, contact.group, 0, d, {1, contact.mu});
      return set_row(pool, contact.group, 1, d, {1, -contact.mu});
  }
}

}  // namespace

int rows_per_contact(ContactLaw law) {
  return law == ContactLaw::frictionless ? 1 : 2;
}

Vector2d contact_velocity(const Model& model, const ContactPair& pair, const State& state,
                          const Eigen::VectorXd& v) {
  const Directions d = directions(model, state, pair);
  const Body &a = model.bodies[pair.body_a], &b = model.bodies[pair.body_b];
  const Vector2d linear = v.segment<2>(b.v_offset) - v.segment<2>(a.v_offset);
  const double spin_a = a.dof == 3 ? v[a.v_offset + 2] : 0.0;
  const double spin_b = b.dof == 3 ? v[b.v_offset + 2] : 0.0;
  return {d.n.dot(linear) + d.n_b * spin_b - d.n_a * spin_a,
          d.t.dot(linear) + d.t_b * spin_b - d.t_a * spin_a};
}

void append_contact_rows(const Model& model, const State& state, ContactLaw law,
                         std::span<const ContactPair> pairs, RowPool& pool,
                         std::vector<ActiveContact>& contacts) {
  for (const ContactPair& pair : pairs) {
    const SurfacePair& surface =
        model.surface(model.bodies[pair.body_a].material, model.bodies[pair.body_b].material);
    const Vector2d u = contact_velocity(model, pair, state, state.v);
    ActiveContact contact{.pair = pair, .e = surface.e, .approach = u.x()};
    contact.mu = std::abs(u.y()) <= kStickSpeed ? surface.mu_s : surface.mu_k;
    contact.group = pool.add(model, pair.body_a, pair.body_b, rows_per_contact(law));
    set_rows(pool, contact, law, directions(model, state, pair));
    contacts.push_back(contact);
  }
}

Vector2d impulse_of(ContactLaw law, double mu, const double* multipliers) {
  switch (law) {
    case ContactLaw::frictionless:
      return {multipliers[0], 0.0};
    case ContactLaw::polyhedral:
      return {multipliers[0], multipliers[1]};
    case ContactLaw::relaxed:
      return {multipliers[0] + multipliers[1], mu * (multipliers[0] - multipliers[1])};
  }
  return {0, 0};
}

void multipliers_of(ContactLaw law, double mu, const Vector2d& impulse, double* multipliers) {
  multipliers[0] = impulse.x();
  if (law == ContactLaw::polyhedral) multipliers[1] = impulse.y();
  if (law != ContactLaw::relaxed) return;
  const double ratio = mu > 0 ? impulse.y() / mu : 0.0;
  multipliers[0] = std::max(0.0, 0.5 * (impulse.x() + ratio));
  multipliers[1] = std::max(0.0, 0.5 * (impulse.x() - ratio));
}

}  // namespace perpend
