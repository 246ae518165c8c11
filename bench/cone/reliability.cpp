// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "bench.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "piles.hpp"

namespace perpend::bench {
namespace {

constexpr double kSolved = 1e-10;

struct PileSet {
  const char* name;
  int smallest, largest, count, quick_count;
};

constexpr PileSet kSets[] = {{"4-32 contacts", 4, 32, 1000, 40},
                             {"50-150 contacts", 50, 150, 200, 2}};

class Counts {
 public:
  explicit Counts(std::string set) { row_.set = std::move(set); }

  void add(const lcp::ContactProblem& problem, const lcp::Solution& solution) {
    Eigen::VectorXd a;
    const lcp::Certificate judged = certify(problem, solution.f, a);
    const bool claimed = solution.status == lcp::Status::solved;
    const bool solved = judged.residual <= kSolved;
    row_.problems += 1;
    row_.solved += solved;
    row_.false_claims += claimed && !judged.holds();
    row_.at_floor += claimed && judged.holds() && !solved;
    if (claimed) row_.worst_residual = std::max(row_.worst_residual, judged.residual);
    factorisations_.push_back(solution.factorisations);
    stages_[claimed ? std::string(to_string(solution.answered_by)) : "unsolved"] += 1;
  }

  ConeReliability row() const {
    ConeReliability row = row_;
    std::vector<int> sorted = factorisations_;
    std::sort(sorted.begin(), sorted.end());
    row.median_factorisations = sorted[sorted.size() / 2];
    row.most_factorisations = sorted.back();
    row.mean_factorisations = std::accumulate(sorted.begin(), sorted.end(), 0.0) / row.problems;
    for (const auto& [stage, count] : stages_)
      row.answered_by +=
          (row.answered_by.empty() ? "" : ", ") + stage + " " + std::to_string(count);
    return row;
  }

 private:
  ConeReliability row_;
  std::vector<int> factorisations_;
  std::map<std::string, int> stages_;
};

void run_set(const PileSet& set, int count, const Progress& progress, ConeReport& report) {
  Counts cold(std::string(set.name) + ", cold"), warm(std::string(set.name) + ", warm");
  lcp::Workspace workspace;
  lcp::Solution solution;
  for (int k = 0; k < count; ++k) {
    if (k % 16 == 0) progress(set.name, static_cast<double>(k) / count);
    const lcp::ContactProblem problem = cone_pile(set.smallest, set.largest, k);
    lcp::solve(problem, {}, workspace, solution);
    cold.add(problem, solution);
    const Eigen::VectorXd start = solution.f;
    const lcp::ContactProblem next = moved(problem);
    lcp::solve(next, {.warm = {start.data(), static_cast<std::size_t>(start.size())}}, workspace,
               solution);
    warm.add(next, solution);
  }
  report.reliability.push_back(cold.row());
  report.reliability.push_back(warm.row());
}

}  // namespace

void run_cone_reliability(Effort effort, const Progress& progress, ConeReport& report) {
  double from = 0.0;
  for (const PileSet& set : kSets) {
    const double begin = std::exchange(from, from + 0.5);
    run_set(
        set, effort == Effort::quick ? set.quick_count : set.count,
        [&](std::string_view next, double done) { progress(next, begin + 0.5 * done); }, report);
  }
}

}  // namespace perpend::bench
