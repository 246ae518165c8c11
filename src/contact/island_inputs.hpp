// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// What the problem of an island follows from where contacts alone connect its bodies: poses,
/// velocities, contact points and biases. From the same bits the same problem comes, and from the
/// same guess the same answer.
class IslandInputs {
 public:
  /// Of these groups; whether they are such an island and all is as it was kept: within a step
  /// whatever the guess is, of another step where nothing moves and the guess is the same.
  bool repeat(const StepRows& rows, std::span<const int> groups);
  /// Keeps what repeat() was asked for, if it was such an island: for the step, and where the guess
  /// was the answer for others.
  void keep(bool guessed);
  /// Another step begins.
  void leave_step() { in_step_ = false; }

 private:
  void forget();
  bool gather(const StepRows& rows, std::span<const int> groups);
  void add_body(const StepRows& rows, int body);
  void add_contact(const StepRows& rows, const ActiveContact& contact);
  template <typename Values>
  void add(const Values& values) {
    now_.insert(now_.end(), values.data(), values.data() + values.size());
  }

  std::vector<double> now_, kept_;
  std::vector<double> guess_, kept_guess_;
  bool moves_alone_ = false, rests_ = false;  // of now_
  bool in_step_ = false;                      // kept_ is of this step
};

}  // namespace perpend
