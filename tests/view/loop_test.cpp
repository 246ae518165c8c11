// SPDX-License-Identifier: Apache-2.0
// A session in its own thread: orders are taken in turn, and clients are told what is refused.
#include "view/loop.hpp"

#include <doctest/doctest.h>

#include "live_frame.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

constexpr const char* kScene = R"({"format": 1, "name": "fall", "gravity": [0, -10],
  "bodies": [{"name": "stone", "kind": "particle", "mass": 1},
             {"name": "other", "kind": "particle", "position": [1, 0], "mass": 1}],
  "simulation": {"dt": 0.01, "duration": 1}})";

// A loop, and a way to wait until what it says holds.
struct Watched {
  std::mutex mutex;
  std::condition_variable news;
  Loop loop;

  explicit Watched(bool running)
      : loop(
            [] {
              return Loaded{io::parse_scene(kScene, "fall.json").value(), {}};
            },
            running,
            [this] {
              const std::lock_guard lock(mutex);
              news.notify_all();
            }) {}

  template <typename Holds>
  bool until(const Holds& holds) {
    std::unique_lock lock(mutex);
    for (int tries = 0; tries < 2000 && !holds(); ++tries)
      news.wait_for(lock, std::chrono::milliseconds(10));
    return holds();
  }
  std::int64_t step() {
    const Output output = loop.output();
    return output.frame ? LiveFrame(*output.frame).text["step"].get<std::int64_t>() : -1;
  }
  std::size_t pulls() { return LiveFrame(*loop.output().frame).text["pulls"].size(); }
};

}  // namespace

TEST_CASE("orders are done one after the other, and what has changed is to be had") {
  Watched watched(false);
  watched.loop.join(1);
  REQUIRE(watched.until([&] { return watched.step() == 0; }));
  CHECK(watched.loop.output().scene_number == 1);
  CHECK(watched.loop.output().settings_number == 1);
  CHECK(watched.loop.post(1, R"({"do": "step", "count": 7})"));
  CHECK(watched.loop.post(1, R"({"do": "step", "count": -2})"));
  CHECK(watched.until([&] { return watched.step() == 5; }));
  CHECK(watched.loop.output().scene_number == 1);
}

TEST_CASE("a client is told what is refused to it, once, the first sixteen, and nobody else") {
  Watched watched(false);
  for (const int client : {1, 2}) watched.loop.join(client);
  for (int k = 0; k < 20; ++k) watched.loop.post(1, R"({"do": "jump"})");
  watched.loop.post(3, R"({"do": "jump"})");
  watched.loop.post(2, R"({"do": "step"})");
  REQUIRE(watched.until([&] { return watched.step() == 1; }));
  CHECK(watched.loop.take_refusals(2).empty());
  CHECK(watched.loop.take_refusals(3).empty());
  const std::vector<std::string> words = watched.loop.take_refusals(1);
  CHECK(words.size() == 16);
  CHECK(json::parse(words.front())["kind"] == "refused");
  CHECK(watched.loop.take_refusals(1).empty());
}

TEST_CASE("who leaves lets go, others hold on") {
  Watched watched(false);
  for (const int client : {1, 2}) {
    watched.loop.join(client);
    watched.loop.post(client, R"({"do": "grab", "body": )" + std::to_string(client - 1) +
                                  R"(, "point": [0, 0, 0], "target": [0, 1, 0]})");
  }
  REQUIRE(watched.until([&] { return watched.step() == 0 && watched.pulls() == 2; }));
  watched.loop.leave(1);
  REQUIRE(watched.until([&] { return watched.pulls() == 1; }));
  CHECK(LiveFrame(*watched.loop.output().frame).text["pulls"][0]["body"] == 1);
  watched.loop.post(1, R"({"do": "jump"})");
  watched.loop.post(2, R"({"do": "step"})");
  REQUIRE(watched.until([&] { return watched.step() == 1; }));
  CHECK(watched.loop.take_refusals(1).empty());
}

TEST_CASE("a world runs while somebody looks") {
  Watched watched(true);
  REQUIRE(watched.until([&] { return watched.step() >= 0; }));
  watched.loop.join(1);
  CHECK(watched.until([&] { return watched.step() >= 3; }));
  watched.loop.post(1, R"({"do": "pause"})");
  const auto pauses = [&] {
    return json::parse(*watched.loop.output().settings)["running"] == false;
  };
  CHECK(watched.until(pauses));
}

}  // namespace perpend::view
