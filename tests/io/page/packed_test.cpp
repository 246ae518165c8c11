// SPDX-License-Identifier: Apache-2.0
#include "io/page/packed.hpp"

#include <doctest/doctest.h>

#include <random>

#include "page_reader.hpp"

namespace perpend::io {
namespace {

template <typename T>
void check_back(std::size_t count, std::mt19937_64& random) {
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(random());
  CHECK(page_reader::unpacked<T>(deflated(values)) == values);
}

TEST_CASE("numbers of any size and count come back, and even ones take little") {
  std::mt19937_64 random(5);
  for (const std::size_t count : {1, 2, 3, 7, 1000}) {
    check_back<float>(count, random);
    check_back<std::uint32_t>(count, random);
    check_back<std::int32_t>(count, random);
    check_back<std::uint8_t>(count, random);
  }
  CHECK(deflated(std::vector<float>(100'000, 0.1F)).size() < 5000);
}

}  // namespace
}  // namespace perpend::io
