// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "io/recording/recorded_disc.hpp"
#include "page_reader.hpp"
#include "perpend/io/run_page.hpp"

using namespace perpend;
using nlohmann::json;
using page_reader::unpacked;

namespace {

const Model& model() {
  static const Model kModel = bouncing_disc::model();
  return kModel;
}

json data_of(const io::RunPage& page) {
  return json::parse(io::run_page_data(page));
}

}  // namespace

TEST_CASE("plots of a long run have the worst, the end or the sum of so many rows at each point") {
  for (const auto& [rows, bucket] : {std::pair(2000, 1), {2001, 2}, {4000, 2}, {4001, 3}, {1, 1}}) {
    CAPTURE(rows);
    const io::Recording run = recorded_disc(rows);
    const json plots = data_of({.model = &model(), .recording = &run})["plots"];
    const auto residual = unpacked(plots["residual"]), energy = unpacked(plots["energy"]);
    const auto time = unpacked(plots["time"]), solve = unpacked(plots["solve_ms"]);
    const auto own = io::report_field(run, "residual"),
               after = io::report_field(run, "energy_after");
    const auto seconds = io::report_field(run, "time_solve");
    const int first = rows > 1 ? 1 : 0;  // the start is no step
    REQUIRE(static_cast<int>(residual.size()) == (rows - first + bucket - 1) / bucket);
    for (int k = 0; k < static_cast<int>(residual.size()); ++k) {
      const int at = first + k * bucket, end = std::min(at + bucket, rows);
      const auto i = static_cast<std::size_t>(k), last = static_cast<std::size_t>(end - 1);
      CHECK(residual[i] == float(*std::max_element(own.begin() + at, own.begin() + end)));
      CHECK(energy[i] == float(after[last]));
      CHECK(time[i] == float(run.time[last]));
      if (rows > 1)
        CHECK(solve[i] ==
              float(1e3 * *std::max_element(seconds.begin() + at, seconds.begin() + end)));
    }
  }
}

TEST_CASE("what a page is given stands in its data under its name") {
  io::Recording run = recorded_disc(5), other = recorded_disc(4);
  run.header.options.law = *law_from_name("polyhedral(12)");
  run.log = "step 3: unsolved: \"why\"\n";
  io::RunPage page{.model = &model(), .recording = &run};
  page.description = "words";
  page.label = "mine";
  page.still_frames = 7;
  page.notes = {{"file", "a.h5"}, {"more", "b"}};
  page.step_times = "median 1 ms";
  page.view = study::ViewFrame{{1, 2}, {3, 4}};
  page.joint_notes = {"none"};
  const json data = data_of(page);
  CHECK(data["scene"] == "bouncing <disc>");
  CHECK(data["description"] == "words");
  CHECK(data["in_space"] == false);
  CHECK(data["law"] == "polyhedral(12)");
  CHECK(data["law_words"].get<std::string>().find("polyg") != std::string::npos);
  CHECK(data["dt"] == bouncing_disc::kDt);
  CHECK(data["label"] == "mine");
  CHECK(data["stills"] == 7);
  CHECK(data["log"] == run.log);
  CHECK(data["notes"] == json::parse(R"([["file", "a.h5"], ["more", "b"]])"));
  CHECK(data["view"]["lo"] == json({1, 2}));
  CHECK(data["bodies"].size() == 2);
  CHECK(data["joints"].empty());
  const auto step = [](const json& table) {
    for (const json& row : table)
      if (row[0] == "step") return row[1].get<std::string>();
    return std::string("none");
  };
  CHECK(step(data["summary"]) == "median 1 ms");
  CHECK_FALSE(data.contains("other_summary"));
  page.other = &other;
  page.other_label = "theirs";
  const json both = data_of(page);
  CHECK(both["other_label"] == "theirs");
  CHECK(step(both["other_summary"]).starts_with("median "));
  CHECK(step(both["other_summary"]) != "median 1 ms");
  CHECK(unpacked(both["other"]["time"]).size() == 3);
}

TEST_CASE("an expected value holds up to its tolerance, and has all of its words") {
  const io::Recording run = recorded_disc(2);
  io::RunPage page{.model = &model(), .recording = &run};
  page.expectations = {{"a", 1.5, 1.0, 0.5, "why"},
                       {"b", 0.5, 1.0, 0.5, ""},
                       {"c", 1.5625, 1.0, 0.5, ""},
                       {"d", INFINITY, 1.0, 0.5, ""},
                       {"e", 2.0, 2.0, 0.0, ""}};
  const json rows = data_of(page)["expectations"];
  REQUIRE(rows.size() == 5);
  CHECK(rows[0] == json({{"name", "a"},
                         {"computed", 1.5},
                         {"expected", 1.0},
                         {"tolerance", 0.5},
                         {"holds", true},
                         {"why", "why"}}));
  CHECK(rows[1]["holds"] == true);
  CHECK(rows[2]["holds"] == false);
  CHECK(rows[3]["holds"] == false);
  CHECK(rows[3]["computed"].is_null());
  CHECK(rows[4]["holds"] == true);
}
