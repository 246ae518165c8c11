// SPDX-License-Identifier: Apache-2.0
// What worlds of Gazebo take for granted: a ground plane, a sun, and bits of collisions.
#include <fmt/format.h>

#include <fstream>
#include <random>

#include "io/robot/sdf_text.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

std::string world_of(const std::string& inside) {
  return "<sdf version='1.9'>\n<world name='w'>\n" + inside + "</world></sdf>";
}

std::string included(const std::string& uri, const std::string& more = "") {
  return "<include><uri>" + uri + "</uri>" + more + "</include>\n";
}

std::string ball_at(const std::string& name, double x, const std::string& bits) {
  const std::string surface = bits.empty() ? ""
                                           : "<surface><contact><collide_bitmask>" + bits +
                                                 "</collide_bitmask></contact></surface>";
  return fmt::format(
      "<model name='{}'><pose>{} 0 0 0 0 0</pose><link name='l'><inertial><mass>1</mass>"
      "<inertia><ixx>.004</ixx><iyy>.004</iyy><izz>.004</izz></inertia></inertial>"
      "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry>{}"
      "</collision></link></model>\n",
      name, x, surface);
}

TEST_CASE("Gazebo's ground plane and sun need no file") {
  for (const std::string name :
       {"model://ground_plane",
        "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Ground Plane"}) {
    const std::string text =
        world_of(included("model://sun") + included(name, "<pose>0 0 -1 0 0 0</pose>") +
                 "<model name='b'>" + sdf::link("l", ">0 0 0 0 0 0", sdf::kBall) + "</model>");
    const study::Scene scene = scene_of(text);
    REQUIRE(scene.model.bodies.size() == 2);
    CHECK(scene.model.bodies[0].details->name == "ground_plane::link");
    CHECK(says(notes_of(text), 3, "\"model://sun\" is a light, which is not drawn"));
    CHECK(
        says(notes_of(text), 4, "is not found: a plane without an end, mu = 1, stands in for it"));
    State state = initial_state(scene.model);
    Simulator simulator(scene.model, {.dt = 2e-3});
    for (int step = 0; step < 600; ++step) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(std::abs(spatial_pose(scene.model, state, {1}).p.z() + 0.9) < 1e-7);
  }
  CHECK(says(faults_of(world_of(included("model://moon"))), 3, "is found for \"model://moon\""));
}

TEST_CASE("a model that is found takes the place of the one made here") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("perpend_models_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "ground_plane");
  std::ofstream(folder / "ground_plane/model.sdf")
      << "<sdf version='1.9'><model name='own'><static>1</static><link name='slab'>"
         "<collision name='c'><geometry><box><size>9 9 1</size></box></geometry></collision>"
         "</link></model></sdf>";
  const study::Scene scene = scene_of(world_of(included("model://ground_plane")),
                                      {.packages = {{"ground_plane", folder / "ground_plane"}}});
  CHECK(scene.model.bodies.at(0).details->name == "own::slab");
  std::filesystem::remove_all(folder);
}

// Balls overlap in pairs; two of them meet where their masks share a bit, 65535 without one.
TEST_CASE("two collisions meet where their masks share a bit") {
  std::mt19937 random(5);
  const auto drawn = [&]() -> std::uint32_t { return 1u << (random() % 18); };
  int met = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const bool one_says = random() % 3 > 0, is_hex = random() % 2;
    const std::uint32_t a = one_says ? drawn() | drawn() : 0xffff, b = drawn() | drawn();
    const std::string text = world_of(
        ball_at("a", 0, one_says ? fmt::format(fmt::runtime(is_hex ? "0x{:x}" : "{}"), a) : "") +
        ball_at("b", 0.15, fmt::to_string(b)));
    const study::Scene scene = scene_of(text, {.allow_overlap = true});
    State state = initial_state(scene.model);
    Simulator simulator(scene.model, {.dt = 1e-3});
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const bool meets = !simulator.contacts().empty();
    CHECK(meets == ((a & b) != 0));
    met += meets ? 1 : 0;
  }
  CHECK(met > 10);
  CHECK(met < 50);
}

TEST_CASE("a ground that is asked for meets all bits, and wrong bits are told") {
  const study::Scene scene = scene_of(world_of(ball_at("a", 0, "0x20000")), {.ground = true});
  State state = initial_state(scene.model);
  Simulator simulator(scene.model, {.dt = 2e-3});
  for (int step = 0; step < 100; ++step) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(std::abs(spatial_pose(scene.model, state, {body_of(scene.model, "a::l")}).p.z() - 0.1) <
        1e-7);
  for (const std::string wrong : {"-1", "0xg", "1.5", "4294967296", "1 2", ""})
    CHECK(says(faults_of(world_of(ball_at("a", 0, wrong.empty() ? " " : wrong))), 3,
               "collide_bitmask: found \"" + wrong + "\" (expected bits, a whole number"));
}

}  // namespace
}  // namespace perpend::io
