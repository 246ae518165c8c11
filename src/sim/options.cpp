// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/options.hpp"

#include <cmath>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

bool finite_non_negative(double value) {
  return std::isfinite(value) && value >= 0;
}

}  // namespace

double compliance(const Relaxation& relaxation, double h) {
  return relaxation.is_hard() ? 0.0 : 1 / (h * (relaxation.stiffness * h + relaxation.damping));
}

std::string_view to_string(ImpactLaw law) {
  return law == ImpactLaw::newton ? "newton" : "poisson";
}

std::optional<ImpactLaw> impact_law_from_name(std::string_view name) {
  if (name == "newton") return ImpactLaw::newton;
  if (name == "poisson") return ImpactLaw::poisson;
  return std::nullopt;
}

std::string_view to_string(Stepper stepper) {
  return stepper == Stepper::midpoint ? "midpoint" : "semi_implicit";
}

std::optional<Stepper> stepper_from_name(std::string_view name) {
  for (const Stepper each : {Stepper::midpoint, Stepper::semi_implicit})
    if (name == to_string(each)) return each;
  return std::nullopt;
}

std::string_view to_string(DriftControl drift) {
  switch (drift) {
    case DriftControl::stabilised:
      return "stabilised";
    case DriftControl::baumgarte:
      return "baumgarte";
    case DriftControl::projection:
      return "projection";
  }
  return "";
}

std::optional<DriftControl> drift_control_from_name(std::string_view name) {
  for (const DriftControl each :
       {DriftControl::stabilised, DriftControl::baumgarte, DriftControl::projection})
    if (name == to_string(each)) return each;
  return std::nullopt;
}

namespace {

// Damping alone would be a constraint on velocities that drifts.
void validate(const Relaxation& relaxation, const std::string& name) {
  require(finite_non_negative(relaxation.stiffness), name + ".stiffness", "finite and >= 0",
          relaxation.stiffness);
  require(finite_non_negative(relaxation.damping), name + ".damping", "finite and >= 0",
          relaxation.damping);
  require(relaxation.damping == 0 || relaxation.stiffness > 0, name + ".damping",
          "0 unless there is a stiffness", relaxation.damping);
}

}  // namespace

void validate(const SimulationOptions& options) {
  require(std::isfinite(options.dt) && options.dt > 0, "dt", "positive and finite", options.dt);
  require(finite_non_negative(options.margin), "margin", "finite and >= 0", options.margin);
  require(options.recovery_speed >= 0, "recovery_speed", ">= 0", options.recovery_speed);
  require(finite_non_negative(options.impact_speed), "impact_speed", "finite and >= 0",
          options.impact_speed);
  require(finite_non_negative(options.stick_speed), "stick_speed", "finite and >= 0",
          options.stick_speed);
  validate(options.normal, "normal");
  validate(options.tangential, "tangential");
  validate(options.joints, "joints");
  require(options.joints.is_hard() ||
              (options.drift == DriftControl::stabilised && options.position_iterations == 0),
          "joints.stiffness", "0 where drift control or position iterations close joints",
          options.joints.stiffness);
  validate(options.law);
  require(options.relaxation_passes >= 0, "relaxation_passes", ">= 0", options.relaxation_passes);
  require(options.relaxation_passes == 0 || options.law == ContactLaw::relaxed, "relaxation_passes",
          "0 unless the law is relaxed", options.relaxation_passes);
  require(options.baumgarte >= 0 && options.baumgarte <= 1, "baumgarte", "0 to 1",
          options.baumgarte);
  require(options.position_iterations >= 0, "position_iterations", ">= 0",
          options.position_iterations);
  require(options.position_iterations == 0 || options.drift != DriftControl::projection,
          "position_iterations", "0 where positions are projected", options.position_iterations);
  require(finite_non_negative(options.accepted_residual), "accepted_residual", "finite and >= 0",
          options.accepted_residual);
  require(options.halvings >= 0 && options.halvings <= 20, "halvings", "0 to 20", options.halvings);
  require(options.threads >= 0, "threads", ">= 0", options.threads);
  const MethodSet methods = methods_of(options.law);
  require(methods.contains(options.solver), "solver",
          "one of " + to_string(methods) + " for law " + to_string(options.law),
          lcp::to_string(options.solver));
}

}  // namespace perpend
