// SPDX-License-Identifier: Apache-2.0
#include "perpend/core/version.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace perpend {

TEST_CASE("the version is that of CMakeLists.txt") {
  std::ifstream file(PERPEND_SOURCE_DIR "/CMakeLists.txt");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  CHECK(text.find("project(perpend VERSION " + std::string(version()) + " ") != std::string::npos);
}

}  // namespace perpend
