// SPDX-License-Identifier: Apache-2.0
// COLLADA: polygons of all kinds, nodes with their transformations, units, and what is wrong.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

#include "io/mesh/solid_of.hpp"
#include "perpend/io/mesh_file.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

// A box of 2 x 4 x 6, whose faces `primitive` gives; positions stand at input 1 of 3.
std::string box_of(const std::string& primitive, const std::string& nodes,
                   const std::string& asset = "") {
  return "<COLLADA version='1.4.1'>\n<asset>" + asset +
         "</asset>\n<library_geometries><geometry id='box'><mesh>\n<source id='positions'>"
         "<float_array id='list' count='32'>9 -1 -2 -3 9 1 -2 -3 9 1 2 -3 9 -1 2 -3\n"
         "9 -1 -2 3 9 1 -2 3 9 1 2 3 9 -1 2 3</float_array><technique_common>"
         "<accessor source='#list' count='8' offset='1' stride='4'/></technique_common></source>\n"
         "<vertices id='corners'><input semantic='POSITION' source='#positions'/></vertices>\n" +
         primitive + "\n</mesh></geometry></library_geometries>\n" + nodes + "</COLLADA>";
}

constexpr int kFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
const std::string kInputs =
    "<input semantic='NORMAL' source='#none' offset='0'/>"
    "<input semantic='VERTEX' source='#corners' offset='1'/>"
    "<input semantic='TEXCOORD' source='#none' offset='2'/>";

// Returns the faces as a primitive of that name.
std::string faces_as(const std::string& name) {
  std::string text = "<" + name + ">" + kInputs, lists;
  std::string counts;
  for (const auto& [a, b, c, d] : kFaces) {
    const auto corner = [](int i) { return fmt::format("7 {} 5 ", i); };
    const std::string one = corner(a), two = corner(b), three = corner(c), four = corner(d);
    counts += "4 ";
    if (name == "triangles")
      lists += one + two + three + one + three + four;
    else if (name == "tristrips")
      lists += "<p>" + one + two + four + three + "</p>";
    else if (name == "polylist")
      lists += one + two + three + four;
    else
      lists += "<p>" + one + two + three + four + "</p>";
  }
  const bool is_one = name == "triangles" || name == "polylist";
  if (name == "polylist") text += "<vcount>" + counts + "</vcount>";
  return text + (is_one ? "<p>" + lists + "</p>" : lists) + "</" + name + ">";
}

MeshFile mesh_of(const std::string& text) {
  Result<MeshFile> mesh = parse_mesh(text, "t.dae");
  REQUIRE_MESSAGE(mesh, to_string(mesh ? Diagnostics{} : mesh.error()));
  return std::move(mesh).value();
}

std::string faults(const std::string& text) {
  const Result<MeshFile> mesh = parse_mesh(text, "t.dae");
  return mesh ? "none" : to_string(mesh.error());
}

TEST_CASE("a box is the same of all kinds of polygons") {
  for (const std::string name : {"triangles", "polylist", "polygons", "trifans", "tristrips"}) {
    CAPTURE(name);
    const MeshFile mesh = mesh_of(box_of(faces_as(name), ""));
    CHECK(mesh.triangles.size() == 12);
    CHECK(std::abs(solid_of(mesh).volume - 48) < 1e-12);
  }
}

TEST_CASE("nodes carry a box, in their order, mirrored too; up_axis has no effect") {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3d shift(number(random), number(random), number(random));
    const Vector3d size(number(random), number(random), number(random));
    const Vector3d axis(number(random), number(random), number(random));
    const double angle = number(random), unit = std::abs(number(random)) + 0.1;
    const Eigen::Matrix4d matrix =
        Eigen::Matrix4d::Identity() +
        0.3 * Eigen::Matrix4d::NullaryExpr([&] { return number(random); });
    std::string rows;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) rows += fmt::format("{:.17g} ", matrix(i, j));
    const std::string nodes = fmt::format(
        "<library_visual_scenes><visual_scene id='s'><node><translate>{} {} {}</translate>"
        "<rotate>{} {} {} {}</rotate><node><scale>{} {} {}</scale><matrix>{} 0 0 0 1</matrix>"
        "<instance_geometry url='#box'/></node><instance_node url='#other'/></node></visual_scene>"
        "</library_visual_scenes><library_nodes><node id='other'><instance_geometry url='#box'/>"
        "</node></library_nodes><scene><instance_visual_scene url='#s'/></scene>",
        shift.x(), shift.y(), shift.z(), axis.x(), axis.y(), axis.z(),
        angle * 180 / std::numbers::pi, size.x(), size.y(), size.z(), rows);
    const MeshFile mesh = mesh_of(
        box_of(faces_as("triangles"), nodes,
               fmt::format("<unit name='u' meter='{:.17g}'/><up_axis>Y_UP</up_axis>", unit)));
    Eigen::Affine3d outer(Eigen::Translation3d(shift) *
                          Eigen::AngleAxisd(angle, axis.normalized()));
    const Eigen::Affine3d inner =
        outer * Eigen::Scaling(size) * Eigen::Affine3d(matrix.topRows<3>());
    const double bigger = 48 * std::pow(unit, 3) * std::abs(inner.linear().determinant());
    const double own = 48 * std::pow(unit, 3);
    const Vector3d expected = unit * (bigger * inner.translation() + own * outer.translation());
    const Solid found = solid_of(mesh);
    CHECK(mesh.triangles.size() == 24);
    CHECK(std::abs(found.volume - bigger - own) < 1e-9 * (bigger + own));
    CHECK((found.moment - expected).norm() < 1e-9 * (1 + expected.norm()));
  }
}

TEST_CASE("a file of another program is read whatever else it holds") {
  const MeshFile mesh = mesh_of(
      "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema'>"
      "<library_effects><effect id='e'/></library_effects><library_geometries><geometry id='g'>"
      "<mesh><source id='p'><float_array id='a' count='9'> 0 0 0\n1 0 0 0 1 +0.5e0 "
      "</float_array><technique_common><accessor source='#a' count='3' stride='3'><param/>"
      "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' "
      "source='#p'/></vertices><lines><p>0 1</p></lines><triangles count='1' material='m'><input "
      "semantic='VERTEX' source='#v' offset='0'/><p> 0 1 2 </p></triangles></mesh></geometry>"
      "</library_geometries></COLLADA>");
  CHECK(mesh.triangles.size() == 1);
  CHECK(mesh.vertices.at(2) == Vector3d(0, 1, 0.5));
}

TEST_CASE("each fault is told with its line") {
  const std::string good = faces_as("triangles");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = box_of(good, "", "<unit meter='1'/>");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return faults(text.replace(at, from.size(), to));
  };
  const auto tells = [](const std::string& text, const std::string& words) {
    CHECK_MESSAGE(text.find(words) != std::string::npos, text);
  };
  tells(with("meter='1'", "meter='x'"),
        "t.dae:2: unit: has the meter \"x\" (expected a number > 0");
  tells(with("9 -1 -2 -3", "9 -1 -2 nan"), "t.dae:4: float_array: is no list of finite numbers");
  tells(with("stride='4'", "stride='2'"), "has the stride 2");
  tells(with("source='#positions'", "source='#position'"), "no source has the id \"position\"");
  tells(with("source='#corners'", "source='#edges'"), "t.dae:7: input: no vertices has the id");
  tells(with("semantic='VERTEX'", "semantic='VERTICES'"), "triangles: has no input VERTEX");
  tells(with("semantic='POSITION'", "semantic='PLACE'"), "triangles: has no positions");
  tells(with("7 0 5", "7 8 5"), "t.dae:7: p: has the corner 8 (expected one of the 8 vertices");
  tells(with("7 0 5", "7 -1 5"), "p: has the corner -1");
  tells(with("7 0 5", "7 0"), "p: is no list of corners (expected 3 a corner)");
  tells(with("7 0 5 ", ""), "p: has 35 corners (expected three a triangle)");
  tells(faults(box_of(faces_as("polylist"), "")
                   .replace(box_of(faces_as("polylist"), "").find("4 4 4 4"), 1, "99")),
        "vcount: asks for more corners than the list has");
  tells(faults("<COLLADA/>"), "has no triangles");
  tells(faults("<mesh/>"), "t.dae:1: mesh: is no COLLADA document");
  tells(faults("<COLLADA>"), "t.dae:1");
  const std::string scene =
      "<library_visual_scenes><visual_scene id='s'>{}</visual_scene></library_visual_scenes>\n"
      "<scene><instance_visual_scene url='#{}'/></scene>";
  const auto in_scene = [&](const std::string& inside, const std::string& id) {
    return faults(box_of(good, fmt::format(fmt::runtime(scene), inside, id)));
  };
  tells(in_scene("", "t"), "instance_visual_scene: no visual_scene has the id \"t\"");
  tells(in_scene("<node><instance_geometry url='#b'/></node>", "s"),
        "no geometry has the id \"b\"");
  tells(in_scene("<node><matrix>1 2</matrix></node>", "s"), "matrix: is no such list (expected 16");
  tells(in_scene("<node><skew>1 2</skew></node>", "s"), "skew: is not done");
  tells(in_scene("<node id='n'><instance_node url='#n'/></node>", "s"),
        "node: lies in more than 100 nodes, or in itself");
  std::string doubled;
  for (int i = 0; i < 40; ++i)
    doubled += fmt::format(
        "<node id='n{0}'><instance_node url='#n{1}'/><instance_node url='#n{1}'/></node>", i,
        i + 1);
  tells(in_scene(doubled + "<node id='n40'/>", "s"), "node: is one of more than a million");
}

// Materials of three effects: a color, a color in another shader and a texture.
std::string materials() {
  const auto effect = [](const std::string& id, const std::string& shader) {
    return "<effect id='" + id + "'><profile_COMMON><technique sid='common'>" + shader +
           "</technique></profile_COMMON></effect>";
  };
  std::string text =
      "<library_effects>" +
      effect("red_fx", "<phong><diffuse><color>1 0 0.2 1</color></diffuse></phong>") +
      effect("grey_fx",
             "<lambert><diffuse><color sid='d'> 0.5\n0.5 0.5</color></diffuse></lambert>") +
      effect("wood_fx", "<phong><diffuse><texture texture='w'/></diffuse></phong>") +
      "</library_effects><library_materials>";
  for (const char* name : {"red", "grey", "wood"})
    text += fmt::format("<material id='{0}'><instance_effect url='#{0}_fx'/></material>", name);
  return text + "</library_materials>";
}

TEST_CASE("triangles have the colors of the materials that their instance binds") {
  std::string faces;
  for (const char* symbol : {"skin", "inside", "wood", "grey", "unknown"})
    faces += fmt::format("<triangles material='{}'>{}<p>7 0 5 7 1 5 7 2 5</p></triangles>", symbol,
                         kInputs);
  faces += "<triangles>" + kInputs + "<p>7 0 5 7 1 5 7 2 5</p></triangles>";
  const auto instance = [](const std::string& skin) {
    return "<instance_geometry url='#box'><bind_material><technique_common>"
           "<instance_material symbol='skin' target='#" +
           skin +
           "'/>"
           "<instance_material symbol='inside' target='#none'/></technique_common></bind_material>"
           "</instance_geometry>";
  };
  const MeshFile mesh =
      mesh_of(box_of(faces, materials() + "<library_visual_scenes><visual_scene id='s'><node>" +
                                instance("red") + "</node><node>" + instance("grey") +
                                "</node></visual_scene></library_visual_scenes>"));
  std::vector<std::string> colors;
  for (const MeshColor& each : mesh.colors) {
    CHECK(each.first == colors.size());
    colors.push_back(each.color);
  }
  CHECK(colors == std::vector<std::string>{"#ff0033", "", "", "#808080", "", "", "#808080", "", "",
                                           "#808080", "", ""});
}

}  // namespace
}  // namespace perpend::io
