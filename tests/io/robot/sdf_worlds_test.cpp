// SPDX-License-Identifier: Apache-2.0
// Frames, models in models, files in files, and worlds of SDF.
#include <fmt/format.h>

#include <fstream>
#include <numbers>
#include <random>

#include "io/robot/sdf_text.hpp"
#include "io/scratch_file.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using sdf::frame_of;
using sdf::kBall;
using sdf::link;
using sdf::model;

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

TEST_CASE("a model that is merged has its parts where one that is included has them") {
  std::mt19937 random(21);
  const auto pose = [&](const std::string& words = "") {
    std::uniform_real_distribution<double> at(-1, 1);
    return fmt::format("<pose{}>{} {} {} {} {} {}</pose>", words, at(random), at(random),
                       at(random), at(random), at(random), at(random));
  };
  const ScratchFile inner("merged.sdf");
  for (int trial = 0; trial < 12; ++trial) {
    CAPTURE(trial);
    const auto part = [&](const std::string& name, const std::string& words) {
      return "<link name='" + name + "'>" + (words == "none" ? "" : pose(words)) +
             "<inertial><mass>1</mass></inertial></link>\n";
    };
    const bool is_placed = trial % 3 == 0;
    std::ofstream(inner.path)
        << "<sdf version='1.9'><model name='in'" << (is_placed ? " placement_frame='f'" : "") << ">"
        << pose() << part("a", trial % 2 ? "" : "none") << part("b", " relative_to='a'")
        << part("c", " relative_to='__model__'") << part("d", " relative_to='f'")
        << "<frame name='f'>" << pose() << "</frame><frame name='g' attached_to='b'>" << pose()
        << "</frame><model name='deep'>" << pose() << part("e", "") << "</model>"
        << "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis>"
        << "<xyz expressed_in='__model__'>1 2 3</xyz></axis></joint></model></sdf>";
    const std::string place = trial % 4 == 1 ? "" : pose(" relative_to='base'");
    const std::string base = part("base", "");
    const auto included = [&](const std::string& merge) {
      return scene_of("<sdf version='1.9'><model name='m'><pose>3 1 2 0.1 0.2 0.3</pose>" + base +
                      "<include" + merge + "><uri>" + inner.path.string() + "</uri>" + place +
                      "</include></model></sdf>");
    };
    const study::Scene nested = included(""), merged = included(" merge='true'");
    for (const char* name : {"a", "b", "c", "d", "deep::e"}) {
      CAPTURE(name);
      const spatial::Pose one = frame_of(nested, std::string("m::in::") + name);
      const spatial::Pose two = frame_of(merged, std::string("m::") + name);
      CHECK((one.p - two.p).norm() < 1e-12);
      CHECK(one.r.angularDistance(two.r) < 1e-7);
    }
    const Joint &one = nested.model.joints.at(0), &two = merged.model.joints.at(0);
    CHECK(two.name == "m::j");
    CHECK(one.frame_a.r.angularDistance(two.frame_a.r) < 1e-7);
    CHECK((one.frame_b.p - two.frame_b.p).norm() < 1e-12);
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

TEST_CASE("what is inside of a model that stands still stands still, whatever it says itself") {
  const ScratchFile inner("still.sdf");
  std::ofstream(inner.path) << model(link("a", ">0 0 0 0 0 0", kBall));
  const std::string uri = "<uri>" + inner.path.string() + "</uri>";
  const auto fixed = [](const std::string& inside, const char* name) {
    const study::Scene scene = scene_of(model(inside));
    return scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, name))].is_fixed();
  };
  const std::string moving =
      "<model name='n'><static>0</static>" + link("b", ">3 0 0 0 0 0", kBall) + "</model>";
  CHECK(fixed("<static>1</static>" + moving, "m::n::b"));
  CHECK(!fixed("<static>0</static>" + moving, "m::n::b"));
  for (const char* word : {"", "<static>0</static>"}) {
    const std::string include = "<include>" + uri + "<name>i</name>" + word + "</include>";
    CHECK(fixed("<static>1</static>" + include, "m::i::a"));
    CHECK(!fixed(include + link("c", ">9 0 0 0 0 0", kBall), "m::i::a"));
  }
  CHECK(fixed("<include>" + uri + "<name>i</name><static>true</static></include>" +
                  link("c", ">9 0 0 0 0 0", kBall),
              "m::i::a"));
}

TEST_CASE("an include stands with its own pose and placement frame, or with those of its file") {
  const ScratchFile inner("placed.sdf");
  std::ofstream(inner.path) << "<sdf version='1.9'><model name='m'><pose>0 0 4 0 0 0</pose>"
                               "<frame name='f'><pose>1 0 0 0 0 1.5707963267948966</pose></frame>" +
                                   link("a", ">0 3 0 0 0 0", kBall) + "</model></sdf>";
  const auto place = [&](const std::string& words) {
    const study::Scene scene = scene_of(
        "<sdf version='1.9'><world name='w'><frame name='g'><pose>0 0 7 0 0 0</pose></frame>"
        "<include><uri>" +
        inner.path.string() + "</uri><name>i</name>" + words + "</include></world></sdf>");
    return frame_of(scene, "i::a").p;
  };
  const Eigen::Vector3d plain(0, 3, 4), moved(2, 3, 0), on(2, 3, 7);
  CHECK((place("") - plain).norm() < 1e-14);
  CHECK((place("<pose>2 0 0 0 0 0</pose>") - moved).norm() < 1e-14);
  CHECK((place("<pose relative_to='g'>2 0 0 0 0 0</pose>") - on).norm() < 1e-14);
  // With f at the pose the model turns by a quarter back, and lies back from it by its place.
  const Eigen::Vector3d back(2 + 3, 1, 0);
  CHECK((place("<pose>2 0 0 0 0 0</pose><placement_frame>f</placement_frame>") - back).norm() <
        1e-14);
}

TEST_CASE("a folder is the model.sdf in it, or what its config names; a circle of two is told") {
  namespace fs = std::filesystem;
  const ScratchFile root("models");
  for (const char* folder : {"both", "named", "one", "two"})
    fs::create_directories(root.path / folder);
  const auto write = [&](const char* file, const std::string& text) {
    std::ofstream(root.path / file) << text;
  };
  const auto link_at = [](const char* x) {
    return model(link("a", std::string(">") + x + " 0 0 0 0 0", kBall));
  };
  write("both/model.sdf", link_at("1"));
  write("both/other.sdf", link_at("2"));
  write("both/model.config", "<model><sdf>other.sdf</sdf></model>");
  write("named/other.sdf", link_at("3"));
  write("named/model.config", "<model><sdf>other.sdf</sdf></model>");
  // Each file is looked for beside the one that names it.
  write("one/model.sdf", model("<include><uri>../two/part.sdf</uri></include>"));
  write("two/part.sdf", model("<include><uri>leaf.sdf</uri></include>"));
  write("two/leaf.sdf", link_at("5"));
  const auto read = [&](const std::string& uri) {
    write("world.sdf", "<sdf version='1.9'><world name='w'><include><uri>" + uri +
                           "</uri></include></world></sdf>");
    return read_scene(root.path / "world.sdf");
  };
  const auto x_of = [&](const std::string& uri) {
    const Result<study::Scene> scene = read(uri);
    REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
    return frame_of(*scene, scene->model.bodies.at(0).details->name).p.x();
  };
  CHECK(x_of("both") == 1);
  CHECK(x_of("named") == 3);
  CHECK(x_of("one") == 5);
  write("two/leaf.sdf", model("<include><uri>part.sdf</uri></include>"));
  const Result<study::Scene> circle = read("one");
  REQUIRE(!circle);
  CHECK(to_string(circle.error()).find("\"part.sdf\" includes itself") != std::string::npos);
  fs::remove_all(root.path);
}

TEST_CASE("a largest step of 0 or less says nothing") {
  const auto step = [](const std::string& size) {
    return scene_of("<sdf version='1.9'><world name='w'><physics><max_step_size>" + size +
                    "</max_step_size></physics><model name='m'>" +
                    link("a", ">0 0 0 0 0 0", kBall) + "</model></world></sdf>")
        .options.dt;
  };
  CHECK(step("0.005") == 0.005);
  CHECK(step("0") == 0.002);
  CHECK(step("-1") == 0.002);
}

}  // namespace
}  // namespace perpend::io
