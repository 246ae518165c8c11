// SPDX-License-Identifier: Apache-2.0
#include "sim/certificate/contact_motion.hpp"

#include "contact/resistance_rows.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

void contact_motions(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactMotion>& motions) {
  motions.clear();
  for (const ActiveContact& contact : rows.contacts) {
    motions.push_back({impulse_of(rows.setup.law, contact.pair, rows.lambda(contact.group).data()),
                       contact_velocity(*rows.setup.model, contact.pair, pose, v, contact.travel)});
  }
}

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Returns the slip (t1, t2) at the end of the step, m/s, to where a curved surface rolls on beyond
// its row.
Vector2d slip_of(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c) {
  Vector2d slip = c.velocity.tail<2>();
  const RowGroup& group = rows.pool.groups()[contact.group];
  for (int r = 1; r < group.rows; ++r)
    if (rows.compliance[group.first_row + r] == 0) slip[r - 1] += rows.bias[group.first_row + r];
  return slip;
}

// True if the contact slides. A tangential spring (bristle) below the friction limit creeps and
// holds.
bool slides(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c, double slip,
            double stick_speed) {
  const int row = rows.first_row(contact.group);
  const bool bristles = rows.pool.groups()[contact.group].rows > 1 && rows.compliance[row + 1] > 0;
  return slip > stick_speed &&
         (!bristles || is_at_friction_limit(rows.setup.law, contact, c.impulse));
}

double inverse_mass(const Body& body) {
  return body.dof > 0 && body.mass > 0 ? 1 / body.mass : 0.0;
}

// True if the contact has no impulse, or one of round-off, which changes next to nothing of the
// speed at which the surfaces separate.
bool is_open(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c) {
  constexpr double kRounding = 1e-9;
  if (!(c.impulse.x() > 0)) return true;
  const int row = rows.first_row(contact.group);
  if (rows.compliance[row] > 0) return false;
  const auto& bodies = rows.setup.model->bodies;
  const double moved = c.impulse.x() * (inverse_mass(bodies[contact.pair.body_a]) +
                                        inverse_mass(bodies[contact.pair.body_b]));
  return moved > 0 && moved < kRounding * (c.velocity.x() + rows.bias[row]);
}

}  // namespace

void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records) {
  records.clear();
  std::vector<Vector3d> moments(rows.resistances.empty() ? 0 : motions.size(), Vector3d::Zero());
  add_resistance_moments(rows, moments);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const ActiveContact& contact = rows.contacts[i];
    const ContactMotion& c = motions[i];
    ContactRecord record{.a = {contact.pair.body_a}, .b = {contact.pair.body_b}};
    record.point = 0.5 * (contact.pair.point_a + contact.pair.point_b);
    record.normal = contact.pair.normal;
    record.gap = contact.pair.gap;
    record.mu = contact.mu;
    record.impulse = contact.frame.transpose() * c.impulse;
    const Vector2d slip = slip_of(rows, contact, c);
    record.slip = contact.frame.bottomRows<2>().transpose() * slip;
    if (!moments.empty()) record.moment = moments[i];
    if (is_open(rows, contact, c))
      record.status = ContactStatus::open;
    else if (slides(rows, contact, c, slip.norm(), stick_speed))
      record.status = ContactStatus::slide;
    else
      record.status = ContactStatus::stick;
    records.push_back(record);
  }
}

}  // namespace perpend
