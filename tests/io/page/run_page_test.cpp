// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/run_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "page_reader.hpp"
#include "io/recording/recorded_disc.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/sim/simulator.hpp"

using namespace perpend;
using namespace page_reader;

namespace {

std::string value_of(const std::vector<io::SummaryRow>& rows, const std::string& name) {
  for (const io::SummaryRow& row : rows)
    if (row.name == name) return row.value;
  return "no such row";
}

}  // namespace

TEST_CASE("a page holds poses, contacts and plots of the run") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(300);
  io::RunPage page{&model, &recording};
  page.notes = {{"recording", "disc.h5"}};
  const ScratchFile file("page.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const std::string html = read_text(file.path);
  const nlohmann::json data = data_of(html);
  CHECK(data["frames"]["count"] == 300);
  const auto poses = floats(data["frames"]["poses"]);
  REQUIRE(poses.size() == 3 * 300);  // the ground never moves and has none
  CHECK(poses[3 * 120 + 1] == static_cast<float>(recording.q(120, 4)));
  CHECK(floats(data["frames"]["contacts"]).size() == 4 * recording.contacts.size());
  const auto penetration = floats(data["plots"]["penetration"]);
  REQUIRE(penetration.size() == 299);  // the start is no step
  CHECK(penetration[41] == static_cast<float>(io::report_field(recording, "penetration")[42]));
  CHECK(data["notes"][0][1] == "disc.h5");
  CHECK(!data.contains("other"));
}

TEST_CASE("contacts in space have three numbers for the point, three for the force") {
  const auto scene = io::parse_scene(R"({"format": 1, "name": "ball", "simulation": {"duration": 1},
    "gravity": [0, 0, -10], "bodies": [
      {"name": "floor", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
      {"name": "ball", "kind": "spatial", "mass": 3, "position": [7, 5, 1],
       "shapes": [{"sphere": {"radius": 1}}]}]})",
                                     "ball.json");
  const Model& model = scene.value().model;
  const ScratchFile run("ball.h5"), file("ball.html");
  io::RunHeader header{"ball", "{}"};
  header.options.dt = 0.1;
  auto recorder = io::Recorder::open(run.path, model, header);
  Simulator simulator(model, header.options);
  State state = initial_state(model);
  for (int i = 0; i < 3; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE(recorder->write(state, report, simulator.contacts()).empty());
  }
  REQUIRE(recorder->close().empty());
  const io::Recording recording = io::read_recording(run.path).value();
  REQUIRE(io::write_run_page(file.path, {&model, &recording}).empty());
  const auto contacts = floats(data_of(read_text(file.path))["frames"]["contacts"]);
  REQUIRE(contacts.size() == 6 * 3);
  const std::vector<float> expected{7, 5, 0, 0, 0, 30};
  for (int i = 0; i < 6; ++i) CHECK(contacts[i] == doctest::Approx(expected[i]).epsilon(1e-6));
}

TEST_CASE("a page needs nothing from outside and scripts no names") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(3);
  const io::RunPage page{&model, &recording};
  const ScratchFile file("alone.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const std::string html = read_text(file.path);
  CHECK(html.find("src=") == std::string::npos);
  CHECK(html.find("<link") == std::string::npos);
  CHECK(html.find("fetch(") == std::string::npos);
  CHECK(html.find("{{") == std::string::npos);
  CHECK(html.find("bouncing <disc>") == std::string::npos);
  CHECK(html.find("<title>bouncing &lt;disc> · Perpend</title>") != std::string::npos);
  CHECK(data_of(html)["scene"] == "bouncing <disc>");
}

TEST_CASE("a page keeps to its size by leaving out frames, not peaks") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(20001);
  io::RunPage page{&model, &recording};
  page.max_bytes = 900'000;
  const ScratchFile file("small.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  CHECK(std::filesystem::file_size(file.path) < 1'000'000);
  const nlohmann::json data = data_of(read_text(file.path));
  const auto times = floats(data["frames"]["time"]);
  CHECK(times.size() == data["frames"]["count"]);
  CHECK(times.size() < 20001);
  CHECK(times.size() > 1000);
  CHECK(times.front() == 0);
  CHECK(times.back() == static_cast<float>(recording.time.back()));
  const auto all = io::report_field(recording, "penetration");
  const auto plotted = floats(data["plots"]["penetration"]);
  CHECK(plotted.size() <= 2000);
  CHECK(*std::max_element(plotted.begin(), plotted.end()) ==
        static_cast<float>(*std::max_element(all.begin() + 1, all.end())));
}

TEST_CASE("a second run is drawn beside the first") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(30), other = recorded_disc(20);
  io::RunPage page{&model, &recording, &other, "stabilised", "not stabilised"};
  const ScratchFile file("two.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const nlohmann::json data = data_of(read_text(file.path));
  CHECK(floats(data["other"]["penetration"]).size() == 19);
  CHECK(data["other_label"] == "not stabilised");
}

TEST_CASE("the summary speaks of the worst of all steps") {
  const auto rows = io::summarise(recorded_disc(101));
  CHECK(value_of(rows, "steps") == "100");
  CHECK(value_of(rows, "simulated") == "1 s");
  CHECK(value_of(rows, "status") == "ok");
  CHECK(value_of(rows, "worst residual") == "7.00e-14");
  CHECK(value_of(rows, "worst penetration") == "0.0002 m");
  CHECK(value_of(rows, "solved by") == "keller 101 islands");
  CHECK(value_of(rows, "energy").starts_with("1 J to "));
}

TEST_CASE("a page is refused where it has nothing to show or no place") {
  Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(2), empty = recorded_disc(0);
  CHECK_THROWS_AS(static_cast<void>(io::write_run_page("p.html", {&model, nullptr})),
                  InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(io::write_run_page("p.html", {&model, &empty})),
                  InvalidArgument);
  CHECK(!io::write_run_page("/nonexistent/p.html", {&model, &recording}).empty());
  model.start_q.resize(9);
  CHECK_THROWS_AS(static_cast<void>(io::write_run_page("p.html", {&model, &recording})),
                  InvalidArgument);
}
