// SPDX-License-Identifier: Apache-2.0
#include "io/format/decimal.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace perpend::io {
namespace {

// The number that a text starts with, and what is left of the text.
struct Taken {
  bool is_number;
  double value;
  std::string rest;
};

Taken taken(std::string_view text) {
  double value = 7;
  const bool is_number = take_decimal(text, value);
  return {is_number, value, std::string(text)};
}

TEST_CASE("a number is cut off, what stands behind it stays") {
  const std::pair<const char*, std::pair<double, const char*>> cases[] = {
      {"+1.5e3x", {1500, "x"}}, {"-0.25, 7", {-0.25, ", 7"}}, {".5]", {0.5, "]"}},
      {"5.", {5, ""}},          {"12e", {12, "e"}},           {"5e-324 m", {5e-324, " m"}}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const Taken found = taken(text);
    CHECK(found.is_number);
    CHECK(found.value == expected.first);
    CHECK(found.rest == expected.second);
  }
  CHECK(taken("inf").value == INFINITY);
  CHECK(taken("-inf").value == -INFINITY);
  CHECK(std::isnan(taken("nan").value));
}

TEST_CASE("where there is no number nothing is cut off and nothing set") {
  for (const char* text : {"", "x1", " 1", "+", "+-1", "++1", "--1", "e5"}) {
    CAPTURE(text);
    CHECK_FALSE(taken(text).is_number);
    CHECK(taken(text).rest == text);
    CHECK(taken(text).value == 7);
  }
}

TEST_CASE("what is too small for a double is 0 with its sign, what is too large is no number") {
  const std::string zeros(400, '0');
  for (const std::string& tiny : {std::string("1e-400"), std::string("1E-400"), "0." + zeros + "1",
                                  "." + zeros + "1", "0." + zeros + "1e-5"}) {
    CAPTURE(tiny);
    for (const std::string sign : {"", "+", "-"}) {
      const Taken found = taken(sign + tiny + " m");
      CHECK(found.is_number);
      CHECK(found.value == 0);
      CHECK(std::signbit(found.value) == (sign == "-"));
      CHECK(found.rest == " m");
    }
  }
  for (const std::string& large : {std::string("1e400"), std::string("-1E400"), "1" + zeros,
                                   "-1" + zeros, "+1" + zeros + ".5", "1" + zeros + "e1"}) {
    CAPTURE(large);
    CHECK_FALSE(taken(large).is_number);
    CHECK(taken(large).rest == large);
    CHECK(taken(large).value == 7);
  }
}

TEST_CASE("a byte order mark is left out once, at the start") {
  const std::string mark = "\xef\xbb\xbf";
  CHECK(without_mark(mark + "v 1") == "v 1");
  CHECK(without_mark(mark + mark) == mark);
  CHECK(without_mark("v" + mark) == "v" + mark);
  CHECK(without_mark("\xef\xbb") == "\xef\xbb");
  CHECK(without_mark("").empty());
}

}  // namespace
}  // namespace perpend::io
