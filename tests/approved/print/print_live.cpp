// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "perpend/io/scene.hpp"
#include "print.hpp"
#include "view/session.hpp"

namespace perpend::print {
namespace {

using Json = nlohmann::ordered_json;

// As the page reads it (web/src/live/link.js): the length of a text, the text, and the arrays that
// it names.
void print_frame(const std::string& bytes) {
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  Json header = Json::parse(bytes.substr(4, length));
  std::size_t at = 4 + length;
  const Json arrays = header["arrays"];
  header.erase("arrays");
  header.erase("hash");
  header.erase("achieved");
  for (const auto& [key, value] : header["report"].items())
    if (!key.starts_with("time_") && value != 0) fmt::print(" report {} {}\n", key, value.dump());
  header.erase("report");
  fmt::print("frame {}\n", header.dump());
  for (const Json& array : arrays) {
    fmt::print(" {} {}", array[0].get<std::string>(), array[1].get<std::string>());
    for (std::size_t k = 0; k < array[2].get<std::size_t>(); ++k, at += 4) {
      float real = 0;
      std::int32_t whole = 0;
      std::memcpy(&real, bytes.data() + at, 4);
      std::memcpy(&whole, bytes.data() + at, 4);
      fmt::print(" {}", array[1] == "f" ? fmt::format("{:.6g}", real) : std::to_string(whole));
    }
    fmt::print("\n");
  }
}

// A line for each member that is not as in the message before.
void print_changes(const std::string& text, Json& before) {
  const Json now = Json::parse(text);
  for (const auto& [key, value] : now.items())
    if (!before.contains(key) || before[key] != value)
      fmt::print("{} {}: {}\n", now["kind"].get<std::string>(), key, value.dump());
  before = now;
}

class Page {
 public:
  void print_news(view::Session& session) {
    const view::Output before = output_;
    session.publish(output_);
    if (output_.scene_number != before.scene_number) print_changes(*output_.scene, scene_);
    if (output_.settings && output_.settings_number != before.settings_number)
      print_changes(*output_.settings, settings_);
    if (output_.frame && output_.frame_number != before.frame_number) print_frame(*output_.frame);
  }

 private:
  view::Output output_;
  Json scene_ = Json::object(), settings_ = Json::object();
};

}  // namespace

void live(const std::filesystem::path& file) {
  view::Session session(
      [&]() -> Result<view::Loaded> {
        Result<study::Scene> scene = io::read_scene(file);
        if (!scene) return scene.error();
        std::vector<std::string> notes(scene->model.joints.size(), "a note");
        return view::Loaded{std::move(*scene), std::move(notes)};
      },
      false);
  Page page;
  page.print_news(session);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("> {}\n", line);
    const std::string refused = session.execute(1, line);
    if (!refused.empty()) fmt::print("{}\n", refused);
    page.print_news(session);
  }
}

}  // namespace perpend::print
