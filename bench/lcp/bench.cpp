// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <string>

#include "bench/timing.hpp"
#include "perpend/lcp/certificate.hpp"
#include "reliability.hpp"
#include "solvers.hpp"

namespace perpend::bench {
namespace {

struct Plan {
  std::vector<int> sizes;
  int problems;        // per family and size, at n <= 150; half as many above
  int rounds;          // of timing, at n <= 150; a third as many above
  double timed_share;  // share of the whole run, for the progress bar
};

Plan make_plan(const BenchOptions& options) {
  const double share = options.reliability ? 0.6 : 1.0;
  switch (options.effort) {
    case Effort::quick:
      return {{12, 24, 48}, 2, 3, share};
    case Effort::standard:
      return {{12, 24, 48, 96, 150, 300, 600}, 4, 7, share};
    case Effort::full:
      break;
  }
  return {{12, 24, 48, 96, 150, 300, 600}, 20, 15, share};
}

// Results of one solver on the problems of a cell.
struct Cell {
  std::vector<double> time, ratio, ratio_lu;
  int solved = 0, problems = 0;
  double worst = 0.0, pivots = 0.0, drives = 0.0;
};

double residual_or_inf(const lcp::Certificate& certificate) {
  return certificate.residual >= 0 ? certificate.residual : std::numeric_limits<double>::infinity();
}

struct Times {
  double solver, llt, lu;
};

bool add(Cell& cell, const Case& c, const Answer& answer, const Times& times) {
  Eigen::VectorXd a;
  const lcp::Certificate certificate = certify(c.problem, answer.f, a);
  const auto n = static_cast<double>(c.problem.size());
  cell.time.push_back(times.solver);
  cell.ratio.push_back(times.solver / times.llt);
  cell.ratio_lu.push_back(times.solver / times.lu);
  cell.solved += certificate.holds();
  cell.problems += 1;
  cell.worst = std::max(cell.worst, residual_or_inf(certificate));
  cell.pivots += answer.pivots / n;
  cell.drives += answer.drives / n;
  return certificate.holds();
}

BenchRow to_row(const Cell& cell, const Solver& solver, lcp::Family family, int n) {
  return {.family = std::string(to_string(family)),
          .n = n,
          .solver = solver.name,
          .peer = solver.peer,
          .time_us = median(cell.time),
          .ratio = median(cell.ratio),
          .ratio_lu = median(cell.ratio_lu),
          .solved = static_cast<double>(cell.solved) / cell.problems,
          .worst_residual = cell.worst,
          .problems = cell.problems,
          .pivots_per_n = cell.pivots / cell.problems,
          .drives_per_n = cell.drives / cell.problems};
}

// Factors and solves a definite matrix of the same n. It solves a linear system rather than the
// LCP, so its answers are not judged.
class Factorisations {
 public:
  explicit Factorisations(const Case& c) : case_(c) {}
  void cholesky() { x_ = llt_.compute(case_.definite).solve(case_.problem.b); }
  void gauss() { x_ = lu_.compute(case_.definite).solve(case_.problem.b); }

 private:
  const Case& case_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd x_;
};

BenchRow factor_row(const std::string& name, const Cell& cell, lcp::Family family, int n) {
  BenchRow row = to_row(cell, {.name = name, .solve = {}}, family, n);
  row.solved = 1.0;
  return row;
}

class TimedCell {
 public:
  TimedCell(const std::vector<Solver>& solvers, lcp::Family family, int size)
      : family_(family), size_(size) {
    for (const Solver& solver : solvers)
      if (size <= solver.largest_n) solvers_.push_back(&solver);
    cells_.resize(solvers_.size());
  }

  void measure(std::uint64_t seed, int rounds, int problem, BenchReport& report) {
    const Case c = make_case(family_, size_, seed);
    n_ = static_cast<int>(c.problem.size());
    Factorisations factorisations(c);
    std::vector<Answer> answers(solvers_.size());
    std::vector<std::function<void()>> calls{[&] { factorisations.cholesky(); },
                                             [&] { factorisations.gauss(); }};
    for (std::size_t k = 0; k < solvers_.size(); ++k)
      calls.push_back([&, k] { solvers_[k]->solve(c, answers[k]); });
    const std::vector<double> times = time_interleaved(calls, rounds);
    add_factorisation(llt_, times[0], times);
    add_factorisation(lu_, times[1], times);
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      const Times own{times[k + 2], times[0], times[1]};
      const bool solved = add(cells_[k], c, answers[k], own);
      report.samples.push_back({problem, n_, solvers_[k]->name, own.solver, solved});
    }
  }

  void finish(BenchReport& report) const {
    report.rows.push_back(factor_row("eigen_llt", llt_, family_, n_));
    report.rows.push_back(factor_row("eigen_lu", lu_, family_, n_));
    for (std::size_t k = 0; k < solvers_.size(); ++k)
      report.rows.push_back(to_row(cells_[k], *solvers_[k], family_, n_));
  }

 private:
  static void add_factorisation(Cell& cell, double time, const std::vector<double>& times) {
    cell.time.push_back(time);
    cell.ratio.push_back(time / times[0]);
    cell.ratio_lu.push_back(time / times[1]);
    cell.problems += 1;
  }

  lcp::Family family_;
  int size_;
  int n_ = 0;
  std::vector<const Solver*> solvers_;
  Cell llt_, lu_;
  std::vector<Cell> cells_;
};

void run_timings(const Plan& plan, const std::vector<Solver>& solvers, const Progress& progress,
                 BenchReport& report) {
  // The share of the time that a size takes grows about quadratically.
  double done = 0.0, total = 0.0;
  for (const int n : plan.sizes) total += n * n * static_cast<double>(lcp::all_families().size());
  int problem = 0;
  for (const lcp::Family family : lcp::all_families())
    for (const int n : plan.sizes) {
      const std::string what = std::string(to_string(family)) + " n = " + std::to_string(n);
      if (progress) progress(what, plan.timed_share * done / total);
      TimedCell cell(solvers, family, n);
      const int problems = n > 150 ? std::max(1, plan.problems / 2) : plan.problems;
      const int rounds = n > 150 ? std::max(3, plan.rounds / 3) : plan.rounds;
      for (int k = 0; k < problems; ++k)
        cell.measure(static_cast<std::uint64_t>(k) + 1, rounds, problem++, report);
      cell.finish(report);
      done += n * n;
    }
}

const char* name_of(Effort effort) {
  switch (effort) {
    case Effort::quick:
      return "quick";
    case Effort::standard:
      return "default";
    case Effort::full:
      break;
  }
  return "full";
}

}  // namespace

BenchReport run_lcp_bench(const BenchOptions& options, const Progress& progress) {
  const Plan plan = make_plan(options);
  BenchReport report{.host = this_host(), .mode = name_of(options.effort)};
  std::vector<Solver> solvers = own_solvers();
  if (options.peers) {
    for (Solver& peer : peer_solvers()) solvers.push_back(std::move(peer));
    report.skipped = missing_peers();
  }
  run_timings(plan, solvers, progress, report);
  if (options.reliability)
    run_reliability(
        options,
        [&](std::string_view what, double share) {
          if (progress) progress(what, plan.timed_share + (1.0 - plan.timed_share) * share);
        },
        report);
  if (progress) progress("done", 1.0);
  return report;
}

}  // namespace perpend::bench
