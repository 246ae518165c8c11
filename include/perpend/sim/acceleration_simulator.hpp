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
  double tolerance = 1e-11;    ///< of positions and velocities per step of the integrator, absolute
                               ///< (m, rad, m/s, rad/s) and relative
  double stabilisation = 20;   ///< 1/s; errors of joints and resting gaps decay with this rate
  double rest_bounce = 1e-5;   ///< m/s; a slower bounce ends a series of them: Zeno
  double largest_step = 0.05;  ///< s
  int most_events = 100000;    ///< in one call of advance()
  InstantThresholds thresholds = {};
};

enum class EventKind {
  impact,      ///< an impulse stopped or threw back what approached
  contact,     ///< a touch without an impact
  separation,  ///< a touch ended
  slip,        ///< a touch that stuck slides
  stick,       ///< a touch that slid sticks
  jam,         ///< Painlevé: no force exists; an impulse along the ray stopped the slip
  rest         ///< Zeno: infinitely many bounces end, at `ends`
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
  double speed = 0.0;    ///< impact, rest: of the approach; jam: of the slip it ended, m/s
  double impulse = 0.0;  ///< impact, jam: normal, N·s
  double ends = 0.0;     ///< rest: when the last of the bounces ends, s
};
/// "t = 0.45152 s: impact of ball on ground, 4.43 m/s, 2.1 N s".
std::string to_string(const MotionEvent& event, const Model& model);

/// What advance() did.
struct AdvanceReport {
  InstantStatus status = InstantStatus::solved;
  int steps = 0;        ///< of the integrator
  int rejected = 0;     ///< steps that it took again, shorter
  int evaluations = 0;  ///< instants solved
  int events = 0;
  double residual = 0.0, residual_bound = 0.0;  ///< worst, of the contact problems
  double joint_residual = 0.0;
  std::array<int, 16> answered_by{};  ///< instants per lcp::Method
  std::string message = {};           ///< empty where solved
};

/// Acceleration-level simulation (Baraff 1994): forces at each instant, integrated with error
/// control, every onset, separation, slip, stick and impact located in time.
class AccelerationSimulator {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on options that are not positive, and on
  /// a model contact_forces()
  /// refuses or with joints that break.
  explicit AccelerationSimulator(const Model& model, const AccelerationOptions& options = {});
  AccelerationSimulator(const Model&&, const AccelerationOptions& = {}) = delete;
  ~AccelerationSimulator();
  /// The members of a simulator that was moved from throw InvalidArgument.
  AccelerationSimulator(AccelerationSimulator&&) noexcept;

  /// Moves `state` on by `duration` (s), or leaves it untouched and says why. The motion depends on
  /// the state alone; State::step, contacts and joint_impulses stay as they are. Throws
  /// InvalidArgument where a size of the state is not the model's.
  AdvanceReport advance(State& state, double duration);

  /// All events so far, without those of an advance() that did not come to its end.
  std::span<const MotionEvent> events() const;
  /// Touches with their forces at the end of the last advance().
  std::span<const TouchForce> touches() const;
  /// Forces of the joints there, per joint row, N and N·m.
  const Eigen::VectorXd& joint_forces() const;
  /// External force per velocity (N, N·m), held from now on; empty: none.
  void set_force(const Eigen::VectorXd& force);

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
