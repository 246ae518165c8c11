// SPDX-License-Identifier: Apache-2.0
// The keys that say who collides.
#include <doctest/doctest.h>

#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

Result<study::Scene> parse(const std::string& members) {
  return parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1},)" + members + "}",
                     "t.json");
}

// Two discs with more members, 4 m apart, and members of the scene.
Result<study::Scene> discs(const std::string& first, const std::string& rest = "") {
  return parse(R"("bodies": [
    {"name": "a", "shapes": [{"disc": {"radius": 1}}])" +
               first + R"(},
    {"name": "b", "position": [4, 0], "shapes": [{"disc": {"radius": 1}}]}])" +
               rest);
}

std::string faults(const Result<study::Scene>& scene) {
  return scene ? "none" : to_string(scene.error());
}

}  // namespace

TEST_CASE("categories, masks, exclusions and joints that let their bodies collide are read") {
  const auto scene = discs(R"(, "category": 6, "mask": 4294967294)",
                           R"(, "exclude_collisions": [{"a": "b", "b": "a"}],
      "joints": [{"kind": "pin", "a": "a", "b": "b", "anchor": [2, 0], "bodies_collide": true}])");
  REQUIRE(scene);
  CHECK(scene->model.bodies[0].details->collides == CollisionFilter{6, 0xfffffffe});
  CHECK(scene->model.bodies[1].details->collides == CollisionFilter{});
  CHECK(scene->model.excluded == std::vector<std::pair<int, int>>{{0, 1}});
  CHECK(scene->model.joined.empty());
}

TEST_CASE("shapes have filters of their own, with what they do not say from their body") {
  const auto scene = parse(R"("bodies": [
    {"name": "a", "kind": "spatial", "category": 4, "mask": 5,
     "shapes": [{"sphere": {"radius": 1}}, {"sphere": {"radius": 2}, "category": 2}]},
    {"name": "b", "position": [9, 0], "mask": 3, "shapes": [{"disc": {"radius": 1}, "mask": 6},
     {"disc": {"radius": 1}}]},
    {"name": "c", "position": [14, 0], "shapes": [{"disc": {"radius": 1}, "mask": 4294967295}]}])");
  REQUIRE(scene);
  const auto filters = [&](int body) { return scene->model.bodies[body].details->shape_filters; };
  CHECK(filters(0) == std::vector<CollisionFilter>{{4, 5}, {2, 5}});
  CHECK(filters(1) == std::vector<CollisionFilter>{{1, 6}, {1, 3}});
  CHECK(filters(2).empty());
}

TEST_CASE("wrong filters are faults with their key") {
  for (const char* wrong : {"-1", "1.5", "4294967296"}) {
    const std::string text = faults(discs(std::string(R"(, "mask": )") + wrong));
    CHECK(text.find("bodies[0].mask") != std::string::npos);
    CHECK(text.find("a whole number from 0 to 4294967295") != std::string::npos);
  }
  CHECK(faults(discs(R"(, "category": "arm")")).find("bodies[0].category") != std::string::npos);
  CHECK(faults(parse(R"("bodies": [{"shapes": [{"disc": {"radius": 1}, "mask": -2}]}])"))
            .find("bodies[0].shapes[0].mask") != std::string::npos);
  const auto scene = discs("", R"(, "exclude_collisions": [{"a": "a", "b": "c"}])");
  const std::string unknown = faults(scene);
  CHECK(unknown.find("exclude_collisions[0].b: no body is named \"c\"") != std::string::npos);
  CHECK(faults(discs("", R"(, "exclude_collisions": [{"a": "a", "b": "a"}])"))
            .find("exclude_collisions[0]: names one body twice") != std::string::npos);
  CHECK(faults(discs("", R"(, "exclude_collisions": [{"a": "a"}])"))
            .find("exclude_collisions[0].b") != std::string::npos);
}

}  // namespace perpend::io
