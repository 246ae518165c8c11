// SPDX-License-Identifier: Apache-2.0
//
// A step that was not solved is taken as two of half its length, by a Simulator of its own that may
// halve them again. Its problems are others: other poses, other active contacts, smaller forces.
#include <algorithm>

#include "core/worst.hpp"
#include "sim/simulator_workspace.hpp"

namespace perpend {
namespace {

void take_worse(const StepCertificate& other, StepCertificate& c) {
  if (is_worse(other.residual, c.residual)) {
    c.residual = other.residual;
    c.residual_bound = other.residual_bound;
  }
  for (double StepCertificate::*error :
       {&StepCertificate::velocity_residual, &StepCertificate::impulse_residual,
        &StepCertificate::cone_excess, &StepCertificate::wrong_way,
        &StepCertificate::coulomb_residual, &StepCertificate::direction_error,
        &StepCertificate::relaxation_error, &StepCertificate::penetration,
        &StepCertificate::momentum_error, &StepCertificate::joint_residual})
    raise(c.*error, other.*error);
}

// What a state keeps of its last step, from which the next one starts and the added mass of taut
// joints follows: that of half a step is half as large.
void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

// What solving took, of a part that led nowhere too.
void add_effort(const StepReport& part, StepReport& report) {
  report.pivots += part.pivots;
  report.drives += part.drives;
  report.factorisations += part.factorisations;
  for (std::size_t k = 0; k < report.answered_by.size(); ++k)
    report.answered_by[k] += part.answered_by[k];
  report.phases.drift += part.phases.drift;
  report.phases.collide += part.phases.collide;
  report.phases.assemble += part.phases.assemble;
  report.phases.solve += part.phases.solve;
  report.phases.certify += part.phases.certify;
  report.phases.total += part.phases.total;
}

// The worst of both certificates, the end of the second, the effort of all three.
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

}  // namespace

// Where one half is not taken either, the state stays and the report is that of the whole step.
StepReport Simulator::Workspace::take_halves(State& state, const StepReport& whole) {
  if (!half) {
    SimulationOptions own = options;
    own.dt *= 0.5;
    own.halvings -= 1;
    half = std::make_unique<Simulator>(model, own);
  }
  half->workspace_->force = force;
  parts = state;
  scale_impulses(parts, 0.5);
  const StepReport first = half->step(parts);
  StepReport failed = whole;
  add_effort(first, failed);
  if (first.status != StepStatus::ok) return failed;
  const StepReport second = half->step(parts);
  add_effort(second, failed);
  if (second.status != StepStatus::ok) return failed;
  scale_impulses(parts, 2.0);
  parts.time = whole.time;
  parts.step = whole.step;
  std::swap(state, parts);
  records.assign(half->contacts().begin(), half->contacts().end());
  for (ContactRecord& record : records) record.impulse *= 2.0;
  halved = true;
  return report_of_halves(whole, first, second);
}

}  // namespace perpend
