// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/coordinate_rows.hpp"

namespace perpend {

/// Rates of rotors (armature) along joint coordinates: the drift after a velocity update changes
/// them on curved motions, and their impulses account for that.
class RotorRates {
 public:
  /// Finds the rows with a rotor, of a step that began at `start` and drifts for `after` (s) after
  /// its velocity update.
  void find(const Model& model, const State& start, std::span<const CoordinateRow> rows,
            double after);
  /// Sets in the rows the change of their rates in the drift after a velocity update that leads to
  /// v. Returns true if that differs from the last value.
  bool turn(const Model& model, const State& pose, const Eigen::VectorXd& v,
            std::span<CoordinateRow> rows);
  bool are_turned() const { return turned_; }  ///< by the drift of the last turn()

 private:
  std::vector<int> rotors_;     // rows with a rotor
  std::vector<double> start_;   // per rotor: rate at the start of the step
  std::vector<double> kicked_;  // per rotor: rate after the velocity update
  State ahead_;                 // state at the end of the step
  double after_ = 0.0;          // s
  bool turned_ = false;
};

}  // namespace perpend
