// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/io/fclib.hpp"
#include "perpend/io/problem_file.hpp"
#include "perpend/lcp/certificate.hpp"
#include "solve/solve_report.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

bool is_fclib(const std::filesystem::path& file) {
  return file.extension() == ".hdf5" || file.extension() == ".h5";
}

/// Reads a problem with the additional data of an FCLIB file.
Result<io::FclibFile> read_extras(const SolveArguments& arguments, io::Problem& problem) {
  if (is_fclib(arguments.file)) {
    Result<io::FclibFile> file = io::read_fclib(arguments.file);
    if (file) std::visit([&](const auto& p) { problem = p; }, file->problem);
    return file;
  }
  Result<io::Problem> read = io::read_problem(arguments.file);
  if (!read) return read.error();
  problem = std::move(read).value();
  return io::FclibFile{};
}

// Returns the kind of a problem; for the methods, global problems are contact problems.
lcp::ProblemKind kind_of(const io::Problem& problem) {
  if (std::holds_alternative<lcp::GlobalContactProblem>(problem)) return lcp::ProblemKind::contact;
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

void solve(const auto& problem, lcp::Method method, Answer& into) {
  lcp::Workspace workspace;
  if constexpr (requires { problem.M; })
    lcp::solve(problem, {.method = method}, workspace, into.solution, into.v);
  else
    lcp::solve(problem, {.method = method}, workspace, into.solution);
}

Answer answer(const io::Problem& problem, lcp::Method method) {
  Answer result{.method = method, .solution = {}, .v = {}};
  const auto begin = std::chrono::steady_clock::now();
  std::visit([&](const auto& p) { solve(p, method, result); }, problem);
  const std::chrono::duration<double, std::micro> wall = std::chrono::steady_clock::now() - begin;
  result.wall_us = wall.count();
  return result;
}

const Answer& best(const std::vector<Answer>& answers) {
  return *std::min_element(answers.begin(), answers.end(), [](const Answer& x, const Answer& y) {
    const double left = x.solution.residual, right = y.solution.residual;
    return left < right || (std::isnan(right) && !std::isnan(left));
  });
}

lcp::Certificate judge(const lcp::ContactProblem& problem, const io::FclibPoint& point) {
  Eigen::VectorXd a;
  return certify(problem, point.f, a);
}

lcp::Certificate judge(const lcp::GlobalContactProblem& problem, const io::FclibPoint& point) {
  Eigen::VectorXd v, u;
  return certify(problem, point.f, v, u);
}

Diagnostics write_solution(const std::string& file, const io::Problem& problem,
                           io::FclibFile extras, const Answer& answer) {
  extras.solution = {.f = answer.solution.f, .a = answer.solution.a, .v = answer.v};
  if (const auto* global = std::get_if<lcp::GlobalContactProblem>(&problem))
    extras.problem = *global;
  else
    extras.problem = std::get<lcp::ContactProblem>(problem);
  return io::write_fclib(file, extras);
}

// Writes the problem, with all additional data if both files are FCLIB.
Diagnostics convert(const std::string& file, const io::Problem& problem,
                    const io::FclibFile& extras, bool from_fclib) {
  if (from_fclib && is_fclib(file)) return io::write_fclib(file, extras);
  return io::write_problem(file, problem);
}

int report_written(const Diagnostics& faults, const std::string& file) {
  if (!faults.empty()) return refuse(faults, kUsage);
  say(stdout, "wrote {}\n", file);
  return kOk;
}

// Throws if the converted problem would replace the file that it is read from.
void require_other(const SolveArguments& arguments) {
  std::error_code ignored;
  require(!std::filesystem::equivalent(arguments.file, arguments.convert, ignored), "--convert",
          "another file than the one that is converted", arguments.convert);
}

void require_output(const std::string& file, lcp::ProblemKind kind) {
  if (file.empty()) return;
  require(is_fclib(file), "--out", "an FCLIB file, .hdf5 or .h5", file);
  require(kind == lcp::ProblemKind::contact, "--out", "for problems with contacts", file);
}

}  // namespace

int solve(const SolveArguments& arguments) {
  io::Problem problem;
  const Result<io::FclibFile> extras = read_extras(arguments, problem);
  if (!extras) return refuse(extras.error(), kUsage);
  if (!arguments.convert.empty()) {
    require_other(arguments);
    return report_written(convert(arguments.convert, problem, *extras, is_fclib(arguments.file)),
                          arguments.convert);
  }

  const lcp::ProblemKind kind = kind_of(problem);
  require_output(arguments.out, kind);
  SolveReport found{.file = arguments.file, .kind = kind};
  for (const lcp::Method method : chosen(arguments.solver, kind))
    found.answers.push_back(answer(problem, method));
  if (extras->solution)
    found.stored =
        std::visit([&](const auto& p) { return judge(p, *extras->solution); }, extras->problem);
  if (!arguments.out.empty()) {
    const Diagnostics faults = write_solution(arguments.out, problem, *extras, best(found.answers));
    if (!faults.empty()) return refuse(faults, kUsage);
  }
  arguments.json ? print_json(found) : print_words(found);
  for (const Answer& a : found.answers)
    if (a.solution.status == lcp::Status::solved) return kOk;
  return kFailed;
}

}  // namespace perpend::app
