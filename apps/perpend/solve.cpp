// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solve.hpp"

#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "perpend/core/error.hpp"
#include "perpend/io/problem_file.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

struct Answer {
  lcp::Method method;
  lcp::Solution solution;
  double wall_us = 0.0;
};

lcp::ProblemKind kind_of(const io::Problem& problem) {
  return static_cast<lcp::ProblemKind>(problem.index());
}

std::string supported(lcp::ProblemKind kind) {
  std::string names;
  for (const lcp::Method method : lcp::all_methods())
    if (lcp::supports(method, kind)) names += std::string(lcp::to_string(method)) + ", ";
  return names + "all";
}

std::vector<lcp::Method> chosen(const std::string& name, lcp::ProblemKind kind) {
  std::vector<lcp::Method> methods;
  for (const lcp::Method method : lcp::all_methods()) {
    const bool wanted = name == "all" || lcp::method_from_name(name) == method;
    if (wanted && lcp::supports(method, kind)) methods.push_back(method);
  }
  require(!methods.empty(), "--solver", "one of " + supported(kind) + " for this problem", name);
  return methods;
}

Answer answer(const io::Problem& problem, lcp::Method method) {
  Answer result{.method = method, .solution = {}};
  lcp::Workspace workspace;
  const auto begin = std::chrono::steady_clock::now();
  std::visit([&](const auto& p) { lcp::solve(p, {.method = method}, workspace, result.solution); },
             problem);
  const std::chrono::duration<double, std::micro> wall = std::chrono::steady_clock::now() - begin;
  result.wall_us = wall.count();
  return result;
}

nlohmann::ordered_json to_json(const Answer& answer) {
  const lcp::Solution& s = answer.solution;
  return {{"solver", lcp::to_string(answer.method)},
          {"answered_by", lcp::to_string(s.answered_by)},
          {"status", lcp::to_string(s.status)},
          {"residual", s.residual},
          {"residual_bound", s.residual_bound},
          {"pivots", s.pivots},
          {"drives", s.drives},
          {"factorisations", s.factorisations},
          {"wall_us", answer.wall_us},
          {"f", std::vector<double>(s.f.begin(), s.f.end())},
          {"a", std::vector<double>(s.a.begin(), s.a.end())},
          {"ray", std::vector<double>(s.ray.begin(), s.ray.end())}};
}

void print_row(const Answer& answer) {
  const lcp::Solution& s = answer.solution;
  fmt::print("{:<10} {:<10} {:>10.2e} {:>7} {:>10.1f}  {}\n", lcp::to_string(answer.method),
             lcp::to_string(s.status), s.residual, s.pivots, answer.wall_us,
             lcp::to_string(s.answered_by));
}

void print_vectors(const lcp::Solution& s) {
  constexpr Eigen::Index kShown = 24;
  fmt::print("\n{:>5} {:>22} {:>22}\n", "row", "f", "a");
  for (Eigen::Index i = 0; i < std::min(kShown, s.f.size()); ++i)
    fmt::print("{:>5} {:>22.14g} {:>22.14g}\n", i, s.f[i], s.a[i]);
  if (s.f.size() > kShown) fmt::print("... {} rows more, all in --json\n", s.f.size() - kShown);
}

}  // namespace

int solve(const SolveArguments& arguments) {
  const Result<io::Problem> problem = io::read_problem(arguments.file);
  if (!problem) {
    fmt::print(stderr, "{}\n", to_string(problem.error()));
    return kUsage;
  }
  std::vector<Answer> answers;
  for (const lcp::Method method : chosen(arguments.solver, kind_of(*problem)))
    answers.push_back(answer(*problem, method));

  bool any_solved = false;
  for (const Answer& a : answers) any_solved |= a.solution.status == lcp::Status::solved;
  if (arguments.json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Answer& a : answers) rows.push_back(to_json(a));
    const nlohmann::ordered_json all = {{"file", arguments.file}, {"answers", rows}};
    fmt::print("{}\n", (answers.size() == 1 ? rows[0] : all).dump());
  } else {
    fmt::print("{:<10} {:<10} {:>10} {:>7} {:>10}  {}\n", "solver", "status", "residual", "pivots",
               "wall us", "answered by");
    for (const Answer& a : answers) print_row(a);
    if (answers.size() == 1) print_vectors(answers[0].solution);
  }
  return any_solved ? kOk : kFailed;
}

}  // namespace perpend::app
