// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "perpend/study/scene.hpp"

namespace perpend::app {

/// Measures the expectations of a scene from the states of a run, the start first. A value at a
/// time between two steps is interpolated linearly between them; a value at an end that the last
/// step does not reach is extrapolated from the last two.
class ExpectedValues {
 public:
  /// `dt` is the step for which energies of springs are evaluated (study::measure()).
  ExpectedValues(const study::Scene& scene, double dt);

  void add(const State& state);
  /// Returns one value per expectation of the scene; NaN if it was not reached.
  std::vector<double> take();

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  struct Sample {
    double time = kNone, value = kNone;
  };
  struct Series {
    double due = 0.0;              // s
    Sample before = {}, now = {};  // at the last two states
    double value = kNone;
  };

  void add(const study::Measurand& measurand, const State& state, Series& series) const;
  static double on_line(const Series& series);

  const study::Scene* scene_;
  double dt_;
  std::vector<Series> series_;
};

}  // namespace perpend::app
