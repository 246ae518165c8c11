// SPDX-License-Identifier: Apache-2.0
// Copies, arrays and parameters of a scene.
#include <doctest/doctest.h>

#include <cmath>

#include "io/scene/scene_space_cases.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;
using Eigen::Vector3d;
using scene_space_cases::kTwoBodies;
using scene_space_cases::one_fault_with;
using scene_space_cases::read;

TEST_CASE("copies of a rod have both its ends moved along") {
  const Scene scene = read(R"(
    "bodies": [{"name": "bob", "kind": "spatial_particle", "mass": 1, "position": [0, 0, 1],
                "array": {"count": 5, "spacing": [0.5, 2, 0]}}],
    "joints": [{"name": "rod", "kind": "distance", "a": "bob_{i}", "anchor": [0, 0, 1],
                "anchor_b": [0.25, 0, 4], "array": {"count": 5, "spacing": [0.5, 2, 0]}}])");
  REQUIRE(scene.model.joints.size() == 5);
  for (int i = 0; i < 5; ++i) {
    const Joint& rod = scene.model.joints[i];
    CHECK(rod.frame_b.p.isApprox(Vector3d(0.25 + 0.5 * i, 2.0 * i, 4), 1e-14));
    CHECK(rod.length == relative(std::hypot(0.25, 3.0)));
  }
}

TEST_CASE("arrays of bodies and joints make a chain of as many links as the run asks for") {
  const std::string chain = R"("parameters": {"links": 4},
    "bodies": [
      {"name": "link", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1],
       "array": {"count": "$links", "spacing": [0.5, 0, 0]}},
      {"name": "weight", "kind": "spatial_particle", "mass": 9, "position": ["$links*0.5", 0, 0]}],
    "joints": [
      {"kind": "spherical", "a": "link_0", "anchor": [0, 0, 0]},
      {"name": "hinge", "kind": "spherical", "a": "link_{i+1}", "b": "link_{i}",
       "anchor": [0.5, 0, 0], "array": {"count": "$links-1", "spacing": [0.5, 0, 0]}},
      {"kind": "spherical", "a": "link_{links-1}", "b": "weight", "anchor": ["$links*0.5", 0, 0]}])";
  for (const int links : {1, 4, 37}) {
    const Scene scene = read(chain, {{"links", static_cast<double>(links)}});
    CAPTURE(links);
    const Model& model = scene.model;
    REQUIRE(model.bodies.size() == links + 1u);
    REQUIRE(model.joints.size() == links + 1u);
    CHECK(model.start_q.tail<3>().x() == 0.5 * links);
    const State start = initial_state(model);
    for (const Joint& joint : model.joints) {
      const Vector3d a = compose(spatial_pose(model, start, joint.a), joint.frame_a).p;
      const Vector3d b = compose(spatial_pose(model, start, joint.b), joint.frame_b).p;
      CHECK((a - b).norm() < 1e-14);
    }
    for (int i = 0; i + 1 < links; ++i) {
      CHECK(model.joints[i + 1].name == "hinge_" + std::to_string(i));
      CHECK(model.joints[i + 1].a.index == i + 1);
      CHECK(model.joints[i + 1].b.index == i);
    }
    CHECK(model.joints.back().a.index == links - 1);
    CHECK(scene.parameters[0].value == links);
  }
  CHECK(read(chain).model.bodies.size() == 5);
  CHECK(one_fault_with(chain,
                       "t.json:1: parameters: there is none named \"link\" (did you mean "
                       "\"links\"?",
                       {{"link", 7}}));
}

TEST_CASE("expressions of parameters are evaluated from left to right") {
  const auto mass = [](const std::string& expression) {
    return read(R"("parameters": {"n": 6, "n2": 0.5}, "bodies": [{"name": "b", "inertia": 1,
      "mass": "$)" +
                expression + "\"}]")
        .model.bodies[0]
        .mass;
  };
  CHECK(mass("n") == 6);
  CHECK(mass("n2*4") == 2);
  CHECK(mass("n*2+1*n") == 78);
  CHECK(mass("n/4e-1") == relative(15));
  CHECK(mass("n*-1+8.5") == 2.5);
  CHECK(mass("n*sin(n2)") == relative(6 * std::sin(0.5)));
  CHECK(mass("cos(n2)*n2+1") == relative(0.5 * std::cos(0.5) + 1));
  for (const std::string wrong :
       {"m", "n*", "n+m", "n 2", "2*n", "n**2", "", "sin(m)", "cos(n", "tan(n)", "n+sin()"})
    CHECK(one_fault_with(R"("parameters": {"n": 6}, "bodies": [{"name": "b", "inertia": 1,
      "mass": "$)" + wrong + "\"}]",
                         "t.json:2: $" + wrong + ": is no parameter"));
}

TEST_CASE("whole numbers are put into a name, and no others") {
  const auto name = [](const std::string& text, double value) {
    return read(R"("parameters": {"n": 1}, "bodies": [{"mass": 1, "inertia": 1, "name": ")" + text +
                    "\"}]",
                {{"n", value}})
        .model.bodies[0]
        .details->name;
  };
  CHECK(name("link_{n+1}", 6) == "link_7");
  CHECK(name("{n}_{n-7}", 6) == "6_-1");
  for (const char* kept : {"link_{n/4}", "{m}_{n}", "{}"})
    CHECK(
        one_fault_with(R"("parameters": {"n": 6}, "bodies": [{"mass": 1, "inertia": 1, "name": ")" +
                           std::string(kept) + "\"}]",
                       "t.json:1: bodies[0].name: has \"{"));
}

TEST_CASE("a block of bodies is numbered along x, then y, then z") {
  const Scene scene = read(R"("bodies": [{"name": "s", "kind": "spatial_particle", "mass": 1,
    "position": [1, 0, 0], "array": {"count": [2, 3, 4], "spacing": [1, 10, 100]}}])");
  REQUIRE(scene.model.bodies.size() == 24);
  CHECK(scene.model.start_q.segment<3>(3 * 1) == Vector3d(2, 0, 0));
  CHECK(scene.model.start_q.segment<3>(3 * 2) == Vector3d(1, 10, 0));
  CHECK(scene.model.start_q.segment<3>(3 * 23) == Vector3d(2, 20, 300));
  const Scene line = read(R"("bodies": [{"name": "s", "kind": "spatial_particle", "mass": 1,
    "array": {"count": 3, "spacing": [1, 10, 100]}}])");
  CHECK(line.model.start_q.segment<3>(3 * 2) == Vector3d(2, 20, 200));
}

TEST_CASE("a faulty copy of a joint is reported once") {
  CHECK(one_fault_with(kTwoBodies + R"(, "joints": [{"name": "j", "kind": "weld",
    "a": "wheel_{i}", "array": {"count": 3, "spacing": [0, 1]}}])",
                       "t.json:4: joints[0].a: no body is named \"wheel_0\""));
}

TEST_CASE("parameters may have the names of what is no number; two dollars are none") {
  for (const std::string name : {"inf", "infinity", "inflow", "nan_x", "nano"}) {
    CAPTURE(name);
    const Scene scene =
        read("\"parameters\": {\"" + name +
             R"(": 2}, "bodies": [{"name": "$${b}", "kind": "spatial", "mass": "$)" + name +
             R"(*3", "shapes": [{"sphere": {"radius": 0.5}}]}])");
    CHECK(scene.model.bodies.at(0).mass == 6);
    CHECK(scene.model.bodies.at(0).details->name == "{b}");
  }
}

}  // namespace
}  // namespace perpend::io
