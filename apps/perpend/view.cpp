// SPDX-License-Identifier: Apache-2.0
#include "verbs.hpp"

#ifdef PERPEND_HAS_VIEW
#include <sys/wait.h>
#include <unistd.h>

#include <memory>

#include "check/check_mechanism.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "run/recorded_page.hpp"
#include "run/simulate.hpp"
#include "terminal.hpp"
#include "view/server.hpp"

namespace perpend::app {
namespace {

// Time budget of a step, ms, unless --budget-ms is given: it bounds the wait for a proof that a jam
// has no solution while somebody pulls at it.
constexpr double kPatience = 100;

Result<view::Loaded> loaded(const ViewArguments& arguments) {
  Result<study::Scene> scene = load_scene(arguments.scene, arguments.parameters, arguments.robot);
  if (!scene) return scene.error();
  RunArguments run;
  run.options = arguments.options;
  override_options(run, *scene);
  if (scene->options.budget_ms == 0) scene->options.budget_ms = kPatience;
  std::vector<std::string> notes = joint_notes(scene->model);
  return view::Loaded{std::move(*scene), std::move(notes)};
}

// Returns the page. A scene that cannot be read still has a page, which shows the faults and can
// read it again; an unknown name is a usage error.
Result<view::Server::Content> content_of(const ViewArguments& arguments) {
  if (const auto recording = recording_of(arguments.scene)) {
    require_no_scene_flags({arguments.parameters, arguments.robot, arguments.options});
    require(!arguments.paused, "--paused", "left out with a recording", "given");
    const Result<RecordedScene> recorded = read_recorded_scene(*recording);
    if (!recorded) return recorded.error();
    return view::Server::Content{.page = page_of(*recorded)};
  }
  const auto file = io::find_scene(arguments.scene, io::scene_folders());
  if (!file) return file.error();
  const Result<view::Loaded> scene = loaded(arguments);
  if (!scene) say(stderr, "{}\n", to_string(scene.error()));
  return view::Server::Content{.page = view::live_page(scene ? scene->scene.name : arguments.scene),
                               .load = [arguments] { return loaded(arguments); },
                               .running = !arguments.paused};
}

// Listens on the given port, or on the first free one of kTries ports.
std::unique_ptr<view::Server> listen(const view::Server::Content& content,
                                     const std::optional<int>& port) {
  constexpr int kTries = 20;
  if (port) return std::make_unique<view::Server>(content, *port);
  for (int i = 0; i < kTries; ++i) try {
      return std::make_unique<view::Server>(content, kViewPort + i);
    } catch (const InvalidArgument&) {
      if (i + 1 == kTries) throw;
    }
  return nullptr;
}

// Forks twice, so that no process waits for the browser.
void open_browser(const std::string& address) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
    ::_exit(0);
  }
  if (child > 0) ::waitpid(child, nullptr, 0);
}

}  // namespace

int view(const ViewArguments& arguments) {
  const Result<view::Server::Content> content = content_of(arguments);
  if (!content) return refuse(content.error(), kUsage);
  stop_on_signals();
  const std::unique_ptr<view::Server> server = listen(*content, arguments.port);
  const std::string address = fmt::format("http://127.0.0.1:{}/", server->port());
  say(stdout, "{}  (this machine only; Ctrl-C ends)\n", address);
  std::fflush(stdout);
  if (arguments.open) open_browser(address);
  server->serve(stop_requested);
  return kOk;
}

}  // namespace perpend::app
#else
#include "terminal.hpp"

namespace perpend::app {

int view(const ViewArguments&) {
  return refuse(
      {{"perpend view", 0, "",
        "built without libwebsockets; scripts/install_packages.sh build, then build again", ""}},
      kUsage);
}

}  // namespace perpend::app
#endif
