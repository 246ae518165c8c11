// SPDX-License-Identifier: Apache-2.0
#include "io/format/text_tokens.hpp"

#include <doctest/doctest.h>

#include <functional>

namespace perpend::io {
namespace {

// The first fault as "line element: message (hint)".
std::string fault_of(const std::string& text, const std::function<void(TokenReader&)>& read) {
  TokenReader reader(text, "t.dat");
  read(reader);
  if (!reader.first_fault()) return "none";
  const Diagnostic& fault = *reader.first_fault();
  CHECK(fault.file == "t.dat");
  return std::to_string(fault.line) + " " + fault.element + ": " + fault.message + " (" +
         fault.hint + ")";
}

TEST_CASE("words are parted by blanks of any kind, and lines are counted") {
  TokenReader reader("  one\ttwo\r\n\n three\vfour\ffive", "t.dat");
  for (const char* word : {"one", "two", "three", "four", "five", "", ""})
    CHECK(reader.word() == word);
  const auto line = [](const std::string& text, int words) {
    return fault_of(text, [&](TokenReader& r) {
      for (int i = 0; i < words; ++i) r.word();
      r.fault("x", "here", "");
    });
  };
  CHECK(line("a b\nc", 2) == "1 x: here ()");
  CHECK(line("a b\nc", 3) == "2 x: here ()");
  CHECK(line("a b\n\n", 3) == "3 x: here ()");
}

TEST_CASE("a line is skipped to its end and no further") {
  TokenReader reader("1 a remark 2\n3 4\n", "t.dat");
  CHECK(reader.number("n") == 1);
  reader.skip_line();
  CHECK(reader.number("n") == 3);
  reader.skip_line();
  CHECK(reader.word().empty());
  CHECK(fault_of("a b\nc", [](TokenReader& r) {
          r.skip_line();
          r.expect("x", "d");
        }) == "2 x: found \"c\" (expected \"d\")");
}

TEST_CASE("numbers are named by what they are, and by their place where they have one") {
  const auto number = [](const std::string& text, Eigen::Index i) {
    return fault_of(text, [&](TokenReader& r) { CHECK(r.number("A", i) == 0); });
  };
  CHECK(number("x", -1) == "1 A: found \"x\" (expected a number)");
  CHECK(number("\n1x", 0) == "2 A[0]: found \"1x\" (expected a number)");
  CHECK(number("inf", 3) == "1 A[3]: found \"inf\" (expected a finite number)");
  CHECK(number("", 3) == "1 A[3]: is missing: the file ends here (truncated?)");
}

TEST_CASE("a count is a whole number from 0 to its limit") {
  const auto count = [](const std::string& text, Eigen::Index value) {
    return fault_of(text, [&](TokenReader& r) { CHECK(r.count("rows", 5) == value); });
  };
  CHECK(count("0", 0) == "none");
  CHECK(count("5", 5) == "none");
  CHECK(count("3e0", 3) == "none");
  for (const std::string word : {"6", "-1", "2.5", "1e+30"})
    CHECK(count(word, 0) == "1 rows: found " + word + " (expected a whole number from 0 to 5)");
}

TEST_CASE("after the first fault there is nothing but it") {
  TokenReader reader("1 x 3 4", "t.dat");
  CHECK(reader.numbers("b", 4) == Eigen::Vector4d(1, 0, 0, 0));
  CHECK(reader.first_fault()->element == "b[1]");
  CHECK(reader.number("c") == 0);
  CHECK(reader.count("d", 9) == 0);
  reader.fault("e", "later", "");
  CHECK(reader.first_fault()->element == "b[1]");
  TokenReader good("1 2 3", "t.dat");
  CHECK(good.numbers("b", 2) == Eigen::Vector2d(1, 2));
  CHECK(good.word() == "3");
}

TEST_CASE("a word that is asked for is there, another, or missing") {
  const auto read = [](TokenReader& r) { r.expect("A", "col"); };
  CHECK(fault_of("col 1", read) == "none");
  CHECK(fault_of("\ncols", read) == "2 A: found \"cols\" (expected \"col\")");
  CHECK(fault_of(" ", read) == "1 A: is missing: the file ends here (truncated?)");
}

TEST_CASE("as many words fit as have a letter and a blank each") {
  TokenReader reader("9 1 2 3 4", "t.dat");
  CHECK(reader.can_hold(5));
  CHECK_FALSE(reader.can_hold(6));
  reader.word();
  CHECK(reader.can_hold(5));
  CHECK_FALSE(reader.can_hold(6));
  reader.word();
  CHECK(reader.can_hold(4));
  CHECK_FALSE(reader.can_hold(5));
}

}  // namespace
}  // namespace perpend::io
