// SPDX-License-Identifier: Apache-2.0
#include "view/option_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "perpend/core/error.hpp"
#include "perpend/sim/option_fields.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

json row(const json& rows, const std::string& name) {
  for (const json& each : rows)
    if (each["name"] == name) return each;
  return {};
}

bool offers(const json& rows, const std::string& name, const std::string& choice) {
  const json choices = row(rows, name)["choices"];
  return std::find(choices.begin(), choices.end(), json(choice)) != choices.end();
}

std::string value_of(const SimulationOptions& options, const std::string& name) {
  return row(options_json(options, false), name)["value"].get<std::string>();
}

}  // namespace

TEST_CASE("what is set is told as it was written, and is the only change") {
  const std::pair<const char*, const char*> settings[] = {
      {"dt", "0.0025"},        {"law", "polyhedral(12)"},    {"solver", "keller"},
      {"impact", "poisson"},   {"stabilise", "false"},       {"stick_speed", "1e-05"},
      {"stepper", "midpoint"}, {"position_iterations", "3"}, {"halvings", "2"},
      {"margin", "0.125"},     {"energy_guard", "false"},    {"warm_start", "false"}};
  for (const auto& [name, value] : settings) {
    CAPTURE(name);
    SimulationOptions options;
    set_option(options, name, value);
    CHECK(value_of(options, name) == value);
    for (const json& each : options_json({}, false))
      if (each["name"] != name)
        CHECK(each["value"] == value_of(options, each["name"].get<std::string>()));
  }
}

TEST_CASE("values that are none of an option change nothing and are named") {
  const std::pair<const char*, const char*> wrong[] = {{"dt", "0.01x"},       {"dt", ""},
                                                       {"dt", "-1"},          {"dt", " 0.01"},
                                                       {"halvings", "1.5"},   {"halvings", "many"},
                                                       {"stabilise", "1"},    {"stabilise", "True"},
                                                       {"law", "kone"},       {"solver", "murty"},
                                                       {"impact", "none"},    {"stepper", "euler"},
                                                       {"threads", "2"},      {"budget_ms", "5"},
                                                       {"normal", "1"},       {"joints", "1"},
                                                       {"none_of_them", "1"}, {"", "1"}};
  for (const auto& [name, value] : wrong) {
    CAPTURE(name);
    CAPTURE(value);
    SimulationOptions options;
    CHECK_THROWS_AS(set_option(options, name, value), InvalidArgument);
    CHECK(options == SimulationOptions{});
  }
  SimulationOptions options;
  CHECK_THROWS_WITH_AS(set_option(options, "impact", "none"), doctest::Contains("impact"),
                       InvalidArgument);
}

TEST_CASE("only what has one value and is for who looks is shown, in the order of its table") {
  const json rows = options_json({}, false);
  std::vector<std::string> shown, expected;
  for (const json& each : rows) shown.push_back(each["name"].get<std::string>());
  for_each_option([&](const auto& field) {
    const std::string name(field.name);
    for (const char* hidden : {"threads", "budget_ms", "normal", "tangential", "joints"})
      if (name == hidden) return;
    expected.push_back(name);
  });
  CHECK(shown == expected);
  CHECK(row(rows, "dt")["unit"] == "s");
  CHECK(row(rows, "dt")["doc"] == "time step");
  CHECK(row(rows, "dt")["choices"].empty());
  CHECK(row(rows, "warm_start")["choices"] == json({"false", "true"}));
  CHECK(row(rows, "impact")["choices"] == json({"newton", "poisson"}));
}

TEST_CASE("laws are offered with the one at hand, solvers as far as they solve it") {
  SimulationOptions options;
  CHECK_FALSE(offers(options_json(options, false), "law", "polyhedral(12)"));
  const std::size_t laws = row(options_json(options, false), "law")["choices"].size();
  options.law = *law_from_name("polyhedral(12)");
  const json rows = options_json(options, false);
  CHECK(offers(rows, "law", "polyhedral(12)"));
  CHECK(row(rows, "law")["choices"].size() == laws + 1);
  for (const std::string law : {"cone", "box", "phantom(4)", "relaxed(8)", "frictionless"})
    for (const bool in_space : {false, true}) {
      options.law = *law_from_name(law);
      const json own = options_json(options, in_space);
      for (const lcp::Method method : lcp::all_methods())
        CHECK(offers(own, "solver", std::string(to_string(method))) ==
              methods_of(options.law, in_space).contains(method));
    }
}

TEST_CASE("a law takes its solver along, or the default where that cannot solve it") {
  const MethodSet before = methods_of(ContactLaw::cone), after = methods_of(ContactLaw::phantom);
  for (const lcp::Method method : lcp::all_methods()) {
    if (!before.contains(method)) continue;
    const std::string name(to_string(method));
    CAPTURE(name);
    SimulationOptions options;
    set_option(options, "solver", name);
    set_option(options, "law", "phantom(4)");
    CHECK(options.solver == (after.contains(method) ? method : lcp::Method::automatic));
    if (!after.contains(method))
      CHECK_THROWS_AS(set_option(options, "solver", name), InvalidArgument);
  }
  CHECK_FALSE(after.contains(lcp::Method::proximal));
}

}  // namespace perpend::view
