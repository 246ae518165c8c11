// SPDX-License-Identifier: Apache-2.0
#include "study/compared_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/collider.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "lcp/friction/discretised.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/lcp/solve.hpp"
#include "perpend/sim/simulator.hpp"
#include "study/step_times.hpp"

namespace perpend::study {
namespace {

// Most points per run in the plot of the cone.
constexpr std::size_t kForces = 400;
// Share of the largest normal force above which a contact counts as loaded.
constexpr double kLoaded = 0.1;
// Share of a step by which times of different steps may differ through round-off.
constexpr double kSameTime = 1e-6;

std::vector<Eigen::Vector3d> positions(const Model& model, const State& state,
                                       const std::vector<BodyId>& bodies) {
  std::vector<Eigen::Vector3d> found;
  for (const BodyId body : bodies) found.push_back(spatial_pose(model, state, body).p);
  return found;
}

// Worst certificate fields of the steps since the last recorded time.
struct Worst {
  double residual = 0, residual_bound = 0, coulomb_residual = 0, direction_error = 0,
         cone_excess = 0;

  void add(const StepCertificate& c) {
    if (is_worse(c.residual, residual)) {
      residual = c.residual;
      residual_bound = c.residual_bound;
    }
    raise(coulomb_residual, c.coulomb_residual);
    raise(direction_error, c.direction_error);
    raise(cone_excess, c.cone_excess);
  }
};

bool is_unsolved(const lcp::BoxedLcp& problem, lcp::Method method) {
  return lcp::solve(problem, {.method = method}).status != lcp::Status::solved;
}

void add_problem(const lcp::BoxedLcp& problem, LeadTotals& totals) {
  const lcp::LeadRank lead = lcp::lead_rank(problem);
  if (lead.size == 0) return;
  ++totals.problems;
  totals.deficient += lead.rank < lead.size;
  totals.size = std::max(totals.size, lead.size);
  totals.missing = std::max(totals.missing, lead.size - lead.rank);
  totals.smallest = std::min(totals.smallest, lead.smallest / lead.largest);
  totals.block_unsolved += is_unsolved(problem, lcp::Method::block);
  totals.lemke_unsolved += is_unsolved(problem, lcp::Method::lemke);
}

class VariantRun {
 public:
  VariantRun(const Scene& scene, const RunVariant& variant, const std::vector<double>& times,
             const std::vector<BodyId>& bodies)
      : model_(scene.model),
        times_(times),
        bodies_(bodies),
        options_(options_of(scene, variant)),
        state_(initial_state(scene.model)) {
    run_.variant = variant;
    before_ = positions(model_, state_, bodies_);
    see(before_);
  }

  ComparedRun finish(RunsUnderWay& shared) {
    Simulator simulator(model_, options_);
    const double start = energy();
    while (seen_ < times_.size() && run_.failure.empty() && !shared.stop) {
      step(simulator);
      if (shared.lead) add_lead(simulator.islands());
      ++shared.steps;
      check_wall(shared.wall_limit);
    }
    run_.complete = seen_ == times_.size();
    run_.totals.simulated = state_.time;
    run_.totals.energy_lost = start - energy();
    run_.totals.step_ms = 1e3 * step_times_.quantile(0.5);
    thin_forces();
    return std::move(run_);
  }

 private:
  // Each run has one thread, since the runs already share the cores.
  static SimulationOptions options_of(const Scene& scene, const RunVariant& variant) {
    SimulationOptions options = scene.options;
    options.law = variant.law;
    options.solver = variant.solver;
    options.dt = variant.dt;
    options.threads = 1;
    // A comparison must show where a law fails.
    options.accepted_residual = 0;
    options.halvings = 0;
    return options;
  }

  void check_wall(double limit) {
    if (limit > 0 && wall_ > limit && seen_ < times_.size() && run_.failure.empty())
      run_.failure = fmt::format("step {}, t = {:.6g} s: the wall time of {} s is used up",
                                 run_.totals.steps, state_.time, limit);
  }

  void step(Simulator& simulator) {
    const double from = state_.time;
    const StepReport report = simulator.step(state_);
    add(report);
    if (report.status != StepStatus::ok) return;
    const std::vector<Eigen::Vector3d> now = positions(model_, state_, bodies_);
    while (seen_ < times_.size() && times_[seen_] <= state_.time + kSameTime * options_.dt) {
      const double share = (times_[seen_] - from) / (state_.time - from);
      keep_force(simulator.contacts());
      see_between(now, share > 1 - kSameTime ? 1.0 : share);
    }
    before_ = now;
  }

  void add(const StepReport& report) {
    RunTotals& totals = run_.totals;
    ++totals.steps;
    totals.pivots += report.pivots;
    totals.factorisations += report.factorisations;
    totals.uncertified += report.uncertified;
    if (report.status != StepStatus::ok)
      run_.failure = fmt::format("{} in step {}, t = {:.6g} s: {}; last good residual {:.2e}",
                                 to_string(report.status), report.step, report.time, report.message,
                                 total_.residual);
    else
      total_.add(report.certificate);
    worst_.add(report.certificate);
    totals.residual = total_.residual;
    totals.residual_bound = total_.residual_bound;
    totals.coulomb_residual = total_.coulomb_residual;
    totals.direction_error = total_.direction_error;
    totals.cone_excess = total_.cone_excess;
    step_times_.add(report.phases.total);
    wall_ += report.phases.total;
  }

  void add_lead(std::span<const Island> islands) {
    for (const Island& island : islands)
      if (const std::optional<lcp::BoxedLcp> law = island.discretised())
        add_problem(*law, run_.lead);
  }

  double energy() const { return energy_parts(model_, state_, options_.dt).total(); }

  void see_between(const std::vector<Eigen::Vector3d>& now, double share) {
    std::vector<Eigen::Vector3d> at(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) at[i] = before_[i] + share * (now[i] - before_[i]);
    see(share == 1.0 ? now : at);
  }

  void see(const std::vector<Eigen::Vector3d>& at) {
    RunSeries& series = run_.series;
    series.position.insert(series.position.end(), at.begin(), at.end());
    series.energy.push_back(energy());
    series.residual.push_back(worst_.residual);
    series.residual_bound.push_back(worst_.residual_bound);
    series.coulomb_residual.push_back(worst_.coulomb_residual);
    series.direction_error.push_back(worst_.direction_error);
    series.cone_excess.push_back(worst_.cone_excess);
    worst_ = {};
    ++seen_;
  }

  // Returns the impulse (n, t1, t2) of a contact.
  Eigen::Vector3d local_impulse(const ContactRecord& contact) const {
    const bool planar =
        model_.bodies[contact.a.index].is_planar() && model_.bodies[contact.b.index].is_planar();
    return contact_frame(contact.normal, planar ? 1 : 2) * contact.impulse;
  }

  void keep_force(std::span<const ContactRecord> contacts) {
    double most = 0;
    for (const ContactRecord& contact : contacts)
      most = std::max(most, contact.impulse.dot(contact.normal));
    ConeForce force{state_.time};
    bool found = false;
    for (const ContactRecord& contact : contacts) {
      const Eigen::Vector3d f = local_impulse(contact);
      if (!(f.x() > 0) || f.x() < kLoaded * most || !(contact.mu > 0)) continue;
      const Eigen::Vector2d share = f.tail<2>() / (contact.mu * f.x());
      if (!found || share.norm() > force.share.norm()) force.share = share;
      found = true;
    }
    if (found) run_.forces.push_back(force);
  }

  void thin_forces() {
    const std::size_t count = run_.forces.size(), stride = (count + kForces - 1) / kForces;
    std::vector<ConeForce> kept;
    for (std::size_t i = 0; i < count; i += std::max<std::size_t>(1, stride))
      kept.push_back(run_.forces[i]);
    run_.forces = std::move(kept);
  }

  const Model& model_;
  const std::vector<double>& times_;
  const std::vector<BodyId>& bodies_;
  SimulationOptions options_;
  State state_;
  std::vector<Eigen::Vector3d> before_;  // positions at the start of the step
  std::size_t seen_ = 0;                 // times already recorded
  Worst worst_, total_;
  StepTimes step_times_;
  double wall_ = 0;  // s, over all steps
  ComparedRun run_;
};

}  // namespace

ComparedRun run_variant(const Scene& scene, const RunVariant& variant,
                        const std::vector<double>& times, const std::vector<BodyId>& bodies,
                        RunsUnderWay& shared) {
  return VariantRun(scene, variant, times, bodies).finish(shared);
}

}  // namespace perpend::study
