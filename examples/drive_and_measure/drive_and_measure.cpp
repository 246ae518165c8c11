// SPDX-License-Identifier: Apache-2.0
// A robot arm of two links follows a path by computed torques: inverse dynamics says what its
// joints have to push, sensors what they bear, and a recording keeps it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <perpend/perpend.hpp>

using namespace perpend;

namespace {

constexpr double kStep = 0.001, kDuration = 2.0, kGravity = 9.81;
constexpr double kStiffness = 400, kDamping = 40;  // of the controller, 1/s² and 1/s

// Rods of 1 m, 2 kg and 3 kg, hanging down from the origin.
Model arm() {
  ModelBuilder builder;
  builder.set_gravity({0, -kGravity, 0});
  const auto rod = [&](double y, double mass) {
    return builder.add_body({.pose = {{0, y}}, .mass = mass, .inertia = mass / 12});
  };
  const BodyId upper = rod(-0.5, 2), lower = rod(-1.5, 3);
  builder.add_joint({.name = "shoulder", .a = upper});
  builder.add_joint({.name = "elbow", .a = lower, .b = upper, .anchor = {0, -1, 0}});
  return builder.build().value();
}

// Where the joints should be: value, rate, acceleration (rad).
struct Path {
  Eigen::Vector2d q, u, a;
  explicit Path(double t)
      : q(0.8 * (1 - std::cos(2 * t)), 0.5 * (1 - std::cos(5 * t))),
        u(1.6 * std::sin(2 * t), 2.5 * std::sin(5 * t)),
        a(3.2 * std::cos(2 * t), 12.5 * std::cos(5 * t)) {}
};

Eigen::Vector2d of_joints(const Model& model, const State& state,
                          double (*read)(const Model&, const State&, JointId, int)) {
  return {read(model, state, {0}, 0), read(model, state, {1}, 0)};
}

// Torques that take the joints towards the path as a damped spring would.
void drive(const Model& model, const State& state, Simulator& simulator) {
  const Path path(state.time);
  const Eigen::Vector2d lag = path.q - of_joints(model, state, coordinate);
  const Eigen::Vector2d slow = path.u - of_joints(model, state, coordinate_rate);
  const InverseDynamics dynamics(model, state, {{{0}, 0}, {{1}, 0}});
  const Eigen::VectorXd torque = dynamics.solve(path.a + kDamping * slow + kStiffness * lag).force;
  for (const int joint : {0, 1}) simulator.apply_joint_force({joint}, 0, torque[joint]);
}

}  // namespace

int main() {
  const Model model = arm();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Sensors sensors(model,
                  {{.name = "shoulder", .kind = SensorKind::joint_force_torque, .joint = {0}},
                   {.name = "hand",
                    .kind = SensorKind::accelerometer,
                    .body = {1},
                    .mount = {{0, -0.5, 0}}}},
                  state);
  const auto file = std::filesystem::temp_directory_path() / "drive_and_measure.h5";
  auto recorder = io::Recorder::open(file, model, {"arm", ""}, {.channels = sensors.channels()});
  if (!recorder) return std::puts(to_string(recorder.error()).c_str()), 1;

  double lag = 0, unbalanced = 0;
  while (state.time < kDuration - 0.5 * kStep) {
    const Eigen::Vector3d before = total_momentum(model, state).linear;
    drive(model, state, simulator);
    const StepReport report = simulator.step(state);
    if (report.status != StepStatus::ok) return std::puts(report.message.c_str()), 1;
    sensors.update(simulator, state);
    const Eigen::Vector3d needed = (total_momentum(model, state).linear - before) / kStep +
                                   5 * kGravity * Eigen::Vector3d::UnitY();
    unbalanced = std::max(unbalanced, (simulator.joint_reaction({0}).force - needed).norm());
    lag = std::max(lag, (of_joints(model, state, coordinate) - Path(state.time).q).norm());
    if (const Diagnostics faults = recorder->write(state, report, simulator.contacts(),
                                                   {.channels = sensors.values()});
        !faults.empty())
      return std::puts(to_string(faults).c_str()), 1;
  }
  if (const Diagnostics faults = recorder->close(); !faults.empty()) return 1;
  const auto recording = io::read_recording(file);
  if (!recording) return std::puts(to_string(recording.error()).c_str()), 1;
  const auto peak = channel(*recording, "hand").cwiseAbs().maxCoeff();
  std::printf("behind the path by %.1e rad at most; the hand felt up to %.1f m/s^2\n", lag, peak);
  std::printf("force in the shoulder less change of momentum and weight: %.1e N\n", unbalanced);
  std::filesystem::remove(file);
  return lag < 2e-3 && unbalanced < 1e-6 ? 0 : 1;
}
