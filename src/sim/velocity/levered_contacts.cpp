// SPDX-License-Identifier: Apache-2.0
//
// Contacts of displaced bodies that joints let open by a short arm only, or by the compliance of
// their rows. Pushed out, the bodies would move at its speed times that lever, with impulses to
// match, and of two such contacts each may close the other: a link that lay in the ground beside
// its hinge by 0.05 m was pushed with 1e13 N·s. Such a contact yields to its load as one without
// that arm would, times kYield.
#include "contact/induced_rates.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Share of the response of all that is joined, as one body, that counts as a short arm, and by
// which its contact yields: no lever above two is left.
constexpr double kYield = 0.1;

// Returns the response of all that joints connect with the bodies of the contact, as one body,
// 1/kg; 0 if they have no joint or follow a prescribed motion.
double joined_response(const StepRows& rows, const ContactPair& pair) {
  const MassSystem& masses = *rows.setup.masses;
  double response = 0;
  for (const int body : {pair.body_a, pair.body_b})
    if (rows.setup.model->bodies[body].is_dynamic() && masses.is_joined(body) &&
        !is_led(rows, body))
      response += 1 / masses.component_mass(masses.component(body));
  return response;
}

}  // namespace

void VelocityStep::yield_to_joints() {
  if (!options.joints.is_hard()) return;
  for (const ActiveContact& contact : rows.contacts) {
    if (!contact.is_displaced) continue;
    const double arm = kYield * joined_response(rows, contact.pair);
    if (!(arm > 0) || joints.response(rows, contact.group) > arm) continue;
    const int row = rows.first_row(contact.group);
    rows.compliance[row] = arm;
    rows.bias[row] = contact.bias;
  }
}

}  // namespace perpend
