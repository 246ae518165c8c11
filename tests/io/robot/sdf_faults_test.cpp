// SPDX-License-Identifier: Apache-2.0
// What of an SDF file is refused, and what is left out with a note.
#include <fstream>

#include "io/robot/sdf_text.hpp"
#include "io/scratch_file.hpp"

namespace perpend::io {
namespace {

using sdf::link;
using sdf::model;

TEST_CASE("faults and what is not done have their lines") {
  const std::string text = model(
      "<link name='a'/>\n<link name='a'/>\n<joint name='j' type='revolute'><parent>a</parent>"
      "<child>bee</child></joint>\n<plugin name='p' filename='q'/>\n");
  const Diagnostics faults = faults_of(text);
  CHECK(says(faults, 4, "is there twice"));
  CHECK(says(notes_of(model(link("a", ">0 0 0 0 0 0", "\n<inertial><mass>0</mass></inertial>"))), 4,
             "has the mass 0"));
  CHECK(says(faults, 5, "no link is named \"bee\""));
  CHECK(says(faults_of(model(link("a", ">0 0 0 0 0 0") +
                             "<joint name='j' type='revolut'><parent>world</parent>"
                             "<child>a</child></joint>")),
             4, "is of the type \"revolut\" (expected revolute"));
  CHECK(says(notes_of(model(link("a", ">0 0 0 0 0 0") + "<plugin name='p' filename='q'/>")), 4,
             "plugin: is not done"));
  CHECK(says(faults_of(model(link("a", " relative_to='b'>0 0 0 0 0 0") +
                             link("b", " relative_to='a'>0 0 0 0 0 0"))),
             3, "is given by itself"));
}

TEST_CASE("what is not done is a note, what cannot be read a fault with its words") {
  const std::string ends = "<parent>world</parent><child>a</child>";
  const std::string gears =
      model(link("a", ">0 0 0 0 0 0") + "<joint name='g' type='gearbox'>" + ends + "</joint>");
  CHECK(faults_of(gears).empty());
  CHECK(says(notes_of(gears), 4, "joint \"m::g\": of the type \"gearbox\" is not done"));
  const study::Scene scene =
      scene_of(model(link("a", ">0 0 0 0 0 0") + "<joint name='u' type='universal'>" + ends +
                     "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>"));
  CHECK(scene.model.joints.at(0).kind == JointKind::universal);
  const ScratchFile empty("empty.sdf");
  std::ofstream(empty.path) << "<sdf version='1.9'><actor name='l'/></sdf>";
  CHECK(says(faults_of(model("\n<include><uri>" + empty.path.string() + "</uri></include>")), 4,
             "has no model"));
}

TEST_CASE("frames, links and models that are named wrongly are told with the nearest link") {
  const auto joined = [](const std::string& parent, const std::string& child) {
    return model(link("arm", ">0 0 0 0 0 0") + link("armour", ">1 0 0 0 0 0") +
                 "<model name='tools'>" + link("end", ">0 0 2 0 0 0") +
                 "</model><model name='tool'>" + link("tip", ">0 0 1 0 0 0") +
                 "</model>\n<joint name='j' type='ball'><parent>" + parent + "</parent><child>" +
                 child + "</child></joint>\n");
  };
  for (const auto& [tool, name] : {std::pair("tool", "m::tool::tip"), {"tools", "m::tools::end"}}) {
    const Model found = scene_of(joined("arm", tool)).model;
    CHECK(found.joints.at(0).a == BodyId{body_of(found, name)});
  }
  CHECK(says(faults_of(joined("arm", "armor")), 8,
             "child: no link is named \"armor\" (did you mean \"m::armour\"?"));
  CHECK(says(faults_of(joined("j", "arm")), 8, "parent: no link is named \"j\""));
  CHECK(says(faults_of(model("<model name='empty'/>\n" + link("a", ">0 0 0 0 0 0"))), 3,
             "has no link"));
}

TEST_CASE("what SDF leaves open has the values that SDF gives it") {
  const auto body = [](const std::string& inside) {
    return scene_of(model(link("a", ">0 0 0 0 0 0", inside))).model;
  };
  const auto geometry = [](const std::string& shape) {
    return "<collision name='c'><geometry>" + shape + "</geometry></collision>";
  };
  const Model shapes = body(geometry("<box/>") + geometry("<ellipsoid/>"));
  const auto& found = shapes.bodies.at(0).details->spatial_shapes;
  CHECK(std::get<spatial::Box>(found.at(0).shape).half == Eigen::Vector3d(0.5, 0.5, 0.5));
  CHECK(std::get<spatial::Ellipsoid>(found.at(1).shape).half == Eigen::Vector3d(1, 1, 1));
  for (const char* inertial : {"", "<inertial/>", "<inertial><mass>1</mass></inertial>",
                               "<inertial><density>500</density></inertial>"}) {
    CAPTURE(inertial);
    const Model unit = body(inertial);
    CHECK(unit.bodies.at(0).mass == 1);
    CHECK((unit.bodies.at(0).principal_inertia - Eigen::Vector3d::Ones()).norm() < 1e-14);
  }
}

TEST_CASE("masses and frictions that no link can have are told") {
  const auto automatic = [](const std::string& inside, const std::string& shape) {
    return model(
        link("a", ">0 0 0 0 0 0", "\n<inertial auto='true'>" + inside + "</inertial>" + shape));
  };
  const std::string ball = sdf::kBall;
  CHECK(says(faults_of(automatic("<mass>0</mass>", ball)), 4, "has the mass 0 (expected > 0"));
  CHECK(says(faults_of(automatic("<mass>-2</mass>", ball)), 4, "has the mass -2 (expected > 0"));
  CHECK(faults_of(automatic("<mass>2</mass>", ball)).empty());
  // What has no shape weighs nothing, whatever mass it should be spread over.
  CHECK(scene_of(automatic("<mass>2</mass>", "")).model.bodies.at(0).is_fixed());
  std::string slick = ball;
  slick.insert(slick.find("</collision>"),
               "<surface><friction><ode><mu>-inf</mu></ode></friction></surface>");
  const Diagnostics notes = notes_of(model(link("a", ">0 0 0 0 0 0", slick)));
  CHECK(notes.empty());
}

}  // namespace
}  // namespace perpend::io
