// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/rotor_rates.hpp"

#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend {
namespace {

constexpr double kRounding = 1e-12;  // share of a rate

}  // namespace

void RotorRates::find(const Model& model, const State& start, std::span<const CoordinateRow> rows,
                      double after) {
  after_ = after;
  rotors_.clear();
  start_.clear();
  turned_ = false;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    if (!(rows[i].armature > 0)) continue;
    rotors_.push_back(i);
    start_.push_back(coordinate_rate(model, start, {rows[i].joint}, rows[i].coordinate));
  }
}

bool RotorRates::turn(const Model& model, const State& pose, const Eigen::VectorXd& v,
                      std::span<CoordinateRow> rows) {
  if (rotors_.empty()) return false;
  ahead_ = pose;
  ahead_.v = v;
  const auto rate = [&](int row) {
    return coordinate_rate(model, ahead_, {rows[row].joint}, rows[row].coordinate);
  };
  kicked_.clear();
  for (const int row : rotors_) kicked_.push_back(rate(row));
  drift(model, after_, ahead_);
  bool changed = false;
  turned_ = false;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    CoordinateRow& row = rows[rotors_[i]];
    const double by = rate(rotors_[i]) - kicked_[i], before = start_[i] - by;
    turned_ = turned_ || std::abs(by) > kRounding * std::abs(kicked_[i]);
    changed = changed || before != row.rate_before;
    row.change_from(before);
  }
  return changed;
}

}  // namespace perpend
