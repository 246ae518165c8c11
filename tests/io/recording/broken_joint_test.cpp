// SPDX-License-Identifier: Apache-2.0
// Which joints have broken, in recordings, in what pages are made of, and in pages.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "io/format/npz.hpp"
#include "io/page/page_reader.hpp"
#include "io/recording/run_sampler.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/export.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/sim/simulator.hpp"

using namespace perpend;

namespace {

constexpr double kDt = 0.01;

// A ball falls 5 cm, which takes 0.1 s, into a rope that its fall breaks; the pendulum beside it
// holds.
Model ball_on_rope() {
  auto scene = io::parse_scene(R"({"format": 1, "name": "rope", "gravity": [0, -10], "bodies": [
      {"name": "ball", "kind": "particle", "position": [0, -0.95], "mass": 1},
      {"name": "bob", "kind": "particle", "position": [2, -1], "mass": 1}],
    "joints": [
      {"name": "rod", "kind": "distance", "a": "bob", "anchor": [2, -1], "anchor_b": [2, 0]},
      {"name": "rope", "kind": "strut", "a": "ball", "anchor": [0, -0.95], "anchor_b": [0, 0],
       "coordinates": [{"limits": [null, 1]}], "break_force": 15}],
    "simulation": {"duration": 1}})",
                               "rope.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return std::move(scene->model);
}

// Calls row(state, report) at the start and after each of 20 steps; the state at which it broke.
template <typename Row>
std::size_t run(const Model& model, const Row& row) {
  Simulator simulator(model, {.dt = kDt});
  State state = initial_state(model);
  row(state, StepReport{});
  std::size_t whole = 0;
  for (int step = 1; step <= 20; ++step) {
    const StepReport report = simulator.step(state);
    row(state, report);
    whole += state.broken.empty();
  }
  return whole + 1;
}

void check_rows(const io::Recording& recording, std::size_t broke_at) {
  CHECK(broke_at > 8);
  CHECK(broke_at < 13);
  REQUIRE(recording.rows() == 21);
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    const State state = io::recorded_state(recording, row);
    CHECK(state.is_broken({1}) == (row >= broke_at));
    CHECK(!state.is_broken({0}));
  }
}

}  // namespace

TEST_CASE("a recording tells from which row on a joint has broken") {
  const Model model = ball_on_rope();
  const ScratchFile file("broken_rope.h5");
  auto recorder = io::Recorder::open(file.path, model, {"rope", "{}"});
  REQUIRE(recorder.has_value());
  const std::size_t broke_at = run(model, [&](const State& state, const StepReport& report) {
    REQUIRE(recorder->write(state, report, {}).empty());
  });
  REQUIRE(recorder->close().empty());
  const auto recording = io::read_recording(file.path);
  REQUIRE(recording.has_value());
  check_rows(*recording, broke_at);
}

TEST_CASE("tables and arrays made of a recording tell it too") {
  const Model model = ball_on_rope();
  io::RunSampler sampler(model, {"rope", "{}"});
  const std::size_t broke_at = run(
      model, [&](const State& state, const StepReport& report) { sampler.add(state, report, {}); });
  const io::Recording recording = sampler.take();
  const ScratchFile csv("broken_rope.csv"), npz("broken_rope.npz");
  REQUIRE(io::export_csv(recording, csv.path).empty());
  std::ifstream table(csv.path);
  std::string names;
  std::getline(table, names);
  CHECK(names.ends_with(",rod.impulse[0] [N s],rod.broken [1],rope.broken [1]"));
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    std::string line;
    REQUIRE(std::getline(table, line));
    CHECK(line.ends_with(row >= broke_at ? ",0,1" : ",0,0"));
  }
  REQUIRE(io::export_npz(recording, npz.path).empty());
  const std::vector<io::NamedArray> arrays = io::read_npz(npz.path).value();
  const auto is_broken = [](const io::NamedArray& array) { return array.name == "joints_broken"; };
  const auto broken = std::ranges::find_if(arrays, is_broken);
  REQUIRE(broken != arrays.end());
  CHECK(broken->shape == std::vector<std::int64_t>{21, 2});
  CHECK(broken->values[2 * broke_at - 1] == 0);
  CHECK(broken->values[2 * broke_at + 1] == 1);
}

TEST_CASE("so does what a page is made of, and the page") {
  const Model model = ball_on_rope();
  io::RunSampler sampler(model, {"rope", "{}"});
  const std::size_t broke_at = run(
      model, [&](const State& state, const StepReport& report) { sampler.add(state, report, {}); });
  const io::Recording recording = sampler.take();
  check_rows(recording, broke_at);
  const ScratchFile file("broken_rope.html");
  REQUIRE(io::write_run_page(file.path, {&model, &recording}).empty());
  const auto data = page_reader::data_of(page_reader::read_text(file.path));
  const auto broken = page_reader::unpacked<std::uint8_t>(data["frames"]["broken"]);
  REQUIRE(broken.size() == 2 * recording.rows());
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    CHECK(broken[2 * row] == 0);
    CHECK(broken[2 * row + 1] == (row >= broke_at));
  }
}
