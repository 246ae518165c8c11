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
  std::ofstream(empty.path) << "<sdf version='1.9'><light name='l'/></sdf>";
  CHECK(says(faults_of(model("\n<include><uri>" + empty.path.string() + "</uri></include>")), 4,
             "has no model"));
}

}  // namespace
}  // namespace perpend::io
