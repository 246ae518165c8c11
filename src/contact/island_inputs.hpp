// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// What the problem of an island follows from where nothing moves and contacts alone connect its
/// bodies: poses, velocities, contact points, biases and guesses. From the same bits the same
/// problem comes, and the same answer.
class IslandInputs {
 public:
  /// Of these groups; whether they are such an island and all is as it was kept.
  bool repeat(const StepRows& rows, std::span<const int> groups);
  /// Keeps what repeat() was asked for, if it was such an island.
  void keep();

 private:
  bool gather(const StepRows& rows, std::span<const int> groups);
  void add_body(const StepRows& rows, int body);
  void add_contact(const StepRows& rows, const ActiveContact& contact);
  template <typename Values>
  void add(const Values& values) {
    now_.insert(now_.end(), values.data(), values.data() + values.size());
  }

  std::vector<double> now_, kept_;
  bool rests_ = false;
};

}  // namespace perpend
