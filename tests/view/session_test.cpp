// SPDX-License-Identifier: Apache-2.0
// What pages are told, and how many steps the clock of a session asks for.
#include "view/session.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <nlohmann/json.hpp>

#include "perpend/io/scene.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

// A box of wood on a floor of stone beside a wall of iron, and an arm on a motor.
constexpr const char* kScene = R"({
  "format": 1, "name": "room",
  "materials": [{"name": "stone", "mu_s": 0.5, "mu_k": 0.4}, {"name": "wood", "mu": 0.5}, {"name": "iron", "mu": 0.5}],
  "bodies": [
    {"name": "floor", "kind": "fixed", "material": "stone", "shapes": [{"half_plane": {}}]},
    {"name": "wall", "kind": "fixed", "material": "iron", "position": [-9, 0],
     "shapes": [{"half_plane": {"normal": [1, 0]}}]},
    {"name": "box", "position": [0, 0.1], "mass": 2, "material": "wood", "shapes": [{"box": {"size": [0.2, 0.2]}}]},
    {"name": "arm", "position": [2, 1], "mass": 1, "material": "wood", "shapes": [{"box": {"size": [0.4, 0.1]}}]}],
  "joints": [{"name": "hinge", "kind": "pin", "a": "arm", "anchor": [2, 1],
    "coordinates": [{"motor": {"kind": "velocity", "target": 1, "max_force": 50}}]},
   {"name": "axle", "kind": "pin", "a": "box", "b": "arm", "anchor": [0, 0.1],
    "coordinates": [{"motor": {"kind": "velocity", "target": 3, "max_force": 60}}]}],
  "simulation": {"dt": 0.005, "duration": 1}
})";

Session room(bool running) {
  return Session(
      [] {
        return Loaded{io::parse_scene(kScene, "room.json").value(), {""}};
      },
      running);
}

json settings_of(Session& session) {
  Output output;
  session.publish(output);
  return json::parse(*output.settings);
}

std::int64_t step_of(Session& session) {
  Output output;
  session.execute(1, R"({"do": "release"})");  // so that there is a frame to tell
  session.publish(output);
  std::uint32_t length = 0;
  std::memcpy(&length, output.frame->data(), sizeof length);
  return json::parse(output.frame->substr(sizeof length, length))["step"].get<std::int64_t>();
}

Session::Clock::time_point after(const Session& session, double seconds) {
  return session.advanced() + std::chrono::duration_cast<Session::Clock::duration>(
                                  std::chrono::duration<double>(seconds));
}

}  // namespace

TEST_CASE(
    "a session makes the steps of the time that has passed, of a long pause a tenth of a second") {
  Session session = room(true);
  session.advance(after(session, 0.0501));
  CHECK(step_of(session) == 10);
  session.advance(after(session, 3600));
  CHECK(step_of(session) == 30);
}

TEST_CASE("a session that stops leaves out the steps it was asked for") {
  Session session = room(false);
  std::atomic<bool> stopping = false;
  session.stop_when(stopping);
  CHECK(session.execute(1, R"({"do": "step", "count": 3})").empty());
  CHECK(step_of(session) == 3);
  stopping = true;
  CHECK(session.execute(1, R"({"do": "step", "count": 1000})").empty());
  CHECK(step_of(session) == 3);
}

TEST_CASE("time before a pause is not owed after it") {
  for (const bool pauses : {false, true}) {
    Session session = room(true);
    session.advance(after(session, 0.0045));
    if (pauses) {
      session.execute(1, R"({"do": "pause"})");
      session.execute(1, R"({"do": "run"})");
    }
    session.advance(after(session, 0.001));
    CHECK(step_of(session) == (pauses ? 0 : 1));
  }
}

TEST_CASE("the clock of what runs again begins when it does") {
  for (const bool paused_at_start : {false, true}) {
    Session session = room(!paused_at_start);
    if (!paused_at_start) session.execute(1, R"({"do": "pause"})");
    const auto before = Session::Clock::now();
    session.execute(1, R"({"do": "run"})");
    const auto begun = session.advanced();
    CHECK(begun >= before);
    session.execute(1, R"({"do": "run"})");
    CHECK(session.advanced() == begun);
  }
}

TEST_CASE("a step that fails while the clock runs pauses, and pages are told why") {
  std::string scene = kScene;
  scene.insert(scene.find("\"materials\""), "\"gravity\": [0, -1e200], ");
  Session session([&] { return Loaded{io::parse_scene(scene, "room.json").value(), {""}}; }, true);
  Output output;
  session.publish(output);
  REQUIRE(json::parse(*output.settings)["running"] == true);
  session.advance(after(session, 0.0501));
  CHECK_FALSE(session.runs());
  session.publish(output);
  const json settings = json::parse(*output.settings);
  CHECK(settings["running"] == false);
  CHECK(settings["notice"].get<std::string>().find("finite") != std::string::npos);
}

TEST_CASE("settings tell the targets that were set and the friction of what can meet") {
  Session session = room(false);
  CHECK(
      session.execute(1, R"({"do": "motor", "joint": 0, "coordinate": 0, "target": -2})").empty());
  const json settings = settings_of(session);
  CHECK(settings["motors"][0]["target"] == -2);
  CHECK(settings["motors"][0]["max_force"] == 50);
  CHECK(settings["motors"][1]["target"] == 3);
  CHECK(settings["motors"][1]["max_force"] == 60);
  std::vector<std::string> pairs;
  for (const json& pair : settings["friction"])
    pairs.push_back(pair["name_a"].get<std::string>() + " on " + pair["name_b"].get<std::string>());
  CHECK(pairs == std::vector<std::string>{"stone on wood", "wood on wood", "wood on iron"});
}

}  // namespace perpend::view
