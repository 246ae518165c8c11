// SPDX-License-Identifier: Apache-2.0
#include "solve/solve_report.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "terminal.hpp"

namespace perpend::app {
namespace {

std::string_view plural(lcp::ProblemKind kind) {
  switch (kind) {
    case lcp::ProblemKind::lcp:
      return "LCPs";
    case lcp::ProblemKind::boxed:
      return "boxed LCPs";
    default:
      return "contact problems";
  }
}

std::vector<lcp::Method> unsupported(lcp::ProblemKind kind) {
  std::vector<lcp::Method> methods;
  for (const lcp::Method method : lcp::all_methods())
    if (!lcp::supports(method, kind)) methods.push_back(method);
  return methods;
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
  say(stdout, "{:<18} {:<10} {:>10.2e} {:>10.2e} {:>7} {:>14} {:>10.1f}  {}\n",
      lcp::to_string(answer.method), lcp::to_string(s.status), s.residual, s.residual_bound,
      s.pivots, s.factorisations, answer.wall_us, lcp::to_string(s.answered_by));
}

void print_stored(const lcp::Certificate& stored) {
  say(stdout, "{:<18} {:<10} {:>10.2e} {:>10.2e}  the solution in the file\n", "stored",
      stored.holds() ? "solved" : "not solved", stored.residual, stored.bound());
}

void print_vectors(const lcp::Solution& s) {
  constexpr Eigen::Index kShown = 24;
  say(stdout, "\n{:>5} {:>22} {:>22}\n", "row", "f", "a");
  for (Eigen::Index i = 0; i < std::min(kShown, s.f.size()); ++i)
    say(stdout, "{:>5} {:>22.14g} {:>22.14g}\n", i, s.f[i], s.a[i]);
  if (s.f.size() > kShown) say(stdout, "... {} rows more, all in --json\n", s.f.size() - kShown);
}

}  // namespace

void print_json(const SolveReport& report) {
  if (report.answers.size() == 1) {
    say_json(to_json(report.answers[0]));
    return;
  }
  nlohmann::ordered_json answers = nlohmann::ordered_json::array();
  for (const Answer& a : report.answers) answers.push_back(to_json(a));
  nlohmann::ordered_json without = nlohmann::ordered_json::array();
  for (const lcp::Method method : unsupported(report.kind))
    without.push_back(lcp::to_string(method));
  nlohmann::ordered_json all = {
      {"file", report.file}, {"answers", answers}, {"unsupported", without}};
  if (report.stored)
    all["stored"] = {{"residual", report.stored->residual},
                     {"residual_bound", report.stored->bound()}};
  say_json(all);
}

void print_words(const SolveReport& report) {
  say(stdout, "{:<18} {:<10} {:>10} {:>10} {:>7} {:>14} {:>10}  {}\n", "solver", "status",
      "residual", "bound", "pivots", "factorisations", "wall us", "solved by");
  for (const Answer& a : report.answers) print_row(a);
  if (report.stored) print_stored(*report.stored);
  if (report.answers.size() == 1) return print_vectors(report.answers[0].solution);
  for (const lcp::Method method : unsupported(report.kind))
    say(stdout, "{:<18} not for {}\n", lcp::to_string(method), plural(report.kind));
}

}  // namespace perpend::app
