// SPDX-License-Identifier: Apache-2.0
#include "rollout.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "world.hpp"

namespace perpend::python {
namespace {

void run(std::size_t index, const std::vector<Motor>& motors, Simulator& simulator,
         const RolloutPlan& plan, const RolloutOutput& output) {
  const Model& model = simulator.model();
  const auto nq = static_cast<std::size_t>(model.q_size());
  const auto nv = static_cast<std::size_t>(model.dof());
  State state = initial_state(model);
  std::copy_n(plan.q0 + index * nq, nq, state.q.data());
  std::copy_n(plan.v0 + index * nv, nv, state.v.data());
  output.done[index] = 0;
  for (std::size_t step = 0; step < plan.steps; ++step) {
    const std::size_t row = index * plan.steps + step;
    if (plan.ctrl) set_targets(simulator, motors, plan.ctrl + row * motors.size());
    if (simulator.step(state).status != StepStatus::ok) return;
    std::copy_n(state.q.data(), nq, output.q + row * nq);
    std::copy_n(state.v.data(), nv, output.v + row * nv);
    ++output.done[index];
  }
}

}  // namespace

void rollout(const Model& model, const SimulationOptions& options, const RolloutPlan& plan,
             const RolloutOutput& output) {
  require(plan.threads >= 0, "threads", "not negative", plan.threads);
  const std::size_t cores =
      plan.threads ? plan.threads : std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(std::min(cores, std::max<std::size_t>(1, plan.runs)));
  const auto work = [&](std::exception_ptr& failure) {
    try {
      const std::vector<Motor> driven = motors(model);
      Simulator simulator(model, options);
      for (std::size_t i; (i = next++) < plan.runs;) run(i, driven, simulator, plan, output);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t t = 1; t < failures.size(); ++t)
    threads.emplace_back([&, t] { work(failures[t]); });
  work(failures[0]);
  threads.clear();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace perpend::python
