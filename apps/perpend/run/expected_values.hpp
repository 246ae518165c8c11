// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "perpend/study/scene.hpp"

namespace perpend::app {

/// Takes what a scene expects from the states of a run, the start first. The value at a time that
/// no step ends at is on the line through the steps before and after it; that at an end which the
/// last step does not reach is on the line through the last two.
class ExpectedValues {
 public:
  /// `dt`: the step that energies of springs are told of (study::measure()).
  ExpectedValues(const study::Scene& scene, double dt);

  void add(const State& state);
  /// One per expectation of the scene; NaN: not reached.
  std::vector<double> take();

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  struct Sample {
    double time = kNone, value = kNone;
  };
  struct Series {
    double due = 0.0;              // s
    Sample before = {}, now = {};  // of the last two states
    double value = kNone;
  };

  void add(const study::Measurand& measurand, const State& state, Series& series) const;
  static double on_line(const Series& series);

  const study::Scene* scene_;
  double dt_;
  std::vector<Series> series_;
};

}  // namespace perpend::app
