// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <vector>

#include "perpend/sim/acceleration_simulator.hpp"
#include "sim/acceleration/settle.hpp"

namespace perpend {

/// A piece of motion between two events: the same touches are held and stick or slide as they did
/// at its start. It steps by Dormand & Prince's embedded pair with its dense output.
class Arc {
 public:
  Arc(Instant& instant, const AccelerationOptions& options, AdvanceReport& report);

  /// Starts at a state with the touches that settling found there.
  void start(const State& state, TouchSet touches);
  /// Takes one step within the tolerance, not beyond `stop`. Returns false if no step is short
  /// enough or the state is not finite.
  bool step(double stop);
  /// True if a touch in space slides slower than kCreepSpeed after the last step.
  bool slides_slowly();
  double from() const { return t_old_; }
  double to() const { return t_; }
  /// Returns the state at a time within the last step.
  State at(double time) const;
  /// True if the arc has ended at that state: a new touch approaches, a slip has come to rest or
  /// reversed, or forces break a touch that was held.
  bool is_over(const State& state);
  /// True if a new touch approaches at that state. This needs no forces, and may pass unseen
  /// between two states.
  bool meets(const State& state);
  /// Returns the touches that forces separate at that state.
  std::vector<Touch> departing(const State& state);

 private:
  using Vector = std::vector<double>;
  using Stepper = boost::numeric::odeint::runge_kutta_dopri5<Vector>;
  State state_of(const Vector& y, double time) const;
  void derive(const Vector& y, Vector& dy, double time);
  void follow_slips();
  void load_end();
  void end_creep();
  bool turns() const;
  bool sticks_again(const State& state);

  Instant* instant_;
  const AccelerationOptions* options_;
  AdvanceReport* report_;
  boost::numeric::odeint::controlled_runge_kutta<Stepper> stepper_;
  State base_;
  std::vector<Touch> held_, released_;
  Eigen::VectorXd last_acceleration_;
  double t_old_ = 0.0, t_ = 0.0, dt_ = 0.0;
  Vector y_old_, y_, dy_old_, dy_;
};

}  // namespace perpend
