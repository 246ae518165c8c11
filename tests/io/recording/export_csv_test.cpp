// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fstream>

#include "every_column.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/export.hpp"

using namespace perpend;

namespace {

std::vector<std::string> table(const io::Recording& recording) {
  const ScratchFile file("every_column.csv");
  REQUIRE(io::export_csv(recording, file.path).empty());
  std::ifstream text(file.path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Of a row of EveryColumn.
std::string counted(int columns, bool is_negative) {
  std::string line = "0";
  for (int k = 1; k < columns; ++k) line += (is_negative ? ",-" : ",") + std::to_string(k);
  return line;
}

}  // namespace

TEST_CASE("a table has a column of its unit for every number of bodies and joints of all kinds") {
  const EveryColumn every;
  const std::vector<std::string> lines = table(every.recording());
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "time [s],step [1],cable.q0 [1],cable.q1 [1],arm.x [m],arm.y [m],arm.z [m],arm.qw [1],"
        "arm.qx [1],arm.qy [1],arm.qz [1],disc.x [m],disc.y [m],disc.angle [rad],dot.x [m],"
        "dot.y [m],floor.x [m],floor.y [m],floor.angle [rad],press.x [m],press.y [m],"
        "press.angle [rad],bead.x [m],bead.y [m],bead.z [m],wall.x [m],wall.y [m],wall.z [m],"
        "wall.qw [1],wall.qx [1],wall.qy [1],wall.qz [1],lift.x [m],lift.y [m],lift.z [m],"
        "lift.qw [1],lift.qx [1],lift.qy [1],lift.qz [1],cable.v0 [1],arm.vx [m/s],arm.vy [m/s],"
        "arm.vz [m/s],arm.wx [rad/s],arm.wy [rad/s],arm.wz [rad/s],disc.vx [m/s],disc.vy [m/s],"
        "disc.omega [rad/s],dot.vx [m/s],dot.vy [m/s],floor.vx [m/s],floor.vy [m/s],"
        "floor.omega [rad/s],press.vx [m/s],press.vy [m/s],press.omega [rad/s],bead.vx [m/s],"
        "bead.vy [m/s],bead.vz [m/s],wall.vx [m/s],wall.vy [m/s],wall.vz [m/s],wall.wx [rad/s],"
        "wall.wy [rad/s],wall.wz [rad/s],lift.vx [m/s],lift.vy [m/s],lift.vz [m/s],"
        "lift.wx [rad/s],lift.wy [rad/s],lift.wz [rad/s],penetration [m],pivots [1],"
        "thread.coordinate[0] [rad],rope.coordinate[0] [m],\"hip, left.coordinate[0] [m]\","
        "\"hip, left.coordinate[1] [m]\",\"hip, left.coordinate[2] [rad]\","
        "own.impulse[0] [N s or N m s],foot.impulse[0] [N s],foot.impulse[1] [N s],"
        "foot.impulse[2] [N m s],thread.impulse[0] [N s],thread.impulse[1] [N s],"
        "thread.impulse[2] [N m s],thread.impulse[3] [N m s],thread.impulse[4] [N s],"
        "\"hip, left.impulse[0] [N s]\",\"hip, left.impulse[1] [N m s]\","
        "\"hip, left.impulse[2] [N m s]\",gear.impulse [N m s],\"the \"\"rack\"\".impulse [N s]\","
        "own.broken [1],foot.broken [1],thread.broken [1],rope.broken [1],"
        "\"hip, left.broken [1]\",thread.spring_force[0] [N m],rope.spring_force[0] [N],"
        "\"hip, left.spring_force[0] [N]\",\"hip, left.spring_force[1] [N]\","
        "\"hip, left.spring_force[2] [N m]\",thread.motor_force[0] [N m],rope.motor_force[0] [N],"
        "\"hip, left.motor_force[0] [N]\",\"hip, left.motor_force[1] [N]\","
        "\"hip, left.motor_force[2] [N m]\",thread.friction_force[0] [N m],"
        "rope.friction_force[0] [N],\"hip, left.friction_force[0] [N]\","
        "\"hip, left.friction_force[1] [N]\",\"hip, left.friction_force[2] [N m]\","
        "thread.limit_force[0] [N m],rope.limit_force[0] [N],\"hip, left.limit_force[0] [N]\","
        "\"hip, left.limit_force[1] [N]\",\"hip, left.limit_force[2] [N m]\",load[0] [N],"
        "load[1] [N],\"a, \"\"b\"\"[0] [m/s]\"");
  CHECK(lines[1] == counted(every.columns(), false));
  CHECK(lines[2] == counted(every.columns(), true));
}

TEST_CASE("a table of a file that does not tell of couplers leaves their unit open") {
  io::Recording recording = EveryColumn().recording();
  recording.couples_angles.clear();
  CHECK(table(recording)[0].find(
            ",gear.impulse [N s or N m s],\"the \"\"rack\"\".impulse [N s or N m s]\",own") !=
        std::string::npos);
}

TEST_CASE("a table has no columns of what a recording does not have") {
  io::Recording recording = EveryColumn().recording();
  recording.joint_broken.clear();
  recording.spring_force.resize(2, 0);
  recording.limit_force.resize(2, 0);
  recording.recorder.channels.clear();
  recording.channel_values.resize(2, 0);
  const std::vector<std::string> lines = table(recording);
  for (const char* word : {"broken", "spring", "limit", "load"})
    CHECK(lines[0].find(word) == std::string::npos);
  CHECK(lines[0].ends_with("\"hip, left.friction_force[2] [N m]\""));
  CHECK(lines[1].find(",92,103,104,105,") != std::string::npos);
  CHECK(lines[2].ends_with(",-111,-112"));
}

TEST_CASE("contacts have the time and the step of their row, and bodies by their names") {
  io::Recording recording = EveryColumn().recording();
  recording.time = {0, 0.25};
  recording.step = {40, 45};
  for (const auto& [a, b] : {std::pair(2, 3), {-1, 8}, {4, -1}})
    recording.contacts.push_back({.a = {a}, .b = {b}, .gap = 0.5 * a});
  recording.contacts[0].status = ContactStatus::stick;
  recording.contact_offset = {0, 1, 3};
  const ScratchFile file("contact_rows.csv");
  REQUIRE(io::export_contacts_csv(recording, file.path).empty());
  std::ifstream text(file.path);
  const std::string rest = ",0,0,0,0,1,0,";
  std::string line;
  std::getline(text, line);
  for (const std::string& expected : {"0,40,disc,dot" + rest + "1,0,0,0,0,0,0,stick",
                                      "0.25,45,world,lift" + rest + "-0.5,0,0,0,0,0,0,open",
                                      "0.25,45,floor,world" + rest + "2,0,0,0,0,0,0,open"}) {
    REQUIRE(std::getline(text, line));
    CHECK(line == expected);
  }
  CHECK_FALSE(std::getline(text, line));
}
