// SPDX-License-Identifier: Apache-2.0
#include "rollout.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "world.hpp"

namespace perpend::python {
namespace {

using Stopped = std::function<bool()>;

void fill_with_nan(std::size_t first, std::size_t end, const Model& model,
                   const RolloutOutput& output) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::size_t nq = model.q_size(), nv = model.dof(), nc = model.joint_coordinates;
  if (output.coordinates)
    std::fill(output.coordinates + first * nc, output.coordinates + end * nc, kNone);
  if (output.rates) std::fill(output.rates + first * nc, output.rates + end * nc, kNone);
  std::fill(output.residual + first, output.residual + end, kNone);
  std::fill(output.bound + first, output.bound + end, kNone);
  std::fill(output.certified + first, output.certified + end, false);
  std::fill(output.q + first * nq, output.q + end * nq, kNone);
  std::fill(output.v + first * nv, output.v + end * nv, kNone);
}

void add(const StepReport& step, RunReport& report) {
  report.merged.add(step);
  if (report.message.empty() || step.status != StepStatus::ok) report.message = step.message;
  report.last = step;
}

void write_rates(const Model& model, const State& state, double* rates) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[static_cast<std::size_t>(j)];
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      rates[joint.first_coordinate + k] = coordinate_rate(model, state, {j}, k);
  }
}

// Writes the results of one step.
void write(const Model& model, const State& state, const StepReport& report, std::size_t row,
           const RolloutOutput& output) {
  std::copy_n(state.q.data(), state.q.size(), output.q + row * state.q.size());
  std::copy_n(state.v.data(), state.v.size(), output.v + row * state.v.size());
  output.residual[row] = report.certificate.residual;
  output.bound[row] = report.certificate.residual_bound;
  if (output.coordinates)
    std::copy_n(state.coordinates.data(), state.coordinates.size(),
                output.coordinates + row * state.coordinates.size());
  if (output.rates) write_rates(model, state, output.rates + row * state.coordinates.size());
  output.certified[row] = report.uncertified == 0 && report.inexact == 0;
}

// Returns the inputs of one step added to the held ones.
Eigen::VectorXd beside(const Eigen::VectorXd& held, const double* rows, std::size_t row, int size) {
  Eigen::VectorXd sum = Eigen::Map<const Eigen::VectorXd>(rows + row * size, size);
  if (held.size() > 0) sum += held;
  return sum;
}

void drive(Simulator& simulator, const std::vector<Motor>& motors, const RolloutPlan& plan,
           std::size_t row) {
  const Model& model = simulator.model();
  if (plan.ctrl) set_controls(simulator, motors, plan.ctrl + row * control_count(model, motors));
  if (plan.force) simulator.set_force(beside(plan.held.force, plan.force, row, model.dof()));
  if (plan.joint_force)
    simulator.set_joint_force(
        beside(plan.held.joint_force, plan.joint_force, row, model.joint_coordinates));
}

void run(std::size_t index, const std::vector<Motor>& motors, Simulator& simulator,
         const RolloutPlan& plan, const RolloutOutput& output, const Stopped& stopped) {
  const Model& model = simulator.model();
  const auto nq = static_cast<std::size_t>(model.q_size());
  const auto nv = static_cast<std::size_t>(model.dof());
  State state = *plan.starts[index];
  if (plan.q0) std::copy_n(plan.q0 + index * nq, nq, state.q.data());
  if (plan.v0) std::copy_n(plan.v0 + index * nv, nv, state.v.data());
  output.done[index] = 0;
  RunReport& report = output.reports[index];
  add({.time = state.time, .step = state.step}, report);
  report.merged.clear();
  for (std::size_t step = 0; step < plan.steps && !stopped(); ++step) {
    const std::size_t row = index * plan.steps + step;
    drive(simulator, motors, plan, row);
    const StepReport step_report = simulator.step(state);
    add(step_report, report);
    if (step_report.status != StepStatus::ok)
      return fill_with_nan(row, (index + 1) * plan.steps, model, output);
    write(model, state, step_report, row, output);
    ++output.done[index];
  }
}

// Counts the threads that are still running.
class Running {
 public:
  explicit Running(std::size_t threads) : left_(threads) {}
  void end() {
    const std::scoped_lock lock(mutex_);
    --left_;
    ended_.notify_one();
  }
  /// Waits up to 50 ms for them; returns true if all have ended.
  bool have_ended() {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, std::chrono::milliseconds(50), [&] { return left_ == 0; });
  }

 private:
  std::size_t left_;
  std::mutex mutex_;
  std::condition_variable ended_;
};

}  // namespace

void rollout(const Model& model, const SimulationOptions& options, const RolloutPlan& plan,
             const RolloutOutput& output) {
  require(plan.threads >= 0, "threads", "not negative", plan.threads);
  const std::size_t cores =
      plan.threads ? plan.threads : std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(std::min(cores, std::max<std::size_t>(1, plan.runs)));
  std::atomic<bool> stop{false};
  const auto work = [&](std::exception_ptr& failure, const Stopped& stopped) {
    try {
      const std::vector<Motor> driven = motors(model);
      Simulator simulator(model, options);
      simulator.set_held(plan.held);
      for (std::size_t i; !stopped() && (i = next++) < plan.runs;)
        run(i, driven, simulator, plan, output, stopped);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  Running running(failures.size() - 1);
  std::vector<std::jthread> threads;
  for (std::size_t t = 1; t < failures.size(); ++t)
    threads.emplace_back([&, t] {
      work(failures[t], [&] { return stop.load(); });
      running.end();
    });
  const auto interrupted = [&] { return stop = stop || plan.interrupted(); };
  work(failures[0], interrupted);
  while (!running.have_ended()) interrupted();
  threads.clear();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace perpend::python
