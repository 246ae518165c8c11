// SPDX-License-Identifier: Apache-2.0
//
// What older versions of SDF mean by the same words.
#include <array>
#include <fstream>
#include <string>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/model/query.hpp"

namespace perpend::io {
namespace {

std::string ball_at(const std::string& pose) {
  return "<link name='a'><pose>" + pose +
         "</pose><collision "
         "name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>\n";
}

TEST_CASE(
    "axes of files before SDF 1.5 are given in the frame of the model, also where one is "
    "included") {
  const auto turned = [](const std::string& version) {
    return "<sdf" + version + "><model name='m'><pose>0 0 0 0 0 1.5707963267948966</pose>" +
           ball_at("0 0 0 1.5707963267948966 0 0") +
           "<joint name='j' type='universal'><parent>world</parent><child>a</child>"
           "<axis><xyz>0 1 0</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint></model></sdf>";
  };
  const auto axes = [](const study::Scene& scene) {
    const Joint& joint = scene.model.joints.at(0);
    const spatial::Pose a = spatial_pose(scene.model, initial_state(scene.model), joint.a);
    const spatial::Pose b = spatial_pose(scene.model, initial_state(scene.model), joint.b);
    return std::array<Eigen::Vector3d, 2>{a.r * (joint.frame_a.r * Eigen::Vector3d::UnitX()),
                                          b.r * (joint.frame_b.r * Eigen::Vector3d::UnitY())};
  };
  const auto own = axes(scene_of(turned(" version='1.5'"))), current = axes(scene_of(turned("")));
  for (const std::string version : {" version='1.0'", " version='1.4'", " version='1.4.2'"}) {
    const auto old = axes(scene_of(turned(version)));
    for (std::size_t i : {0, 1}) {
      CAPTURE(version);
      CHECK(std::abs(old[i].dot(own[i])) < 1e-12);
      CHECK((current[i] - own[i]).norm() < 1e-12);
    }
  }
  for (const std::string version : {" version='1.10'", " version='2.0'"})
    CHECK((axes(scene_of(turned(version)))[0] - own[0]).norm() < 1e-12);
  const ScratchFile inner("old.sdf"), outer("world.sdf");
  std::ofstream(inner.path) << turned(" version='1.4'");
  std::ofstream(outer.path) << "<sdf version='1.9'><world name='w'><include><uri>"
                            << inner.path.filename().string() << "</uri></include></world></sdf>";
  const Result<study::Scene> world = read_scene(outer.path);
  REQUIRE_MESSAGE(world, to_string(world ? Diagnostics{} : world.error()));
  CHECK(std::abs(axes(*world)[0].dot(own[0])) < 1e-12);
}

TEST_CASE("gravity of a world before SDF 1.6 is that of its physics") {
  const auto gravity = [](const std::string& world, const std::string& physics) {
    return Eigen::Vector3d(scene_of("<sdf version='1.5'><world name='w'>" + world +
                                    "<physics type='ode'>" + physics +
                                    "</physics>"
                                    "<model name='m'>" +
                                    ball_at("0 0 0 0 0 0") + "</model></world></sdf>")
                               .model.gravity);
  };
  CHECK(gravity("", "<gravity>1 2 -3</gravity>") == Eigen::Vector3d(1, 2, -3));
  CHECK(gravity("<gravity>0 0 -1</gravity>", "<gravity>1 2 -3</gravity>") ==
        Eigen::Vector3d(0, 0, -1));
  CHECK(gravity("", "") == Eigen::Vector3d(0, 0, -9.8));
}

}  // namespace
}  // namespace perpend::io
