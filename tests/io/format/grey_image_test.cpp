// SPDX-License-Identifier: Apache-2.0
#include "io/format/grey_image.hpp"

#include <doctest/doctest.h>

#include "io/format/png_bytes.hpp"

namespace perpend::io {
namespace {

using png_bytes::picture;

std::string fault_of(std::string_view bytes) {
  const Result<GreyImage> image = parse_png(bytes, "p.png");
  if (image) return "none";
  REQUIRE(image.error().size() == 1);
  CHECK(image.error()[0].file == "p.png");
  return image.error()[0].message + " (" + image.error()[0].hint + ")";
}

TEST_CASE("a picture has the values of its file, in 8 and in 16 bits") {
  for (const auto& [bits, values] : {std::pair(8, std::vector{0, 1, 255, 254, 127, 128}),
                                     std::pair(16, std::vector{0, 1, 65535, 256, 255, 4660})}) {
    CAPTURE(bits);
    const std::vector<std::vector<int>> rows{{values.begin(), values.begin() + 3},
                                             {values.begin() + 3, values.end()}};
    const Result<GreyImage> image = parse_png(picture(rows, bits), "p.png");
    REQUIRE_MESSAGE(image.has_value(), (image ? "" : to_string(image.error())));
    CHECK(image->rows == 2);
    CHECK(image->columns == 3);
    CHECK(std::vector<int>(image->values.begin(), image->values.end()) == values);
    CHECK(image->at(1, 0) == values[3]);
  }
}

TEST_CASE("of colours the red counts, opacity is left out") {
  const Result<GreyImage> red =
      parse_png(picture({{7, 100, 200, 9, 0, 255}}, 8, png_bytes::colours), "p.png");
  REQUIRE(red.has_value());
  CHECK(red->values == std::vector<std::uint16_t>{7, 9});
  const Result<GreyImage> solid =
      parse_png(picture({{300, 0, 4000, 65535}}, 16, png_bytes::grey_with_opacity), "p.png");
  REQUIRE(solid.has_value());
  CHECK(solid->values == std::vector<std::uint16_t>{300, 4000});
}

TEST_CASE("what is no picture, and one that is cut short or changed, is called so") {
  const std::string whole = picture({{1, 2, 3}, {4, 5, 6}});
  CHECK(fault_of(whole) == "none");
  CHECK(fault_of("") == "is no PNG picture (it is cut short)");
  CHECK(fault_of("GIF89a and more").starts_with("is no PNG picture ("));
  CHECK(fault_of(whole.substr(0, 20)) == "is no PNG picture (it is cut short)");
  for (std::size_t size = 45; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(fault_of(whole.substr(0, size)).ends_with("it is cut short)"));
  }
  std::string changed = whole;
  changed[50] = static_cast<char>(changed[50] ^ 8);
  CHECK(fault_of(changed).starts_with("is a damaged PNG picture ("));
}

TEST_CASE("a picture that nobody can simulate is refused by its size, before it takes memory") {
  std::string large = picture({{0}});
  const std::string head = png_bytes::big_endian(2050) + png_bytes::big_endian(1'000'000) +
                           std::string("\x08\0\0\0\0", 5);
  large.replace(8, 25, png_bytes::chunk("IHDR", head));
  CHECK(fault_of(large) == "has 2050 x 1000000 pixels (expected at most 2049 x 2049)");
}

}  // namespace
}  // namespace perpend::io
