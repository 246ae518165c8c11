// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// The data that the problem of an island depends on if contacts alone connect its bodies: poses,
/// velocities, contact points and biases. The same bits give the same problem, and with the same
/// guess the same answer.
class IslandInputs {
 public:
  /// Gathers the data of these groups. Returns true if they are such an island and all data are as
  /// kept: within a step for any guess, in another step only if nothing moves and the guess is the
  /// same.
  bool repeat(const StepRows& rows, std::span<const int> groups);
  /// Keeps the data of the last repeat(), if it was such an island: for this step, and, if the
  /// guess was the answer, for others.
  void keep(bool guessed);
  /// Begins another step.
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
  bool moves_alone_ = false, rests_ = false;  // properties of now_
  bool in_step_ = false;                      // kept_ is of this step
};

}  // namespace perpend
