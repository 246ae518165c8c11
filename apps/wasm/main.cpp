// SPDX-License-Identifier: Apache-2.0
// The world of a page without a running program: web/src/browser/worker.js calls these functions.
#include <emscripten/emscripten.h>

#include <string>
#include <vector>

#include "perpend/core/version.hpp"
#include "perpend/io/scene.hpp"
#include "view/session.hpp"

namespace perpend::view {
namespace {

constexpr int kPage = 1;      // the only client
constexpr double kTick = 16;  // ms between frames

struct Page {
  std::string file, text;
  std::vector<study::Parameter> parameters;
  std::optional<Session> session;
  Output output;
  std::uint64_t scene_seen = 0, settings_seen = 0, frame_seen = 0;
  std::string refusal;
  std::shared_ptr<const std::string> message;  // the message taken last
} page;

// Time budget of a step, ms, unless the scene sets one: ten times that of `perpend view`, since
// steps are that much slower here. No command is answered during a step.
constexpr double kPatience = 1000;

Result<Loaded> read_page_scene() {
  Result<study::Scene> scene = io::parse_scene(page.text, page.file, page.parameters);
  if (!scene) return scene.error();
  if (scene->options.budget_ms == 0) scene->options.budget_ms = kPatience;
  std::vector<std::string> notes(scene->model.joints.size());
  return Loaded{std::move(*scene), std::move(notes)};
}

bool take(const std::shared_ptr<const std::string>& text, std::uint64_t number,
          std::uint64_t& seen) {
  if (!text || seen == number) return false;
  seen = number;
  page.message = text;
  return true;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* perpend_version() {
  static const std::string words(version());
  return words.c_str();
}

/// Adds a parameter of the scene that is opened next.
EMSCRIPTEN_KEEPALIVE void perpend_set_parameter(const char* name, double value) {
  page.parameters.push_back({name, value});
}

EMSCRIPTEN_KEEPALIVE void perpend_forget_parameters() {
  page.parameters.clear();
}

/// Opens a scene from its text; `file` is used in diagnostics only.
EMSCRIPTEN_KEEPALIVE void perpend_open(const char* file, const char* text, int running) {
  page.file = file;
  page.text = text;
  page.session.emplace(read_page_scene, running != 0);
}

EMSCRIPTEN_KEEPALIVE void perpend_command(const char* text) {
  page.refusal = page.session->execute(kPage, text);
}

/// Takes the steps that are due. Returns the ms until the next call is due; negative if only a
/// command makes it necessary.
EMSCRIPTEN_KEEPALIVE double perpend_turn() {
  const auto now = Session::Clock::now();
  page.session->advance(now);
  page.session->publish(page.output);
  if (!page.session->runs()) return -1;
  const std::chrono::duration<double, std::milli> passed = Session::Clock::now() - now;
  return std::max(0.0, kTick - passed.count());
}

/// Takes the next text message; perpend_bytes() returns its bytes. Returns its length, 0 if there
/// is none.
EMSCRIPTEN_KEEPALIVE std::size_t perpend_take_text() {
  const Output& o = page.output;
  if (take(o.scene, o.scene_number, page.scene_seen) ||
      take(o.settings, o.settings_number, page.settings_seen))
    return page.message->size();
  page.message = std::make_shared<const std::string>(std::exchange(page.refusal, {}));
  return page.message->size();
}

/// Takes the newest frame unless it was taken already; returns its length, or 0.
EMSCRIPTEN_KEEPALIVE std::size_t perpend_take_frame() {
  const Output& o = page.output;
  return take(o.frame, o.frame_number, page.frame_seen) ? page.message->size() : 0;
}

EMSCRIPTEN_KEEPALIVE const char* perpend_bytes() {
  return page.message->data();
}

}  // extern "C"
}  // namespace perpend::view
