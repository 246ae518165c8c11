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

/// One problem with what a solver may be given for free.
struct Case {
  lcp::Lcp problem;
  Eigen::VectorXd right;        ///< a solution, whose active set warm starts may use
  std::vector<Island> islands;  ///< the problem split into its components
  Eigen::MatrixXd definite;     ///< A + mean(A_ii) I, for the factorisations it is compared with
};

struct Answer {
  Eigen::VectorXd f;
  lcp::Status status = lcp::Status::limit;  ///< as the solver claims; peers: solved or limit
  int pivots = 0;
  int drives = 0;
  lcp::Method answered_by = lcp::Method::automatic;  ///< the stage behind `auto`
};

struct Solver {
  std::string name;
  int largest_n = 600;  ///< beyond it a single problem takes too long to be of interest
  bool peer = false;
  std::function<void(const Case&, Answer&)> solve;
};

Case make_case(lcp::Family family, Eigen::Index n, std::uint64_t seed);
/// The same without the solution, islands and definite matrix.
Case make_bare_case(lcp::Family family, Eigen::Index n, std::uint64_t seed);
std::vector<Island> split_islands(const lcp::Lcp& problem);

/// solve() with its fallback chain, then every method of the library that takes an LCP without the
/// residual checker, Keller with the right set and on islands, and Dantzig on a perturbed problem
/// with a Keller finish. Each keeps its memory between calls.
std::vector<Solver> own_solvers();
/// The whole of lcp::solve() with that method, residual checker included.
Solver judged_solver(lcp::Method method);
Solver perturbed_dantzig();
/// Other projects' solvers that were found when this was compiled.
std::vector<Solver> peer_solvers();
/// The same peer on A + 1e-8 mean(A_ii) I, as engines use it; judged on the problem itself.
Solver regularised(const Solver& peer);
/// "skipped: X not installed" for the others.
std::vector<std::string> missing_peers();

}  // namespace perpend::bench
