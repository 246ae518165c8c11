// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/problems/families.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::bench {

/// A connected component of a problem.
struct Island {
  std::vector<Eigen::Index> rows;
  lcp::Lcp problem;
};

/// One problem with the data that a solver may use at no cost.
struct Case {
  lcp::Lcp problem;
  Eigen::VectorXd right;        ///< a solution, whose active set warm starts may use
  std::vector<Island> islands;  ///< the problem split into its components
  Eigen::MatrixXd definite;     ///< A + mean(A_ii) I, for the reference factorisations
};

struct Answer {
  Eigen::VectorXd f;
  lcp::Status status = lcp::Status::limit;  ///< as the solver claims; peers: solved or limit
  int pivots = 0;
  int drives = 0;
  lcp::Method answered_by = lcp::Method::automatic;  ///< the stage that answered for `auto`
};

struct Solver {
  std::string name;
  int largest_n = 600;  ///< larger problems take too long to be of interest
  bool peer = false;
  std::function<void(const Case&, Answer&)> solve;
};

Case make_case(lcp::Family family, Eigen::Index n, std::uint64_t seed);
/// Returns the case without the solution, islands and definite matrix.
Case make_bare_case(lcp::Family family, Eigen::Index n, std::uint64_t seed);
std::vector<Island> split_islands(const lcp::Lcp& problem);

/// Returns solve() with its fallback chain, then every method of the library that takes an LCP
/// without the residual checker, Keller with the right active set and on islands, and Dantzig on a
/// perturbed problem with a Keller finish. Each keeps its memory between calls.
std::vector<Solver> own_solvers();
/// Returns the whole of lcp::solve() with that method, residual checker included.
Solver judged_solver(lcp::Method method);
Solver perturbed_dantzig();
/// Returns the solvers of other projects that were found when this was compiled.
std::vector<Solver> peer_solvers();
/// Returns the same peer on A + 1e-8 mean(A_ii) I, as engines use it; it is judged on the problem
/// itself.
Solver regularised(const Solver& peer);
/// Returns "skipped: X not installed" for the others.
std::vector<std::string> missing_peers();

}  // namespace perpend::bench
