// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mjcf.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "io/robot/files/run_tool.hpp"
#include "io/robot/mesh/visual_mesh.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Returns the path of the converter, which lies beside the scenes of a build or an installation.
std::string program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const char* const other = std::getenv("PERPEND_MJCF");
  return other && *other ? other
                         : (self.parent_path().parent_path() / "share/perpend/mjcf").string();
}

std::vector<std::string> words_of(const fs::path& file, const RobotOptions& options) {
  std::vector<std::string> words{python(), program(), file.string(),
                                 fmt::format("--duration={}", options.duration)};
  if (options.ground) words.push_back("--ground");
  if (options.allow_overlap) words.push_back("--allow-overlap");
  if (options.gravity)
    words.push_back(fmt::format("--gravity={},{},{}", options.gravity->x(), options.gravity->y(),
                                options.gravity->z()));
  if (options.motors != RobotMotors::none)
    words.push_back(options.motors == RobotMotors::position ? "--motors=position"
                                                            : "--motors=velocity");
  if (!options.keyframe.empty()) words.push_back("--keyframe=" + options.keyframe);
  for (const study::Parameter& start : options.start)
    words.push_back(fmt::format("--start={}={}", start.name, start.value));
  for (const study::Parameter& rate : options.rates)
    words.push_back(fmt::format("--rate={}={}", rate.name, rate.value));
  return words;
}

Diagnostics diagnostics_of(const Json& list) {
  Diagnostics found;
  for (const Json& each : list)
    found.push_back({each.at("file").get<std::string>(), each.at("line").get<int>(),
                     each.at("element").get<std::string>(), each.at("message").get<std::string>(),
                     each.at("hint").get<std::string>()});
  return found;
}

}  // namespace

Result<ConvertedRobot> convert_mjcf(const fs::path& file, const RobotOptions& options) {
  const Result<std::string> answer = run_tool(words_of(file, options));
  if (!answer) {
    Diagnostics faults = answer.error();
    faults[0].file = file.string();
    return faults;
  }
  try {
    const Json json = Json::parse(*answer);
    Diagnostics notes = diagnostics_of(json.at("notes"));
    if (json.contains("faults"))
      return with_notes(diagnostics_of(json["faults"]), std::move(notes));
    ConvertedRobot converted{with_simple_visuals(json.at("text").get<std::string>()),
                             std::move(notes)};
    if (options.base != RobotBase::as_file)
      converted.notes.push_back(
          {file.string(), 0, "base", "is as the file says: MJCF has its own words for it", ""});
    if (options.mend_masses)
      converted.notes.push_back(
          {file.string(), 0, "masses", "are as the file says: MuJoCo's reader judges them", ""});
    if (options.decompose)
      converted.notes.push_back(
          {file.string(), 0, "meshes", "are convex hulls: MJCF defines them so", ""});
    return converted;
  } catch (const Json::exception& error) {
    return Diagnostics{
        {file.string(), 0, program(), fmt::format("gave no answer: {}", error.what()), ""}};
  }
}

}  // namespace perpend::io
