// SPDX-License-Identifier: Apache-2.0
#include "perpend/core/result.hpp"

#include <doctest/doctest.h>

#include "perpend/core/error.hpp"

namespace perpend {

TEST_CASE("a diagnostic prints file, line, element, message and hint") {
  const Diagnostic diagnostic{"a.json", 3, "bodies[0].mass", "is -1", "expected > 0"};
  CHECK(to_string(diagnostic) == "a.json:3: bodies[0].mass: is -1 (expected > 0)");
  CHECK(to_string(Diagnostic{"", 0, "", "no bodies", ""}) == "no bodies");
}

TEST_CASE("notes stand behind the faults and say what they are") {
  const Diagnostics found = with_notes({{"a.urdf", 3, "link", "has no name", ""}},
                                       {{"a.urdf", 2, "sensor", "is not done", "left out"}});
  CHECK(to_string(found) ==
        "a.urdf:3: link: has no name\nnote: a.urdf:2: sensor: is not done (left out)");
}

TEST_CASE("a result holds either a value or all diagnostics") {
  const Result<int> good(3);
  REQUIRE(good.has_value());
  CHECK(*good == 3);
  const Result<int> bad(Diagnostics{{"", 0, "x", "first", ""}, {"", 0, "y", "second", ""}});
  REQUIRE_FALSE(bad.has_value());
  CHECK(to_string(bad.error()) == "x: first\ny: second");
}

TEST_CASE("the nearest name is found within half its length, else none") {
  const std::vector<std::string> names{"discs", "brazil_nut", "incline"};
  CHECK(nearest_name("brasil_nut", names) == "brazil_nut");
  CHECK(nearest_name("Incline", names) == "incline");
  CHECK(nearest_name("quux", names).empty());
}

TEST_CASE("a name cut short is near the shortest that goes on from it") {
  const std::vector<std::string> keys{"surface_velocity", "velocity_limits", "velocity",
                                      "material"};
  CHECK(nearest_name("vel", keys) == "velocity");
  CHECK(nearest_name("surf", keys) == "surface_velocity");
  CHECK(nearest_name("ve", keys).empty());
  CHECK(nearest_name("elo", keys).empty());
}

TEST_CASE("neighbours typed in the wrong order are one mistake, not two") {
  const std::vector<std::string> verbs{"run", "list", "check", "solve", "bench"};
  CHECK(nearest_name("rnu", verbs) == "run");
  CHECK(nearest_name("ilts", verbs) == "list");
  CHECK(nearest_name("unr", verbs).empty());
}

TEST_CASE("a caller's mistake names the argument and its value") {
  try {
    require(false, "dt", "positive", -0.5);
    FAIL("no exception");
  } catch (const InvalidArgument& error) {
    CHECK(error.argument() == "dt");
    CHECK(std::string(error.what()) == "dt must be positive, got -0.5");
  }
  CHECK_NOTHROW(require(true, "dt", "positive", 1.0));
}

TEST_CASE("of names that are equally near the first is told, of a note that it is one") {
  CHECK(nearest_name("bax", {"box", "bat"}) == "box");
  CHECK(nearest_name("bax", {"bat", "box"}) == "bat");
  // Up to half of the letters may be wrong, rounded down; one more letter is one mistake.
  CHECK(nearest_name("abcd", {"abxy"}) == "abxy");
  CHECK(nearest_name("abcde", {"abxyz"}).empty());
  CHECK(nearest_name("disc", {"discs"}) == "discs");
  CHECK(nearest_name("discss", {"discs"}) == "discs");
  const Diagnostic note{"a.urdf", 0, "", "is not done", "", true};
  CHECK(to_string(note) == "note: a.urdf: is not done");
}

TEST_CASE("a caller's mistake with a value in words has it as it was given") {
  try {
    require(false, "method", "one of ours", std::string_view("pgs \"2\""));
    FAIL("no exception");
  } catch (const InvalidArgument& error) {
    CHECK(error.argument() == "method");
    CHECK(error.value() == "pgs \"2\"");
    CHECK(std::string(error.what()) == "method must be one of ours, got pgs \"2\"");
  }
  CHECK_THROWS_WITH(require(false, "x", "small", 0.1), "x must be small, got 0.10000000000000001");
  CHECK_NOTHROW(require(true, "method", "one of ours", std::string_view("x")));
}

}  // namespace perpend
