// SPDX-License-Identifier: Apache-2.0
// What pages are told, and how many steps the clock of a session asks for.
#include "view/session.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "live_frame.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"

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
  return LiveFrame(*output.frame).text["step"].get<std::int64_t>();
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

TEST_CASE("a control that is set is told, one that is not there is refused") {
  Session session(
      [] {
        return Loaded{
            io::parse_scene(
                R"({"format": 1, "name": "cart", "bodies": [{"name": "cart", "mass": 1, "inertia": 1}],
  "joints": [{"name": "rail", "kind": "prismatic", "a": "cart", "anchor": [0, 0], "axis": [1, 0]}],
  "actuators": [{"name": "push", "kind": "force", "joint": "rail"}], "simulation": {"dt": 0.01, "duration": 1}})",
                "cart.json")
                .value(),
            {""}};
      },
      false);
  CHECK(settings_of(session)["controls"][0]["control"] == 0);
  CHECK(session.execute(1, R"({"do": "control", "actuator": 0, "value": 2.5})").empty());
  CHECK(settings_of(session)["controls"][0]["control"] == 2.5);
  CHECK(session.execute(1, R"({"do": "control", "actuator": 1, "value": 0})").find("actuator") !=
        std::string::npos);
}

TEST_CASE("the clock of a session runs at the speed that was asked for, from now on") {
  for (const auto& [speed, steps] : {std::pair("0.5", 5), {"3", 30}, {"100", 1000}}) {
    CAPTURE(speed);
    Session session = room(true);
    CHECK(session.execute(1, R"({"do": "speed", "factor": )" + std::string(speed) + "}").empty());
    CHECK(settings_of(session)["speed"] == std::stod(speed));
    session.advance(after(session, 0.0501));
    const std::int64_t made = step_of(session);
    // A batch ends after 30 ms, which a thousand steps may take.
    CHECK((made == steps || (steps == 1000 && made > 0)));
  }
  Session session = room(true);
  for (const char* factor : {"0", "-1", "100.5"})
    CHECK_FALSE(
        session.execute(1, R"({"do": "speed", "factor": )" + std::string(factor) + "}").empty());
  CHECK(settings_of(session)["speed"] == 1);
}

TEST_CASE("what is left of a step is owed to the next call") {
  Session session = room(true);
  for (int k = 0; k < 10; ++k) session.advance(after(session, 0.0125));
  CHECK(step_of(session) == 25);
}

TEST_CASE("a session tells how fast it runs, in the mean over its last calls") {
  Session session = room(true);
  double expected = 0;
  for (int k = 0; k < 5; ++k) {
    session.advance(after(session, 0.0501));
    expected += 0.1 * (0.05 / 0.0501 - expected);
  }
  Output output;
  session.publish(output);
  const json frame = LiveFrame(*output.frame).text;
  CHECK(frame["achieved"].get<double>() == relative(expected, 1e-6));
}

TEST_CASE("only what has changed is told, and counted") {
  Session session = room(false);
  Output output;
  CHECK(session.publish(output));
  CHECK_FALSE(session.publish(output));
  const auto told = [&](const char* command) {
    const Output before = output;
    const bool is_done = session.execute(1, command).empty();
    CHECK(session.publish(output));
    return std::vector<int>{is_done, static_cast<int>(output.scene_number - before.scene_number),
                            static_cast<int>(output.settings_number - before.settings_number),
                            static_cast<int>(output.frame_number - before.frame_number)};
  };
  using Told = std::vector<int>;
  CHECK(told(R"({"do": "step"})") == Told{1, 0, 1, 1});
  CHECK(told(R"({"do": "grab", "body": 2, "point": [0, 0, 0], "target": [0, 1, 0]})") ==
        Told{1, 0, 0, 1});
  CHECK(told(R"({"do": "drag", "target": [0, 2, 0]})") == Told{1, 0, 0, 1});
  CHECK(told(R"({"do": "release"})") == Told{1, 0, 0, 1});
  CHECK(told(R"({"do": "gravity", "value": [0, -1, 0]})") == Told{1, 0, 1, 1});
  CHECK(told(R"({"do": "remove", "body": 2})") == Told{1, 1, 1, 1});
  CHECK(told(R"({"do": "remove", "body": 99})") == Told{0, 0, 0, 1});
  CHECK(told(R"({"do": "reload"})") == Told{1, 1, 1, 1});
}

TEST_CASE("steps back and forth pause, and a reset goes to the start") {
  Session session = room(true);
  session.execute(1, R"({"do": "step", "count": 8})");
  CHECK_FALSE(session.runs());
  CHECK(step_of(session) == 8);
  session.execute(1, R"({"do": "step", "count": -3})");
  CHECK(step_of(session) == 5);
  session.execute(1, R"({"do": "step", "count": -100})");
  CHECK(settings_of(session)["notice"] == "");
  session.execute(1, R"({"do": "step"})");
  CHECK(step_of(session) == 1);
  session.execute(1, R"({"do": "step", "count": 4})");
  session.execute(1, R"({"do": "reset"})");
  CHECK(step_of(session) == 0);
  session.execute(1, R"({"do": "run"})");
  CHECK(session.runs());
}

TEST_CASE("a step that fails when it is asked for is told, until something else is done") {
  const auto fails = [] {
    std::string scene = kScene;
    scene.insert(scene.find("\"materials\""), "\"gravity\": [0, -1e200], ");
    return Session(
        [=] {
          return Loaded{io::parse_scene(scene, "room.json").value(), {""}};
        },
        false);
  };
  for (const char* command : {R"({"do": "reset"})", R"({"do": "pause"})",
                              R"({"do": "step", "count": -1})", R"({"do": "reload"})"}) {
    CAPTURE(command);
    Session session = fails();
    session.execute(1, R"({"do": "step", "count": 5})");
    const auto notice = settings_of(session)["notice"].get<std::string>();
    CHECK(notice.find("finite") != std::string::npos);
    session.execute(1, command);
    CHECK(settings_of(session)["notice"] == "");
  }
}

TEST_CASE("who leaves lets go of what was held") {
  Session session = room(false);
  for (const int client : {1, 2})
    session.execute(client,
                    R"({"do": "grab", "body": 2, "point": [0, 0, 0], "target": [0, 1, 0]})");
  const auto pulls = [&] {
    Output output;
    session.publish(output);
    return LiveFrame(*output.frame).text["pulls"].size();
  };
  CHECK(pulls() == 2);
  session.leave(1);
  CHECK(pulls() == 1);
}

TEST_CASE("a scene that cannot be read is told, refuses commands, and is read again") {
  bool is_right = false;
  Session session(
      [&]() -> Result<Loaded> {
        if (!is_right) return Diagnostics{{"room.json", 7, "mass", "is -1", ""}};
        return Loaded{io::parse_scene(kScene, "room.json").value(), {"", ""}};
      },
      true);
  Output output;
  REQUIRE(session.publish(output));
  CHECK(json::parse(*output.scene)["faults"] == json({"room.json:7: mass: is -1"}));
  CHECK(output.settings == nullptr);
  CHECK(output.frame == nullptr);
  CHECK_FALSE(session.runs());
  const json refused = json::parse(session.execute(1, R"({"do": "run"})"));
  CHECK(refused["why"].get<std::string>().find("reload") != std::string::npos);
  session.leave(1);
  is_right = true;
  CHECK(session.execute(1, R"({"do": "reload"})").empty());
  REQUIRE(session.publish(output));
  CHECK(json::parse(*output.scene)["kind"] == "scene");
  CHECK(json::parse(*output.settings)["running"] == true);
  CHECK(session.runs());
  is_right = false;
  session.execute(1, R"({"do": "reload"})");
  REQUIRE(session.publish(output));
  CHECK(json::parse(*output.scene)["kind"] == "faults");
  CHECK(output.settings == nullptr);
  CHECK(output.frame == nullptr);
}

TEST_CASE("notes stay with their joints when bodies go") {
  Session session(
      [] {
        return Loaded{io::parse_scene(kScene, "room.json").value(),
                      {"of the hinge", "of the axle"}};
      },
      false);
  Output output;
  session.publish(output);
  const json before = json::parse(*output.scene);
  CHECK(before["goes_on"] == false);
  CHECK(before["joints"][0]["note"] == "of the hinge");
  CHECK(before["joints"][1]["note"] == "of the axle");
  session.execute(1, R"({"do": "add", "body": {"position": [5, 1], "mass": 1, "inertia": 1}})");
  session.publish(output);
  CHECK(json::parse(*output.scene)["bodies"].size() == 5);
  session.execute(1, R"({"do": "remove", "body": 2})");
  session.publish(output);
  const json now = json::parse(*output.scene);
  CHECK(now["goes_on"] == true);
  CHECK(now["bodies"].size() == 4);
  REQUIRE(now["joints"].size() == 1);
  CHECK(now["joints"][0]["name"] == "hinge");
  CHECK(now["joints"][0]["note"] == "of the hinge");
}

}  // namespace perpend::view
