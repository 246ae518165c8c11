// SPDX-License-Identifier: Apache-2.0
#include "command_line/robot_flags.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "command_line/wrong_words.hpp"
#include "perpend/core/error.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

constexpr double kEarth = 9.81;  // m/s²

bool read_number(std::string_view text, double& out) {
  const auto [read_to, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && read_to == text.data() + text.size() && std::isfinite(out);
}

// Reads the axis that points up ("z": gravity along -z, "-y": along y), or components such as
// "0,0,-1.62".
Eigen::Vector3d read_gravity(const std::string& word) {
  const bool down = !word.starts_with('-');
  const std::string_view axis = std::string_view(word).substr(down ? 0 : 1);
  if (axis.size() == 1 && axis[0] >= 'x' && axis[0] <= 'z')
    return (down ? -kEarth : kEarth) * Eigen::Vector3d::Unit(axis[0] - 'x');
  Eigen::Vector3d gravity(0, 0, 0);
  std::string_view rest = word;
  bool read = true;
  for (int i = 0; i < 3; ++i) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    read = read && read_number(rest.substr(0, comma), gravity[i]) &&
           (i == 2) == (comma == rest.size());
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  require(read, "--gravity",
          "the axis that points up (x, y, z, -x, -y, -z) or three numbers in m/s²", word);
  return gravity;
}

template <typename Value>
Value read_word(const char* flag, const std::map<std::string, Value>& words,
                const std::string& word) {
  std::string known;
  for (const auto& [name, value] : words) known += (known.empty() ? "" : ", ") + name;
  const auto at = words.find(word);
  require(at != words.end(), flag, "one of " + known, word);
  return at->second;
}

// Splits "name=value" at the position `equals`; the name must not be empty.
std::pair<std::string, std::string> split(const char* flag, const char* form,
                                          const std::string& text, std::size_t equals) {
  require(equals != std::string::npos && equals > 0, flag, form, text);
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// A joint's name may contain "=", a number does not.
study::Parameter read_joint(const char* flag, const std::string& text) {
  const auto [name, number] = split(flag, "joint=number", text, text.rfind('='));
  study::Parameter joint{name, 0.0};
  require(read_number(number, joint.value), flag, "joint=number", text);
  return joint;
}

std::pair<std::string, std::filesystem::path> read_package(const std::string& text) {
  const auto [name, folder] = split("--package", "name=folder", text, text.find('='));
  std::error_code ignored;
  require(std::filesystem::is_directory(folder, ignored), "--package", "name=folder, of a folder",
          text);
  return {name, folder};
}

}  // namespace

void add_robot_flags(CLI::App& app, RobotArguments& robot) {
  const auto add = [&](auto* option) {
    option->group("Robots (URDF, SDF, MJCF)");
    return option;
  };
  add(app.add_flag("--ground", robot.ground,
                   "A ground against gravity, on which a free robot stands"));
  add(app.add_flag("--allow-overlap", robot.allow_overlap,
                   "Bodies may overlap at the start, and are pushed apart"));
  add(app.add_flag(
      "--mend-masses", robot.mend_masses,
      "Links of URDF and SDF without a mass, or with impossible inertia, get another"));
  add(app.add_option("--decompose", robot.decompose,
                     "Meshes of bodies that move collide as hulls of convex parts; threshold of "
                     "CoACD, from 0.01 (many) to 1"));
  add(app.add_option(
      "--gravity", robot.gravity,
      "Axis that points up, or three numbers in m/s²; default: as the file says, z"));
  add(app.add_option("--base", robot.base,
                     "fixed, free or as_file (the default): held where the root has no mass"));
  add(app.add_option(
      "--motors", robot.motors,
      "position (hold the start), velocity (hold still) or none (the default), on joints "
      "with a limit of effort"));
  add(app.add_option("--keyframe", robot.keyframe,
                     "Key of an MJCF file at which the run starts; default: at qpos0"));
  add(app.add_option("--start", robot.start,
                     "Value of a joint at the start, name=value; may be repeated"))
      ->allow_extra_args(false);
  add(app.add_option("--rate", robot.rates,
                     "Speed of a joint at the start, name=value; may be repeated"))
      ->allow_extra_args(false);
  add(app.add_option("--package", robot.packages,
                     "Folder of a package, name=folder; may be repeated"))
      ->allow_extra_args(false);
  add(app.add_option("--argument", robot.arguments,
                     "Argument of a xacro file, name=value; may be repeated"))
      ->allow_extra_args(false);
}

io::RobotOptions robot_options(const RobotArguments& robot) {
  io::RobotOptions options{.ground = robot.ground,
                           .allow_overlap = robot.allow_overlap,
                           .mend_masses = robot.mend_masses,
                           .decompose = robot.decompose};
  WordReader words;
  if (robot.decompose)
    words.read([&] {
      const double threshold = *robot.decompose;
      require(threshold >= 0.01 && threshold <= 1, "--decompose", "from 0.01 to 1",
              fmt::format("{}", threshold));
    });
  if (!robot.gravity.empty()) words.read([&] { options.gravity = read_gravity(robot.gravity); });
  if (!robot.base.empty())
    words.read([&] {
      options.base = read_word<io::RobotBase>("--base",
                                              {{"as_file", io::RobotBase::as_file},
                                               {"fixed", io::RobotBase::fixed},
                                               {"free", io::RobotBase::free}},
                                              robot.base);
    });
  if (!robot.motors.empty())
    words.read([&] {
      options.motors = read_word<io::RobotMotors>("--motors",
                                                  {{"none", io::RobotMotors::none},
                                                   {"position", io::RobotMotors::position},
                                                   {"velocity", io::RobotMotors::velocity}},
                                                  robot.motors);
    });
  options.keyframe = robot.keyframe;
  for (const std::string& text : robot.start)
    words.read([&] { options.start.push_back(read_joint("--start", text)); });
  for (const std::string& text : robot.rates)
    words.read([&] { options.rates.push_back(read_joint("--rate", text)); });
  for (const std::string& text : robot.packages)
    words.read([&] { options.packages.push_back(read_package(text)); });
  for (const std::string& text : robot.arguments)
    words.read([&] {
      options.arguments.push_back(split("--argument", "name=value", text, text.find('=')));
    });
  words.refuse_any();
  return options;
}

void require_no_robot_flags(const RobotArguments& robot, const char* with) {
  WordReader words;
  const auto leave_out = [&](bool given, const char* flag) { words.leave_out(given, flag, with); };
  leave_out(robot.ground, "--ground");
  leave_out(robot.allow_overlap, "--allow-overlap");
  leave_out(robot.mend_masses, "--mend-masses");
  leave_out(robot.decompose.has_value(), "--decompose");
  leave_out(!robot.gravity.empty(), "--gravity");
  leave_out(!robot.base.empty(), "--base");
  leave_out(!robot.motors.empty(), "--motors");
  leave_out(!robot.keyframe.empty(), "--keyframe");
  leave_out(!robot.start.empty(), "--start");
  leave_out(!robot.rates.empty(), "--rate");
  leave_out(!robot.packages.empty(), "--package");
  leave_out(!robot.arguments.empty(), "--argument");
  words.refuse_any();
}

void print_notes(const Diagnostics& notes) {
  for (const Diagnostic& note : notes) say(stderr, "note: {}\n", to_string(note));
}

}  // namespace perpend::app
