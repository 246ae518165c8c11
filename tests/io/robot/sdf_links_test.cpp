// SPDX-License-Identifier: Apache-2.0
// Links of SDF: shapes, masses, surfaces and poses.
#include <fmt/format.h>

#include "io/robot/sdf_text.hpp"
#include "perpend/dynamics/measure.hpp"

namespace perpend::io {
namespace {

using sdf::frame_of;
using sdf::kBall;
using sdf::link;
using sdf::model;

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

TEST_CASE("links of a model collide with each other where it says so") {
  const std::string links = link("a", ">0 0 0 0 0 0", kBall) + link("b", ">1 0 0 0 0 0", kBall);
  CHECK(scene_of(model(links)).model.excluded.size() == 1);
  CHECK(scene_of(model("<self_collide>true</self_collide>" + links)).model.excluded.empty());
}

TEST_CASE("that a collision has another surface than the first of its link is told") {
  const auto with = [](const std::string& mu) {
    std::string text = kBall;
    return text.insert(text.find("</collision>"),
                       "<surface><friction><ode><mu>" + mu + "</mu></ode></friction></surface>\n");
  };
  const auto told = [&](const std::string& first, const std::string& second) {
    return says(notes_of(model(link("a", ">0 0 0 0 0 0", with(first) + with(second)))), 4,
                "has the surface of the first collision of its link");
  };
  CHECK(told("0.5", "0.6"));
  CHECK(!told("0.5", "0.5"));
  const auto bonded = [&](const std::string& first, const std::string& second) {
    return notes_of(
        model(link("a", ">0 0 0 0 0 0", with(first)) + link("b", ">1 0 0 0 0 0", with(second)) +
              "<joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"));
  };
  CHECK(says(bonded("0.5", "0.6"), 5, "has the surface of body \"a\" that it is part of"));
  CHECK(bonded("0.5", "0.5").empty());
}

}  // namespace
}  // namespace perpend::io
