// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/option_fields.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

using namespace perpend;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::string> arguments(const SimulationOptions& options) {
  std::vector<std::string> names;
  for (const InvalidArgument& fault : faults_of(options)) names.push_back(fault.argument());
  return names;
}

bool is_refused(const SimulationOptions& options, std::string_view name) {
  return std::ranges::count(arguments(options), name) == 1;
}

template <typename T>
bool takes(const OptionField<SimulationOptions, T>& field, double value) {
  SimulationOptions options;
  options.*field.member = static_cast<T>(value);
  return !is_refused(options, field.name);
}

}  // namespace

TEST_CASE("every option has a name and a doc of its own, and a default that is allowed") {
  std::set<std::string_view> names, docs;
  int count = 0;
  for_each_option([&](const auto& field) {
    ++count;
    names.insert(field.name);
    docs.insert(field.doc);
    CHECK(!field.doc.empty());
  });
  CHECK(names.size() == count);
  CHECK(docs.size() == count);
  CHECK(faults_of({}).empty());
}

TEST_CASE("numbers are refused on either side of their range, and what is no number") {
  for_each_option([]<typename T>(const OptionField<SimulationOptions, T>& field) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      CAPTURE(field.name);
      const NumberRange& range = field.range;
      CHECK(takes(field, range.least) == !range.above);
      CHECK(!takes(field, range.least - 1));
      if (range.most < 1e9) CHECK(takes(field, range.most));
      if (range.most < 1e9) CHECK(!takes(field, range.most + 1));
      if constexpr (std::is_same_v<T, double>) {
        CHECK(!takes(field, std::numeric_limits<double>::quiet_NaN()));
        CHECK(takes(field, kInfinity) == std::isinf(range.most));
      }
    }
  });
}

TEST_CASE("all faults of the options are found at once, one for each of them") {
  SimulationOptions options;
  options.dt = 0;
  options.halvings = 21;
  options.normal.damping = -1;
  options.joints = {.stiffness = -1, .damping = 1};
  options.law = ContactLaw::box;
  options.solver = lcp::Method::murty;
  options.relaxation_passes = 3;
  CHECK(arguments(options) == std::vector<std::string>{"dt", "normal.damping", "joints.stiffness",
                                                       "halvings", "joints.damping",
                                                       "relaxation_passes", "solver"});
  CHECK_THROWS_WITH_AS(validate(options), "dt must be positive and finite, got 0", InvalidArgument);
}

TEST_CASE("damping alone is no spring of contacts, bristles or joints") {
  const std::pair<SpringDamper SimulationOptions::*, const char*> all[] = {
      {&SimulationOptions::normal, "normal.damping"},
      {&SimulationOptions::tangential, "tangential.damping"},
      {&SimulationOptions::joints, "joints.damping"}};
  for (const auto& [spring, name] : all) {
    SimulationOptions options;
    options.*spring = {.damping = 3};
    CHECK(arguments(options) == std::vector<std::string>{name});
    (options.*spring).stiffness = 1;
    CHECK(arguments(options).empty());
  }
}

TEST_CASE("soft joints are not closed by position as well") {
  SimulationOptions options{.joints = {.stiffness = 1e5}};
  CHECK(arguments(options).empty());
  options.position_iterations = 1;
  CHECK(arguments(options) == std::vector<std::string>{"joints.stiffness"});
  options.position_iterations = 0;
  for (const DriftControl drift : {DriftControl::baumgarte, DriftControl::projection}) {
    options.drift = drift;
    CHECK(arguments(options) == std::vector<std::string>{"joints.stiffness"});
  }
  options.joints = {};
  CHECK(arguments(options).empty());
}

TEST_CASE("ranges in words") {
  CHECK(to_string(NumberRange{.least = 0, .above = true}) == "positive and finite");
  CHECK(to_string(NumberRange{.least = 0}) == "finite and >= 0");
  CHECK(to_string(NumberRange{.least = 0, .most = kInfinity}) == ">= 0");
  CHECK(to_string(NumberRange{.least = 0, .most = 20}) == "0 to 20");
}

TEST_CASE("what differs between two sets of options is named with both values") {
  SimulationOptions from, to;
  CHECK(changes(from, to).empty());
  to.dt = 0.1;
  to.law = ContactLaw::relaxed;
  to.warm_start = false;
  to.tangential = {.stiffness = 100, .damping = 2};
  CHECK(changes(from, to) == std::vector<std::string>{"dt 0.002 -> 0.1", "law cone -> relaxed(8)",
                                                      "tangential hard -> stiffness 100, damping 2",
                                                      "warm_start true -> false"});
}
