// SPDX-License-Identifier: Apache-2.0
//
// The velocity-level step of Hart & Anitescu 2003, section 2:
//   active set A = {j : gap_j <= margin}                                   (2.13)
//   find v+, lambda: M v+ = M v + dt k + Jᵀ lambda, joints J v+ = -error/dt   (2.8)
//                    contacts 0 <= lambda ⊥ J v+ + gap/dt >= 0, friction   (2.9, 2.7)
//   q+ = q + dt v+
// with the velocities eliminated island by island (contact/island_problem.hpp).
#include "perpend/sim/simulator.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "certify_step.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_rows.hpp"
#include "perpend/dynamics/kinetics.hpp"
#include "perpend/sim/islands.hpp"

namespace perpend {
namespace {

using Clock = std::chrono::steady_clock;

class Stopwatch {
 public:
  double lap() {
    const Clock::time_point now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  Clock::time_point last_ = Clock::now();
};

// Largest distance of a body's outline from its centre of mass; unbounded shapes do not turn.
double outline_reach(const Body& body) {
  double reach = 0;
  for (const planar::ShapeInstance& instance : body.shapes) {
    if (std::holds_alternative<planar::HalfPlane>(instance.shape)) continue;
    const planar::Aabb box = planar::bounds(instance.shape, instance.pose);
    reach = std::max(reach, box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm());
  }
  return reach;
}

}  // namespace

struct Simulator::Workspace {
  const Model& model;
  SimulationOptions options;
  Collider collider;
  std::vector<double> reach;  // per body, m
  Eigen::VectorXd force;      // external, per velocity
  StepRows rows;
  std::vector<double> joint_phi;  // joint errors, m and rad
  IslandFinder islands;
  std::vector<IslandProblem> problems;
  std::vector<lcp::Workspace> solver_memory;  // per thread
  std::vector<double> restitution;            // per island, factor on e
  tbb::task_arena arena;
  Eigen::VectorXd v_new;
  std::vector<ContactRecord> records;

  Workspace(const Model& m, const SimulationOptions& o)
      : model(m), options(o), collider(m), force(Eigen::VectorXd::Zero(m.dof())),
        arena(o.threads == 0 ? tbb::task_arena::automatic : o.threads) {
    arena.initialize();
    solver_memory.resize(static_cast<std::size_t>(arena.max_concurrency()));
    rows.model = &m;
    rows.law = o.law;
    rows.inverse_mass = inverse_mass(m);
    for (const Body& body : m.bodies) reach.push_back(outline_reach(body));
  }

  double margin() const;
  void build_rows(const State& state);
  void set_bias();
  void set_guess(const State& state);
  bool impacts(const ActiveContact& contact) const;
  double contact_bias(const ActiveContact& contact, double e_scale) const;
  void solve_islands();
  void solve_island(int island, lcp::Workspace& memory);
  bool restitutes(const IslandProblem& problem) const;
  void set_island_bias(const IslandProblem& problem, double e_scale);
  void collect(StepReport& report);
  void fail(const IslandProblem& problem, StepReport& report) const;
  void remember(State& state) const;
};

// No body can cross more than this in a step: twice the largest speed, the recovery of overlap
// included (2.13: margin = v_max dt).
double Simulator::Workspace::margin() const {
  if (options.margin > 0) return options.margin;
  double fastest = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const double spin = body.dof == 3 ? std::abs(rows.v_free[body.v_offset + 2]) * reach[i] : 0.0;
    fastest = std::max(fastest, rows.v_free.segment<2>(body.v_offset).norm() + spin);
  }
  return 2 * fastest * options.dt;
}

void Simulator::Workspace::build_rows(const State& state) {
  rows.clear();
  joint_phi.clear();
  append_joint_rows(model, state, rows.pool, joint_phi);
  rows.joints = static_cast<int>(model.joints.size());
  append_contact_rows(model, state, options.law, collider.collide(state, margin()), rows.pool,
                      rows.contacts);
  rows.bias.setZero(rows.pool.rows());
  rows.lambda.setZero(rows.pool.rows());
  rows.guess.setZero(rows.pool.rows());
}

// A contact restitutes where it closes within the step, fast enough to be an impact.
bool Simulator::Workspace::impacts(const ActiveContact& contact) const {
  const double slow =
      options.impact_speed > 0 ? options.impact_speed : 2 * model.gravity.norm() * options.dt;
  return contact.e > 0 && contact.approach < -slow &&
         contact.pair.gap + options.dt * contact.approach <= 0;
}

// What u_n+ has to exceed, negated. Recovery of overlap and restitution never add up.
double Simulator::Workspace::contact_bias(const ActiveContact& contact, double e_scale) const {
  double bias = 0;
  if (options.stabilise)
    bias = std::max(contact.pair.gap / options.dt, -options.recovery_speed);
  if (!impacts(contact)) return bias;
  return std::min(contact.e * e_scale * contact.approach, std::min(bias, 0.0));
}

void Simulator::Workspace::set_bias() {
  if (options.stabilise)
    for (std::size_t i = 0; i < joint_phi.size(); ++i) rows.bias[i] = joint_phi[i] / options.dt;
  const double e_scale = options.impact == ImpactLaw::newton ? 1.0 : 0.0;
  for (const ActiveContact& contact : rows.contacts) {
    const RowGroup& group = rows.pool.groups()[contact.group];
    const int constrained = options.law == ContactLaw::polyhedral ? 1 : group.rows;
    rows.bias.segment(group.first_row, constrained).setConstant(contact_bias(contact, e_scale));
  }
}

void Simulator::Workspace::set_guess(const State& state) {
  if (!options.warm_start) return;
  rows.guess.head(state.joint_impulses.size()) = state.joint_impulses;
  for (const ActiveContact& contact : rows.contacts) {
    const auto found = std::lower_bound(
        state.contacts.begin(), state.contacts.end(), contact.pair.key,
        [](const ContactMemory& memory, std::uint64_t key) { return memory.key < key; });
    if (found == state.contacts.end() || found->key != contact.pair.key) continue;
    multipliers_of(options.law, contact.mu, found->impulse,
                   rows.guess.data() + rows.pool.groups()[contact.group].first_row);
  }
}

bool Simulator::Workspace::restitutes(const IslandProblem& problem) const {
  return std::any_of(problem.groups().begin(), problem.groups().end(), [&](int group) {
    return group >= rows.joints && impacts(rows.contacts[group - rows.joints]);
  });
}

void Simulator::Workspace::set_island_bias(const IslandProblem& problem, double e_scale) {
  for (const int g : problem.groups()) {
    if (g < rows.joints) continue;
    const RowGroup& group = rows.pool.groups()[g];
    const int constrained = options.law == ContactLaw::polyhedral ? 1 : group.rows;
    rows.bias.segment(group.first_row, constrained)
        .setConstant(contact_bias(rows.contacts[g - rows.joints], e_scale));
  }
}

void Simulator::Workspace::solve_island(int island, lcp::Workspace& memory) {
  IslandProblem& problem = problems[island];
  const lcp::Options lcp_options{.method = options.solver};
  problem.assemble(rows, islands.groups(island));
  problem.solve(rows, lcp_options, memory);
  if (!restitutes(problem) || problem.solution().status != lcp::Status::solved) return;
  if (options.impact == ImpactLaw::poisson) return problem.decompress(rows, lcp_options, memory);
  // Newton's law can create energy where several contacts meet; lower e until it does not.
  for (double scale = 0.5; problem.energy_gain() > 0 && restitution[island] > 0; scale *= 0.5) {
    restitution[island] = scale < 0.1 ? 0.0 : scale;
    set_island_bias(problem, restitution[island]);
    problem.update_bias(rows);
    problem.solve(rows, lcp_options, memory);
    if (problem.solution().status != lcp::Status::solved) return;
  }
}

void Simulator::Workspace::solve_islands() {
  const int count = islands.size();
  if (static_cast<int>(problems.size()) < count) problems.resize(count);
  restitution.assign(count, 1.0);
  if (options.threads == 1 || count < 2) {
    for (int island = 0; island < count; ++island) solve_island(island, solver_memory[0]);
    return;
  }
  arena.execute([&] {
    tbb::parallel_for(0, count, [&](int island) {
      solve_island(island, solver_memory[tbb::this_task_arena::current_thread_index()]);
    });
  });
}

void Simulator::Workspace::fail(const IslandProblem& problem, StepReport& report) const {
  report.status = StepStatus::unsolved;
  std::vector<int> bodies;
  for (const int g : problem.groups())
    for (const int body : {rows.pool.groups()[g].body_a, rows.pool.groups()[g].body_b})
      if (body >= 0) bodies.push_back(body);
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  std::string names;
  for (std::size_t i = 0; i < bodies.size() && i < 4; ++i)
    names += (i ? ", " : "") + model.bodies[bodies[i]].name;
  if (bodies.size() > 4) names += " and " + std::to_string(bodies.size() - 4) + " more";
  const lcp::Solution& solution = problem.solution();
  char text[160];
  std::snprintf(text, sizeof text, ": %s after %d pivots, %d rows, residual %.2e (bound %.2e)",
                std::string(lcp::to_string(solution.status)).c_str(), solution.pivots,
                static_cast<int>(problem.size()), solution.residual, solution.residual_bound);
  report.message = "contact problem of " + names + text;
}

void Simulator::Workspace::collect(StepReport& report) {
  report.contacts = static_cast<int>(rows.contacts.size());
  report.rows = rows.pool.rows();
  report.islands = islands.size();
  for (int island = 0; island < islands.size(); ++island) {
    const lcp::Solution& solution = problems[island].solution();
    problems[island].scatter(rows);
    report.pivots += solution.pivots;
    report.drives += solution.drives;
    report.factorisations += solution.factorisations;
    report.answered_by[static_cast<std::size_t>(solution.answered_by)] += 1;
    report.restitution_scale = std::min(report.restitution_scale, restitution[island]);
    if (solution.status != lcp::Status::solved && report.status == StepStatus::ok)
      fail(problems[island], report);
    if (solution.residual >= report.certificate.residual) {
      report.certificate.residual = solution.residual;
      report.certificate.residual_bound = solution.residual_bound;
    }
  }
  v_new = Eigen::VectorXd::Zero(model.dof());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const RowGroup& group = rows.pool.groups()[g];
    add_transpose(rows.pool, g, model, rows.lambda.segment(group.first_row, group.rows), v_new);
  }
  v_new = rows.v_free + rows.inverse_mass.cwiseProduct(v_new);
}

void Simulator::Workspace::remember(State& state) const {
  int joint_rows = 0;
  for (const Joint& joint : model.joints) joint_rows += row_count(joint.kind);
  state.joint_impulses = rows.lambda.head(joint_rows);
  state.contacts.clear();
  for (const ActiveContact& contact : rows.contacts) {
    const int first = rows.pool.groups()[contact.group].first_row;
    const Eigen::Vector2d impulse = impulse_of(rows.law, contact.mu, rows.lambda.data() + first);
    if (impulse.x() > 0) state.contacts.push_back({contact.pair.key, impulse});
  }
  std::stable_sort(state.contacts.begin(), state.contacts.end(),
                   [](const ContactMemory& a, const ContactMemory& b) { return a.key < b.key; });
}

Simulator::Simulator(const Model& model, const SimulationOptions& options) {
  validate(options);
  workspace_ = std::make_unique<Workspace>(model, options);
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;

StepReport Simulator::step(State& state) {
  Workspace& w = *workspace_;
  require(state.q.size() == w.model.dof() && state.v.size() == w.model.dof(), "state",
          "of the model's " + std::to_string(w.model.dof()) + " velocities",
          std::to_string(state.q.size()));
  StepReport report{.time = state.time + w.options.dt, .step = state.step + 1};
  Stopwatch clock, phase;
  free_velocity(w.model, state, w.force, w.options.dt, w.rows.v_free);
  w.build_rows(state);
  report.phases.collide = phase.lap();
  w.set_bias();
  w.set_guess(state);
  w.islands.find(w.model, w.rows.pool);
  report.phases.assemble = phase.lap();
  w.solve_islands();
  w.collect(report);
  report.phases.solve = phase.lap();
  certify_step(w.rows, state, w.v_new, w.options, report.certificate);
  report.phases.certify = phase.lap();
  if (!w.v_new.allFinite()) {
    report.status = StepStatus::diverged;
    report.message = "velocities are no longer finite";
  }
  if (report.status == StepStatus::ok) {
    record_contacts(w.rows, state, w.v_new, w.records);
    advance(w.model, w.v_new, w.options.dt, state);
    w.remember(state);
  }
  report.phases.total = clock.lap();
  return report;
}

std::span<const ContactRecord> Simulator::contacts() const { return workspace_->records; }
const SimulationOptions& Simulator::options() const { return workspace_->options; }
const Model& Simulator::model() const { return workspace_->model; }

void Simulator::set_force(BodyId body, const Eigen::Vector3d& force) {
  Workspace& w = *workspace_;
  require(body.index >= 0 && body.index < static_cast<int>(w.model.bodies.size()), "body",
          "a body of the model", body.index);
  require(force.allFinite(), "force", "finite", force.norm());
  const Body& target = w.model.bodies[body.index];
  w.force.segment(target.v_offset, target.dof) = force.head(target.dof);
}

}  // namespace perpend
