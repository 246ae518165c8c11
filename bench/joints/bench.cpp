// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <algorithm>
#include <memory>

#include "bench/peers/chain.hpp"
#include "growth.hpp"
#include "models.hpp"
#include "perpend/sim/simulator.hpp"
#include "systems.hpp"

namespace perpend::bench {
namespace {

// Perpend as one more engine, judged by the same code as the others.
class OwnChain : public ChainSimulation {
 public:
  explicit OwnChain(const ChainScene& scene)
      : model_(chain_model(scene)),
        simulator_(model_, {.dt = scene.dt}),
        state_(initial_state(model_)) {}
  void step() override {
    const StepReport report = simulator_.step(state_);
    if (report.status != StepStatus::ok) throw std::runtime_error(report.message);
  }
  void read(std::vector<BodyState>& bodies) override {
    bodies.resize(model_.bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const BodyId id{static_cast<int>(i)};
      const spatial::Pose pose = spatial_pose(model_, state_, id);
      const Twist twist = body_twist(model_, state_, id);
      const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = pose.r.toRotationMatrix();
      std::copy_n(pose.p.data(), 3, bodies[i].position.begin());
      std::copy_n(R.data(), 9, bodies[i].rotation.begin());
      std::copy_n(twist.velocity.data(), 3, bodies[i].velocity.begin());
      std::copy_n(twist.omega.data(), 3, bodies[i].spin.begin());
    }
  }

 private:
  Model model_;
  Simulator simulator_;
  State state_;
};

JointsRow to_row(const ChainScene& scene, const std::string& solver, const ChainResult& result) {
  return {.family = scene.end_mass > 0 ? "chain, 1000 kg end" : "chain, light",
          .n = scene.links,
          .solver = solver,
          .time_us = 1e6 * result.step_seconds,
          .solved = result.stable,
          .worst_residual = result.worst_gap,
          .note = result.note};
}

// Returns a number of steps sufficient for a median over batches and small enough for slow engines.
int steps_for(int links, const std::string& solver) {
  const bool cubic = solver == "ode" || solver == "mujoco";
  if (cubic && links >= 1000) return 2;
  if (cubic && links >= 100) return 40;
  return std::max(40, 20000 / std::max(links, 10));
}

void run_chains(bool quick, std::vector<JointsRow>& rows) {
  const std::vector<ChainPeer> peers = chain_peers();
  for (const double end : {0.0, 1000.0})
    for (const int links : {10, 127, 1000}) {
      if (quick && links > 127) continue;
      const ChainScene scene{.links = links, .end_mass = end};
      OwnChain own(scene);
      rows.push_back(to_row(scene, "perpend", measure_chain(scene, steps_for(links, ""), own)));
      const double reference = rows.back().time_us;
      rows.back().ratio = 1.0;
      for (const ChainPeer& peer : peers) {
        const bool known_slow = peer.name == "ode" && !quick;
        if (links > peer.largest_links && !known_slow) continue;
        rows.push_back(to_row(scene, peer.name, peer.run(scene, steps_for(links, peer.name))));
        rows.back().ratio = rows.back().time_us / reference;
      }
    }
}

}  // namespace

JointsReport run_joints_bench(bool quick,
                              const std::function<void(std::string_view, double)>& progress) {
  JointsReport report{.host = this_host(), .mode = quick ? "quick" : "default"};
  report.skipped = missing_chain_peers();
  progress("systems of Baraff 1996", 0.0);
  append_systems(report.rows);
  double done = 0.1;
  for (const Structure structure : kStructures) {
    progress(to_string(structure), done);
    append_growth(structure, quick, report);
    done += 0.08;
  }
  progress("chains beside other engines", done);
  run_chains(quick, report.rows);
  progress("done", 1.0);
  return report;
}

}  // namespace perpend::bench
