// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/boxed_fallbacks.hpp"

#include "lcp/pivoting/active_set.hpp"
#include "lcp/problem/contact_map.hpp"
#include "lcp/problem/sparse_check.hpp"

namespace perpend::lcp {
namespace {

bool claims_no_solution(const Solution& solution) {
  return solution.status == Status::ray || solution.status == Status::infeasible;
}

void take_measures(const Certificate& certificate, Solution& solution) {
  solution.residual = certificate.residual;
  solution.residual_bound = certificate.bound();
  solution.rounding = certificate.rounding;
}

template <typename Problem>
void judge_by(const Problem& problem, Solution& solution) {
  if (claims_no_solution(solution) && !solution.ray.allFinite()) solution.status = Status::limit;
  const Certificate certificate = certify_or_clear(&problem.b, solution, [&] {
    return certify(problem, solution.f, solution.a, solution.terms);
  });
  take_measures(certificate, solution);
  if (certificate.holds()) {
    solution.status = Status::solved;
  } else if (claims_no_solution(solution)) {
    solution.status = proves_infeasible(problem, solution.ray) ? Status::infeasible : Status::ray;
  } else if (solution.status == Status::solved) {
    solution.status = Status::limit;
  }
  if (!claims_no_solution(solution)) solution.ray.resize(0);
}

}  // namespace

void take_verdict(const Certificate& certificate, Solution& solution) {
  take_measures(certificate, solution);
  solution.status = certificate.holds() ? Status::solved : Status::limit;
  solution.ray.resize(0);
}

bool is_worse_than_none(const Certificate& certificate, const Eigen::VectorXd* b,
                        const Solution& solution) {
  // Above this residual the energy is judged. A velocity error of this share has a millionth of the
  // energy of the motion; nearer to a solution the sign of the energy may be that of rounding.
  constexpr double kFar = 1e-3;
  if (certificate.residual <= kFar) return false;
  if (!(certificate.residual <= kWithoutForces)) return true;
  if (!b) return false;
  const double load = solution.f.dot(*b), response = solution.f.dot(solution.a) - load;
  return response >= 0 && load + 0.5 * response > 0;
}

void reset(Solution& solution, Eigen::Index n) {
  solution.f.setZero(n);
  solution.a.setZero(n);
  solution.terms.setZero(n);
  solution.ray.resize(0);
  solution.status = Status::limit;
  solution.answered_by = Method::automatic;
  solution.pivots = solution.drives = solution.factorisations = 0;
  solution.residual = solution.residual_bound = solution.rounding = solution.path_shift = 0.0;
  solution.degenerate = 0;
}

void judge(const Lcp& problem, Solution& solution) {
  judge_by(problem, solution);
}
void judge(const BoxedLcp& problem, Solution& solution) {
  judge_by(problem, solution);
}
void judge(const ContactProblem& problem, Solution& solution) {
  judge_by(problem, solution);
}

void judge(const BoxedLcp& problem, const SparseColumns& columns, Solution& solution) {
  take_verdict(
      certify_or_clear(
          &problem.b, solution,
          [&] { return certify(problem, columns, solution.f, solution.a, solution.terms); }),
      solution);
}
void judge(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
           Solution& solution) {
  take_verdict(
      certify_or_clear(
          &problem.b, solution,
          [&] { return certify(problem, polygons, solution.f, solution.a, solution.terms); }),
      solution);
}

void keep_better(const Solution& attempt, Solution& solution) {
  solution.pivots += attempt.pivots;
  solution.drives += attempt.drives;
  solution.factorisations += attempt.factorisations;
  if (attempt.path_shift > 0) solution.path_shift = attempt.path_shift;
  if (attempt.residual < solution.residual || attempt.status == Status::solved) {
    solution.f = attempt.f;
    solution.a = attempt.a;
    solution.terms = attempt.terms;
    solution.residual = attempt.residual;
    solution.residual_bound = attempt.residual_bound;
    solution.rounding = attempt.rounding;
    solution.degenerate = attempt.degenerate;
    solution.answered_by = attempt.answered_by;
  }
  const bool verdict = attempt.status == Status::solved || attempt.status == Status::infeasible;
  if (!verdict && claims_no_solution(solution)) return;
  if (!verdict && !claims_no_solution(attempt)) return;
  solution.status = attempt.status;
  solution.ray = attempt.ray;
}

}  // namespace perpend::lcp
