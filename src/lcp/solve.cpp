// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solve.hpp"

#include "perpend/core/error.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/lemke.hpp"

namespace perpend::lcp {

struct Workspace::Buffers {};

Workspace::Workspace() : buffers_(std::make_unique<Buffers>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

const char* kind_name(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::lcp:
      return "an LCP";
    case ProblemKind::boxed:
      return "a boxed LCP";
    case ProblemKind::contact:
      return "a contact problem with friction";
  }
  return "this problem";
}

void require_supported(Method method, ProblemKind kind) {
  require(supports(method, kind), "options.method", std::string("a method for ") + kind_name(kind),
          to_string(method));
}

void require_warm_size(const Options& options, Eigen::Index n) {
  const auto size = static_cast<Eigen::Index>(options.warm.size());
  require(size == 0 || size == n, "options.warm", "empty or of size " + std::to_string(n),
          std::to_string(size));
}

void reset(Solution& solution, Eigen::Index n) {
  solution.f.setZero(n);
  solution.a.resize(n);
  solution.ray.resize(0);
  solution.status = Status::limit;
  solution.answered_by = Method::automatic;
  solution.pivots = solution.drives = solution.factorisations = 0;
}

// The referee's word is final in both directions: what holds is solved, what does not is not.
template <typename Problem>
void judge(const Problem& problem, Solution& solution) {
  const Certificate certificate = certify(problem, solution.f, solution.a);
  solution.residual = certificate.residual;
  solution.residual_bound = certificate.bound();
  if (certificate.holds()) {
    solution.status = Status::solved;
    solution.ray.resize(0);
  } else if (solution.status == Status::solved) {
    solution.status = Status::limit;
  }
}

template <typename Problem>
void run(Method method, const Problem& problem, const Options& options, Solution& solution) {
  solve_lemke(problem, options, solution);
  solution.answered_by = method == Method::automatic ? Method::lemke : method;
}

template <typename Problem>
void answer(ProblemKind kind, const Problem& problem, const Options& options, Solution& solution) {
  validate(problem);
  require_supported(options.method, kind);
  require_warm_size(options, problem.size());
  reset(solution, problem.size());
  run(options.method, problem, options, solution);
  judge(problem, solution);
}

}  // namespace

bool supports(Method method, ProblemKind kind) {
  return kind != ProblemKind::contact && (method == Method::automatic || method == Method::lemke);
}

void solve(const Lcp& problem, const Options& options, Workspace&, Solution& solution) {
  answer(ProblemKind::lcp, problem, options, solution);
}

void solve(const BoxedLcp& problem, const Options& options, Workspace&, Solution& solution) {
  answer(ProblemKind::boxed, problem, options, solution);
}

Solution solve(const Lcp& problem, const Options& options) {
  Workspace workspace;
  Solution solution;
  solve(problem, options, workspace, solution);
  return solution;
}

Solution solve(const BoxedLcp& problem, const Options& options) {
  Workspace workspace;
  Solution solution;
  solve(problem, options, workspace, solution);
  return solution;
}

}  // namespace perpend::lcp
