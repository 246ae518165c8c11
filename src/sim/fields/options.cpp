// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/options.hpp"

#include <algorithm>
#include <array>

#include "perpend/sim/option_fields.hpp"

namespace perpend {
namespace {

constexpr std::array kImpacts{
    Name<ImpactLaw>{ImpactLaw::newton, "newton", "u_n+ >= -e u_n-, never with more energy"},
    Name<ImpactLaw>{ImpactLaw::poisson, "poisson", "compression, then e times its impulse"}};

constexpr std::array kSteppers{
    Name<Stepper>{Stepper::midpoint, "midpoint", "second order off impacts"},
    Name<Stepper>{Stepper::semi_implicit, "semi_implicit", "first order"}};

constexpr std::array kDrifts{
    Name<DriftControl>{DriftControl::stabilised, "stabilised", "the whole error within a step"},
    Name<DriftControl>{DriftControl::baumgarte, "baumgarte", "the share `baumgarte` of it"},
    Name<DriftControl>{DriftControl::projection, "projection",
                       "positions are projected after the step"}};

}  // namespace

template <>
std::span<const Name<ImpactLaw>> names<ImpactLaw>() {
  return kImpacts;
}

template <>
std::span<const Name<Stepper>> names<Stepper>() {
  return kSteppers;
}

template <>
std::span<const Name<DriftControl>> names<DriftControl>() {
  return kDrifts;
}

std::string_view to_string(ImpactLaw law) {
  return name_of(law);
}

std::string_view to_string(Stepper stepper) {
  return name_of(stepper);
}

std::string_view to_string(DriftControl drift) {
  return name_of(drift);
}

double compliance(const SpringDamper& spring, double h) {
  return spring.is_hard() ? 0.0 : 1 / (h * (spring.stiffness * h + spring.damping));
}

const SpringDamper& normal_of(const SurfacePair& pair, const SimulationOptions& options) {
  return pair.normal.is_hard() ? options.normal : pair.normal;
}

const SpringDamper& tangential_of(const SurfacePair& pair, const SimulationOptions& options) {
  return pair.tangential.is_hard() ? options.tangential : pair.tangential;
}

namespace {

// Collects the requirements that are not met, the first of each option.
class Faults {
 public:
  template <typename Value>
  void unless(bool holds, std::string_view option, std::string_view requirement,
              const Value& value) {
    attempt([&] { require(holds, option, requirement, value); });
  }

  template <typename Check>
  void attempt(Check check) {
    try {
      check();
    } catch (const InvalidArgument& fault) {
      const auto same = [&](const InvalidArgument& each) {
        return each.argument() == fault.argument();
      };
      if (std::none_of(found.begin(), found.end(), same)) found.push_back(fault);
    }
  }

  std::vector<InvalidArgument> found;
};

// Checks that numbers are within their ranges; other values have none.
class Ranges {
 public:
  explicit Ranges(Faults& faults) : faults_(faults) {}

  template <typename Owner, typename T>
  void check(const Owner& owner, const std::string& before, const OptionField<Owner, T>& field) {
    const std::string name = before + std::string(field.name);
    const T& value = owner.*field.member;
    if constexpr (std::is_same_v<T, SpringDamper>)
      for_each_relaxation_field([&](const auto& part) { check(value, name + ".", part); });
    else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, int>)
      faults_.unless(field.range.contains(value), name, to_string(field.range), value);
  }

 private:
  Faults& faults_;
};

// Checks a spring: damping alone would be a constraint on velocities that drifts.
void check_pairs(const SpringDamper& spring, const std::string& name, Faults& faults) {
  faults.unless(spring.damping == 0 || spring.stiffness > 0, name + ".damping",
                "0 unless there is a stiffness", spring.damping);
}

// Checks options that exclude each other.
void check_pairs(const SimulationOptions& options, Faults& faults) {
  check_pairs(options.normal, "normal", faults);
  check_pairs(options.tangential, "tangential", faults);
  check_pairs(options.joints, "joints", faults);
  const bool closes_joints =
      options.drift != DriftControl::stabilised || options.position_iterations > 0;
  faults.unless(options.joints.is_hard() || !closes_joints, "joints.stiffness",
                "0 where drift control or position iterations close joints",
                options.joints.stiffness);
  faults.unless(options.relaxation_passes == 0 || options.law == ContactLaw::relaxed,
                "relaxation_passes", "0 unless the law is relaxed", options.relaxation_passes);
  faults.unless(options.position_iterations == 0 || options.drift != DriftControl::projection,
                "position_iterations", "0 where positions are projected",
                options.position_iterations);
  const MethodSet methods = methods_of(options.law);
  faults.unless(methods.contains(options.solver), "solver",
                "one of " + to_string(methods) + " for law " + to_string(options.law),
                lcp::to_string(options.solver));
}

}  // namespace

std::vector<InvalidArgument> faults_of(const SimulationOptions& options) {
  Faults faults;
  Ranges ranges(faults);
  for_each_option([&](const auto& field) { ranges.check(options, "", field); });
  faults.attempt([&] { validate(options.law); });
  check_pairs(options, faults);
  return faults.found;
}

void validate(const SimulationOptions& options) {
  const std::vector<InvalidArgument> faults = faults_of(options);
  if (!faults.empty()) throw faults.front();
}

}  // namespace perpend
