// SPDX-License-Identifier: Apache-2.0
// Links of URDF: shapes, meshes, masses and colours.
#include <fstream>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

TEST_CASE("shapes have the sizes of their file, lengths from end to end") {
  const auto collision = [](const std::string& shape) {
    return "<collision><geometry><" + shape + "/></geometry></collision>\n";
  };
  const study::Scene scene = scene_of(
      robot("<link name='base'>\n" + collision("box size='1 2 3'") +
            collision("sphere radius='0.3'") + collision("cylinder radius='0.1' length='0.8'") +
            collision("capsule radius='0.2' length='0.6'") + "</link>\n"));
  const auto& shapes = scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, "base"))]
                           .details->spatial_shapes;
  REQUIRE(shapes.size() == 4);
  CHECK(std::get<spatial::Box>(shapes[0].shape).half == Eigen::Vector3d(0.5, 1, 1.5));
  CHECK(std::get<spatial::Sphere>(shapes[1].shape).radius == 0.3);
  CHECK(std::get<spatial::Cylinder>(shapes[2].shape).radius == 0.1);
  CHECK(std::get<spatial::Cylinder>(shapes[2].shape).half_length == 0.4);
  CHECK(std::get<spatial::Capsule>(shapes[3].shape).radius == 0.2);
  CHECK(std::get<spatial::Capsule>(shapes[3].shape).half_length == 0.3);
}

TEST_CASE("links of fixed joints are one body with the sum of their masses") {
  const study::Scene scene =
      scene_of(robot(ball_link("a") + ball_link("b") + joint("bond", "fixed", "a", "b", "2 0 0")));
  REQUIRE(scene.model.bodies.size() == 1);
  CHECK(scene.model.bodies[0].mass == 2);
  CHECK(scene.model.bodies[0].details->spatial_shapes.size() == 2);
  const CenterOfMass center = center_of_mass(scene.model, initial_state(scene.model));
  CHECK((center.point - Eigen::Vector3d(1, 0, 0)).norm() < 1e-14);
  // Two balls of 0.004 kg m² a metre from their common centre.
  Eigen::Vector3d moments = scene.model.bodies[0].principal_inertia;
  std::sort(moments.begin(), moments.end());
  CHECK((moments - Eigen::Vector3d(0.008, 2.008, 2.008)).norm() < 1e-12);
}

// Of a frame turned by a quarter about z: its x and y are y and -x of the link.
TEST_CASE("a link has the products of inertia that its file names") {
  const study::Scene scene = scene_of(
      robot("<link name='wedge'><inertial><origin rpy='0 0 1.5707963267948966'/><mass value='2'/>"
            "<inertia ixx='2' iyy='3' izz='4' ixy='0.3' ixz='-0.2' iyz='0.5'/></inertial></link>"));
  Eigen::Matrix3d expected;
  expected << 3, -0.3, -0.5, -0.3, 2, -0.2, -0.5, -0.2, 4;
  const Eigen::MatrixXd M = mass_matrix(scene.model, initial_state(scene.model));
  CHECK((M.bottomRightCorner<3, 3>() - expected).norm() < 1e-12);
}

TEST_CASE("links of one robot that overlap at the start do not collide, and are told") {
  const std::string text = robot("<link name='base'/>\n" + ball_link("a") + ball_link("b") +
                                 ball_link("c") + joint("ab", "continuous", "base", "a", "0 0 0") +
                                 joint("bc", "continuous", "a", "b", "0.3 0 0") +
                                 joint("cd", "continuous", "b", "c", "-0.25 0 0"));
  CHECK(scene_of(text).model.excluded.size() == 1);
  CHECK(says(notes_of(text), 3, "overlaps link \"c\""));
}

TEST_CASE("a mesh collides as its convex hull, scaled; one without a volume is refused") {
  const ScratchFile mesh("wedge.obj");
  std::ofstream(mesh.path)
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto with = [&](const std::string& scale) {
    return robot(
        "<link name='wedge'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
        "izz='1'/></inertial>\n<collision><geometry>"
        "<mesh filename='file://" +
        mesh.path.string() + "' scale='" + scale + "'/></geometry></collision></link>\n");
  };
  const study::Scene scene = scene_of(with("2 2 3"));
  const auto* hull =
      std::get_if<spatial::Hull>(&scene.model.bodies.at(0).details->spatial_shapes.at(0).shape);
  REQUIRE(hull);
  CHECK(hull->polyhedron->volume == relative(2.0 * 2 * 3 / 6, 1e-12));
  CHECK(says(notes_of(with("1 1 1")), 3, "convex hull of 4 corners"));
  CHECK(says(faults_of(with("1 1 0")), 3, "has no convex hull"));
}

TEST_CASE("a mesh that is inside out, in whole or in part, is told") {
  const auto notes = [](const std::string& faces) {
    const ScratchFile mesh("turned.obj");
    std::ofstream(mesh.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" << faces;
    return notes_of(
        robot("<link name='wedge'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
              "izz='1'/></inertial>\n<collision><geometry>"
              "<mesh filename='file://" +
              mesh.path.string() + "'/></geometry></collision></link>\n"));
  };
  CHECK(notes("f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").size() == 1);
  CHECK(says(notes("f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"), 3,
             "is inside out: its faces look inwards"));
  CHECK(says(notes("f 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"), 3, "faces that look inwards beside"));
  CHECK(notes("f 1 2 3\nf 1 4 2\n").size() == 1);  // open: no inside
  CHECK(notes("f 1 2 3\nf 2 4 3\n").size() == 1);
}

TEST_CASE("a link has the colour of its first visual that has one, its own or one of the robot") {
  const auto link = [](const std::string& name, const std::string& visuals) {
    std::string text = ball_link(name);
    return text.insert(text.find("</link>"), visuals);
  };
  const auto visual = [](const std::string& material) {
    return "<visual>" + material + "</visual>\n";
  };
  const study::Scene scene = scene_of(robot(
      "<material name='sky'><color rgba='0 0.6 1 0.5'/></material>\n" +
      link("a", visual("<material name='mine'><color rgba='1 0.2 0 1'/></material>") +
                    visual("<material name='sky'/>")) +
      link("b", visual("") + visual("<material name='sky'/>")) +
      link("c", visual("<material name='none'/>")) + joint("ab", "floating", "a", "b", "1 0 0") +
      joint("ac", "floating", "a", "c", "2 0 0")));
  const auto color = [&](const char* name) {
    return scene.colors.at(static_cast<std::size_t>(body_of(scene.model, name)));
  };
  CHECK(color("a") == "#ff3300");
  CHECK(color("b") == "#0099ff");
  CHECK(color("c").empty());
}

}  // namespace
}  // namespace perpend::io
