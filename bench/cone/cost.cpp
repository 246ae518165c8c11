// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>

#include "bench.hpp"
#include "bench/timing.hpp"
#include "perpend/lcp/solve.hpp"
#include "piles.hpp"

namespace perpend::bench {
namespace {

constexpr int kSizes[] = {8, 16, 32, 50, 75, 100, 150};
constexpr int kProblems = 9, kRounds = 5;

class Cost {
 public:
  void measure(const lcp::ContactProblem& problem, int rounds) {
    rows_ = static_cast<int>(problem.size());
    const lcp::ContactProblem next = moved(problem);
    // The matrix is W + I in units in which W has the size of I, as the fallback chain scales it.
    Eigen::MatrixXd definite = problem.A;
    definite.diagonal().array() += problem.A.diagonal().mean();
    Eigen::LLT<Eigen::MatrixXd> llt;
    Eigen::VectorXd x;
    lcp::Workspace workspace;
    lcp::Solution cold, warm;
    lcp::solve(problem, {}, workspace, cold);
    const Eigen::VectorXd start = cold.f;
    const lcp::Options options{.warm = {start.data(), static_cast<std::size_t>(start.size())}};
    const std::vector<double> times =
        time_interleaved({[&] { x = llt.compute(definite).solve(problem.b); },
                          [&] { lcp::solve(problem, {}, workspace, cold); },
                          [&] { lcp::solve(next, options, workspace, warm); }},
                         rounds);
    cold_.push_back(times[1] / times[0]);
    warm_.push_back(times[2] / times[0]);
    cold_counts_.push_back(cold.factorisations);
    warm_counts_.push_back(warm.factorisations);
  }

  ConeCost row(int contacts) const {
    return {.contacts = contacts,
            .rows = rows_,
            .problems = static_cast<int>(cold_.size()),
            .cold = median(cold_),
            .warm = median(warm_),
            .cold_factorisations = median(cold_counts_),
            .warm_factorisations = median(warm_counts_)};
  }

 private:
  int rows_ = 0;
  std::vector<double> cold_, warm_, cold_counts_, warm_counts_;
};

}  // namespace

void run_cone_cost(Effort effort, const Progress& progress, ConeReport& report) {
  const bool quick = effort == Effort::quick;
  for (const int contacts : kSizes) {
    if (quick && contacts > 16) break;
    progress("cost at " + std::to_string(contacts) + " contacts", contacts / 150.0);
    Cost cost;
    for (int k = 0; k < (quick ? 2 : kProblems); ++k)
      cost.measure(cone_pile(contacts, contacts, k), quick ? 1 : kRounds);
    report.cost.push_back(cost.row(contacts));
  }
}

}  // namespace perpend::bench
