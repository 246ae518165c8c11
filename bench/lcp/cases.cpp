// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "perpend/lcp/solve.hpp"
#include "solvers.hpp"

namespace perpend::bench {

using Eigen::Index;

std::vector<Island> split_islands(const lcp::Lcp& problem) {
  const Index n = problem.size();
  std::vector<bool> seen(n, false);
  std::vector<Island> islands;
  for (Index start = 0; start < n; ++start) {
    if (seen[start]) continue;
    std::vector<Index> rows{start};
    seen[start] = true;
    for (std::size_t next = 0; next < rows.size(); ++next)
      for (Index i = 0; i < n; ++i)
        if (!seen[i] && problem.A(i, rows[next]) != 0) {
          seen[i] = true;
          rows.push_back(i);
        }
    std::sort(rows.begin(), rows.end());
    islands.push_back({rows, {problem.A(rows, rows), problem.b(rows)}});
  }
  return islands;
}

Case make_bare_case(lcp::Family family, Index n, std::uint64_t seed) {
  return {lcp::make_lcp(family, n, seed), {}, {}, {}};
}

Case make_case(lcp::Family family, Index n, std::uint64_t seed) {
  Case result = make_bare_case(family, n, seed);
  const lcp::Lcp& problem = result.problem;
  result.right = lcp::solve(problem).f;
  result.islands = split_islands(problem);
  result.definite = problem.A;
  result.definite.diagonal().array() += problem.A.diagonal().mean();
  return result;
}

}  // namespace perpend::bench
