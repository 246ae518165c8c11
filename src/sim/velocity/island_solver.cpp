// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/island_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "contact/restitution/restitution.hpp"
#include "contact/small_gaps.hpp"
#include "core/worst.hpp"

namespace perpend {
namespace {

// Largest effort of a step: some five to ten seconds on a core of 2020. Solved walls hit by heavy
// balls and solved piles stayed below half of it; what was unsolved by then took minutes, part
// after part, and ended no better.
constexpr double kMostEffort = 1e7;
// Largest effort of a step that was solved to `accepted_residual`, before and in the parts it is
// tried in: what has taken more mostly ends inexact in the parts too.
constexpr double kMostForParts = 1e6;
// Aim of the residual, as a share of its bound, when a step is solved again for missing velocities:
// the certificate in m/s may ask for more than the residual does.
constexpr double kSharpAim = 1e-2;
// Budget of every later search, and of one that round-off keeps from converging: factorisations, or
// pivots per row for methods that pivot; with fewer there is no answer.
constexpr int kSpentBudget = 30, kSpentPivots = 4;
// Largest number of factorisations in a step that can be halved: halves of a wall that is hit are
// mostly solved within as many, and the effort that the whole step takes beyond them is missing
// there. A limit of 200 leaves more unsolved.
constexpr int kFirstBudget = 600;
// Largest number of factorisations without small gaps: most problems that are solved without them
// take a tenth of it.
constexpr int kSmallGapsBudget = 400;
// Sizes beyond which a factorisation costs more per row: in body space it takes 0.2 µs a row with
// 16 bodies, 1.2 µs with 1000; dense ones cost the cube of their rows, from a hundred on.
constexpr double kDearVelocities = 3000, kDearRows = 100;

Eigen::Index row_count(const StepRows& rows, std::span<const int> groups) {
  Eigen::Index count = 0;
  for (const int g : groups) count += rows.pool.groups()[g].rows;
  return count;
}

// True if pivoting methods solve the problem instead of methods for the cone.
bool is_pivoted(const IslandProblem& problem) {
  return !problem.equations().record().is_cone();
}

int spent_budget(const IslandProblem& problem) {
  return is_pivoted(problem) ? kSpentPivots * static_cast<int>(problem.size()) : kSpentBudget;
}

double effort_of(const IslandProblem& problem) {
  const auto rows = static_cast<double>(problem.size());
  // A pivot costs the square of the rows.
  if (is_pivoted(problem))
    return problem.answer().effort.pivots * std::max(1.0, rows * rows / (kDearRows * kDearRows));
  double dearer = 1;
  if (problem.equations().is_in_bodies())
    dearer = std::sqrt(problem.equations().record().blocks.velocities() / kDearVelocities);
  else if (problem.answer().representation == lcp::Representation::dense)
    dearer = std::max(1.0, rows * rows / (kDearRows * kDearRows));
  return problem.answer().effort.factorisations * rows * dearer;
}

bool has_prescribed(const StepRows& rows, std::span<const int> groups) {
  return std::ranges::any_of(groups, [&](int g) {
    return std::ranges::any_of(rows.pool.blocks(g), [&](const RowBlock& block) {
      return block.body >= 0 && rows.setup.model->bodies[block.body].is_kinematic();
    });
  });
}

// Names the cause of a problem that is not solved, and one thing to try. A solver chosen by name
// has no fallback, so its failure does not tell whether the problem has a solution.
std::string why(const StepRows& rows, const IslandProblem& problem, lcp::Method method) {
  const std::span<const int> groups = problem.groups();
  if (problem.equations().is_beyond_rounding())
    return "bodies too light beside others for impulses in double to stop them; try larger masses";
  if (method != lcp::Method::automatic)
    return "solver " + std::string(lcp::to_string(method)) + " found no solution; try auto";
  if (std::ranges::none_of(groups, [&](int g) { return rows.is_contact(g); }))
    return "limits, motors and joints that contradict each other; try softer limits or motors";
  if (has_prescribed(rows, groups))
    return "squeezed by a prescribed body; try a compliant contact (normal.stiffness) or a motor "
           "of limited force in its place";
  return "a jammed wedge or a pile that friction alone holds; try less friction or a smaller dt";
}

std::string failure(const StepRows& rows, const IslandProblem& problem, lcp::Method method,
                    bool is_late) {
  const lcp::Solution& solution = problem.solution();
  const std::string names = body_names(rows, problem.groups());
  if (!std::isfinite(solution.residual))
    return "contact problem of " + names +
           " is not finite: numbers overflow; try a smaller dt or smaller speeds";
  char text[160];
  std::snprintf(text, sizeof text, "; %s after %d pivots, %d rows, residual %.2e (bound %.2e)",
                std::string(lcp::to_string(solution.status)).c_str(), solution.pivots,
                static_cast<int>(problem.size()), solution.residual, solution.residual_bound);
  const char* late = is_late ? "not solved within budget_ms; try a larger one, or: " : "";
  return "contact problem of " + names + ": " + late + why(rows, problem, method) + text;
}

std::string given_up(Relief relief, lcp::Method method) {
  const bool by_named = method != lcp::Method::automatic;
  if (by_named && (relief == Relief::restitution || relief == Relief::push_out))
    return "solver " + std::string(lcp::to_string(method)) + " found no solution before " +
           (relief == Relief::restitution ? "restitution" : "push-out") + " was given up; try auto";
  switch (relief) {
    case Relief::restitution:
      return "jammed, cannot bounce: restitution given up";
    case Relief::push_out:
      return "jammed in overlap: push-out by impulses given up; try a start without overlap or "
             "less friction";
    case Relief::pressing:
      return "squeezed by a prescribed body: overlap grows at its rate";
    case Relief::dragging:
      return "squeezed and dragged by prescribed bodies: overlap grows at their rate";
    case Relief::none:
      break;
  }
  return "";
}

constexpr const char* kBlockedWords =
    "joints drive bodies into what does not give way: overlap grows at their rate; try a motor of "
    "limited force or a compliant contact (normal.stiffness)";

void add_note(const std::string& note, StepReport& report) {
  if (report.message.empty()) report.message = note;
}

}  // namespace

IslandSolver::IslandSolver(lcp::Method method, Threads& threads)
    : method_(method), threads_(&threads), memory_(static_cast<std::size_t>(threads.count())) {}

void IslandSolver::solve_island(StepRows& rows, std::span<const int> groups, int island,
                                lcp::DraftRule draft, SolverMemory& memory) {
  IslandProblem& problem = problems_[island];
  if (is_at_rest(rows, groups)) drop_small_gaps(rows, groups);
  if (problem.repeats(rows, groups, draft)) return;
  lcp::Options options{.method = method_, .deadline = deadline_};
  if (rows.is_solved_again()) options.aim = kSharpAim;
  problem.assemble(rows, groups, options);
  if (is_spent() || problem.equations().is_beyond_rounding())
    options.max_pivots = spent_budget(problem);
  lcp::Workspace& workspace = memory.for_rows(problem.size());
  const auto give_way = [&] {
    relief_[island] = relieve(rows, problem, options, workspace, Relief::pressing);
  };
  if (motors_contradict(rows, problem, workspace)) return problem.end_infeasible();
  if (is_squeezed(rows, problem, workspace)) return give_way();
  const ImpulseSize size = find_impulse_size(rows, problem, options, workspace);
  if (size == ImpulseSize::excessive) return give_way();
  const bool is_for_halves =
      search(rows, problem, size == ImpulseSize::unknown ? shortened(problem, options) : options,
             workspace, draft);
  if (problem.answer().is_draft) return problem.keep();
  if (impulses_are_excessive(rows, problem)) return give_way();
  finish_island(rows, island, is_for_halves, options, workspace);
}

void IslandSolver::finish_island(StepRows& rows, int island, bool is_for_halves,
                                 const lcp::Options& options, lcp::Workspace& workspace) {
  IslandProblem& problem = problems_[island];
  const auto is_taken = [&] { return rows.setup.takes(problem.solution()); };
  const bool bounces =
      std::ranges::any_of(problem.groups(), [&](int g) { return impacts(rows, g); });
  if (!bounces && (is_taken() || !is_for_halves))
    solve_without_small_gaps(rows, problem, options, workspace);
  if (bounces && is_taken()) restitution_[island] = restitute(rows, problem, options, workspace);
  if (is_taken()) {
    if (!bounces) problem.keep();
  } else if (!is_for_halves && !rows.setup.is_driven) {
    relief_[island] = relieve(rows, problem, options, workspace);
  }
}

// Returns true if the step, should the problem not be solved, is better halved than given relief.
bool IslandSolver::search(const StepRows& rows, IslandProblem& problem, const lcp::Options& options,
                          lcp::Workspace& workspace, lcp::DraftRule draft) const {
  lcp::Options first = brief(rows, problem, options);
  const bool is_brief = rows.setup.halving != Halving::none && problem.equations().is_in_bodies() &&
                        !is_spent() && !problem.equations().is_beyond_rounding();
  if (is_brief) {
    first.max_pivots = kFirstBudget;
    first.near_residual = rows.setup.accepted_residual;
  }
  problem.solve(rows, first, workspace, draft);
  return is_brief && rows.setup.halving == Halving::whole;
}

void IslandSolver::solve_without_small_gaps(StepRows& rows, IslandProblem& problem,
                                            lcp::Options options, lcp::Workspace& workspace) const {
  if (problem.solution().status == lcp::Status::solved || is_spent() || options.is_late()) return;
  const std::vector<DroppedGap> dropped = drop_small_gaps(rows, problem.groups());
  if (dropped.empty()) return;
  if (problem.equations().is_in_bodies()) options.max_pivots = kSmallGapsBudget;
  if (problem.solve_further(rows, options, workspace)) return;
  restore_gaps(dropped, rows);
  problem.update_bias(rows);
}

bool IslandSolver::is_spent() const {
  return effort_ > kMostEffort;
}

bool IslandSolver::affords_parts() const {
  return effort_ < kMostForParts;
}

void IslandSolver::add_missed(const StepRows& rows, const Eigen::VectorXd& v,
                              Eigen::VectorXd& missed) {
  for (int island = 0; island < count_; ++island) problems_[island].add_missed(rows, v, missed);
}

bool IslandSolver::separate_jammed(const StepRows& rows, Eigen::VectorXd& impulses) {
  bool parts = false;
  for (int island = 0; island < count_; ++island) {
    if (relief_[island] != Relief::push_out) continue;
    IslandProblem& problem = problems_[island];
    parts |= problem.separate_overlap(rows, memory_[0].for_rows(problem.size()), impulses);
  }
  return parts;
}

bool IslandSolver::has_drafts() const {
  return std::ranges::any_of(
      problems(), [](const IslandProblem& problem) { return problem.answer().is_draft; });
}

// Vectors allocate whenever their size changes (solver_memory.hpp): a small island whose number of
// rows changed gets a spare problem with that many rows. The choice changes no answer.
void IslandSolver::fit_problems(const StepRows& rows, const IslandFinder& islands) {
  constexpr std::size_t kSpare = 64;
  for (int island = 0; island < count_; ++island) {
    const Eigen::Index size = row_count(rows, islands.groups(island));
    IslandProblem& problem = problems_[island];
    if (problem.size() == 0 || problem.size() == size) continue;
    if (lcp::suits_free_bodies(size) || lcp::suits_free_bodies(problem.size())) continue;
    auto spare = std::ranges::find(spare_, size, &IslandProblem::size);
    if (spare == spare_.end() && spare_.size() < kSpare)
      spare = spare_.emplace(spare_.end());
    else if (spare == spare_.end())
      spare = spare_.begin() + static_cast<std::ptrdiff_t>(next_spare_++ % kSpare);
    std::swap(problem, *spare);
    problem.leave_step();
  }
}

void IslandSolver::begin_step() {
  for (IslandProblem& problem : problems_) problem.leave_step();
  first_.clear();
}

// Islands are numbered by their first groups, and an additional contact may join two of them or
// make another: islands that stay as they were keep their problems, which may be solved already.
void IslandSolver::follow_islands(const StepRows& rows, const IslandFinder& islands) {
  const auto first = [&](int island) -> std::uint64_t {
    const int group = islands.groups(island).front();
    return rows.is_contact(group) ? rows.contact(group).pair.key : 0;
  };
  std::unordered_map<std::uint64_t, int> places;
  for (int place = 0; place < static_cast<int>(first_.size()); ++place)
    if (place >= count_ || first_[place] != first(place)) places.emplace(first_[place], place);
  first_.resize(std::max<std::size_t>(first_.size(), count_), 0);
  for (int island = 0; island < count_; ++island) {
    const auto found = places.find(first(island));
    if (found != places.end() && first_[island] != found->first) {
      const int from = found->second;
      std::swap(problems_[island], problems_[from]);
      std::swap(first_[island], first_[from]);
      places[first_[from]] = from;
    }
  }
  for (int island = 0; island < count_; ++island) first_[island] = first(island);
}

void IslandSolver::solve(StepRows& rows, const IslandFinder& islands, lcp::DraftRule draft,
                         StepReport& report) {
  const int count = count_ = islands.size();
  if (static_cast<int>(problems_.size()) < count) problems_.resize(count);
  follow_islands(rows, islands);
  fit_problems(rows, islands);
  restitution_.assign(count, 1.0);
  relief_.assign(count, Relief::none);
  rows.clear_impulses();
  const int shared = find_shared(rows, islands);
  if (shared >= 0) {
    problems_[shared].run_on(*threads_);
    threads_->keep_awake(
        [&] { solve_island(rows, islands.groups(shared), shared, draft, memory_[0]); });
  }
  threads_->run(count, [&](int island, int thread) {
    if (island == shared) return;
    problems_[island].run_on(Threads::alone());
    solve_island(rows, islands.groups(island), island, draft, memory_[thread]);
  });
  collect(rows, report);
}

// Returns the island that has more than half of all rows and is best solved with all threads; -1 if
// none has.
int IslandSolver::find_shared(const StepRows& rows, const IslandFinder& islands) const {
  for (int island = 0; island < count_; ++island)
    if (2 * row_count(rows, islands.groups(island)) > rows.pool.rows()) return island;
  return -1;
}

// Counts in the report whether the answer of an island is certified, accepted as it is, or ends the
// step, and what the island gave up.
void IslandSolver::count(const StepRows& rows, int island, StepReport& report) const {
  const IslandProblem& problem = problems_[island];
  const lcp::Solution& solution = problem.solution();
  const Relief relief = relief_[island];
  const bool is_blocked = problem.equations().blocked().has_closing();
  if (problem.answer().is_draft) return;
  report.no_restitution += relief == Relief::restitution;
  report.no_push_out += relief == Relief::push_out;
  report.squeezed += is_blocked || relief == Relief::pressing || relief == Relief::dragging;
  if (rows.setup.takes(solution)) {
    report.inexact += solution.status != lcp::Status::solved;
    if (is_blocked && relief == Relief::none)
      add_note(body_names(rows, problem.groups()) + ": " + kBlockedWords, report);
    if (relief != Relief::none)
      add_note(body_names(rows, problem.groups()) + ": " + given_up(relief, method_), report);
    return;
  }
  const bool finite = std::isfinite(solution.residual);
  const bool is_late = lcp::has_passed(deadline_);
  report.unsolved += finite && rows.setup.takes_best;
  if (finite && rows.setup.takes_best)
    return add_note(failure(rows, problem, method_, is_late), report);
  if (report.status != StepStatus::ok) return;
  report.status = finite ? StepStatus::unsolved : StepStatus::diverged;
  report.message = failure(rows, problem, method_, is_late);
}

// Rows may be added and islands solved again within a step: the last answer counts.
void IslandSolver::collect(StepRows& rows, StepReport& report) {
  report.islands = count_;
  report.inexact = report.unsolved = 0;
  report.no_restitution = report.no_push_out = report.squeezed = 0;
  report.message.clear();
  report.answered_by = {};
  report.restitution_scale = 1.0;
  report.certificate.residual = 0;
  report.certificate.relaxation_error = 0;
  for (int island = 0; island < count_; ++island) {
    const IslandProblem& problem = problems_[island];
    const lcp::Solution& solution = problem.solution();
    problem.scatter(rows);
    const Effort& effort = problem.answer().effort;
    effort_ += effort_of(problem);
    // Halves of the step have no more digits.
    if (problem.equations().is_beyond_rounding() && !rows.setup.takes(solution))
      effort_ += 2 * kMostEffort;
    report.pivots += effort.pivots;
    report.drives += effort.drives;
    report.factorisations += effort.factorisations;
    if (solution.answered_by != lcp::Method::automatic)
      report.answered_by[static_cast<std::size_t>(solution.answered_by)] += 1;
    raise(report.certificate.relaxation_error, problem.relaxation_error());
    report.restitution_scale = std::min(report.restitution_scale, restitution_[island]);
    count(rows, island, report);
    if (!is_worse(report.certificate.residual, solution.residual)) {
      report.certificate.residual = solution.residual;
      report.certificate.residual_bound = solution.residual_bound;
    }
  }
}

}  // namespace perpend
