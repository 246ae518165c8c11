// SPDX-License-Identifier: Apache-2.0
// Recordings of bodies in space and of joints: sizes, names and numbers per body and joint.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "io/format/npz.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/export.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/snapshot.hpp"

using namespace perpend;

namespace {

// A body of every kind that a file can say, three joints and a coupler over two of them.
Model mechanism() {
  const auto scene = io::parse_scene(R"({"format": 1, "name": "m", "simulation": {"duration": 1},
    "bodies": [
      {"name": "disc", "mass": 1, "inertia": 1},
      {"name": "arm", "kind": "spatial", "mass": 2, "inertia": [1, 2, 2.5]},
      {"name": "dot", "kind": "particle", "mass": 1, "position": [3, 0]},
      {"name": "bead", "kind": "spatial_particle", "mass": 1, "position": [0, 0, 3]},
      {"name": "floor", "kind": "fixed", "shapes": [{"half_plane": {}}], "level": 7}],
    "joints": [
      {"name": "axle", "kind": "cylindrical", "a": "arm", "anchor": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "rod", "kind": "distance", "a": "bead", "b": "arm", "anchor": [0, 0, 3],
       "anchor_b": [0, 0, 0]},
      {"name": "hub", "kind": "pin", "a": "disc", "anchor": [0, 0]}],
    "couplers": [{"name": "gear", "terms": [{"joint": "axle", "coordinate": 1, "factor": 2},
                                            {"joint": "hub", "factor": 1}]}]})",
                                     "m.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return scene->model;
}

// Every number differs from every other, so that no two columns can be confused.
State state_of(const Model& model, int step) {
  State state = initial_state(model);
  state.step = step;
  state.time = 0.25 * step;
  double next = 1000.0 * step;
  for (Eigen::VectorXd* values : {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
    for (double& value : *values) value = next += 0.125;
  return state;
}

io::Recording recorded(const Model& model, int rows) {
  const ScratchFile file("mechanism.h5");
  auto recorder = io::Recorder::open(file.path, model, {"m", "{}"});
  REQUIRE_MESSAGE(recorder.has_value(), (recorder ? "" : to_string(recorder.error())));
  for (int step = 0; step < rows; ++step)
    REQUIRE(recorder->write(state_of(model, step), {}, {}).empty());
  REQUIRE(recorder->close().empty());
  auto recording = io::read_recording(file.path);
  REQUIRE_MESSAGE(recording.has_value(), (recording ? "" : to_string(recording.error())));
  return std::move(recording).value();
}

}  // namespace

TEST_CASE("a recording gives back bodies of every kind, joints and couplers") {
  const Model model = mechanism();
  const io::Recording recording = recorded(model, 5);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    CHECK(recording.bodies.kind[i] == model.bodies[i].kind);
    CHECK(recording.bodies.dof[i] == model.bodies[i].dof);
    CHECK(recording.bodies.offset[i] == model.bodies[i].v_offset);
    CHECK(recording.bodies.q_size[i] == model.bodies[i].q_size);
    CHECK(recording.bodies.q_offset[i] == model.bodies[i].q_offset);
  }
  REQUIRE(recording.joints.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(recording.joints[i].name == model.joints[i].name);
    CHECK(recording.joints[i].kind == model.joints[i].kind);
    CHECK(recording.joints[i].in_plane == model.joints[i].in_plane);
    CHECK(recording.joints[i].first_row == model.joints[i].first_row);
    CHECK(recording.joints[i].first_coordinate == model.joints[i].first_coordinate);
  }
  CHECK(recording.coupler_names == std::vector<std::string>{"gear"});
  CHECK(recording.couples_angles == std::vector<std::int32_t>{1});
  for (int step = 0; step < 5; ++step)
    CHECK(hash(io::recorded_state(recording, step)) == hash(state_of(model, step)));
}

TEST_CASE("a snapshot keeps bodies in space, joint impulses and coordinates") {
  const Model model = mechanism();
  const ScratchFile file("mechanism_state.h5");
  const State state = state_of(model, 3);
  REQUIRE(io::write_snapshot(file.path, model, state, {"m", "{}"}).empty());
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
  CHECK(hash(*read) == hash(state));
}

TEST_CASE("a table of a mechanism names every column after what moves") {
  const Model model = mechanism();
  const io::Recording recording = recorded(model, 2);
  const ScratchFile file("mechanism.csv");
  REQUIRE(io::export_csv(recording, file.path).empty());
  std::ifstream table(file.path);
  std::string names, row;
  std::getline(table, names);
  std::getline(table, row);
  std::getline(table, row);
  std::istringstream name_fields(names), number_fields(row);
  std::vector<std::pair<std::string, double>> columns;
  for (std::string name, number;
       std::getline(name_fields, name, ',') && std::getline(number_fields, number, ',');)
    columns.emplace_back(name, std::stod(number));
  const auto value = [&](const std::string& name) {
    const auto at = std::find_if(columns.begin(), columns.end(),
                                 [&](const auto& column) { return column.first == name; });
    REQUIRE_MESSAGE(at != columns.end(), name, " is not in ", names);
    return at->second;
  };
  const State state = state_of(model, 1);
  CHECK(value("disc.angle [rad]") == state.q[2]);
  CHECK(value("arm.qw [1]") == state.q[model.bodies[1].q_offset + 3]);
  CHECK(value("arm.wz [rad/s]") == state.v[model.bodies[1].v_offset + 5]);
  CHECK(value("bead.z [m]") == state.q[model.bodies[3].q_offset + 2]);
  CHECK(value("dot.vy [m/s]") == state.v[model.bodies[2].v_offset + 1]);
  CHECK(value("axle.coordinate[0] [m]") == state.coordinates[0]);
  CHECK(value("axle.coordinate[1] [rad]") == state.coordinates[1]);
  CHECK(value("hub.coordinate[0] [rad]") == state.coordinates[2]);
  CHECK(value("rod.impulse[0] [N s]") == state.joint_impulses[4]);
  // The cylindrical axle: two rows across its axis, two that keep the axis' direction.
  CHECK(value("axle.impulse[1] [N s]") == state.joint_impulses[1]);
  CHECK(value("axle.impulse[2] [N m s]") == state.joint_impulses[2]);
  CHECK(value("gear.impulse [N m s]") == state.joint_impulses[7]);
}

TEST_CASE("an npz of a mechanism tells where the numbers of each body and joint are") {
  const Model model = mechanism();
  const io::Recording recording = recorded(model, 3);
  const ScratchFile file("mechanism.npz");
  REQUIRE(io::export_npz(recording, file.path).empty());
  const auto arrays = io::read_npz(file.path);
  REQUIRE(arrays.has_value());
  const auto named = [&](const std::string& name) {
    const auto at = std::find_if(arrays->begin(), arrays->end(),
                                 [&](const io::NamedArray& array) { return array.name == name; });
    REQUIRE_MESSAGE(at != arrays->end(), name);
    return *at;
  };
  CHECK(named("q").shape == std::vector<std::int64_t>{3, 3 + 7 + 2 + 3 + 3});
  CHECK(named("v").shape == std::vector<std::int64_t>{3, 3 + 6 + 2 + 3 + 3});
  CHECK(named("bodies_q_offset").values == std::vector<double>{0, 3, 10, 12, 15});
  CHECK(named("bodies_kind").values == std::vector<double>{0, 4, 1, 5, 2});
  CHECK(named("joints_first_row").values == std::vector<double>{0, 4, 5});
  CHECK(named("joints_impulse").values.back() == state_of(model, 2).joint_impulses[7]);
  CHECK(named("joints_coordinate").shape == std::vector<std::int64_t>{3, 3});
}
