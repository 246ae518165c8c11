// SPDX-License-Identifier: Apache-2.0
// Joints of SDF: axes, limits, springs, and where the run starts.
#include <fmt/format.h>

#include <numbers>

#include "io/robot/sdf_text.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using sdf::frame_of;
using sdf::kBall;
using sdf::link;
using sdf::model;

TEST_CASE("springs, mimics and both axes of a universal joint come through") {
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 0 0 0 0") + link("b", ">0 0 1 0 0 0") + link("c", ">0 0 2 0 0 0") +
            "<joint name='u' type='universal'><parent>a</parent><child>b</child><axis><xyz>1 0 "
            "0</xyz><dynamics><damping>2</damping>"
            "</dynamics></axis><axis2><xyz>0 1 "
            "0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis2></joint>"
            "<joint name='h' type='revolute'><parent>b</parent><child>c</child><axis><xyz>0 0 "
            "1</xyz><dynamics>"
            "<spring_stiffness>7</spring_stiffness><spring_reference>0.5</spring_reference></"
            "dynamics></axis></joint>"));
  const Joint& u = scene.model.joints.at(0);
  CHECK(u.kind == JointKind::universal);
  CHECK(u.coordinates.at(0).damping == 2);
  CHECK(u.coordinates.at(1).hi == 1);
  const CoordinateDef& h = scene.model.joints.at(1).coordinates.at(0);
  CHECK(h.stiffness == 7);
  CHECK(*h.rest == 0.5);
}

TEST_CASE("a mimic is where its multiplier, reference and offset put it") {
  const auto slide = [](const std::string& name, const std::string& child,
                        const std::string& inside = "") {
    return "<joint name='" + name + "' type='prismatic'><parent>world</parent><child>" + child +
           "</child><axis><xyz>1 0 0</xyz>" + inside + "</axis></joint>\n";
  };
  const study::Scene scene =
      scene_of(model(link("m", ">0 0 0 0 0 0", kBall) + link("s", ">0 2 0 0 0 0", kBall) +
                     slide("master", "m") +
                     slide("slave", "s",
                           "<mimic joint='master'><multiplier>2</multiplier><offset>0.1</offset>"
                           "<reference>0.3</reference></mimic>")),
               {.start = {{"master", 0.45}}});
  CHECK(frame_of(scene, "m").p.x() == relative(0.45, 1e-14));
  CHECK(frame_of(scene, "s").p.x() == relative(2 * (0.45 - 0.3) + 0.1, 1e-14));
}

TEST_CASE("a joint that closes a loop goes with its links to where the run starts") {
  const std::string hinge = "<axis><xyz>0 0 1</xyz></axis></joint>";
  const std::string between =
      " type='revolute'><pose>0 0 1 0 0 0</pose><parent>a</parent><child>b</child>";
  const std::string text =
      model(link("a", ">0 0 0 0 0 0") + link("b", ">1 0 0 0 0 0") +
            "<joint name='foot' type='revolute'><parent>world</parent><child>a</child>" + hinge +
            "<joint name='lower' type='revolute'><parent>a</parent><child>b</child>" + hinge +
            "<joint name='upper'" + between + hinge);
  const study::Scene scene = scene_of(text, {.start = {{"foot", std::numbers::pi / 2}}});
  const Joint& upper = scene.model.joints.at(2);
  const spatial::Pose a = spatial_pose(scene.model, initial_state(scene.model), upper.a);
  CHECK((transform_point(a, upper.frame_a.p) - Eigen::Vector3d(0, 1, 1)).norm() < 1e-12);
}

TEST_CASE("both axes of a universal joint go with what holds it to where the run starts") {
  for (const Eigen::Vector3d& about :
       {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0, 0, 1)}) {
    CAPTURE(about.y());
    const double angle = 0.7;
    const Eigen::AngleAxisd turn(angle, about);
    const study::Scene scene = scene_of(
        model(link("a", ">0 0 0 0 0 0", kBall) + link("b", ">0 0 1 0 0 0", kBall) +
              fmt::format("<joint name='h' type='revolute'><parent>world</parent><child>a</child>"
                          "<axis><xyz>{} {} {}</xyz></axis></joint>",
                          about.x(), about.y(), about.z()) +
              "<joint name='u' type='universal'><parent>a</parent><child>b</child><axis><xyz>1 0 "
              "0</xyz></axis>"
              "<axis2><xyz>0 1 0</xyz></axis2></joint>"),
        {.start = {{"h", angle}}});
    State start = initial_state(scene.model);
    const int b = scene.model.bodies[1].details->name == "b" ? 1 : 0;
    // About its first axis on a, and about its second on b, where that points now.
    for (const Eigen::Vector3d& first : {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0)}) {
      start.v.setZero();
      start.v.segment<3>(scene.model.bodies[static_cast<std::size_t>(b)].v_offset + 3) =
          turn * first;
      const auto rows = constraint_rows(scene.model, start);
      CHECK(rows.error.norm() < 1e-12);
      CHECK((rows.jacobian * start.v).norm() < 1e-12);
    }
  }
}

// screw_thread_pitch is metres per turn; thread_pitch, radians per metre with the other sign.
TEST_CASE("a screw advances by its thread per turn, in either of SDF's words") {
  for (const std::string& thread :
       {std::string("<screw_thread_pitch>0.3</screw_thread_pitch>"),
        fmt::format("<thread_pitch>{}</thread_pitch>", -2 * std::numbers::pi / 0.3)}) {
    CAPTURE(thread);
    const study::Scene scene =
        scene_of(model(link("nut", ">1 0 0 0 0 0", kBall) +
                       "<joint name='j' type='screw'><pose>1 0 0 0 0 0</pose><parent>world</parent>"
                       "<child>nut</child><axis><xyz>0 0 1</xyz></axis>" +
                       thread + "</joint>"),
                 {.start = {{"j", std::numbers::pi}}, .rates = {{"j", 2 * std::numbers::pi}}});
    const State start = initial_state(scene.model);
    CHECK((frame_of(scene, "nut").p - Eigen::Vector3d(3, 0, 0.15)).norm() < 1e-14);
    CHECK(body_twist(scene.model, start, {0}).velocity.z() == relative(0.3, 1e-14));
    CHECK(constraint_rows(scene.model, start).error.norm() < 1e-12);
    CHECK((constraint_rows(scene.model, start).jacobian * start.v).norm() < 1e-12);
  }
}

// Joints of one coordinate start at the limit next to 0 instead.
TEST_CASE(
    "an angle of a universal joint that starts outside of its limits is told, and comes back") {
  for (const auto& [lower, upper] : {std::pair{0.2, 0.7}, {-0.9, -0.1}, {-0.5, 0.5}}) {
    const std::string limit =
        fmt::format("<limit><lower>{}</lower><upper>{}</upper></limit></axis", lower, upper);
    const std::string text =
        model(link("a", ">0 0 0 0 0 0", kBall) +
              "<joint name='u' type='universal'><parent>world</parent><child>a</child><axis><xyz>1 "
              "0 0</xyz></axis><axis2><xyz>0 1 0</xyz>" +
              limit + "2></joint>");
    const bool is_outside = lower > 0 || upper < 0;
    const std::string words = to_string(notes_of(text));
    CHECK((words.find(fmt::format("starts at 0, outside of its limits {} to {}", lower, upper)) !=
           std::string::npos) == is_outside);
    study::Scene scene = scene_of(text, {.gravity = Eigen::Vector3d::Zero()});
    State state = initial_state(scene.model);
    CHECK(coordinate(scene.model, state, {0}, 1) == near_zero(1e-12));
    Simulator simulator(scene.model, scene.options);
    for (int step = 0; step < 1500; ++step) simulator.step(state);
    const double angle = coordinate(scene.model, state, {0}, 1);
    CHECK(angle > lower - 1e-6);
    CHECK(angle < upper + 1e-6);
  }
}

TEST_CASE("a ball joint has of its axis the damping alone") {
  const auto text = [](const std::string& inside) {
    return model(link("a", ">0 0 0 0 0 0", kBall) +
                 "<joint name='b' type='ball'><parent>world</parent><child>a</child>\n<axis>" +
                 inside + "</axis></joint>");
  };
  const std::string limit = "<limit><lower>0.1</lower><upper>1</upper></limit>";
  const std::string damping = "<dynamics><damping>2</damping></dynamics>";
  CHECK(notes_of(text("")).empty());
  CHECK(to_string(notes_of(text(limit))).find("of a ball joint are not done") != std::string::npos);
  CHECK(to_string(notes_of(text(damping))).find("its swing and its twist") != std::string::npos);
  const study::Scene scene = scene_of(text(limit + damping));
  const std::vector<CoordinateDef>& defs = scene.model.joints.at(0).coordinates;
  REQUIRE(defs.size() == 2);
  for (const CoordinateDef& def : defs) {
    CHECK(def.damping == 2);
    CHECK(std::isinf(def.hi));
  }
}

// The first axis is fixed in the parent, the second in the child.
TEST_CASE("what is said of an axis of a universal joint acts about that axis") {
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 0 0 0 0", kBall) +
            "<joint name='u' type='universal'><parent>world</parent><child>a</child><axis><xyz>1 0 "
            "0</xyz><dynamics><damping>2"
            "</damping></dynamics></axis><axis2><xyz>0 1 "
            "0</xyz><dynamics><damping>3</damping></dynamics></axis2></joint>"));
  State start = initial_state(scene.model);
  for (const auto& [axis, rate, other] :
       {std::tuple{Eigen::Vector3d(1, 0, 0), 0, 1}, {Eigen::Vector3d(0, 1, 0), 1, 0}}) {
    start.v.segment<3>(3) = axis;
    CHECK(coordinate_rate(scene.model, start, {0}, rate) == relative(1, 1e-14));
    CHECK(coordinate_rate(scene.model, start, {0}, other) == near_zero(1e-14));
  }
  // Turned about the first axis the second is that of the child: a turn about it is still free.
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.6, Eigen::Vector3d::UnitX()));
  start.q.segment<4>(3) << turned.w(), turned.x(), turned.y(), turned.z();
  start.v.segment<3>(3) = turned * Eigen::Vector3d::UnitY();
  const ConstraintRows rows = constraint_rows(scene.model, start);
  CHECK(rows.error.norm() < 1e-14);
  CHECK((rows.jacobian * start.v).norm() < 1e-14);
  const std::vector<CoordinateDef>& defs = scene.model.joints[0].coordinates;
  CHECK(defs.at(0).damping == 2);
  CHECK(defs.at(1).damping == 3);
}

TEST_CASE("1e16 is no limit, and an effort is the most force of a motor") {
  const study::Scene scene =
      scene_of(model(link("a", ">0 0 0 0 0 0", kBall) +
                     "<joint name='j' "
                     "type='prismatic'><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz>"
                     "<limit><lower>-1e16</lower><upper>0.75</upper><effort>12</effort></limit></"
                     "axis></joint>"),
               {.motors = RobotMotors::position});
  const CoordinateDef& slide = scene.model.joints.at(0).coordinates.at(0);
  CHECK(std::isinf(slide.lo));
  CHECK(slide.hi == 0.75);
  CHECK(slide.max_force == 12);
}

// The joint is turned by 90 degrees about z, its model by another 90.
TEST_CASE("an axis is given in the frame that its file says") {
  const auto axis = [](const std::string& words, const std::string& more = "") {
    const study::Scene scene = scene_of(
        model("<pose>0 0 0 0 0 1.5707963267948966</pose>" + link("a", ">0 0 0 0 0 0", kBall) +
              "<frame name='f'><pose>0 0 0 1.5707963267948966 0 0</pose></frame>"
              "<joint name='j' type='revolute'><pose>0 0 0 0 0 "
              "1.5707963267948966</pose><parent>world</parent>"
              "<child>a</child><axis><xyz" +
              words + ">1 0 0</xyz>" + more + "</axis></joint>"));
    const Joint& joint = scene.model.joints.at(0);
    const spatial::Pose a = spatial_pose(scene.model, initial_state(scene.model), joint.a);
    return Eigen::Vector3d(a.r * (joint.frame_a.r * Eigen::Vector3d::UnitX()));
  };
  CHECK((axis("") - Eigen::Vector3d(-1, 0, 0)).norm() < 1e-12);
  CHECK((axis(" expressed_in='__model__'") - Eigen::Vector3d(0, 1, 0)).norm() < 1e-12);
  CHECK(
      (axis("", "<use_parent_model_frame>true</use_parent_model_frame>") - Eigen::Vector3d(0, 1, 0))
          .norm() < 1e-12);
  CHECK((axis("", "<use_parent_model_frame>false</use_parent_model_frame>") -
         Eigen::Vector3d(-1, 0, 0))
            .norm() < 1e-12);
  CHECK((axis(" expressed_in='f'") - Eigen::Vector3d(0, 1, 0)).norm() < 1e-12);
  CHECK((axis(" expressed_in='world'") - Eigen::Vector3d(1, 0, 0)).norm() < 1e-12);
}

TEST_CASE("limits of one value, efforts and speeds of SDF's word for none are as they say") {
  const auto slide = [](const std::string& limit) {
    return model(link("a", ">0 0 0 0 0 0", kBall) +
                 "<joint name='j' type='prismatic'><parent>world</parent><child>a</child>"
                 "<axis><xyz>1 0 0</xyz><limit>" +
                 limit + "</limit></axis></joint>");
  };
  const RobotOptions motors{.motors = RobotMotors::velocity};
  const auto coordinates = [&](const std::string& limit) {
    return scene_of(slide(limit), motors).model.joints.at(0).coordinates;
  };
  const std::vector<CoordinateDef> still = coordinates("<lower>0</lower><upper>0</upper>");
  CHECK(still.at(0).lo == 0);
  CHECK(still.at(0).hi == 0);
  CHECK(coordinates("<upper>+inf</upper>").empty());
  CHECK(coordinates("<upper>Inf</upper><lower>-INF</lower>").empty());
  for (const char* none : {"0", "-1", "1e16", "inf"})
    CHECK(coordinates("<effort>" + std::string(none) + "</effort>").empty());
  CHECK(coordinates("<effort>0.5</effort>").at(0).max_force == 0.5);
  const auto told = [&](const std::string& speed) {
    return !notes_of(slide("<velocity>" + speed + "</velocity>")).empty();
  };
  CHECK(told("0"));
  CHECK(told("2"));
  for (const char* none : {"-1", "1e16", "inf"}) CHECK(!told(none));
}

// Turned about either axis the link of a universal joint to the world is free, and about no other.
TEST_CASE("a universal joint whose child is the world turns about the axes of its file") {
  const std::string text =
      model(link("a", ">0 0 0 0 0 0", kBall) +
            "<joint name='u' type='universal'><parent>a</parent><child>world</child><axis><xyz>1 0 "
            "0</xyz><limit><lower>-0.2</lower><upper>0.5</upper></limit></axis><axis2><xyz>0 1 "
            "0</xyz><limit><lower>-0.3</lower><upper>0.7</upper></limit></axis2></joint>");
  const study::Scene scene = scene_of(text);
  State start = initial_state(scene.model);
  // The world turns by q about an axis that the link sees: the link turns back.
  for (const auto& [axis, of_axis, other, lo] :
       {std::tuple{Eigen::Vector3d(1, 0, 0), 1, 0, -0.2}, {Eigen::Vector3d(0, 1, 0), 0, 1, -0.3}}) {
    start.v.segment<3>(3) = axis;
    CHECK(coordinate_rate(scene.model, start, {0}, of_axis) == relative(-1, 1e-14));
    CHECK(coordinate_rate(scene.model, start, {0}, other) == near_zero(1e-14));
    CHECK(scene.model.joints[0].coordinates.at(static_cast<std::size_t>(of_axis)).lo == lo);
  }
}

}  // namespace
}  // namespace perpend::io
