// SPDX-License-Identifier: Apache-2.0
// Names of robots that scenes would read as expressions, or that scenes have of their own.
#include "io/robot/robot_text.hpp"

namespace perpend::io {
namespace {

std::string hinged(const std::string& parent, const std::string& child) {
  return robot(ball_link(parent) + ball_link(child) +
               joint("$q{1}", "revolute", parent, child, "0 0 1",
                     "<limit lower='-1' upper='1' effort='1' velocity='1'/>"));
}

TEST_CASE("names that begin with a dollar or have braces are those of the scene") {
  const study::Scene scene = scene_of(hinged("$base", "arm {x}"));
  CHECK(body_of(scene.model, "$base") == 0);
  CHECK(body_of(scene.model, "arm {x}") == 1);
  CHECK(scene.model.joints.at(0).name == "$q{1}");
}

TEST_CASE("names of what a file does not have are free ones") {
  const Model ground = scene_of(hinged("ground", "ground_plane"), {.ground = true}).model;
  CHECK(ground.bodies.size() == 3);
  CHECK(body_of(ground, "ground_plane_2") == 0);
  const Model world = scene_of(hinged("world", "world_link")).model;
  CHECK(world.bodies[static_cast<std::size_t>(body_of(world, "world_link_2"))].is_fixed());
}

TEST_CASE("numbers too small for a double are 0, and a plus sign is one") {
  const auto link_of = [](const std::string& ixx) {
    return robot("<link name='l'><inertial><mass value='+1'/><inertia ixx='" + ixx +
                 "' ixy='1e-400' iyy='0.1' izz='0.1'/></inertial></link>");
  };
  CHECK(scene_of(link_of("+.1"), {.base = RobotBase::free}).model.bodies.at(0).mass == 1);
  CHECK(says(faults_of(link_of("1e400")), 2, "found \"1e400\""));
  CHECK(says(faults_of(link_of("+-1")), 2, "found \"+-1\""));
}

}  // namespace
}  // namespace perpend::io
