// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "perpend/sim/acceleration.hpp"

namespace perpend {

struct AccelerationOptions {
  double tolerance = 1e-11;    ///< error of positions and velocities per step of the integrator,
                               ///< absolute (m, rad, m/s, rad/s) and relative
  double stabilisation = 20;   ///< 1/s, decay rate of errors of joints and of resting gaps
  double rest_bounce = 1e-5;   ///< m/s; a slower bounce ends a series of infinitely many (Zeno)
  double largest_step = 0.05;  ///< s
  int most_events = 100000;    ///< largest number of events in one call of advance()
  InstantThresholds thresholds = {};
};

enum class EventKind {
  impact,      ///< an impulse ended or reversed an approach
  contact,     ///< a touch started without an impact
  separation,  ///< a touch ended
  slip,        ///< a sticking touch started to slide
  stick,       ///< a sliding touch started to stick
  jam,         ///< no finite force exists (Painlevé); an impulse along the ray stopped the slip
  rest         ///< infinitely many bounces (Zeno) end, at the time `ends`
};
std::string_view to_string(EventKind kind);

/// One event, located in time.
struct MotionEvent {
  EventKind kind = EventKind::impact;
  double time = 0.0;  ///< s
  TouchKind touch = TouchKind::contact;
  BodyId a = {}, b = {};  ///< contact
  JointId joint = {};     ///< limit and drive
  int coordinate = 0;
  double speed = 0.0;    ///< impact, rest: approach speed; jam: speed of the slip it ended, m/s
  double impulse = 0.0;  ///< impact, jam: normal impulse, N·s
  double ends = 0.0;     ///< rest: time at which the last bounce ends, s
};
/// Returns "t = 0.45152 s: impact of ball on ground, 4.43 m/s, 2.1 N s" and the like.
std::string to_string(const MotionEvent& event, const Model& model);

/// Report of AccelerationSimulator::advance().
struct AdvanceReport {
  InstantStatus status = InstantStatus::solved;
  int steps = 0;        ///< steps of the integrator
  int rejected = 0;     ///< steps that the integrator repeated with a shorter length
  int evaluations = 0;  ///< instants solved
  int events = 0;
  double residual = 0.0, residual_bound = 0.0;  ///< worst of the contact problems, and its bound
  double joint_residual = 0.0;
  std::array<int, lcp::kMethodCount> answered_by{};  ///< number of instants solved by each method
  std::string message = {};                          ///< empty where solved
};

/// Acceleration-level simulation (Baraff 1994): solves for the forces at each instant, integrates
/// them with error control and locates every contact, separation, slip, stick and impact in time
/// (docs/methods/acceleration_level.md).
class AccelerationSimulator {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on options that are not positive (only
  /// `stabilisation` may be 0), and on a model that contact_forces() refuses or that has joints
  /// which can break, or actuators.
  explicit AccelerationSimulator(const Model& model, const AccelerationOptions& options = {});
  AccelerationSimulator(const Model&&, const AccelerationOptions& = {}) = delete;
  ~AccelerationSimulator();
  /// The members of a simulator that was moved from throw InvalidArgument.
  AccelerationSimulator(AccelerationSimulator&&) noexcept;

  /// Advances `state` by `duration` (s, >= 0), or leaves it untouched and gives the reason in the
  /// report. The motion depends on the state alone; State::step, contacts and joint_impulses do not
  /// change. Throws InvalidArgument where a size of the state is not the model's.
  AdvanceReport advance(State& state, double duration);

  /// Returns all events so far, without those of a call of advance() that failed.
  std::span<const MotionEvent> events() const;
  /// Returns the touches with their forces at the end of the last advance().
  std::span<const TouchForce> touches() const;
  /// Returns the forces of the joints at the end of the last advance(), per joint row, N and N·m.
  const Eigen::VectorXd& joint_forces() const;
  /// Sets the external force per velocity (N, N·m) for all following calls; an empty one is zero.
  void set_force(const Eigen::VectorXd& force);

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
