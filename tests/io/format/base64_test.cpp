// SPDX-License-Identifier: Apache-2.0
#include "io/format/base64.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

namespace perpend::io {

TEST_CASE("the examples of RFC 4648, bytes behind the last one do not count") {
  constexpr std::string_view kText = "foobar\xff\xff";
  const std::span<const std::byte> all = std::as_bytes(std::span(kText));
  const std::array<std::string_view, 7> expected{"",         "Zg==",     "Zm8=",    "Zm9v",
                                                 "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t n = 0; n < expected.size(); ++n) CHECK(base64(all.first(n)) == expected[n]);
  // Byte 251 and 255: the last two of 64 digits.
  constexpr std::array<unsigned char, 4> kLast{251, 240, 0, 255};
  CHECK(base64(std::as_bytes(std::span(kLast)).first(2)) == "+/A=");
}

TEST_CASE("all bytes come back from base64, and other characters are refused") {
  std::string all;
  for (int k = 0; k < 512; ++k) {
    all += static_cast<char>(k * 7 % 256);
    const std::string text = base64(std::as_bytes(std::span(all)));
    CHECK(from_base64(text) == all);
    CHECK(from_base64(text.substr(0, text.find('='))) == all);
  }
  CHECK(from_base64("") == "");
  CHECK(!from_base64("Zm9 v"));
  CHECK(!from_base64("Zm9v\xff"));
}

}  // namespace perpend::io
