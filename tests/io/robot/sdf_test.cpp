// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

std::string link(const std::string& name, const std::string& pose, const std::string& inside = "") {
  return "<link name='" + name + "'><pose" + pose + "</pose>" + inside + "</link>\n";
}

const std::string kBall = "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>";

std::string model(const std::string& inside) {
  return "<sdf version='1.9'>\n<model name='m'>\n" + inside + "</model>\n</sdf>";
}

spatial::Pose frame_of(const study::Scene& scene, const std::string& name) {
  const State start = initial_state(scene.model);
  for (int i = 0; i < static_cast<int>(scene.model.bodies.size()); ++i)
    if (scene.model.bodies[static_cast<std::size_t>(i)].details->name == name)
      return spatial_frame_pose(scene.model, start, {i});
  FAIL("no body " << name);
  return {};
}

TEST_CASE("links stand relative to frames, joints and each other") {
  const study::Scene scene = scene_of(model(
      "<pose>1 0 0 0 0 1.5707963267948966</pose>" + link("a", ">0 0 1 0 0 0") +
      "<frame name='f' attached_to='a'><pose>0 1 0 0 0 0</pose></frame>" +
      link("b", " relative_to='f'>0 0 0.5 0 0 0") + link("c", " relative_to='j'>0 0 0.25 0 0 0") +
      "<joint name='j' type='revolute'><pose relative_to='b'>0 0 1 0 0 0</pose><parent>b</parent><child>c</child>"
      "<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis></joint>"));
  CHECK((frame_of(scene, "a").p - Eigen::Vector3d(1, 0, 1)).norm() < 1e-12);
  CHECK((frame_of(scene, "b").p - Eigen::Vector3d(0, 0, 1.5)).norm() < 1e-12);
  CHECK((frame_of(scene, "c").p - Eigen::Vector3d(0, 0, 2.75)).norm() < 1e-12);
  const Joint& joint = scene.model.joints.at(0);
  const State start = initial_state(scene.model);
  const spatial::Pose a = spatial_pose(scene.model, start, joint.a);
  CHECK((a.r * (joint.frame_a.r * Eigen::Vector3d::UnitX()) - Eigen::Vector3d(0, 1, 0)).norm() < 1e-12);
  CHECK((transform_point(a, joint.frame_a.p) - Eigen::Vector3d(0, 0, 2.5)).norm() < 1e-12);
}

TEST_CASE("shapes have the sizes of their file, lengths from end to end") {
  const auto collision = [](const std::string& name, const std::string& shape) {
    return "<collision name='" + name + "'><geometry>" + shape + "</geometry></collision>\n";
  };
  const auto round = [](const std::string& kind) {
    return "<" + kind + "><radius>0.1</radius><length>0.8</length></" + kind + ">";
  };
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 3 0 0 0", collision("b", "<box><size>1 2 3</size></box>") +
                                          collision("c", round("cylinder")) +
                                          collision("d", round("capsule")) + kBall)));
  const auto& shapes = scene.model.bodies.at(0).details->spatial_shapes;
  REQUIRE(shapes.size() == 4);
  CHECK(std::get<spatial::Box>(shapes[0].shape).half == Eigen::Vector3d(0.5, 1, 1.5));
  CHECK(std::get<spatial::Cylinder>(shapes[1].shape).half_length == 0.4);
  CHECK(std::get<spatial::Capsule>(shapes[2].shape).half_length == 0.4);
  CHECK(std::get<spatial::Capsule>(shapes[2].shape).radius == 0.1);
  CHECK(std::get<spatial::Sphere>(shapes[3].shape).radius == 0.1);
}

TEST_CASE("a world has gravity, a step, scoped names, still models and friction") {
  const study::Scene scene = scene_of(
      "<sdf version='1.11'><world name='w'><gravity>0 0 -3.7</gravity>"
      "<physics name='p' type='ode'><max_step_size>0.004</max_step_size></physics>"
      "<model name='floor'><static>true</static><link name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal>"
      "</plane></geometry></collision></link></model>"
      "<model name='ball'><pose>0 0 2 0 0 0</pose><link name='l'><inertial auto='true'/>"
      "<collision name='c'><density>100</density><geometry><sphere><radius>0.5</radius></sphere></geometry><surface>"
      "<friction><ode><mu>0.25</mu></ode></friction><bounce><restitution_coefficient>0.5</restitution_coefficient></bounce>"
      "</surface></collision></link></model></world></sdf>");
  CHECK(scene.model.gravity.z() == -3.7);
  CHECK(scene.options.dt == 0.004);
  REQUIRE(scene.model.bodies.size() == 2);
  CHECK(scene.model.bodies[0].is_fixed());
  CHECK(scene.model.bodies[1].details->name == "ball::l");
  CHECK(scene.model.bodies[1].mass == relative(100 * 4.0 / 3 * 3.14159265358979 * 0.125));
}

TEST_CASE("links of a model collide with each other where it says so") {
  const std::string links = link("a", ">0 0 0 0 0 0", kBall) + link("b", ">1 0 0 0 0 0", kBall);
  CHECK(scene_of(model(links)).model.excluded.size() == 1);
  CHECK(scene_of(model("<self_collide>true</self_collide>" + links)).model.excluded.empty());
}

TEST_CASE("springs, mimics and both axes of a universal joint come through") {
  const study::Scene scene = scene_of(model(
      link("a", ">0 0 0 0 0 0") + link("b", ">0 0 1 0 0 0") + link("c", ">0 0 2 0 0 0") +
      "<joint name='u' type='universal'><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz><dynamics><damping>2</damping>"
      "</dynamics></axis><axis2><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis2></joint>"
      "<joint name='h' type='revolute'><parent>b</parent><child>c</child><axis><xyz>0 0 1</xyz><dynamics>"
      "<spring_stiffness>7</spring_stiffness><spring_reference>0.5</spring_reference></dynamics></axis></joint>"));
  const Joint& u = scene.model.joints.at(0);
  CHECK(u.kind == JointKind::universal);
  CHECK(u.coordinates.at(0).damping == 2);
  CHECK(u.coordinates.at(1).hi == 1);
  const CoordinateDef& h = scene.model.joints.at(1).coordinates.at(0);
  CHECK(h.stiffness == 7);
  CHECK(*h.rest == 0.5);
}

TEST_CASE("a mimic is where its multiplier, reference and offset put it") {
  const auto slide = [](const std::string& name, const std::string& child, const std::string& inside = "") {
    return "<joint name='" + name + "' type='prismatic'><parent>world</parent><child>" + child +
           "</child><axis><xyz>1 0 0</xyz>" + inside + "</axis></joint>\n";
  };
  const study::Scene scene =
      scene_of(model(link("m", ">0 0 0 0 0 0", kBall) + link("s", ">0 2 0 0 0 0", kBall) + slide("master", "m") +
                     slide("slave", "s", "<mimic joint='master'><multiplier>2</multiplier><offset>0.1</offset>"
                                         "<reference>0.3</reference></mimic>")),
               {.start = {{"master", 0.45}}});
  CHECK(frame_of(scene, "m").p.x() == relative(0.45, 1e-14));
  CHECK(frame_of(scene, "s").p.x() == relative(2 * (0.45 - 0.3) + 0.1, 1e-14));
}

TEST_CASE("both axes of a universal joint go with what holds it to where the run starts") {
  const double turn = 0.7;
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 0 0 0 0", kBall) + link("b", ">0 0 1 0 0 0", kBall) +
            "<joint name='h' type='revolute'><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz></axis></joint>"
            "<joint name='u' type='universal'><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis>"
            "<axis2><xyz>0 1 0</xyz></axis2></joint>"),
      {.start = {{"h", turn}}});
  State start = initial_state(scene.model);
  const int b = scene.model.bodies[1].details->name == "b" ? 1 : 0;
  // About its first axis on a, and about its second on b, where that points now.
  for (const Eigen::Vector3d& axis : {Eigen::Vector3d(std::cos(turn), std::sin(turn), 0),
                                      Eigen::Vector3d(-std::sin(turn), std::cos(turn), 0)}) {
    start.v.setZero();
    const Eigen::Quaterniond r = spatial_pose(scene.model, start, {b}).r;
    start.v.segment<3>(scene.model.bodies[static_cast<std::size_t>(b)].v_offset + 3) = r.conjugate() * axis;
    const auto rows = constraint_rows(scene.model, start);
    CHECK(rows.error.norm() < 1e-12);
    CHECK((rows.jacobian * start.v).norm() < 1e-12);
  }
}

TEST_CASE("includes are found beside the file, with their own name and pose; circles are told") {
  const ScratchFile inner("inner.sdf"), outer("outer.sdf");
  const auto write = [](const std::filesystem::path& to, const std::string& text) { std::ofstream(to) << text; };
  write(inner.path, model(link("a", ">0 0 0.5 0 0 0")));
  const std::string world = "<sdf version='1.9'><world name='w'>\n<include><uri>" + inner.path.filename().string() +
                            "</uri><name>twin</name><pose>0 0 1 0 0 0</pose></include></world></sdf>";
  write(outer.path, world);
  const Result<study::Scene> scene = read_scene(outer.path);
  REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
  CHECK((frame_of(*scene, "twin::a").p - Eigen::Vector3d(0, 0, 1.5)).norm() < 1e-12);
  write(inner.path, model("\n<include><uri>" + inner.path.filename().string() + "</uri></include>"));
  const Result<study::Scene> circle = read_scene(outer.path);
  REQUIRE(!circle);
  CHECK(says(circle.error(), 4, "includes itself"));
  const Diagnostics missing = faults_of(model("\n<include><uri>model://no_such_model</uri></include>"));
  CHECK(says(missing, 4, "is found for \"model://no_such_model\""));
}

TEST_CASE("faults and what is not done have their lines") {
  const std::string text = model("<link name='a'/>\n<link name='a'/>\n<joint name='j' type='revolute'><parent>a</parent>"
                                 "<child>bee</child></joint>\n<plugin name='p' filename='q'/>\n");
  const Diagnostics faults = faults_of(text);
  CHECK(says(faults, 4, "is there twice"));
  CHECK(says(notes_of(model(link("a", ">0 0 0 0 0 0", "\n<inertial><mass>0</mass></inertial>"))), 4, "has the mass 0"));
  CHECK(says(faults, 5, "no link is named \"bee\""));
  CHECK(says(faults_of(model(link("a", ">0 0 0 0 0 0") + "<joint name='j' type='revolut'><parent>world</parent>"
                             "<child>a</child></joint>")), 4, "is of the type \"revolut\" (expected revolute"));
  CHECK(says(notes_of(model(link("a", ">0 0 0 0 0 0") + "<plugin name='p' filename='q'/>")), 4, "plugin: is not done"));
  CHECK(says(faults_of(model(link("a", " relative_to='b'>0 0 0 0 0 0") + link("b", " relative_to='a'>0 0 0 0 0 0"))), 3,
             "is given by itself"));
}

}  // namespace
}  // namespace perpend::io
