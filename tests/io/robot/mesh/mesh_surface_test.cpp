// SPDX-License-Identifier: Apache-2.0
// Meshes of bodies that never move collide as they are, those of others as hulls.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "io/robot/sdf_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

// A channel along x, 4 m wide and 2 m high, whose floor is 2 m wide and 0.5 m above its base.
void write_channel(const std::filesystem::path& path, bool inside_out) {
  constexpr double kProfile[8][2] = {{-2, 0}, {2, 0},   {2, 2},  {1, 2},
                                     {1, .5}, {-1, .5}, {-1, 2}, {-2, 2}};
  constexpr int kCap[6][3] = {{1, 2, 3}, {1, 3, 4}, {0, 1, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 7}};
  std::ofstream file(path);
  for (const int x : {-1, 1})
    for (const auto& [y, z] : kProfile) file << "v " << x << ' ' << y << ' ' << z << '\n';
  const auto put = [&](int a, int b, int c) {
    if (inside_out) std::swap(b, c);
    file << "f " << a + 1 << ' ' << b + 1 << ' ' << c + 1 << '\n';
  };
  for (const auto& [a, b, c] : kCap) {
    put(8 + a, 8 + b, 8 + c);
    put(a, c, b);
  }
  for (int i = 0; i < 8; ++i) {
    const int j = (i + 1) % 8;
    put(i, j, 8 + j);
    put(i, 8 + j, 8 + i);
  }
}

std::string mesh_of(const std::filesystem::path& path, const Vector3d& scale) {
  return fmt::format(
      "<collision name='c'><geometry><mesh><uri>file://{}</uri><scale>{} {} {}</scale></mesh>"
      "</geometry></collision>",
      path.string(), scale.x(), scale.y(), scale.z());
}

std::string world_of(const std::string& models) {
  return "<sdf version='1.9'><world name='w'><gravity>0 0 -9.81</gravity>" + models +
         "</world></sdf>";
}

std::string ball_at(const Vector3d& p) {
  return fmt::format(
      "<model name='ball'><pose>{} {} {} 0 0 0</pose><link name='l'><inertial><mass>1</mass>"
      "<inertia><ixx>.004</ixx><iyy>.004</iyy><izz>.004</izz></inertia></inertial>{}</link>"
      "</model>",
      p.x(), p.y(), p.z(), sdf::kBall);
}

const spatial::Shape& shape_of(const study::Scene& scene, const std::string& body) {
  return scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, body))]
      .details->spatial_shapes.at(0)
      .shape;
}

TEST_CASE("a ball comes to rest on the floor of a static channel of any size and winding") {
  const ScratchFile file("channel.obj");
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(0.5, 2), turn(-3, 3);
  for (int trial = 0; trial < 8; ++trial) {
    write_channel(file.path, trial % 2 == 1);
    const Vector3d scale(trial % 4 < 2 ? number(random) : -number(random), number(random),
                         number(random));
    const Vector3d at(turn(random), turn(random), turn(random));
    const std::string channel = fmt::format(
        "<model name='channel'><static>true</static><pose>{} {} {} 0 0 {}</pose>"
        "<link name='l'>{}</link></model>",
        at.x(), at.y(), at.z(), turn(random), mesh_of(file.path, scale));
    const double floor = at.z() + 0.5 * scale.z();
    const study::Scene scene =
        scene_of(world_of(channel + ball_at({at.x(), at.y(), floor + 0.15})));
    CHECK(std::holds_alternative<spatial::Mesh>(shape_of(scene, "channel::l")));
    State state = initial_state(scene.model);
    Simulator simulator(scene.model, {.dt = 2e-3});
    for (int step = 0; step < 300; ++step) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const BodyId ball{body_of(scene.model, "ball::l")};
    CHECK(std::abs(spatial_pose(scene.model, state, ball).p.z() - floor - 0.1) < 1e-7);
  }
}

TEST_CASE("a channel that moves is its hull, with a note; so is a mesh that is its own hull") {
  const ScratchFile file("channel.obj");
  write_channel(file.path, false);
  const std::string link = "<link name='l'>" + mesh_of(file.path, {1, 1, 1}) + "</link>";
  const std::string free = world_of("<model name='m'>\n" + link + "</model>");
  CHECK(std::holds_alternative<spatial::Hull>(shape_of(scene_of(free), "m::l")));
  CHECK(says(notes_of(free), 2, "collides as a convex hull of 8 corners"));
  const std::string fixed = world_of("<model name='m'><static>1</static>\n" + link + "</model>");
  CHECK_FALSE(says(notes_of(fixed), 2, "hull"));
  std::ofstream(file.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
                              "f 3 1 4\n";
  CHECK(std::holds_alternative<spatial::Hull>(shape_of(scene_of(fixed), "m::l")));
  CHECK(says(notes_of(fixed), 2, "collides as a convex hull of 4 corners"));
}

/// Stands in for Python and CoACD: answers with `text`, or fails with it, and counts its calls.
struct FakePython {
  ScratchFile folder{"decompose"};
  std::string before = std::getenv("PERPEND_PYTHON") ? std::getenv("PERPEND_PYTHON") : "";

  explicit FakePython(const std::string& text, bool fails = false) {
    std::filesystem::create_directories(folder.path);
    const std::filesystem::path program = folder.path / "python";
    std::ofstream(folder.path / "answer") << text;
    std::ofstream(program) << fmt::format("#!/bin/sh\necho $3 >> {0}/calls\ncat {0}/answer{1}\n",
                                          folder.path.string(), fails ? " >&2\nexit 1" : "");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    ::setenv("PERPEND_PYTHON", program.c_str(), 1);
  }
  ~FakePython() {
    ::setenv("PERPEND_PYTHON", before.c_str(), 1);
    std::filesystem::remove_all(folder.path);
  }
  std::vector<std::string> thresholds() const {
    std::ifstream calls(folder.path / "calls");
    return {std::istream_iterator<std::string>(calls), {}};
  }
};

// The floor and the walls of the channel as three boxes, and a part without a volume.
std::string parts_of_channel() {
  std::string parts;
  const auto box = [&](double y, double width, double height) {
    std::string corners;
    for (const int x : {-1, 1})
      for (const double side : {y, y + width})
        for (const double z : {0.0, height})
          corners += fmt::format("{}[{}, {}, {}]", corners.empty() ? "" : ", ", x, side, z);
    parts += (parts.empty() ? "[" : ", [") + corners + "]";
  };
  box(-2, 1, 2);
  box(-1, 2, 0.5);
  box(1, 1, 2);
  box(0, 1, 0);
  return "[" + parts + "]";
}

TEST_CASE("a channel that moves is cut into convex parts where that is asked for, once for all") {
  const ScratchFile file("channel.obj");
  write_channel(file.path, false);
  const auto model = [&](const std::string& name, const char* mesh) {
    std::string link = mesh_of(file.path, {1, 1, 1});
    link.replace(link.find("<mesh>"), 6, mesh);
    return "<model name='" + name + "'>\n<link name='l'>" + link + "</link></model>";
  };
  const auto shapes = [](const study::Scene& scene, const std::string& body) {
    return scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, body))]
        .details->spatial_shapes.size();
  };
  const std::string two = world_of(model("m", "<mesh>") + model("n", "<mesh>"));
  const FakePython python(parts_of_channel());
  const study::Scene cut = scene_of(two, {.allow_overlap = true, .decompose = 0.25});
  CHECK(shapes(cut, "m::l") == 3);
  CHECK(shapes(cut, "n::l") == 3);
  CHECK(python.thresholds() == std::vector<std::string>{"0.25"});
  CHECK(says(notes_of(two, {.allow_overlap = true, .decompose = 0.25}), 2,
             "collides as 3 convex hulls of 24 corners"));
  const study::Scene asked = scene_of(
      world_of(model("m", "<mesh optimization='convex_decomposition'>")), {.allow_overlap = true});
  CHECK(shapes(asked, "m::l") == 3);
  CHECK(python.thresholds().back() == "0.05");
  CHECK(shapes(scene_of(two, {.allow_overlap = true}), "m::l") == 1);
}

TEST_CASE("a mesh that cannot be cut keeps its hull, and the note says why") {
  const ScratchFile file("channel.obj");
  write_channel(file.path, false);
  const std::string text = world_of("<model name='m'>\n<link name='l'>" +
                                    mesh_of(file.path, {1, 1, 1}) + "</link></model>");
  for (const auto& [answer, fails, why] :
       {std::tuple("needs the Python package coacd", true, "needs the Python package coacd"),
        std::tuple("no JSON", false, "gave no answer: "), std::tuple("[]", false, "")}) {
    const FakePython python(answer, fails);
    const study::Scene scene = scene_of(text, {.decompose = 0.05});
    CHECK(std::holds_alternative<spatial::Hull>(shape_of(scene, "m::l")));
    const Diagnostics notes = notes_of(text, {.decompose = 0.05});
    CHECK(says(notes, 2, "collides as a convex hull of 8 corners"));
    CHECK(says(notes, 2, why));
  }
}

TEST_CASE("a static mesh that is no surface keeps its hull, and the note says why") {
  const ScratchFile file("fan.obj");
  const std::string text = world_of("<model name='m'><static>1</static>\n<link name='l'>" +
                                    mesh_of(file.path, {1, 1, 1}) + "</link></model>");
  std::ofstream(file.path) << "v 0 0 -1\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 -1 0\n"
                              "f 1 2 3\nf 1 2 4\nf 1 2 5\n";
  CHECK(says(notes_of(text), 2, "collides as a convex hull of 5 corners"));
  CHECK(says(notes_of(text), 2, "it is no surface: "));
  CHECK(std::holds_alternative<spatial::Hull>(shape_of(scene_of(text), "m::l")));
  std::ofstream(file.path) << "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 1\nv 1 0 0\n"
                              "f 1 2 3\nf 2 4 3\nf 1 5 2\n";
  CHECK(says(notes_of(text), 2, "has 1 triangles without an area, which are left out"));
  const study::Scene scene = scene_of(text);
  CHECK(std::get<spatial::Mesh>(shape_of(scene, "m::l")).mesh->triangles.size() == 2);
}

}  // namespace
}  // namespace perpend::io
