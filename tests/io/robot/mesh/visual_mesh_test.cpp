// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mesh/visual_mesh.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <random>

#include "io/robot/sdf_text.hpp"
#include "io/scratch_file.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using spatial::TriangleSoup;

// A surface of revolution as .stl files have it: every triangle with vertices of its own. `radius`
// gives the radius at the latitude and longitude.
template <typename Radius>
TriangleSoup globe(int rings, const Radius& radius) {
  TriangleSoup soup;
  const auto at = [&](int i, int j) -> Vector3d {
    const double theta = std::numbers::pi * i / rings;
    const double phi = std::numbers::pi * (j % (2 * rings)) / rings;
    const Vector3d out(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                       std::cos(theta));
    return i == 0 || i == rings ? Vector3d(0, 0, i == 0 ? 1 : -1)
                                : Vector3d(radius(theta, phi) * out);
  };
  const auto add = [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    const int first = static_cast<int>(soup.vertices.size());
    for (const Vector3d& x : {a, b, c}) soup.vertices.push_back(x);
    soup.triangles.push_back({first, first + 1, first + 2});
  };
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < 2 * rings; ++j) {
      add(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      add(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return soup;
}

double area(const TriangleSoup& soup) {
  double sum = 0;
  const auto at = [&](int i) { return soup.vertices[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c] : soup.triangles)
    sum += 0.5 * (at(b) - at(a)).cross(at(c) - at(a)).norm();
  return sum;
}

// Whether every edge is passed once in each direction.
bool is_closed(const TriangleSoup& soup) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : soup.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  return std::ranges::all_of(edges, [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end();
  });
}

TEST_CASE(
    "a small mesh keeps its triangles with each vertex once, rounded to its size's millionth") {
  std::mt19937 random(4);
  for (const double size : {1e-3, 0.2, 7.0, 3e4}) {
    const double phase = std::uniform_real_distribution<double>(0, 1)(random);
    TriangleSoup mesh = globe(12, [&](double theta, double phi) {
      return 0.8 + 0.1 * std::cos(3 * phi + phase) * std::sin(theta);
    });
    for (Vector3d& x : mesh.vertices) x *= size;
    const TriangleSoup simple = simplified(mesh);
    CHECK(simple.triangles.size() == 2 * 24 * 11);  // those at the poles have no area
    CHECK(simple.vertices.size() == 24 * 11 + 2);
    CHECK(is_closed(simple));
    CHECK(area(simple) == relative(area(mesh), 1e-5));
    for (const Vector3d& x : simple.vertices) {
      double nearest = size;
      for (const Vector3d& y : mesh.vertices) nearest = std::min(nearest, (x - y).norm());
      CHECK(nearest < 2e-5 * size);
      for (const double value : x) CHECK(fmt::format("{}", value).size() < 13);
    }
  }
}

TEST_CASE(
    "a large mesh becomes one of at most 5000 triangles that is as closed and nearly as large") {
  const TriangleSoup mesh = globe(
      90, [](double theta, double phi) { return 1 + 0.05 * std::sin(5 * phi) * std::sin(theta); });
  CHECK(mesh.triangles.size() == 32400);
  const TriangleSoup simple = simplified(mesh);
  CHECK(simple.triangles.size() <= kMostVisualTriangles);
  CHECK(simple.triangles.size() > 9 * kMostVisualTriangles / 10);
  CHECK(is_closed(simple));
  CHECK(area(simple) == relative(area(mesh), 5e-3));
}

TEST_CASE("a large soup of triangles without neighbours becomes few as well") {
  std::mt19937 random(5);
  std::normal_distribution<double> number;
  TriangleSoup soup;
  for (int i = 0; i < 40000; ++i) {
    const Vector3d at = Vector3d(number(random), number(random), number(random)).normalized();
    for (int k = 0; k < 3; ++k)
      soup.vertices.push_back(at + 0.2 * Vector3d(number(random), number(random), number(random)));
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const TriangleSoup simple = simplified(soup);
  CHECK(simple.triangles.size() <= 2 * kMostVisualTriangles);
  CHECK(simple.triangles.size() > 500);
}

TEST_CASE("only meshes of visuals with too many triangles change the text of a scene") {
  const auto scene_with = [](int rings) {
    const TriangleSoup mesh = globe(rings, [](double, double) { return 1.0; });
    return R"({"bodies": [{"name": "a"}, {"name": "b", "visuals": [{"sphere": {"radius": 1}}, {"mesh": )" +
           mesh_json(mesh).dump() + "}]}]}";
  };
  CHECK(with_simple_visuals(scene_with(5)) == scene_with(5));
  const auto simple = nlohmann::json::parse(with_simple_visuals(scene_with(60)));
  const auto& visuals = simple["bodies"][1]["visuals"];
  CHECK(visuals[0]["sphere"]["radius"] == 1);
  CHECK(visuals[1]["mesh"]["triangles"].size() <= kMostVisualTriangles);
}

std::string link_with(const std::string& visuals) {
  std::string text = ball_link("a");
  return robot(text.insert(text.find("</link>"), visuals));
}

std::string visual_of(const std::string& shape, const std::string& more = "") {
  return "<visual>" + more + "<geometry>" + shape + "</geometry></visual>\n";
}

TEST_CASE("visuals that show what collides are left out, others and other colours are not") {
  const std::string same = "<sphere radius='0.1'/>";
  const auto count = [](const std::string& visuals) {
    return scene_of(link_with(visuals)).visuals.at(0).size();
  };
  const std::string at = "<origin xyz='0 0 0'/>";
  CHECK(count(visual_of(same)) == 0);
  CHECK(count(visual_of(same, "<material name='m'><color rgba='1 0 0 1'/></material>")) == 0);
  CHECK(count(visual_of(same, "<origin xyz='0 0 0.01'/>")) == 1);
  CHECK(count(visual_of("<sphere radius='0.11'/>")) == 1);
  CHECK(count(visual_of(same) + visual_of(same)) == 2);
  const study::Scene scene = scene_of(link_with(
      visual_of(same, "<material name='m'><color rgba='1 0 0 1'/></material>") +
      visual_of("<box size='1 2 3'/>", "<material name='n'><color rgba='0 0 1 1'/></material>") +
      visual_of("<cylinder radius='0.2' length='0.5'/>")));
  const study::Visuals& visuals = scene.visuals.at(0);
  REQUIRE(visuals.size() == 3);
  CHECK(scene.colors.at(0) == "#ff0000");
  CHECK(visuals[0].color.empty());  // that of the body
  CHECK(visuals[1].color == "#0000ff");
  CHECK(visuals[2].color.empty());
  const auto& box = std::get<spatial::Box>(std::get<spatial::Shape>(visuals[1].geometry));
  CHECK(box.half == Vector3d(0.5, 1, 1.5));
}

TEST_CASE("visuals without a color have that of their link, also where it is part of a body") {
  const auto material = [](const char* rgb) {
    return std::string("<material name='m'><color rgba='") + rgb + " 1'/></material>";
  };
  const std::string box = "<box size='1 2 3'/>";
  const auto link = [&](const char* name, const std::string& visuals) {
    std::string text = ball_link(name);
    return text.insert(text.find("</link>"), visuals);
  };
  const study::Scene scene = scene_of(robot(
      link("a", visual_of(box, material("1 0 0"))) +
      link("b", visual_of(box, material("0 0 1")) + visual_of(box)) + link("c", visual_of(box)) +
      joint("ab", "fixed", "a", "b", "1 0 0") + joint("ac", "fixed", "a", "c", "2 0 0")));
  const study::Visuals& visuals = scene.visuals.at(0);
  REQUIRE(visuals.size() == 4);
  CHECK(visuals[0].color.empty());
  CHECK(visuals[1].color == "#0000ff");
  CHECK(visuals[2].color == "#0000ff");
  CHECK(visuals[3].color.empty());
}

TEST_CASE("visuals move nothing: mass, contacts and motion are those of the shapes") {
  const study::Scene plain = scene_of(link_with("")),
                     drawn = scene_of(link_with(visual_of("<box size='9 9 9'/>")));
  CHECK(plain.model.bodies[0].mass == drawn.model.bodies[0].mass);
  CHECK(plain.model.bodies[0].principal_inertia == drawn.model.bodies[0].principal_inertia);
  CHECK(drawn.model.bodies[0].details->spatial_shapes.size() == 1);
}

TEST_CASE("a world link of which something is drawn is a body") {
  const std::string text =
      robot("<link name='world'>" + visual_of("<box size='1 1 1'/>") + "</link>\n" +
            ball_link("a") + joint("j", "continuous", "world", "a", "0 0 1"));
  const study::Scene scene = scene_of(text);
  REQUIRE(scene.model.bodies.size() == 2);
  CHECK(scene.visuals.at(0).size() == 1);
  CHECK(is_fixed(scene.model.bodies[0].kind));
}

TEST_CASE("visuals that cannot be drawn are told, and stop nothing") {
  const Diagnostics notes = notes_of(link_with("\n" + visual_of("<mesh filename='none.stl'/>") +
                                               visual_of("<sphere radius='-1'/>") + "<visual/>"));
  CHECK(says(notes, 6, "mesh: \"none.stl\" is not drawn"));
  CHECK(says(notes, 7, "sphere: is not drawn (radius is -1"));
  CHECK(says(notes, 8, "visual: has no geometry"));
  const ScratchFile mesh("flat.obj");
  std::ofstream(mesh.path) << "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 1 1 0\nf 1 1 2\n";
  const std::string flat = "<mesh filename='file://" + mesh.path.string() + "'/>";
  CHECK(says(notes_of(link_with(visual_of(flat))), 5, "no triangle with an area"));
}

TEST_CASE("a mesh that is scaled and mirrored is drawn so") {
  const ScratchFile mesh("wing.obj");
  std::ofstream(mesh.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const study::Scene scene = scene_of(
      link_with(visual_of("<mesh filename='file://" + mesh.path.string() + "' scale='2 -3 4'/>")));
  const auto& soup = *std::get<1>(scene.visuals.at(0).at(0).geometry);
  REQUIRE(soup.triangles.size() == 1);
  Eigen::AlignedBox3d box;
  for (const Vector3d& x : soup.vertices) box.extend(x);
  CHECK(box.min() == Vector3d(0, -3, 0));
  CHECK(box.max() == Vector3d(2, 0, 0));
  const auto at = [&](std::size_t k) {
    return soup.vertices[static_cast<std::size_t>(soup.triangles[0][k])];
  };
  CHECK((at(1) - at(0)).cross(at(2) - at(0)).z() > 0);  // as before
}

TEST_CASE("a mesh of several colors is one visual for each, unless the robot has a color for it") {
  const ScratchFile mesh("parts.obj"), materials("parts.mtl");
  std::ofstream(materials.path) << "newmtl skin\nKd 1 1 1\nnewmtl eye\nKd 0 0 0.2\n";
  std::ofstream(mesh.path)
      << "mtllib " << materials.path.filename().string()
      << "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 4\nusemtl skin\nf 1 2 3\n"
         "usemtl eye\nf 1 2 4\nusemtl skin\nf 2 3 4\nusemtl none\nf 1 3 4\n";
  const std::string shape = "<mesh filename='file://" + mesh.path.string() + "'/>";
  const study::Scene own = scene_of(link_with(visual_of(shape)));
  const study::Visuals& visuals = own.visuals.at(0);
  REQUIRE(visuals.size() == 3);
  CHECK(visuals[0].color.empty());
  CHECK(visuals[1].color == "#ffffff");
  CHECK(visuals[2].color == "#000033");
  const auto triangles = [](const study::Visual& visual) {
    return std::get<1>(visual.geometry)->triangles.size();
  };
  CHECK(triangles(visuals[0]) == 2);
  CHECK(triangles(visuals[1]) == 2);
  CHECK(triangles(visuals[2]) == 1);
  const study::Scene painted = scene_of(
      link_with(visual_of(shape, "<material name='m'><color rgba='1 0 0 1'/></material>")));
  REQUIRE(painted.visuals.at(0).size() == 1);
  CHECK(triangles(painted.visuals.at(0)[0]) == 5);
}

TEST_CASE("the colors of a large mesh share its triangles as before") {
  const ScratchFile mesh("large.obj"), materials("large.mtl");
  std::ofstream(materials.path) << "newmtl a\nKd 1 0 0\nnewmtl b\nKd 0 1 0\n";
  {
    std::ofstream out(mesh.path);
    out << "mtllib " << materials.path.filename().string() << "\n";
    int first = 1;
    for (const auto& [name, rings] : {std::pair("a", 90), std::pair("b", 45)}) {
      const TriangleSoup part = globe(rings, [](double, double) { return 1.0; });
      for (const Vector3d& x : part.vertices)
        out << "v " << x.x() << ' ' << x.y() << ' ' << x.z() << '\n';
      out << "usemtl " << name << "\n";
      for (const auto& t : part.triangles)
        out << "f " << first + t[0] << ' ' << first + t[1] << ' ' << first + t[2] << '\n';
      first += static_cast<int>(part.vertices.size());
    }
  }
  const study::Scene scene =
      scene_of(link_with(visual_of("<mesh filename='file://" + mesh.path.string() + "'/>")));
  REQUIRE(scene.visuals.at(0).size() == 2);
  const auto triangles = [&](std::size_t i) {
    return static_cast<double>(std::get<1>(scene.visuals.at(0)[i].geometry)->triangles.size());
  };
  CHECK(triangles(0) + triangles(1) <= kMostVisualTriangles);
  CHECK(triangles(0) / triangles(1) == relative(4, 0.05));
}

TEST_CASE(
    "visuals of SDF have their poses, solids and colours; planes are drawn as what collides") {
  const auto drawn = [](const std::string& shape, const std::string& more = "") {
    return "<visual name='v'>" + more + "<geometry>" + shape + "</geometry></visual>\n";
  };
  const study::Scene scene = scene_of(sdf::model(sdf::link(
      "l", ">1 0 0 0 0 0",
      sdf::kBall +
          drawn("<ellipsoid><radii>1 2 3</radii></ellipsoid>",
                "<pose>0 0 5 0 0 0</pose><material><diffuse>0 1 0 1</diffuse></material>") +
          drawn("<plane><normal>0 0 1</normal><size>9 9</size></plane>") +
          drawn("<cone><radius>1</radius><length>4</length></cone>",
                "<material><diffuse>0 0 1 1</diffuse></material>"))));
  const study::Visuals& visuals = scene.visuals.at(0);
  REQUIRE(visuals.size() == 2);
  CHECK(visuals[0].pose.p == Vector3d(0, 0, 5));
  CHECK(scene.colors.at(0) == "#00ff00");
  CHECK(visuals[0].color.empty());
  CHECK(visuals[1].color == "#0000ff");
  const auto& solid = std::get<spatial::Shape>(visuals[0].geometry);
  CHECK(std::get<spatial::Ellipsoid>(solid).half == Vector3d(1, 2, 3));
}

}  // namespace
}  // namespace perpend::io
