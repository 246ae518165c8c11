// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "perpend/lcp/solve.hpp"
#include "perpend/sim/options.hpp"

namespace perpend {

/// Range of the numbers that an option accepts.
struct NumberRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::max();  ///< infinity if that value is accepted
  bool above = false;                                ///< excludes `least`

  bool contains(double value) const {
    return (above ? value > least : value >= least) && value <= most;
  }
};

/// Returns "positive and finite", "finite and >= 0", ">= 0" (with infinity), "0 to 1" and the like.
std::string to_string(const NumberRange& range);

/// An option as users see it: a key of scene files, `--name` with dashes on the command line, an
/// attribute of recordings and snapshots, a row of the table in docs/formats/scene.md.
template <typename Owner, typename T>
struct OptionField {
  std::string_view name;
  T Owner::*member;
  std::string_view unit;  ///< empty: none
  std::string_view doc;
  NumberRange range = {};  ///< range of a number
  /// Value for files without the attribute; if empty, such a file is damaged. An option that is
  /// added to the table later gives here the value that corresponds to earlier runs.
  std::optional<T> before = {};
};

namespace fields {

inline constexpr NumberRange kPositive{.least = 0, .above = true};
inline constexpr NumberRange kNotNegative{.least = 0};
inline constexpr NumberRange kUnbounded{.least = 0,
                                        .most = std::numeric_limits<double>::infinity()};
inline constexpr NumberRange kShare{.least = 0, .most = 1};

template <typename T>
using Option = OptionField<SimulationOptions, T>;
using Options = SimulationOptions;

/// The two numbers of a SpringDamper.
inline constexpr std::tuple kRelaxation{
    OptionField<SpringDamper, double>{"stiffness", &SpringDamper::stiffness, "N/m",
                                      "spring in place of a hard row; 0: hard", kNotNegative},
    OptionField<SpringDamper, double>{"damping", &SpringDamper::damping, "N s/m",
                                      "damper beside that spring", kNotNegative}};

/// All members of SimulationOptions. The law precedes the solver, which has to be able to solve it.
inline constexpr std::tuple kOptions{
    Option<double>{"dt", &Options::dt, "s", "time step", kPositive},
    Option<ContactLaw>{"law", &Options::law, "", "friction law of contacts"},
    Option<lcp::Method>{"solver", &Options::solver, "",
                        "method of the contact problems, one that solves the law"},
    Option<Stepper>{"stepper", &Options::stepper, "",
                    "where in a step forces and geometry are taken"},
    Option<DriftControl>{"drift", &Options::drift, "", "how joint drift is corrected"},
    Option<double>{"baumgarte", &Options::baumgarte, "",
                   "drift baumgarte: share of the joint error that a step corrects", kShare},
    Option<int>{"position_iterations", &Options::position_iterations, "",
                "Newton iterations on the joints' position error, per step", kUnbounded},
    Option<bool>{"energy_guard", &Options::energy_guard, "",
                 "joints that would gain spurious energy are braked"},
    Option<int>{"relaxation_passes", &Options::relaxation_passes, "",
                "law relaxed: fixed-point passes that restore the exact law", kUnbounded},
    Option<ImpactLaw>{"impact", &Options::impact, "", "how impacts restitute velocity"},
    Option<bool>{"stabilise", &Options::stabilise, "", "gap/dt and joint error/dt in the rows"},
    Option<double>{"margin", &Options::margin, "m",
                   "contacts with a smaller gap are active; 0: from speeds", kNotNegative},
    Option<double>{"recovery_speed", &Options::recovery_speed, "m/s",
                   "largest speed that pushes bodies out of penetration", kUnbounded},
    Option<double>{"impact_speed", &Options::impact_speed, "m/s",
                   "slower approach is plastic; 0: from gravity and dt", kNotNegative},
    Option<double>{"stick_speed", &Options::stick_speed, "m/s",
                   "slip speed below which mu_s applies, else mu_k", kNotNegative},
    Option<SpringDamper>{"normal", &Options::normal, "",
                         "compliance along the normal of contacts whose surfaces have none"},
    Option<SpringDamper>{"tangential", &Options::tangential, "",
                         "compliance of sticking contacts along the tangents: bristles"},
    Option<SpringDamper>{"joints", &Options::joints, "",
                         "compliance of joints and couplers; without other drift control"},
    Option<bool>{"warm_start", &Options::warm_start, "",
                 "each problem starts from the impulses of the last step"},
    Option<double>{"accepted_residual", &Options::accepted_residual, "",
                   "the best answer to an unsolved problem is accepted up to this; 0: never",
                   kNotNegative, 0.0},
    Option<int>{"halvings",
                &Options::halvings,
                "",
                "a step that is not solved is halved, up to this depth",
                {.least = 0, .most = 20},
                0},
    Option<double>{"budget_ms", &Options::budget_ms, "ms",
                   "wall time of a step, after which the best point found is taken; 0: any",
                   kNotNegative, 0.0},
    Option<int>{"threads", &Options::threads, "",
                "for islands and large mechanisms; 0: all cores; results are bitwise the same",
                kUnbounded}};

template <typename Table, typename Visitor>
void for_each(const Table& table, Visitor&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, table);
}

}  // namespace fields

/// Calls visit(field) for each option, where `field` is an OptionField<SimulationOptions, T>; T is
/// a number, bool, an enum with names() (core/names.hpp), ContactLaw or SpringDamper.
template <typename Visitor>
void for_each_option(Visitor&& visit) {
  fields::for_each(fields::kOptions, visit);
}

/// Calls visit(field) for the two numbers of a SpringDamper.
template <typename Visitor>
void for_each_relaxation_field(Visitor&& visit) {
  fields::for_each(fields::kRelaxation, visit);
}

/// Return the value of an option as users write it; numbers have the fewest digits that read back
/// to the same bits.
std::string to_text(double value);
std::string to_text(int value);
std::string to_text(bool value);
std::string to_text(const ContactLaw& law);
/// Returns "hard" or, for instance, "stiffness 1e6, damping 100".
std::string to_text(const SpringDamper& spring);
template <typename Enum>
requires std::is_enum_v<Enum> std::string to_text(Enum value) {
  return std::string(name_of(value));
}

/// Returns "dt 0.002 -> 0.001" and the like for each option that differs.
std::vector<std::string> changes(const SimulationOptions& from, const SimulationOptions& to);

}  // namespace perpend
