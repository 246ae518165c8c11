// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "io/recording/run_sampler.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "run/pictures.hpp"
#include "run/progress_bar.hpp"
#include "run/recorded_page.hpp"
#include "run/simulate.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

namespace fs = std::filesystem;
constexpr int kMostPictures = 1800;

// Runs the scene and keeps as many rows as a page shows.
Result<RecordedScene> recorded_run(const RenderArguments& arguments) {
  Result<study::Scene> scene = load_scene(arguments.scene, arguments.parameters, arguments.robot);
  if (!scene) return scene.error();
  RunArguments run;
  run.options = arguments.options;
  run.duration = arguments.duration;
  override_options(run, *scene);
  const io::RunHeader header{.scene = scene->name,
                             .scene_text = scene->text,
                             .parameters = scene->parameters,
                             .options = scene->options};
  io::RunSampler sampler(scene->model, header);
  State state = initial_state(scene->model);
  ProgressBar bar;
  simulate(*scene, state,
           [&](const State& s, const StepReport& report, const Simulator& simulator) {
             sampler.add(s, report, simulator.contacts(), simulator.coordinate_forces());
             bar.show(s.time / scene->duration, "");
           });
  bar.finish();
  io::Recording rows = sampler.take();
  return RecordedScene{std::move(*scene), std::move(rows)};
}

bool is_film(const RenderArguments& arguments) {
  return fs::path(arguments.out).extension() == ".mp4";
}

void check(const RenderArguments& arguments) {
  const fs::path kind = fs::path(arguments.out).extension();
  require(kind == ".png" || kind == ".mp4", "--out", "a name that ends in .png or .mp4",
          arguments.out);
  int width = 0, height = 0;
  const char* const end = arguments.size.data() + arguments.size.size();
  const auto [x, fault] = std::from_chars(arguments.size.data(), end, width);
  const bool by = fault == std::errc{} && x != end && *x == 'x';
  const bool read = by && std::from_chars(x + 1, end, height).ptr == end;
  const auto fits = [](int n) { return n >= 16 && n <= 4096 && n % 2 == 0; };
  require(read && fits(width) && fits(height), "--size", "even numbers to 4096 such as 1280x720",
          arguments.size);
}

// Returns a fault if the folder of the output is missing, which would be found after all else.
Diagnostics missing_folder(const RenderArguments& arguments) {
  std::error_code ignored;
  if (fs::is_directory(fs::absolute(arguments.out).parent_path(), ignored)) return {};
  return {{arguments.out, 0, "", "cannot be written", "there is no such folder"}};
}

struct Moments {
  int count = 1;
  double from = 0, to = 0;
};

// Allows a time up to one row after the last one: between two rows the earlier one is drawn.
void require_recorded(const char* flag, double time, const io::Recording& recording) {
  const std::size_t rows = recording.time.size();
  const double first = recording.time.front(), last = recording.time.back();
  const double row = rows > 1 ? last - recording.time[rows - 2] : 0.0;
  require(time >= first && time <= last + row, flag,
          fmt::format("between the start at {:g} s and the end at {:g} s", first, last), time);
}

// Names as in web/src/run/actions.js.
constexpr std::array kShown{"points", "forces",    "cones",   "open",   "network",
                            "joints", "reactions", "torques", "trails", "transparentWalls",
                            "edges",  "shadows",   "follow",  "by"};

bool is_body(const Model& model, const std::string& name) {
  return std::ranges::any_of(model.bodies,
                             [&](const Body& body) { return body.details->name == name; });
}

// Checks a list such as "cones&select=box_0"; percent-encoded names are left to the page.
void require_shown(const std::string& show, const Model& model) {
  std::istringstream words(show);
  for (std::string word; std::getline(words, word, '&');) {
    const std::string name = word.substr(0, word.find('='));
    if (name == "select") {
      const std::string body = word.substr(std::min(word.size(), name.size() + 1));
      const bool coded = body.find_first_of("%+") != std::string::npos;
      require(coded || is_body(model, body), "--show", "select=NAME with the name of a body", word);
      continue;
    }
    require(std::ranges::find(kShown, name) != kShown.end(), "--show",
            fmt::format("of {}, select", fmt::join(kShown, ", ")), word);
  }
}

Moments moments_of(const RenderArguments& arguments, const io::Recording& recording) {
  if (arguments.from) require_recorded("--from", *arguments.from, recording);
  if (arguments.to) require_recorded("--to", *arguments.to, recording);
  Moments moments{.from = arguments.from.value_or(recording.time.front()),
                  .to = arguments.to.value_or(recording.time.back())};
  if (!is_film(arguments)) return moments;
  const double seconds = (moments.to - moments.from) / arguments.speed;
  require(seconds > 0, "--to", "after --from", moments.to);
  const double count = std::floor(seconds * arguments.fps) + 1;
  require(count <= kMostPictures, "--fps",
          fmt::format("such that there are at most {} pictures; or raise --speed", kMostPictures),
          arguments.fps);
  moments.count = static_cast<int>(count);
  return moments;
}

// Encodes a path for addresses (RFC 3986).
std::string coded(const std::string& path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string text;
  for (const char c : path) {
    if (kPlain.find(c) != kPlain.npos)
      text += c;
    else
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

// Returns ffmpeg's pattern for the pictures in a folder, whose name may have a %.
std::string picture_pattern(const fs::path& folder) {
  std::string text;
  for (const char c : folder.string()) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text + "/%06d.jpg";
}

std::string address_of(const RenderArguments& arguments, const fs::path& page,
                       const Moments& moments) {
  return fmt::format("file://{}#render={}&size={}&type={}&from={}&to={}&{}", coded(page.string()),
                     moments.count, arguments.size, is_film(arguments) ? "image/jpeg" : "image/png",
                     moments.from, moments.to, arguments.show);
}

// Returns the command line of the browser. The page draws its pictures into its own text, which the
// browser prints when it is done.
std::vector<std::string> browser_words(const std::string& browser, const fs::path& scratch,
                                       const std::string& address) {
  std::vector<std::string> words{browser,
                                 "--headless=new",
                                 "--no-first-run",
                                 "--disable-background-networking",
                                 "--disable-component-update",
                                 "--disable-sync",
                                 "--use-gl=angle",
                                 "--use-angle=swiftshader",
                                 "--enable-unsafe-swiftshader",
                                 "--force-device-scale-factor=1",
                                 "--user-data-dir=" + (scratch / "profile").string(),
                                 "--virtual-time-budget=3600000",
                                 "--dump-dom",
                                 address};
  if (::geteuid() == 0) words.insert(words.begin() + 1, "--no-sandbox");
  return words;
}

bool write_file(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  return static_cast<bool>(out.flush());
}

Diagnostics write_film(const RenderArguments& arguments, const std::vector<std::string>& pictures,
                       const fs::path& scratch) {
  const std::string ffmpeg = find_program({"ffmpeg"});
  if (ffmpeg.empty()) return {{"", 0, "", "ffmpeg is not installed", "Debian: ffmpeg"}};
  for (std::size_t i = 0; i < pictures.size(); ++i)
    if (!write_file(scratch / fmt::format("{:06}.jpg", i), pictures[i]))
      return {{scratch.string(), 0, "", "cannot be written", ""}};
  const int code = run_program(
      {ffmpeg, "-y", "-framerate", fmt::format("{}", arguments.fps), "-i", picture_pattern(scratch),
       "-pix_fmt", "yuv420p", "-movflags", "+faststart", fs::absolute(arguments.out).string()},
      scratch / "ffmpeg.txt");
  if (code != 0) return {{arguments.out, 0, "", fmt::format("ffmpeg ended with {}", code), ""}};
  return {};
}

Diagnostics draw(const RenderArguments& arguments, const RecordedScene& recorded,
                 const Moments& moments) {
  const std::string browser = find_program({"chromium", "chromium-browser", "google-chrome"});
  if (browser.empty()) return {{"", 0, "", "Chromium is not installed", "Debian: chromium"}};
  const ScratchFolder scratch;
  const fs::path page = scratch.path() / "run.html", printed = scratch.path() / "printed.html";
  if (!write_file(page, page_of(recorded)))
    return {{page.string(), 0, "", "cannot be written", ""}};
  const std::string address = address_of(arguments, page, moments);
  const int code = run_program(browser_words(browser, scratch.path(), address), printed);
  if (code != 0) return {{browser, 0, "", fmt::format("ended with {}", code), ""}};
  std::ifstream in(printed, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Result<std::vector<std::string>> pictures = pictures_in(text);
  if (!pictures) return pictures.error();
  if (is_film(arguments)) return write_film(arguments, *pictures, scratch.path());
  if (write_file(arguments.out, pictures->front())) return {};
  return {{arguments.out, 0, "", "cannot be written", ""}};
}

}  // namespace

int render(const RenderArguments& arguments) {
  check(arguments);
  if (const Diagnostics faults = missing_folder(arguments); !faults.empty())
    return refuse(faults, kFailed);
  const auto recording = recording_of(arguments.scene);
  if (recording)
    require_no_scene_flags(
        {arguments.parameters, arguments.robot, arguments.options, arguments.duration.has_value()});
  const Result<RecordedScene> recorded =
      recording ? read_recorded_scene(*recording) : recorded_run(arguments);
  if (!recorded) return refuse(recorded.error(), kUsage);
  require_shown(arguments.show, recorded->scene.model);
  const Moments moments = moments_of(arguments, recorded->recording);
  const Diagnostics faults = draw(arguments, *recorded, moments);
  if (!faults.empty()) return refuse(faults, kFailed);
  say(stdout, "{}\n", arguments.out);
  return kOk;
}

}  // namespace perpend::app
