// SPDX-License-Identifier: Apache-2.0
//
// Lemke's method for contact problems: facets (polyhedral.cpp), and where they only approximate a
// disc, Newton steps on the disc from their answer (cone/search.cpp). If these do not converge, the
// facets are rotated until one of them points along the slip, which makes them exact at sliding
// contacts, and both are tried again.
#include <cmath>
#include <vector>

#include "lcp/cone/contact.hpp"
#include "lcp/friction/polyhedral.hpp"
#include "lcp/pivoting/lemke.hpp"
#include "lcp/problem/budget.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kFacets = 8;
constexpr int kRotations = 4;

void count(const Solution& part, Solution& solution) {
  solution.pivots += part.pivots;
  solution.factorisations += part.factorisations;
}

// Rotates facets against the motion that f leaves, so that friction opposes slip exactly.
VectorXd rotate_to_slip(const ContactProblem& problem, const VectorXd& f, VectorXd rotation) {
  const VectorXd a = problem.A * f + problem.b;
  const double still = 1e-9 * problem.b.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    if (contact.tangents != 2) continue;
    const double x = a[contact.row + 1], y = a[contact.row + 2];
    if (std::hypot(x, y) > still) rotation[i] = std::atan2(-y, -x);
  }
  return rotation;
}

double residual_of(const ContactProblem& problem, const VectorXd& f) {
  VectorXd a;
  return certify(problem, f, a).residual;
}

// Takes Newton steps on the disc from the facets' answer; returns true if they converged.
bool polish(const ContactProblem& problem, const Options& options, VectorXd& f,
            Solution& solution) {
  Solution part;
  Options warm = rest_of(options, solution.pivots);
  warm.warm = {f.data(), static_cast<std::size_t>(f.size())};
  probe_cone(problem, warm, part);
  count(part, solution);
  if (residual_of(problem, part.f) < residual_of(problem, f)) f = part.f;
  return part.status == Status::solved;
}

// Tries one set of facets; replaces solution.f where f is better. Returns true where the search is
// over.
bool try_facets(const ContactProblem& problem, const Options& options, VectorXd& rotation,
                Solution& solution) {
  const PolyhedralProblem facets(problem, {.directions = kFacets, .rotation = rotation});
  Solution part;
  solve_lemke(facets.boxed(), rest_of(options, solution.pivots), part);
  count(part, solution);
  const bool no_answer = part.status == Status::ray || part.status == Status::infeasible;
  solution.status = part.status;
  if (no_answer) solution.ray = facets.forces(part.ray);
  if (facets.exact()) {
    solution.f = facets.forces(part.f);
    return true;
  }
  VectorXd f = facets.forces(part.f);
  rotation = rotate_to_slip(problem, f, rotation);
  const bool arrived = !is_spent(options, solution.pivots) && polish(problem, options, f, solution);
  if (residual_of(problem, f) < residual_of(problem, solution.f)) solution.f = f;
  // A ray of the facets proves nothing about the disc.
  solution.status = arrived ? Status::solved : no_answer ? Status::ray : Status::limit;
  return arrived || no_answer;
}

}  // namespace

void solve_lemke(const ContactProblem& problem, const Options& options, Solution& solution) {
  solution.f = VectorXd::Zero(problem.size());
  VectorXd rotation = VectorXd::Zero(static_cast<Index>(problem.contacts.size()));
  for (int pass = 0; pass < kRotations; ++pass) {
    if (try_facets(problem, options, rotation, solution)) return;
    if (is_spent(options, solution.pivots)) return;
  }
}

}  // namespace perpend::lcp
