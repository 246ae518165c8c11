// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/robot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/format/decimal.hpp"
#include "io/format/file_bytes.hpp"
#include "io/format/xml_node.hpp"
#include "io/robot/files/xacro.hpp"
#include "io/robot/mjcf.hpp"
#include "io/robot/robot_bodies.hpp"
#include "io/robot/scene_text.hpp"
#include "io/robot/sdf.hpp"
#include "io/robot/start_pose.hpp"
#include "io/robot/urdf.hpp"

namespace perpend::io {
namespace {

bool by_line(const Diagnostic& a, const Diagnostic& b) {
  return a.line < b.line;
}

// Returns `visual` of `link "base": visual`, `joint` of `joint "elbow"`.
std::string_view kind_of(std::string_view element) {
  if (const std::size_t colon = element.rfind(": "); colon != std::string_view::npos)
    element.remove_prefix(colon + 2);
  return element.substr(0, element.find(" \""));
}

// Merges notes with equal text into one that lists all their lines, or their names if they have no
// line.
Diagnostics gathered(const Diagnostics& notes) {
  Diagnostics found;
  std::vector<std::string> lines;
  for (const Diagnostic& note : notes) {
    const auto same = std::ranges::find_if(found, [&](const Diagnostic& each) {
      return each.file == note.file && each.message == note.message && each.hint == note.hint &&
             kind_of(each.element) == kind_of(note.element);
    });
    if (same == found.end()) {
      found.push_back(note);
      lines.emplace_back();
      continue;
    }
    std::string& others = lines[static_cast<std::size_t>(same - found.begin())];
    const bool has_line = note.line > 0;
    others += others.empty() ? has_line ? "; so in lines " : "; so in " : ", ";
    others += has_line ? std::to_string(note.line) : note.element;
  }
  for (std::size_t i = 0; i < found.size(); ++i) found[i].message += lines[i];
  return found;
}

// Returns the faults unchanged, followed by the notes collected before them.
Diagnostics refused(Diagnostics faults) {
  const auto is_fault = [](const Diagnostic& each) { return !each.is_note; };
  const auto first_note = std::stable_partition(faults.begin(), faults.end(), is_fault);
  Diagnostics notes(std::make_move_iterator(first_note), std::make_move_iterator(faults.end()));
  faults.erase(first_note, faults.end());
  std::ranges::stable_sort(notes, by_line);
  std::ranges::move(gathered(notes), std::back_inserter(faults));
  return faults;
}

Result<ConvertedRobot> converted(Assembly assembly, const RobotOptions& options) {
  ConvertedRobot robot;
  if (assembly.faults.empty()) move_to_start(assembly, options);
  if (assembly.faults.empty()) {
    RobotBodies bodies = join_links(assembly, options);
    if (assembly.faults.empty()) robot.text = scene_text(assembly, bodies, options);
  }
  std::ranges::stable_sort(assembly.faults, by_line);
  if (!assembly.faults.empty()) return std::move(assembly.faults);
  robot.notes = std::move(assembly.notes);
  return robot;
}

Result<ConvertedRobot> convert_root(const XmlNode& root, const std::filesystem::path& file,
                                    const RobotOptions& options) {
  const bool has_no_keys = root.name == "robot" || root.name == "sdf";
  if (has_no_keys && !options.keyframe.empty())
    return Diagnostics{{file.string(), root.line, "keyframe",
                        fmt::format("\"{}\" is in no {} file", options.keyframe,
                                    root.name == "sdf" ? "SDF" : "URDF"),
                        "expected none: MJCF files have keys"}};
  if (root.name == "robot") return converted(read_urdf(root, file, options), options);
  if (root.name == "sdf") return converted(read_sdf(root, file, options), options);
  if (root.name == "mujoco") return convert_mjcf(file, options);
  return Diagnostics{{file.string(), root.line, root.name, "is no root element that Perpend reads",
                      "expected robot (URDF), sdf (SDF) or mujoco (MJCF)"}};
}

// Returns true if the file uses xacro, a macro language that its own program expands to URDF.
bool has_xacro(const XmlNode& node) {
  return node.name.starts_with("xacro:") || std::ranges::any_of(node.children, has_xacro);
}

Result<XmlNode> read_root(std::string_view text, const std::filesystem::path& file,
                          const RobotOptions& options) {
  if (file.extension() != ".xacro") {
    Result<XmlNode> root = parse_xml(text, file.string());
    if (root && !has_xacro(*root) && !options.arguments.empty())
      return Diagnostics{{file.string(), root->line, "argument",
                          fmt::format("\"{}\" is of no use", options.arguments[0].first),
                          "expected none: xacro files have arguments"}};
    if (!root || !has_xacro(*root)) return root;
  }
  const Result<std::string> plain = expand_xacro(file, options.packages, options.arguments);
  if (!plain) return plain.error();
  return parse_xml(*plain, file.string());
}

}  // namespace

bool is_robot_text(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

Result<ConvertedRobot> convert_robot_text(std::string_view text, const std::filesystem::path& file,
                                          const RobotOptions& options) {
  const Result<XmlNode> root = read_root(text, file, options);
  if (!root) return root.error();
  Result<ConvertedRobot> robot = convert_root(*root, file, options);
  if (!robot) return refused(robot.error());
  std::ranges::stable_sort(robot->notes, by_line);
  robot->notes = gathered(robot->notes);
  return robot;
}

Result<ConvertedRobot> convert_robot(const std::filesystem::path& file,
                                     const RobotOptions& options) {
  const Result<std::string> text = read_bytes(file);
  if (!text) return text.error();
  return convert_robot_text(*text, file, options);
}

}  // namespace perpend::io
