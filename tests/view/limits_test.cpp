// SPDX-License-Identifier: Apache-2.0
#include "view/limits.hpp"

#include <doctest/doctest.h>

namespace perpend::view {
namespace {

TEST_CASE("only names of this machine are hosts") {
  for (const char* host : {"localhost", "localhost:8417", "127.0.0.1:1", "[::1]:80", "[::1]"}) {
    CAPTURE(host);
    CHECK(is_loopback(host));
  }
  for (const char* host : {"", "evil.example", "evil.example:8417", "localhost.evil.example",
                           "127.0.0.1.evil.example:80", "localhost:80x", "localhost:", "0.0.0.0"}) {
    CAPTURE(host);
    CHECK_FALSE(is_loopback(host));
  }
}

TEST_CASE("a page has the origin of its host or none") {
  CHECK(is_same_origin("http://localhost:8417", "localhost:8417"));
  CHECK(is_same_origin("", "localhost:8417"));
  CHECK_FALSE(is_same_origin("null", "localhost:8417"));
  CHECK_FALSE(is_same_origin("http://localhost:8000", "localhost:8417"));
  CHECK_FALSE(is_same_origin("https://localhost:8417", "localhost:8417"));
  CHECK_FALSE(is_same_origin("http://127.0.0.1:8417", "localhost:8417"));
}

TEST_CASE("a flood is stopped, a steady rate is not") {
  using Seconds = std::chrono::duration<double>;
  const auto start = RateLimit::Clock::now();
  const auto at = [&](double s) {
    return start + std::chrono::duration_cast<RateLimit::Clock::duration>(Seconds(s));
  };
  RateLimit flood(100, 50);
  int taken = 0;
  for (int i = 0; i < 1000; ++i) taken += flood.take(at(1e-6 * i));
  CHECK(taken >= 100);
  CHECK(taken <= 101);
  RateLimit steady(10, 50);
  for (int i = 0; i < 1000; ++i) CHECK(steady.take(at(1 + i / 40.0)));
}

}  // namespace
}  // namespace perpend::view
