// SPDX-License-Identifier: Apache-2.0
#include "run/expected_values.hpp"

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/measure.hpp"

namespace perpend::app {
namespace {

// Fraction of a step by which a sum of steps may differ from a time.
constexpr double kSameTime = 1e-4;

}  // namespace

ExpectedValues::ExpectedValues(const study::Scene& scene, double dt) : scene_(&scene), dt_(dt) {
  for (const study::Expectation& expected : scene.expectations)
    series_.push_back({.due = std::isinf(expected.time) ? scene.duration : expected.time});
}

// Interpolates at the time `due`; NaN if the run started after it.
double ExpectedValues::on_line(const Series& series) {
  const auto& [due, before, now, value] = series;
  if (!(before.time < due)) return kNone;
  const double share = (due - before.time) / (now.time - before.time);
  return before.value + share * (now.value - before.value);
}

// Samples the value only near its time, since measuring at every step is not needed.
void ExpectedValues::add(const study::Measurand& measurand, const State& state,
                         Series& series) const {
  const double step = scene_->options.dt, early = series.due - state.time;
  if (!std::isnan(series.value) || early > 2 * step) return;
  const double value = study::measure(scene_->model, state, measurand, dt_);
  if (std::abs(early) <= kSameTime * step) {
    series.value = value;
    return;
  }
  if (state.time > series.now.time) series.before = series.now;
  series.now = {state.time, value};
  if (early < 0) series.value = on_line(series);
}

void ExpectedValues::add(const State& state) {
  for (std::size_t i = 0; i < series_.size(); ++i)
    add(scene_->expectations[i].measurand, state, series_[i]);
}

std::vector<double> ExpectedValues::take() {
  std::vector<double> values;
  for (Series& series : series_) {
    const bool ends = series.due - series.now.time <= 0.5 * scene_->options.dt;
    values.push_back(std::isnan(series.value) && ends ? on_line(series) : series.value);
  }
  return values;
}

}  // namespace perpend::app
