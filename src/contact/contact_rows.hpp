// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contact/collider.hpp"
#include "dynamics/row_pool.hpp"
#include "perpend/contact/law.hpp"

namespace perpend {

/// An active contact with the constants of its surfaces and its rows.
struct ActiveContact {
  ContactPair pair;
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();  ///< contact_frame(): rows n, t1, t2
  double mu_s = 0.0, mu_k = 0.0;                        ///< friction coefficients
  double mu = 0.0;  ///< mu_s if the contact sticks at the start of the step, else mu_k
  double e = 0.0;   ///< restitution
  Eigen::Vector3d start{0, 0, 0};  ///< velocity (n, t1, t2) at the start of the step, m/s
  Eigen::Vector3d last{0, 0, 0};   ///< impulse (n, t1, t2) of the last step, 0 if new, N·s
  double approach = 0;             ///< velocity along the normal that restitution gives back, m/s
  double bias = 0;                 ///< bias of the normal row without restitution: gap/dt, m/s
  Eigen::Vector3d surface_velocity{0, 0, 0};  ///< (0, t1, t2) of ContactPair::surface_velocity, m/s
  Eigen::Vector3d travel{0, 0, 0};            ///< contact_travel() to the end of the step, m
  int group = 0;                              ///< group in the RowPool
  bool slides = false;        ///< faster than the speed below which a contact sticks
  bool is_displaced = false;  ///< overlaps more deeply than its bodies move in a step
  bool is_held_back = false;  ///< overlap is pushed out more slowly than it asks for
  /// Gap half a drift before the pose of the rows, m; set if the rows include the motion of the
  /// point of contact over its body (rolling_change()).
  std::optional<double> gap_before{};
};

/// Lets friction at all contacts of a pair of faces (neighbours in the list, of the same bodies
/// with the same normal) act in one plane, that of the contact with the smallest gap. If each had a
/// plane of its own, the tangent rows of points that could all stick would differ by their gaps,
/// and the rotation that closes the gaps would force slips of angle times gap against each other.
/// Both bodies keep the same point, so momentum and angular momentum are conserved.
void share_friction_planes(const Model& model, std::span<ActiveContact> contacts);

/// Appends one row group per contact to `pool`, and the contacts to `contacts`: the velocity of b
/// relative to a along the normal and, unless the law is frictionless, along the tangents of
/// contact_frame(), to which ActiveContact::surface_velocity adds. Contacts slower than
/// `stick_speed` (m/s) along their tangents stick. Velocities after the step are those at a time
/// `half_step` (s) after the pose in `state`, velocities before it those of half a step earlier.
void append_contact_rows(const Model& model, const State& state, const ContactLaw& law,
                         double stick_speed, double half_step, std::span<const ContactPair> pairs,
                         RowPool& pool, std::vector<ActiveContact>& contacts);

/// True if some pair of surfaces has springs of its own.
bool has_compliant_surfaces(const Model& model);

/// Returns the number of rows of a contact.
int rows_of(const ContactLaw& law, const ContactPair& pair);

/// Returns the impulse (n, t1, t2) from the multipliers of a contact's rows.
Eigen::Vector3d impulse_of(const ContactLaw& law, const ContactPair& pair,
                           const double* multipliers);

/// Share of its limit from which on friction is at the limit: four digits above the errors that
/// solvers leave.
inline constexpr double kAtLimit = 1 - 1e-6;

/// True if an impulse (n, t1, t2) of a contact is as large along the tangents as that of a contact
/// that slides under this law.
bool is_at_friction_limit(const ContactLaw& law, const ActiveContact& contact,
                          const Eigen::Vector3d& impulse);

/// Returns how far (m) a contact of a kinematic body travels in `time` (s), with the centre of the
/// other body; 0 at other contacts. If the velocity of a rotating surface were taken at the pose of
/// the rows, bodies that ride on it would move along chords, ever further out.
Eigen::Vector3d contact_travel(const Model& model, const ContactPair& pair, const State& state,
                               double time);

/// Returns the velocity (n, t1, t2) of the surface of b relative to that of a at a contact, with
/// the motion of their surfaces; along the tangents a kinematic body has that of its surface
/// `travel` further on.
Eigen::Vector3d contact_velocity(const Model& model, const ContactPair& pair, const State& state,
                                 const Eigen::VectorXd& v,
                                 const Eigen::Vector3d& travel = Eigen::Vector3d::Zero());

}  // namespace perpend
