// SPDX-License-Identifier: Apache-2.0
// Recordings of forces along joint coordinates and of channels of the caller's own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "io/format/npz.hpp"
#include "io/scratch_file.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/export.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/model/model_builder.hpp"

using namespace perpend;

namespace {

// A slider with a motor and a limit, then a pin with nothing.
Model mechanism() {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.mass = 1.0, .inertia = 1.0});
  const BodyId b = builder.add_body({.pose = {{2, 0}}, .mass = 1.0, .inertia = 1.0});
  builder.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .a = a,
                     .coordinates = {{.hi = 2, .motor = MotorKind::velocity, .max_force = 5}}});
  builder.add_joint({.name = "hub", .kind = JointKind::pin, .a = b, .anchor = {2, 0, 0}});
  return builder.build().value();
}

const std::vector<Channel> kChannels{{"load", "N", 2}, {"mode", "1"}};

State state_of(const Model& model, int step) {
  State state = initial_state(model);
  state.step = step;
  state.time = 0.5 * step;
  return state;
}

// Rows 0 and 2 of three steps; the first is not told of any extras.
io::Recording recorded(const Model& model, const ScratchFile& file) {
  auto recorder =
      io::Recorder::open(file.path, model, {"m", "{}"}, {.every = 2, .channels = kChannels});
  REQUIRE(recorder);
  REQUIRE(recorder->write(state_of(model, 0), {}, {}).empty());
  for (int step = 1; step < 3; ++step) {
    const CoordinateForce forces[] = {{.motor = 4.0 + step, .limit = -0.5 * step}, {}};
    const double numbers[] = {10.0 * step, 20.0 * step, 30.0 * step};
    REQUIRE(recorder->write(state_of(model, step), {}, {}, {forces, numbers}).empty());
  }
  REQUIRE(recorder->close().empty());
  auto recording = io::read_recording(file.path);
  REQUIRE_MESSAGE(recording.has_value(), (recording ? "" : to_string(recording.error())));
  return std::move(recording).value();
}

}  // namespace

TEST_CASE("forces and channels are read back by row, unknown ones as NaN") {
  const Model model = mechanism();
  const ScratchFile file("extras.h5");
  const io::Recording recording = recorded(model, file);
  REQUIRE(recording.rows() == 2);
  REQUIRE(recording.motor_force.rows() == 2);
  REQUIRE(recording.motor_force.cols() == 2);
  CHECK(std::isnan(recording.motor_force(0, 0)));
  CHECK(recording.motor_force(1, 0) == 6.0);
  CHECK(recording.limit_force(1, 0) == -1.0);
  CHECK(recording.limit_force(1, 1) == 0.0);
  CHECK(recording.spring_force.size() == 0);  // the model has no spring
  CHECK(recording.friction_force.size() == 0);
  REQUIRE(recording.recorder.channels.size() == 2);
  CHECK(recording.recorder.channels[0].unit == "N");
  CHECK(io::channel(recording, "load")(1, 1) == 40.0);
  CHECK(io::channel(recording, "mode")(1, 0) == 60.0);
  CHECK(std::isnan(io::channel(recording, "mode")(0, 0)));
  CHECK_THROWS_AS(io::channel(recording, "none"), InvalidArgument);
}

TEST_CASE("what acts along some coordinate has a column, whatever else does not") {
  const auto columns = [](const CoordinateDef& def) {
    ModelBuilder builder;
    const BodyId a = builder.add_body({.mass = 1.0, .inertia = 1.0});
    builder.add_joint({.name = "rail", .kind = JointKind::prismatic, .a = a, .coordinates = {def}});
    const Model model = builder.build().value();
    const ScratchFile file("columns.h5"), npz("columns.npz");
    auto recorder = io::Recorder::open(file.path, model, {"m", "{}"});
    REQUIRE(recorder);
    REQUIRE(recorder->write(state_of(model, 0), {}, {}).empty());
    REQUIRE(recorder->close().empty());
    REQUIRE(io::export_npz(io::read_recording(file.path).value(), npz.path).empty());
    const std::vector<io::NamedArray> arrays = io::read_npz(npz.path).value();
    std::vector<std::string> names;
    for (const io::NamedArray& array : arrays)
      if (array.name.starts_with("joints_") && array.name.ends_with("_force"))
        names.push_back(array.name);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(columns({}) == Names{});
  CHECK(columns({.stiffness = 2}) == Names{"joints_spring_force"});
  CHECK(columns({.damping = 2}) == Names{"joints_spring_force"});
  CHECK(columns({.friction = 2}) == Names{"joints_friction_force"});
  CHECK(columns({.lo = -1}) == Names{"joints_limit_force"});
  CHECK(columns({.hi = 1}) == Names{"joints_limit_force"});
}

TEST_CASE("a row that closing makes has the extras of its step") {
  const Model model = mechanism();
  const ScratchFile file("extras_last.h5");
  auto recorder =
      io::Recorder::open(file.path, model, {"m", "{}"}, {.every = 5, .channels = kChannels});
  REQUIRE(recorder);
  for (int step = 0; step < 3; ++step) {
    const double numbers[] = {1.0 * step, 0, 0};
    REQUIRE(recorder->write(state_of(model, step), {}, {}, {.channels = numbers}).empty());
  }
  REQUIRE(recorder->close().empty());
  const auto recording = io::read_recording(file.path);
  REQUIRE(recording);
  REQUIRE(recording->rows() == 2);
  CHECK(io::channel(*recording, "load")(1, 0) == 2.0);
}

TEST_CASE("a row that closing makes has the forces and the contacts of its step") {
  const Model model = mechanism();
  const ScratchFile file("forces_last.h5");
  auto recorder = io::Recorder::open(file.path, model, {"m", "{}"}, {.every = 5});
  REQUIRE(recorder);
  for (int step = 0; step < 3; ++step) {
    const CoordinateForce forces[] = {{.motor = 1.0 + step, .limit = -2.0 * step}, {}};
    const ContactRecord contact{
        .a = {0}, .b = {1}, .gap = 0.5 * step, .impulse = {0, 3.0 * step, 0}};
    REQUIRE(recorder->write(state_of(model, step), {}, std::span(&contact, 1), {forces}).empty());
  }
  REQUIRE(recorder->close().empty());
  const auto recording = io::read_recording(file.path);
  REQUIRE(recording);
  REQUIRE(recording->rows() == 2);
  CHECK(recording->motor_force(1, 0) == 3.0);
  CHECK(recording->limit_force(1, 0) == -4.0);
  REQUIRE(recording->contacts_at(1).size() == 1);
  CHECK(recording->contacts_at(1)[0].gap == 1.0);
  CHECK(recording->contacts_at(1)[0].impulse.y() == 6.0);
}

TEST_CASE("exports name forces and channels with their units") {
  const Model model = mechanism();
  const ScratchFile file("extras_exported.h5"), csv("extras.csv"), npz("extras.npz");
  const io::Recording recording = recorded(model, file);
  REQUIRE(io::export_csv(recording, csv.path).empty());
  std::ifstream text(csv.path);
  std::string header, first, second;
  std::getline(text, header);
  std::getline(text, first);
  std::getline(text, second);
  CHECK(header.find(",rail.motor_force[0] [N],hub.motor_force[0] [N m],rail.limit_force[0] [N]") !=
        std::string::npos);
  CHECK(header.ends_with(",load[0] [N],load[1] [N],mode[0] [1]"));
  CHECK(second.ends_with(",6,0,-1,0,20,40,60"));
  REQUIRE(io::export_npz(recording, npz.path).empty());
  const auto arrays = io::read_npz(npz.path);
  REQUIRE(arrays);
  const auto is_load = [](const io::NamedArray& array) { return array.name == "channels_load"; };
  const auto load = std::ranges::find_if(*arrays, is_load);
  REQUIRE(load != arrays->end());
  CHECK(load->values[3] == 40.0);
}

TEST_CASE("each kind of force stands in the column of its name") {
  const Model model = mechanism();
  const ScratchFile file("extras_kinds.h5"), csv("extras_kinds.csv");
  io::Recording recording = recorded(model, file);
  const auto column = [&](double value) { return io::Recording::Rows::Constant(2, 2, value); };
  recording.spring_force = column(1);
  recording.motor_force = column(2);
  recording.friction_force = column(3);
  recording.limit_force = column(4);
  REQUIRE(io::export_csv(recording, csv.path).empty());
  std::ifstream text(csv.path);
  std::string header, line;
  std::getline(text, header);
  std::getline(text, line);
  const auto cell = [](const std::string& row, std::ptrdiff_t k) {
    std::istringstream cells(row);
    std::string found;
    while (k-- >= 0) std::getline(cells, found, ',');
    return found;
  };
  const char* const names[] = {"spring", "motor", "friction", "limit"};
  for (int kind = 0; kind < 4; ++kind) {
    const auto at = header.find(std::string(",hub.") + names[kind] + "_force[0] [N m]");
    REQUIRE(at != std::string::npos);
    const auto before = std::count(header.begin(), header.begin() + static_cast<int>(at) + 1, ',');
    CHECK(cell(line, before) == std::to_string(kind + 1));
  }
}

TEST_CASE("extras of another size are the caller's mistake") {
  const Model model = mechanism();
  const ScratchFile file("extras_wrong.h5");
  const auto open = [&](std::vector<Channel> channels) {
    return io::Recorder::open(file.path, model, {"m", "{}"}, {.channels = std::move(channels)});
  };
  CHECK_THROWS_AS(open({{""}}), InvalidArgument);
  CHECK_THROWS_AS(open({{"a"}, {"a"}}), InvalidArgument);
  for (const int width : {-1, 0, 1'000'001})
    CHECK_THROWS_WITH_AS(open({{"a", "1", width}}), doctest::Contains("channel.width"),
                         InvalidArgument);
  CHECK_THROWS_AS(open({{"a", "1", 999'999}, {"b", "1", 2}}), InvalidArgument);
  auto recorder = open({{"a"}});
  REQUIRE(recorder);
  const double two[] = {1, 2};
  const CoordinateForce one[] = {{}};
  CHECK_THROWS_AS(recorder->write(state_of(model, 0), {}, {}, {.channels = two}), InvalidArgument);
  CHECK_THROWS_AS(recorder->write(state_of(model, 0), {}, {}, {.coordinate_forces = one}),
                  InvalidArgument);
}

TEST_CASE("a row takes the bytes of its extras") {
  const Model model = mechanism();
  const ScratchFile file("extras_bytes.h5");
  const auto bytes = [&](std::vector<Channel> channels) {
    return io::Recorder::open(file.path, model, {"m", "{}"}, {.channels = std::move(channels)})
        ->bytes_per_row(0);
  };
  CHECK(bytes(kChannels) - bytes({}) == 3 * sizeof(double));
}
