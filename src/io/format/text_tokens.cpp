// SPDX-License-Identifier: Apache-2.0
#include "io/format/text_tokens.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/format/decimal.hpp"

namespace perpend::io {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

std::string_view TokenReader::word() {
  while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
  const std::size_t start = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return text_.substr(start, at_ - start);
}

void TokenReader::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
}

void TokenReader::expect(std::string_view what, std::string_view wanted) {
  const std::string_view found = word();
  if (found.empty())
    fault(what, "is missing: the file ends here", "truncated?");
  else if (found != wanted)
    fault(what, fmt::format("found \"{}\"", found), fmt::format("expected \"{}\"", wanted));
}

double TokenReader::number(std::string_view what, Eigen::Index i) {
  if (fault_) return 0.0;
  const std::string_view token = word();
  double value = 0.0;
  std::string_view rest = token;
  const bool whole_token = take_decimal(rest, value) && rest.empty();
  if (whole_token && std::isfinite(value)) return value;
  const std::string name = i < 0 ? std::string(what) : fmt::format("{}[{}]", what, i);
  if (token.empty())
    fault(name, "is missing: the file ends here", "truncated?");
  else
    fault(name, fmt::format("found \"{}\"", token),
          whole_token ? "expected a finite number" : "expected a number");
  return 0.0;
}

Eigen::Index TokenReader::count(std::string_view what, Eigen::Index last) {
  const double value = number(what);
  if (fault_) return 0;
  if (value >= 0 && value <= static_cast<double>(last) && value == std::floor(value))
    return static_cast<Eigen::Index>(value);
  fault(what, fmt::format("found {}", value),
        fmt::format("expected a whole number from 0 to {}", last));
  return 0;
}

Eigen::VectorXd TokenReader::numbers(std::string_view what, Eigen::Index n) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < n && !fault_; ++i) values[i] = number(what, i);
  return values;
}

void TokenReader::fault(std::string_view what, std::string message, std::string hint) {
  if (!fault_) fault_ = {file_, line_, std::string(what), std::move(message), std::move(hint)};
}

}  // namespace perpend::io
