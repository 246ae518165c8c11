// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "dynamics/joints/coordinate_rows.hpp"

namespace perpend {

/// Rates of rotors (armature) along joint coordinates: the drift after a kick changes them on
/// curved motions, which their impulses pay for.
class RotorRates {
 public:
  /// The rows with a rotor, of a step that began at `start` and drifts for `after` (s) once it
  /// kicked.
  void find(const Model& model, const State& start, std::span<const CoordinateRow> rows,
            double after);
  /// Sets in the rows what the drift after a kick that leads to v changes of their rates. Returns
  /// whether that differs from what they had.
  bool turn(const Model& model, const State& pose, const Eigen::VectorXd& v,
            std::span<CoordinateRow> rows);
  bool are_turned() const { return turned_; }  ///< by the drift that turn() saw last

 private:
  std::vector<int> rotors_;     // rows with one
  std::vector<double> start_;   // of each, its rate at the start of the step
  std::vector<double> kicked_;  // and after the kick
  State ahead_;                 // the end of the step
  double after_ = 0.0;          // s
  bool turned_ = false;
};

}  // namespace perpend
