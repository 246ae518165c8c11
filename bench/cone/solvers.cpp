// SPDX-License-Identifier: Apache-2.0
#include "solvers.hpp"

#include <algorithm>
#include <memory>

#include "bench/peers/cone.hpp"

namespace perpend::bench {
namespace {

using Eigen::Index;
using lcp::ContactProblem;

ConeSolver own(std::string name, lcp::Method method) {
  auto workspace = std::make_shared<lcp::Workspace>();
  auto solution = std::make_shared<lcp::Solution>();
  return {std::move(name), {0.0}, [=](const ContactProblem& problem, double, Eigen::VectorXd& f) {
            lcp::solve(problem, {.method = method}, *workspace, *solution);
            f = solution->f;
            return solution->status == lcp::Status::solved;
          }};
}

#ifdef PERPEND_PEER_SICONOS_CONE
// A problem with three rows n, t1, t2 per contact.
struct InSpace {
  Eigen::MatrixXd W;
  Eigen::VectorXd q, mu, r;
  std::vector<Index> row;  // row here of each row of the problem

  explicit InSpace(const ContactProblem& problem) : row(problem.size()) {
    const auto contacts = static_cast<Index>(problem.contacts.size());
    W.setZero(3 * contacts, 3 * contacts);
    q.setZero(3 * contacts);
    mu.setZero(contacts);
    r.setZero(3 * contacts);
    for (Index i = 0; i < contacts; ++i) {
      const lcp::Contact& contact = problem.contacts[i];
      mu[i] = contact.tangents > 0 ? contact.mu_s : 0.0;
      for (int k = 0; k <= contact.tangents; ++k) row[contact.row + k] = 3 * i + k;
      W.diagonal().segment<3>(3 * i).setConstant(problem.A(contact.row, contact.row));
    }
    W(row, row) = problem.A;
    q(row) = problem.b;
  }
};

ConeSolver wrap(const ConePeer& peer) {
  auto last = std::make_shared<std::pair<const ContactProblem*, std::unique_ptr<InSpace>>>();
  return {peer.name,
          {1e-8, 1e-10, 1e-12},
          [last, solve = peer.solve](const ContactProblem& problem, double tolerance,
                                     Eigen::VectorXd& f) {
            // The same problem is timed many times; converting it again is not counted.
            if (last->first != &problem) *last = {&problem, std::make_unique<InSpace>(problem)};
            InSpace& p = *last->second;
            const bool claims = solve(static_cast<int>(p.mu.size()), p.W.data(), p.q.data(),
                                      p.mu.data(), tolerance, p.r.data());
            f = p.r(p.row);
            return claims;
          }};
}
#endif

}  // namespace

std::vector<ConeSolver> own_cone_solvers() {
  std::vector<ConeSolver> solvers{own("perpend", lcp::Method::automatic)};
  for (const lcp::Method method :
       {lcp::Method::fischer_burmeister, lcp::Method::interior, lcp::Method::proximal})
    solvers.push_back(own(std::string(to_string(method)), method));
  return solvers;
}

std::vector<ConeSolver> peer_cone_solvers() {
  std::vector<ConeSolver> solvers;
#ifdef PERPEND_PEER_SICONOS_CONE
  for (const ConePeer& peer : siconos_cone_peers()) solvers.push_back(wrap(peer));
#endif
  return solvers;
}

std::vector<std::string> missing_cone_peers() {
#ifdef PERPEND_PEER_SICONOS_CONE
  return {};
#else
  return {"skipped: Siconos (libsiconos-numerics-dev) not installed"};
#endif
}

bool is_plain_cone(const ContactProblem& problem) {
  Index claimed = 0;
  for (const lcp::Contact& contact : problem.contacts) {
    if (contact.sliding) return false;
    claimed += 1 + contact.tangents;
  }
  return claimed == problem.size() && problem.law == lcp::FrictionLaw::coulomb;
}

}  // namespace perpend::bench
