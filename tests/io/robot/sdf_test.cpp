// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>
#include <numbers>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

std::string link(const std::string& name, const std::string& pose, const std::string& inside = "") {
  return "<link name='" + name + "'><pose" + pose + "</pose>" + inside + "</link>\n";
}

const std::string kBall =
    "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>";

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
      "<joint name='j' type='revolute'><pose relative_to='b'>0 0 1 0 0 "
      "0</pose><parent>b</parent><child>c</child>"
      "<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis></joint>"));
  CHECK((frame_of(scene, "a").p - Eigen::Vector3d(1, 0, 1)).norm() < 1e-12);
  CHECK((frame_of(scene, "b").p - Eigen::Vector3d(0, 0, 1.5)).norm() < 1e-12);
  CHECK((frame_of(scene, "c").p - Eigen::Vector3d(0, 0, 2.75)).norm() < 1e-12);
  const Joint& joint = scene.model.joints.at(0);
  const State start = initial_state(scene.model);
  const spatial::Pose a = spatial_pose(scene.model, start, joint.a);
  CHECK((a.r * (joint.frame_a.r * Eigen::Vector3d::UnitX()) - Eigen::Vector3d(0, 1, 0)).norm() <
        1e-12);
  CHECK((transform_point(a, joint.frame_a.p) - Eigen::Vector3d(0, 0, 2.5)).norm() < 1e-12);
}

TEST_CASE("shapes have the sizes of their file, lengths from end to end") {
  const auto collision = [](const std::string& name, const std::string& shape) {
    return "<collision name='" + name + "'><geometry>" + shape + "</geometry></collision>\n";
  };
  const auto round = [](const std::string& kind) {
    return "<" + kind + "><radius>0.1</radius><length>0.8</length></" + kind + ">";
  };
  const study::Scene scene = scene_of(model(link("a", ">0 0 3 0 0 0",
                                                 collision("b", "<box><size>1 2 3</size></box>") +
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
      "<model name='floor'><static>true</static><link name='l'><collision "
      "name='c'><geometry><plane><normal>0 0 1</normal>"
      "</plane></geometry></collision></link></model>"
      "<model name='ball'><pose>0 0 2 0 0 0</pose><link name='l'><inertial auto='true'/>"
      "<collision "
      "name='c'><density>100</density><geometry><sphere><radius>0.5</radius></sphere></"
      "geometry><surface>"
      "<friction><ode><mu>0.25</mu></ode></friction><bounce><restitution_coefficient>0.5</"
      "restitution_coefficient></bounce>"
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
  const double turn = 0.7;
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 0 0 0 0", kBall) + link("b", ">0 0 1 0 0 0", kBall) +
            "<joint name='h' type='revolute'><parent>world</parent><child>a</child><axis><xyz>0 0 "
            "1</xyz></axis></joint>"
            "<joint name='u' type='universal'><parent>a</parent><child>b</child><axis><xyz>1 0 "
            "0</xyz></axis>"
            "<axis2><xyz>0 1 0</xyz></axis2></joint>"),
      {.start = {{"h", turn}}});
  State start = initial_state(scene.model);
  const int b = scene.model.bodies[1].details->name == "b" ? 1 : 0;
  // About its first axis on a, and about its second on b, where that points now.
  for (const Eigen::Vector3d& axis : {Eigen::Vector3d(std::cos(turn), std::sin(turn), 0),
                                      Eigen::Vector3d(-std::sin(turn), std::cos(turn), 0)}) {
    start.v.setZero();
    const Eigen::Quaterniond r = spatial_pose(scene.model, start, {b}).r;
    start.v.segment<3>(scene.model.bodies[static_cast<std::size_t>(b)].v_offset + 3) =
        r.conjugate() * axis;
    const auto rows = constraint_rows(scene.model, start);
    CHECK(rows.error.norm() < 1e-12);
    CHECK((rows.jacobian * start.v).norm() < 1e-12);
  }
}

TEST_CASE("includes are found beside the file, with their own name and pose; circles are told") {
  const ScratchFile inner("inner.sdf"), outer("outer.sdf");
  const auto write = [](const std::filesystem::path& to, const std::string& text) {
    std::ofstream(to) << text;
  };
  write(inner.path, model(link("a", ">0 0 0.5 0 0 0")));
  const std::string world =
      "<sdf version='1.9'><world name='w'>\n<include><uri>" + inner.path.filename().string() +
      "</uri><name>twin</name><pose>0 0 1 0 0 0</pose></include></world></sdf>";
  write(outer.path, world);
  const Result<study::Scene> scene = read_scene(outer.path);
  REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
  CHECK((frame_of(*scene, "twin::a").p - Eigen::Vector3d(0, 0, 1.5)).norm() < 1e-12);
  write(inner.path,
        model("\n<include><uri>" + inner.path.filename().string() + "</uri></include>"));
  const Result<study::Scene> circle = read_scene(outer.path);
  REQUIRE(!circle);
  CHECK(says(circle.error(), 4, "includes itself"));
  const Diagnostics missing =
      faults_of(model("\n<include><uri>model://no_such_model</uri></include>"));
  CHECK(says(missing, 4, "is found for \"model://no_such_model\""));
}

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

TEST_CASE("a pose is the same in radians, in degrees and as a quaternion") {
  const auto turned = [](const std::string& pose) {
    return frame_of(scene_of(model(link("a", pose))), "a");
  };
  const spatial::Pose radians =
      turned(">1 2 3 0.5235987755982988 -0.7853981633974483 1.0471975511965976");
  const spatial::Pose degrees = turned(" degrees='true'>1 2 3 30 -45 60");
  const Eigen::Quaterniond& r = radians.r;
  const spatial::Pose quaternion =
      turned(fmt::format(" rotation_format='quat_xyzw'>1 2 3 {} {} {} {}", 2 * r.x(), 2 * r.y(),
                         2 * r.z(), 2 * r.w()));
  CHECK((radians.r * Eigen::Vector3d::UnitX() -
         Eigen::Vector3d(std::sqrt(2) / 4, std::sqrt(6) / 4, std::sqrt(0.5)))
            .norm() < 1e-14);
  CHECK(degrees.r.angularDistance(r) < 1e-14);
  CHECK(quaternion.r.angularDistance(r) < 1e-14);
  CHECK(quaternion.p == Eigen::Vector3d(1, 2, 3));
}

// Of a frame turned by a quarter about z: its x and y are y and -x of the link.
TEST_CASE("a link has the mass, centre and products of inertia that its file names") {
  const study::Scene scene = scene_of(model(
      link("wedge", ">0 0 0 0 0 0",
           "<inertial><pose>0.1 0.2 0.3 0 0 "
           "1.5707963267948966</pose><mass>2</mass><inertia><ixx>2</ixx><iyy>3</iyy><izz>4</izz>"
           "<ixy>0.3</ixy><ixz>-0.2</ixz><iyz>0.5</iyz></inertia></inertial>")));
  Eigen::Matrix3d expected;
  expected << 3, -0.3, -0.5, -0.3, 2, -0.2, -0.5, -0.2, 4;
  const Eigen::MatrixXd M = mass_matrix(scene.model, initial_state(scene.model));
  CHECK((M.bottomRightCorner<3, 3>() - expected).norm() < 1e-12);
  CHECK(M(0, 0) == 2);
  CHECK((center_of_mass(scene.model, initial_state(scene.model)).point -
         Eigen::Vector3d(0.1, 0.2, 0.3))
            .norm() < 1e-14);
}

TEST_CASE(
    "friction and bounce are those of the first collision, of SDF's own 1 where it says none") {
  const auto ball = [](const std::string& surface) {
    std::string text = kBall;
    return text.insert(text.find("</collision>"), surface);
  };
  const auto met = [&](const std::string& surface) {
    const Model found = scene_of(model(link("a", ">0 0 0 0 0 0", ball(surface) + ball("")))).model;
    return found.surface(found.bodies[0].material, found.bodies[0].material);
  };
  const SurfacePair rubber =
      met("<surface><friction><ode><mu>0.25</mu></ode></friction><bounce>"
          "<restitution_coefficient>0.75</restitution_coefficient></bounce></surface>");
  CHECK(rubber.mu_s == 0.25);
  CHECK(rubber.mu_k == 0.25);
  CHECK(rubber.e == 0.75);
  CHECK(met("").mu_k == 1);
  CHECK(met("").e == 0);
}

TEST_CASE("a friction of two directions is told where they differ") {
  const auto told = [](const std::string& mu2) {
    std::string text = kBall;
    text.insert(text.find("</collision>"), "<surface><friction><ode><mu>0.25</mu><mu2>" + mu2 +
                                               "</mu2></ode></friction></surface>");
    const Diagnostics notes = notes_of(model(link("a", ">0 0 0 0 0 0", text)));
    return std::ranges::any_of(notes, [](const Diagnostic& note) {
      return to_string(note).find("friction is isotropic") != std::string::npos;
    });
  };
  CHECK(told("0.5"));
  CHECK(told("0"));
  CHECK(!told("0.25"));
}

TEST_CASE("ellipsoids, cones and planes have the sizes and the side of their file") {
  const auto collision = [](const std::string& name, const std::string& shape) {
    return "<collision name='" + name + "'><pose>0 0 1 0 0 0</pose><geometry>" + shape +
           "</geometry></collision>\n";
  };
  const study::Scene scene = scene_of(
      model("<static>true</static>" +
            link("a", ">0 0 0 0 0 0",
                 collision("e", "<ellipsoid><radii>1 2 3</radii></ellipsoid>") +
                     collision("c", "<cone><radius>0.1</radius><length>0.8</length></cone>") +
                     collision("p", "<plane><normal>0 2 0</normal></plane>"))));
  const auto& shapes = scene.model.bodies.at(0).details->spatial_shapes;
  REQUIRE(shapes.size() == 3);
  CHECK(std::get<spatial::Ellipsoid>(shapes[0].shape).half == Eigen::Vector3d(1, 2, 3));
  CHECK(std::get<spatial::Cone>(shapes[1].shape).half_length == 0.4);
  CHECK(std::get<spatial::Cone>(shapes[1].shape).radius == 0.1);
  CHECK((shapes[2].pose.r * Eigen::Vector3d::UnitZ() - Eigen::Vector3d::UnitY()).norm() < 1e-14);
  CHECK((shapes[2].pose.p - Eigen::Vector3d::UnitZ()).norm() < 1e-14);
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

TEST_CASE("a model stands with its placement frame at its pose") {
  const std::string inside = "<pose>5 0 1 0 0 1.5707963267948966</pose>" +
                             link("a", ">1 2 0 0 0 0") +
                             "<frame name='f' attached_to='a'><pose>0 3 0 0 0 0.5</pose></frame>";
  const study::Scene scene = scene_of("<sdf version='1.9'><model name='m' placement_frame='f'>" +
                                      inside + "</model></sdf>");
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()));
  const spatial::Pose there = compose(frame_of(scene, "a"), spatial::Pose{{0, 3, 0}, turned});
  CHECK((there.p - Eigen::Vector3d(5, 0, 1)).norm() < 1e-14);
  CHECK(there.r.angularDistance(Eigen::Quaterniond(
            Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()))) < 1e-14);
}

TEST_CASE("models in models move as one, and joints reach links and frames inside them") {
  const study::Scene scene = scene_of(
      model("<pose>0 0 1 0 0 1.5707963267948966</pose><model name='tool'><pose>2 0 0 0 0 0</pose>" +
            link("tip", ">1 0 0 0 0 0", kBall) + "<frame name='grip' attached_to='tip'/></model>" +
            link("hand", ">0 0 0 0 0 0", kBall) +
            "<joint name='wrist' "
            "type='revolute'><parent>hand</parent><child>tool::grip</child><axis><xyz>0 0 "
            "1</xyz></axis></joint>"));
  CHECK((frame_of(scene, "m::tool::tip").p - Eigen::Vector3d(0, 3, 1)).norm() < 1e-14);
  const Joint& wrist = scene.model.joints.at(0);
  CHECK(scene.model.bodies[static_cast<std::size_t>(wrist.a.index)].details->name ==
        "m::tool::tip");
  CHECK(scene.model.bodies[static_cast<std::size_t>(wrist.b.index)].details->name == "m::hand");
  CHECK(wrist.frame_a.p.norm() < 1e-14);
  const study::Scene still = scene_of(model("<static>true</static><model name='tool'>" +
                                            link("tip", ">1 0 0 0 0 0", kBall) + "</model>" +
                                            link("hand", ">0 0 0 0 0 0", kBall)));
  for (const Body& body : still.model.bodies) CHECK(body.is_fixed());
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

TEST_CASE(
    "robots of a world stand on the ground each by itself, under the gravity that is asked for") {
  const auto ball = [](const std::string& name, const std::string& pose) {
    return "<model name='" + name + "'><pose>" + pose + "</pose><link name='l'>" + kBall +
           "</link></model>";
  };
  const study::Scene scene =
      scene_of("<sdf version='1.9'><world name='w'><gravity>0 0 -3.7</gravity>" +
                   ball("low", "0 0 1 0 0 0") + ball("high", "2 0 7 0 0 0") + "</world></sdf>",
               {.ground = true, .gravity = Eigen::Vector3d(0, 0, -1.6), .duration = 3.5});
  CHECK(scene.model.gravity == Eigen::Vector3d(0, 0, -1.6));
  CHECK(scene.duration == 3.5);
  CHECK((frame_of(scene, "low::l").p - Eigen::Vector3d(0, 0, 0.1)).norm() < 1e-14);
  CHECK((frame_of(scene, "high::l").p - Eigen::Vector3d(2, 0, 0.1)).norm() < 1e-14);
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

TEST_CASE("a joint reaches the first link of a model that it names, and the world by name") {
  const study::Scene scene = scene_of(
      model("<model name='tool'>" + link("tip", ">1 0 0 0 0 0", kBall) +
            link("end", ">2 0 0 0 0 0", kBall) + "</model>" + link("hand", ">0 0 0 0 0 0", kBall) +
            "<frame name='here' attached_to='hand'/><frame name='there' attached_to='world'/>"
            "<joint name='j' type='ball'><parent>here</parent><child>tool</child></joint>"
            "<joint name='k' type='ball'><parent>there</parent><child>hand</child></joint>"));
  const auto name = [&](BodyId id) {
    return id == kWorld ? "world"
                        : scene.model.bodies[static_cast<std::size_t>(id.index)].details->name;
  };
  CHECK(name(scene.model.joints.at(0).a) == "m::tool::tip");
  CHECK(name(scene.model.joints.at(0).b) == "m::hand");
  CHECK(name(scene.model.joints.at(1).a) == "m::hand");
  CHECK(name(scene.model.joints.at(1).b) == "world");
}

TEST_CASE("the scene of a model has its name, that of a world its own; a link its first colour") {
  const auto name = [](const std::string& text) { return scene_of(text).name; };
  CHECK(name(model(link("a", ">0 0 0 0 0 0"))) == "m");
  CHECK(name("<sdf version='1.9'><world name='w'><model name='n'><link "
             "name='a'><pose/></link></model></world></sdf>") == "w");
  const auto visual = [](const std::string& inside) {
    return "<visual name='v'>" + inside + "</visual>";
  };
  const auto diffuse = [&](const std::string& color) {
    return visual("<material><diffuse>" + color + "</diffuse></material>");
  };
  const study::Scene scene = scene_of(
      model(link("a", ">0 0 0 0 0 0", visual("") + diffuse("1 0.2 0 1") + diffuse("0 0 1 1")) +
            link("b", ">1 0 0 0 0 0", visual(""))));
  CHECK(scene.colors == std::vector<std::string>{"#ff3300", ""});
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

TEST_CASE("a frame that says nothing of it goes with its model, one of a world with the world") {
  for (const std::string said : {"", " attached_to=''", " attached_to='__model__'"}) {
    const study::Scene scene = scene_of(
        model("<pose>0 0 1 0 0 0</pose>" + link("base", ">0 2 0 0 0 0", kBall) +
              link("arm", ">1 0 0 0 0 0", kBall) + "<frame name='mount'" + said +
              "><pose>1 0 0 0 0 0</pose></frame>"
              "<joint name='j' type='ball'><parent>mount</parent><child>arm</child></joint>"));
    const Joint& joint = scene.model.joints.at(0);
    const auto name = [&](BodyId id) {
      return scene.model.bodies[static_cast<std::size_t>(id.index)].details->name;
    };
    CHECK(name(joint.a) == "arm");
    CHECK(name(joint.b) == "base");
  }
  const study::Scene world = scene_of(
      "<sdf version='1.9'><world name='w'><frame name='hook'><pose>0 0 3 0 0 0</pose></frame>"
      "<model name='m'>" +
      link("arm", ">0 0 2 0 0 0", kBall) +
      "</model>"
      "<joint name='j' "
      "type='ball'><parent>hook</parent><child>m::arm</child></joint></world></sdf>");
  CHECK(world.model.joints.at(0).b == kWorld);
}

}  // namespace
}  // namespace perpend::io
