// SPDX-License-Identifier: Apache-2.0
#include "core/text.hpp"

#include <doctest/doctest.h>

#include <random>

namespace perpend {
namespace {

// Bytes drawn so that escapes, lead bytes and continuations are frequent.
std::string random_bytes(std::mt19937& random) {
  constexpr unsigned char kLikely[] = {0x1b, 0x07, 0x00, 0x0a, 0x7f, 0x80, 0x9b, 0xc0, 0xc2,
                                       0xe2, 0xed, 0xa0, 0xf0, 0xf4, 0x90, 0xff, '.',  '/'};
  std::string bytes;
  for (int i = 0; i < 40; ++i)
    bytes +=
        static_cast<char>(random() % 2 ? kLikely[random() % std::size(kLikely)] : random() % 256);
  return bytes;
}

bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f || c1) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("printable text keeps letters and spells out what a terminal would obey") {
  CHECK(printable("µ = 0.6 ± 1\n\t€ 😀") == "µ = 0.6 ± 1\n\t€ 😀");
  CHECK(printable("\x1b[2J\a") == "\\u001b[2J\\u0007");
  CHECK(printable("\xc2\x9b"
                  "31m\x7f") == "\\u009b31m\\u007f");
  CHECK(printable("a\u202eb") == "a\\u202eb");
  CHECK(printable("\u2066b\u2069") == "\\u2066b\\u2069");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\u0000b");
}

TEST_CASE("bytes that are no UTF-8 become replacement characters") {
  const std::string mark = "\xef\xbf\xbd";
  CHECK(printable("M\xed-i") == "M" + mark + "-i");
  CHECK(printable("\xc0\xaf") == mark + mark);             // overlong /
  CHECK(printable("\xed\xa0\x80") == mark + mark + mark);  // a surrogate
  CHECK(printable("\xe2\x82") == mark + mark);             // cut short
  CHECK(printable("\xf4\x90\x80\x80") == mark + mark + mark + mark);
}

TEST_CASE("no bytes reach a terminal as controls, and printing twice changes nothing") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string text = printable(random_bytes(random));
    CHECK_FALSE(has_control(text));
    CHECK(printable(text) == text);
  }
}

TEST_CASE("what can be printed on one line is a name, and nothing else") {
  for (const char* name : {"box", "four bar (2) µ-é.v2", "../../escaped", " ", "wheel[0]", "日本"})
    CHECK(is_name(name));
  std::mt19937 random(9);
  const std::string_view bad[] = {std::string_view("\0", 1),
                                  "\n",
                                  "\t",
                                  "\x1b",
                                  "\x7f",
                                  "\u0080",
                                  "\u009b",
                                  "\u202e",
                                  "\u2066",
                                  "\xff",
                                  "\xc3"};
  CHECK_FALSE(is_name(""));
  for (const std::string_view each : bad)
    for (int trial = 0; trial < 20; ++trial) {
      std::string name(random() % 5, 'a');
      name.insert(random() % (name.size() + 1), each);
      CHECK_FALSE(is_name(name));
    }
}

TEST_CASE("a name as a file name stays in its folder") {
  CHECK(file_name("four bar (2) µ-é.v2") == "four bar (2) µ-é.v2");
  CHECK(file_name("../../escaped") == "___.._escaped");
  CHECK(file_name("..") == "__");
  CHECK(file_name(".hidden") == "_hidden");
  CHECK(file_name("/etc/passwd") == "_etc_passwd");
  CHECK(file_name("C:\\x") == "C__x");
  CHECK(file_name("a\nb\x1b\xff") == "a_b__");
  CHECK(file_name("") == "unnamed");
}

TEST_CASE("file names of any bytes are one short component") {
  std::mt19937 random(8);
  for (int trial = 0; trial < 2000; ++trial) {
    std::string bytes;
    while (bytes.size() < 300) bytes += random_bytes(random);
    const std::string name = file_name(bytes);
    CHECK(name.size() <= 100);
    CHECK(name.find_first_of(std::string_view("/\\\0\n", 4)) == std::string::npos);
    CHECK(name[0] != '.');
    CHECK(printable(name) == name);
  }
}

// The first and the last code points of each length, and the bytes that only look like more.
TEST_CASE("code points at the ends of what UTF-8 has are letters, those beyond are none") {
  for (const char* letter : {" ", "~", "\u00a0", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff",
                             "\U00010000", "\U0010ffff", "\u2029", "\u202f", "\u2065", "\u206a"}) {
    CAPTURE(letter);
    CHECK(printable(letter) == letter);
    CHECK(is_name(letter));
  }
  for (const char* control : {"\x1f", "\x7f", "\u009f", "\u202a", "\u202e", "\u2066", "\u2069"}) {
    CAPTURE(control);
    CHECK(printable(control).starts_with("\\u"));
    CHECK(file_name(control) == "_");
    CHECK_FALSE(is_name(control));
  }
  const std::string mark = "\xef\xbf\xbd";
  CHECK(printable("\xe0\x9f\xbf") == mark + mark + mark);             // U+07FF in three bytes
  CHECK(printable("\xf0\x8f\xbf\xbf") == mark + mark + mark + mark);  // U+FFFF in four
  CHECK(printable("\xed\xbf\xbf") == mark + mark + mark);             // the last surrogate
  CHECK(printable("\xf5\x80\x80\x80") == mark + mark + mark + mark);
  CHECK(printable("\xc3(") == mark + "(");
  CHECK(printable("\x80") == mark);
}

TEST_CASE("a file name keeps whole letters of its first hundred bytes, and dots behind others") {
  CHECK(file_name(std::string(100, 'a')) == std::string(100, 'a'));
  CHECK(file_name(std::string(101, 'a')) == std::string(100, 'a'));
  const std::string most(99, 'a');
  CHECK(file_name(most + "\u00e9") == most);
  CHECK(file_name(std::string(98, 'a') + "\u00e9") == std::string(98, 'a') + "\u00e9");
  CHECK(file_name("a..") == "a..");
  CHECK(file_name("/..") == "_..");
  for (const char c : std::string("/\\:*?\"<>|")) CHECK(file_name(std::string("a") + c) == "a_");
}

}  // namespace perpend
