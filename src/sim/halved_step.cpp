// SPDX-License-Identifier: Apache-2.0
#include "halved_step.hpp"

#include <algorithm>

namespace perpend {
namespace {

void take_worse(const StepCertificate& other, StepCertificate& c) {
  if (other.residual > c.residual) {
    c.residual = other.residual;
    c.residual_bound = other.residual_bound;
  }
  for (double StepCertificate::*error :
       {&StepCertificate::velocity_residual, &StepCertificate::impulse_residual,
        &StepCertificate::cone_excess, &StepCertificate::wrong_way,
        &StepCertificate::coulomb_residual, &StepCertificate::direction_error,
        &StepCertificate::relaxation_error, &StepCertificate::penetration,
        &StepCertificate::momentum_error, &StepCertificate::joint_residual})
    c.*error = std::max(c.*error, other.*error);
}

}  // namespace

void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

void add_effort(const StepReport& part, StepReport& report) {
  report.pivots += part.pivots;
  report.drives += part.drives;
  report.factorisations += part.factorisations;
  for (std::size_t k = 0; k < report.answered_by.size(); ++k)
    report.answered_by[k] += part.answered_by[k];
  report.phases.collide += part.phases.collide;
  report.phases.assemble += part.phases.assemble;
  report.phases.solve += part.phases.solve;
  report.phases.certify += part.phases.certify;
  report.phases.total += part.phases.total;
}

StepReport report_of_halves(const StepReport& whole, const StepReport& first,
                            const StepReport& second) {
  StepReport report = second;
  report.time = whole.time;
  report.step = whole.step;
  report.halvings = 1 + std::max(first.halvings, second.halvings);
  report.inexact = std::max(first.inexact, second.inexact);
  report.braked = std::max(first.braked, second.braked);
  report.stiffened = std::max(first.stiffened, second.stiffened);
  report.restitution_scale = std::min(first.restitution_scale, second.restitution_scale);
  take_worse(first.certificate, report.certificate);
  report.certificate.energy_before = first.certificate.energy_before;
  report.certificate.joint_work += first.certificate.joint_work;
  add_effort(first, report);
  add_effort(whole, report);
  return report;
}

}  // namespace perpend
