// SPDX-License-Identifier: Apache-2.0
//
// Times and judges a chain by the world poses of its bodies, the same way for every engine.
//
//   gap_j = |x_far(j-1) - x_near(j)|,  E = sum m g z + m |v|²/2 + w·R I Rᵀ w / 2,
//   energy error = max |E - E_0| / (V_0 - V_hanging)
#include "bench/peers/chain.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <utility>

#include "bench/timing.hpp"

namespace perpend::bench {
namespace {

constexpr int kSamples = 50;      // of energy and gaps, enough to see a transient error
constexpr double kBatch = 50e-6;  // s: a thousand times the clock's resolution, and short enough
                                  // that interruptions do not affect the median

using Point = std::array<double, 3>;

Point on_axis(const BodyState& body, double z) {
  Point point;
  for (std::size_t i = 0; i < 3; ++i) point[i] = body.position[i] + body.rotation[3 * i + 2] * z;
  return point;
}

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double kinetic_energy(const ChainBody& body, const BodyState& state) {
  double energy = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    double spin = 0.0;  // about the body's k-th axis
    for (std::size_t i = 0; i < 3; ++i) spin += state.rotation[3 * i + k] * state.spin[i];
    energy +=
        0.5 * (body.mass * state.velocity[k] * state.velocity[k] + body.inertia[k] * spin * spin);
  }
  return energy;
}

double energy(const ChainScene& scene, const std::vector<BodyState>& states) {
  double sum = 0.0;
  for (std::size_t k = 0; k < states.size(); ++k) {
    const ChainBody body = chain_body(scene, static_cast<int>(k));
    sum += body.mass * kGravity * states[k].position[2] + kinetic_energy(body, states[k]);
  }
  return sum;
}

double worst_gap(const ChainScene& scene, const std::vector<BodyState>& states) {
  double worst = 0.0;
  Point far{};
  for (std::size_t k = 0; k < states.size(); ++k) {
    const ChainBody body = chain_body(scene, static_cast<int>(k));
    const double gap = distance(far, on_axis(states[k], body.near));
    if (!(gap <= worst)) worst = gap;  // keeps NaN
    far = on_axis(states[k], body.far);
  }
  return worst;
}

// Returns the drop in potential energy from the start to the chain hanging straight.
double swing_energy(const ChainScene& scene) {
  double sum = 0.0, depth = 0.0;
  for (int k = 0; k < chain_bodies(scene); ++k) {
    const ChainBody body = chain_body(scene, k);
    sum += body.mass * (depth + body.near);
    depth += body.near - body.far;
  }
  return sum * kGravity * (1 - std::cos(kStartAngle));
}

// Appends the seconds per step of consecutive batches.
void time_steps(ChainSimulation& simulation, int steps, std::vector<double>& times) {
  const double once = times.empty() ? kBatch : times.back();
  const int batch = static_cast<int>(std::clamp(kBatch / once, 1.0, 1e6));
  for (int done = 0; done < steps;) {
    const int count = std::min(batch, steps - done);
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < count; ++k) simulation.step();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    times.push_back(elapsed.count() / count);
    done += count;
  }
}

}  // namespace

ChainResult measure_chain(const ChainScene& scene, int steps, ChainSimulation& simulation) {
  ChainResult result;
  std::vector<BodyState> states(static_cast<std::size_t>(chain_bodies(scene)));
  std::vector<double> times;
  const double swing = swing_energy(scene);
  simulation.read(states);
  const double start = energy(scene, states);
  const int period = std::max(1, steps / kSamples);
  try {
    for (int done = 0; done < steps && std::isfinite(result.energy_error);) {
      const int count = std::min(period, steps - done);
      time_steps(simulation, count, times);
      done += count;
      simulation.read(states);
      const double error = std::abs(energy(scene, states) - start) / swing;
      result.energy_error = error <= result.energy_error ? result.energy_error : error;
      const double gap = worst_gap(scene, states);
      result.worst_gap = gap <= result.worst_gap ? result.worst_gap : gap;
    }
    if (!std::isfinite(result.energy_error)) result.note = "not finite";
  } catch (const std::exception& error) {
    result.note = error.what();
  }
  result.step_seconds = median(std::move(times));
  const std::size_t last = static_cast<std::size_t>(scene.links - 1);
  result.end_position = on_axis(states[last], chain_body(scene, scene.links - 1).far);
  result.stable = result.note.empty() && result.energy_error < 1 && std::isfinite(result.worst_gap);
  return result;
}

}  // namespace perpend::bench
