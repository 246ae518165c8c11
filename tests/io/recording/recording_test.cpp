// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/recording.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "changed_recording.hpp"
#include "every_column.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/snapshot.hpp"

using namespace perpend;
using changed_recording::fault_with;

namespace {

using Numbers = std::vector<std::int32_t>;
using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("contacts of bodies that are not there, or of no known kind, are refused by number") {
  for (const char* body : {"contacts/body_a", "contacts/body_b"}) {
    CAPTURE(body);
    CHECK(fault_with(body, Numbers{1, -1, 0}) == "none");
    CHECK(fault_with(body, Numbers{0, 0, 2}) == "contacts[2]: is damaged");
    CHECK(fault_with(body, Numbers{0, -2, 0}) == "contacts[1]: is damaged");
  }
  CHECK(fault_with("contacts/status", Numbers{0, 2, 1}) == "none");
  CHECK(fault_with("contacts/status", Numbers{3, 0, 0}) == "contacts[0]: is damaged");
  CHECK(fault_with("contacts/status", Numbers{0, 0, -1}) == "contacts[2]: is damaged");
}

TEST_CASE("contacts of rows follow each other, up to as many as there are") {
  const std::string damaged = "contacts/offset: does not grow from 0 to the number of contacts";
  CHECK(fault_with("contacts/offset", Numbers{0, 0, 1}) == "none");
  CHECK(fault_with("contacts/offset", Numbers{1, 1, 1}) == damaged);
  CHECK(fault_with("contacts/offset", Numbers{0, 2, 1}) == damaged);
  CHECK(fault_with("contacts/offset", Numbers{0, 1, 4}) == damaged);
  CHECK(fault_with("contacts/offset", Numbers{0, 1, 2}) == damaged);
  CHECK(fault_with("contacts/count", Numbers{1, 0, 1}) == "none");
  CHECK(fault_with("contacts/count", Numbers{1, 0, 3}) == damaged);
  CHECK(fault_with("contacts/count", Numbers{1, 0, -1}) == damaged);
}

TEST_CASE("bodies follow each other, each of a known kind and of at most twelve numbers") {
  CHECK(fault_with("bodies/offset", Numbers{0, 4}) == "bodies[1]: is damaged");
  CHECK(fault_with("bodies/q_offset", Numbers{1, 4}) == "bodies[0]: is damaged");
  CHECK(fault_with("bodies/dof", Numbers{0, 3}) == "bodies[0]: is damaged");
  CHECK(fault_with("bodies/q_size", Numbers{3, 13}) == "bodies[1]: is damaged");
  CHECK(fault_with("bodies/q_size", Numbers{3, 4}) == "q: has the shape 3 x 6");
  CHECK(fault_with("bodies/dof", Numbers{3, 4}) == "v: has the shape 3 x 6");
  CHECK(fault_with("bodies/kind", Words{"rigid", "soft"}) ==
        "bodies/kind: has the unknown value `soft`");
  CHECK(fault_with("bodies/kind", Words{"rigid"}) == "bodies/kind: has not one entry per body");
}

TEST_CASE("channels have a name, a unit and a width each") {
  CHECK(fault_with("channels/unit", Words{"N"}) == "channels/unit: has not one entry per channel");
  CHECK(fault_with("channels/width", Numbers{3, 0}) == "channels/width: is damaged");
  CHECK(fault_with("channels/width", Numbers{1'000'000, 1}) == "channels/width: is damaged");
  CHECK(fault_with("channels/width", Numbers{2, 2}) == "channels/value: has the shape 3 x 3");
  CHECK(fault_with("channels/width", Numbers{2, 1}) == "none");
}

TEST_CASE("a file says itself whether it is a recording") {
  const ScratchFile run("is.h5"), state("is_not.h5"), text("is_text.h5");
  const Model model = changed_recording::model();
  changed_recording::write(run.path);
  REQUIRE(io::write_snapshot(state.path, model, initial_state(model), {}).empty());
  std::ofstream(text.path) << "perpend recording";
  CHECK(io::is_recording(run.path));
  CHECK_FALSE(io::is_recording(state.path));
  CHECK_FALSE(io::is_recording(text.path));
  CHECK_FALSE(io::is_recording("/nonexistent/run.h5"));
}

TEST_CASE("the state of a row has all of its numbers, and which of the joints have broken") {
  const io::Recording run = EveryColumn().recording();
  const State state = io::recorded_state(run, 1);
  CHECK(state.time == 0);
  CHECK(state.step == -1);
  CHECK(state.q == -Eigen::VectorXd::LinSpaced(37, 2, 38));
  CHECK(state.v == -Eigen::VectorXd::LinSpaced(33, 39, 71));
  CHECK(state.coordinates == -Eigen::VectorXd::LinSpaced(5, 74, 78));
  CHECK(state.joint_impulses == -Eigen::VectorXd::LinSpaced(14, 79, 92));
  CHECK(state.broken == std::vector<std::int8_t>{-93, -94, -95, -96, -97});
  CHECK_THROWS_AS(static_cast<void>(io::recorded_state(run, 2)), InvalidArgument);
}

TEST_CASE("channels and report fields are found by name") {
  const io::Recording run = EveryColumn().recording();
  CHECK(io::channel(run, "load") == io::Recording::Rows{{118, 119}, {-118, -119}});
  CHECK(io::channel(run, "a, \"b\"") == io::Recording::Rows{{120}, {-120}});
  CHECK(io::report_field(run, "pivots")[1] == -73);
  CHECK(io::has_report_field(run, "pivots"));
  CHECK_FALSE(io::has_report_field(run, "pivot"));
}

// Rows of 4, 2, 0 and 3 steps, the last but one of a step that failed, as the last but for its end.
TEST_CASE("means are those of the steps of a row, a failed one included, and 0 at the start") {
  io::Recording run;
  run.time.resize(5);
  run.step = {10, 14, 16, 16, 18};
  run.report = {{"pivots", "1", {7, 8, 9, 10, 12}}, {"status", "1", {0, 0, 0, 1, 2}}};
  CHECK(io::report_means(run, "pivots") == std::vector<double>{0, 2, 4.5, 10, 4});
  run.report[1].values[3] = 0;
  CHECK(io::report_means(run, "pivots")[3] == 10);
}
