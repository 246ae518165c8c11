// SPDX-License-Identifier: Apache-2.0
#include "compare/compare_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "command_line/law_words.hpp"
#include "contact/collider.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"

namespace perpend::app {
namespace {

// Number of steps of all runs above which a tenth of the scene's step is left out.
constexpr double kMostSteps = 200'000;
constexpr double kReferenceShare = 0.25;

Diagnostic unknown(const char* option, const char* what, const std::string& word,
                   const std::vector<std::string>& names) {
  const std::string known = fmt::format("known: {}", fmt::join(names, ", "));
  const std::string_view nearest = nearest_name(law_kind(word), names);
  return {"", 0, option, fmt::format("no {} is named \"{}\"", what, word),
          nearest.empty() ? known : fmt::format("did you mean \"{}\"? {}", nearest, known)};
}

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const lcp::Method method : lcp::all_methods()) names.emplace_back(lcp::to_string(method));
  return names;
}

template <typename Value>
void add_once(std::vector<Value>& values, const Value& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

void add_law(const std::string& word, std::vector<ContactLaw>& laws, Diagnostics& faults) {
  try {
    if (const std::optional<ContactLaw> law = law_from_name(word)) return add_once(laws, *law);
    if (!is_law_kind(word)) return faults.push_back(unknown("--laws", "law", word, law_names()));
    faults.push_back(
        {"", 0, "--laws", fmt::format("\"{}\" is not understood", word), kLawExamples});
  } catch (const InvalidArgument& error) {
    faults.push_back({"", 0, "--laws", fmt::format("{}: {}", word, error.what()), ""});
  }
}

void read_solver(const std::string& word, std::vector<lcp::Method>& solvers, Diagnostics& faults) {
  if (const std::optional<lcp::Method> solver = lcp::method_from_name(word))
    return add_once(solvers, *solver);
  faults.push_back(unknown("--solvers", "solver", word, solver_names()));
}

std::optional<double> positive(const std::string& word) {
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [read_to, error] = std::from_chars(word.data(), end, value);
  const bool number = error == std::errc{} && read_to == end;
  return number && std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

void read_step(const std::string& word, std::vector<double>& steps, Diagnostics& faults) {
  if (const std::optional<double> dt = positive(word)) return add_once(steps, *dt);
  faults.push_back({"", 0, "--dt", fmt::format("\"{}\" is no step", word), "positive, in s"});
}

void read_rho(const std::string& word, std::vector<double>& inertias, Diagnostics& faults) {
  if (const std::optional<double> rho = positive(word)) return add_once(inertias, *rho);
  faults.push_back(
      {"", 0, "--rho", fmt::format("\"{}\" is no phantom inertia", word), "positive, in 1/kg"});
}

// Adds, after every phantom law without a rho, the same law with each of the given ones.
std::vector<ContactLaw> swept(const std::vector<ContactLaw>& laws,
                              const std::vector<double>& inertias) {
  std::vector<ContactLaw> all;
  for (ContactLaw law : laws) {
    add_once(all, law);
    if (!(law == ContactLaw::phantom) || law.rho > 0) continue;
    for (const double rho : inertias) {
      law.rho = rho;
      add_once(all, law);
    }
  }
  return all;
}

// Returns the default laws. In the plane only two sides of a polygon matter, whatever their number,
// so one suffices.
std::vector<ContactLaw> default_laws(const Model& model) {
  const bool planar =
      std::ranges::all_of(model.bodies, [](const Body& body) { return body.is_planar(); });
  std::vector<ContactLaw> laws;
  for (const ContactLaw& law : all_laws()) {
    if (planar || !(law == ContactLaw::polyhedral)) {
      laws.push_back(law);
      continue;
    }
    for (const char* name :
         {"polyhedral(4)", "polyhedral(8)", "polyhedral(16)", "polyhedral(16,rotated)"})
      laws.push_back(*law_from_name(name));
  }
  return laws;
}

std::vector<double> default_steps(const study::Scene& scene, std::size_t runs) {
  const double dt = scene.options.dt, finer = dt / 10;
  const double steps = scene.duration / finer * (static_cast<double>(runs) + 1 / kReferenceShare);
  if (steps > kMostSteps) return {dt};
  return {dt, finer};
}

template <typename Value, typename Read>
std::vector<Value> read_list(const std::string& list, const Read& read, Diagnostics& faults) {
  std::vector<Value> values;
  for (const std::string& word : split_list(list)) read(word, values, faults);
  return values;
}

void add_runs(const std::vector<ContactLaw>& laws, const std::vector<lcp::Method>& solvers,
              const std::vector<double>& steps, bool in_space, ComparePlan& plan) {
  for (const ContactLaw& law : laws)
    for (const lcp::Method solver : solvers) {
      if (!methods_of(law, in_space).contains(solver)) {
        plan.skipped.push_back({law, solver});
        continue;
      }
      for (const double dt : steps) plan.comparison.runs.push_back({law, solver, dt});
    }
}

Diagnostic nothing_left(const ContactLaw& law, bool in_space) {
  return {"", 0, "--solvers", "none of them solves any of the laws",
          fmt::format("{}: {}", to_string(law), to_string(methods_of(law, in_space)))};
}

}  // namespace

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> words(1);
  int open = 0;
  for (const char c : list) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && open <= 0)
      words.emplace_back();
    else if (c != ' ')
      words.back() += c;
  }
  return words;
}

Result<ComparePlan> compare_plan(const CompareArguments& arguments, const study::Scene& scene) {
  const double reference = arguments.reference.value_or(1);
  require(std::isfinite(reference) && reference > 0, "--reference", "positive and finite",
          reference);
  require(arguments.threads.value_or(0) >= 0, "--threads", "at least 0",
          arguments.threads.value_or(0));
  const double wall_limit = arguments.wall_limit.value_or(kWallLimit);
  require(wall_limit >= 0, "--wall-limit", "at least 0", wall_limit);
  Diagnostics faults;
  std::vector<ContactLaw> laws = default_laws(scene.model);
  std::vector<lcp::Method> solvers{lcp::Method::automatic};
  if (arguments.laws) laws = read_list<ContactLaw>(*arguments.laws, add_law, faults);
  if (arguments.solvers) solvers = read_list<lcp::Method>(*arguments.solvers, read_solver, faults);
  if (arguments.rho) laws = swept(laws, read_list<double>(*arguments.rho, read_rho, faults));
  std::vector<double> steps = default_steps(scene, laws.size() * solvers.size());
  if (arguments.dt) steps = read_list<double>(*arguments.dt, read_step, faults);
  if (!faults.empty()) return faults;
  for (const double dt : steps) require_step("--dt", scene, dt);

  ComparePlan plan;
  add_runs(laws, solvers, steps, has_spatial_shapes(scene.model), plan);
  if (plan.comparison.runs.empty())
    return Diagnostics{nothing_left(laws.front(), has_spatial_shapes(scene.model))};
  const double finest = *std::min_element(steps.begin(), steps.end());
  plan.comparison.reference.dt = arguments.reference.value_or(kReferenceShare * finest);
  require_end("--reference", scene, plan.comparison.reference.dt);
  require(plan.comparison.reference.dt <= finest, "--reference",
          fmt::format("at most the finest step, {:g} s", finest), plan.comparison.reference.dt);
  plan.comparison.wall_limit = wall_limit;
  plan.comparison.threads = arguments.threads.value_or(0);
  plan.comparison.lead = arguments.rank || arguments.rho;
  return plan;
}

}  // namespace perpend::app
