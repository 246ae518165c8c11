// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// Reads a text word by word and remembers the first fault with its line; from then on every number
/// read is 0. A copy reads ahead without moving the original.
class TokenReader {
 public:
  TokenReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Returns the next word; empty at the end.
  std::string_view word();
  /// Reads a word and reports a fault if it is not exactly `wanted`.
  void expect(std::string_view what, std::string_view wanted);
  void skip_line();
  /// Returns true if as many words can follow in the remaining bytes.
  bool can_hold(Eigen::Index words) const {
    return static_cast<std::size_t>(words) <= (text_.size() - at_) / 2 + 1;
  }

  /// Reads the next number, which must be finite. `what`, or `what[i]`, names it in the fault.
  double number(std::string_view what, Eigen::Index i = -1);
  /// Reads a whole number from 0 to `last`.
  Eigen::Index count(std::string_view what, Eigen::Index last);
  Eigen::VectorXd numbers(std::string_view what, Eigen::Index n);

  void fault(std::string_view what, std::string message, std::string hint);
  const std::optional<Diagnostic>& first_fault() const { return fault_; }

 private:
  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::optional<Diagnostic> fault_;
};

}  // namespace perpend::io
