// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/contact/collider.hpp"
#include "perpend/contact/law.hpp"
#include "perpend/dynamics/row_pool.hpp"

namespace perpend {

/// An active contact with the constants of its surfaces and its rows.
struct ActiveContact {
  ContactPair pair;
  double mu = 0.0;      ///< mu_s where the contact sticks at the start of the step, mu_k else
  double e = 0.0;       ///< restitution
  double approach = 0;  ///< normal velocity at the start of the step, m/s; negative: closing
  double floor = 0;     ///< least normal impulse, N·s; above 0 only after decompression
  int group = 0;        ///< of the RowPool
};

/// Speed (m/s) of the tangential motion below which a contact counts as sticking for mu_s.
inline constexpr double kStickSpeed = 1e-6;

/// Appends one row group per contact and returns the contacts.
/// Frictionless: normal row. Polyhedral: normal and tangent row. Relaxed: the two edges of the
/// friction cone, n + mu t and n - mu t, on which (2.10) is an ordinary symmetric LCP.
/// The tangent is t = (-n_y, n_x); velocities are those of b against a.
void append_contact_rows(const Model& model, const State& state, ContactLaw law,
                         std::span<const ContactPair> pairs, RowPool& pool,
                         std::vector<ActiveContact>& contacts);

/// Number of rows per contact.
int rows_per_contact(ContactLaw law);

/// Impulse (normal, tangential) from the multipliers of a contact's rows, and back.
Eigen::Vector2d impulse_of(ContactLaw law, double mu, const double* multipliers);
void multipliers_of(ContactLaw law, double mu, const Eigen::Vector2d& impulse, double* multipliers);

/// (normal, tangential) velocity of b against a at a contact.
Eigen::Vector2d contact_velocity(const Model& model, const ContactPair& pair, const State& state,
                                 const Eigen::VectorXd& v);

}  // namespace perpend
