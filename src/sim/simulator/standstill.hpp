// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Finds out if the last step changed no bit but the time: then the next one need not be computed.
class Standstill {
 public:
  explicit Standstill(const Model& model);

  void forget() { holds_ = false; }
  /// Compares the states of a step from `start` to `end`, and keeps its report.
  void find(const State& start, const State& end, const StepReport& report);
  /// True if a step from `state` under the same forces would change nothing; `start` is where the
  /// last one started.
  bool holds_for(const State& state, const State& start) const;
  /// Report of the last step, if it stood still.
  const StepReport& report() const { return report_; }

 private:
  bool is_same(const State& a, const State& b) const;

  bool has_joints_;
  double motions_end_;  // time from which the time changes nothing, s
  bool holds_ = false;
  StepReport report_;
};

}  // namespace perpend
