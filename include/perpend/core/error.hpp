// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace perpend {

/// Exception for a caller's mistake: an argument outside the documented precondition.
/// what() gives the name of the argument, the requirement and the value that was passed.
class InvalidArgument : public std::invalid_argument {
 public:
  InvalidArgument(std::string_view argument, std::string_view requirement, std::string_view value);

  const std::string& argument() const noexcept { return argument_; }
  const std::string& value() const noexcept { return value_; }

 private:
  std::string argument_;
  std::string value_;
};

/// Throws InvalidArgument unless `holds`.
void require(bool holds, std::string_view argument, std::string_view requirement, double value);
void require(bool holds, std::string_view argument, std::string_view requirement,
             std::string_view value);

}  // namespace perpend
