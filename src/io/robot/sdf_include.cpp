// SPDX-License-Identifier: Apache-2.0
// Finds and reads the models that an SDF file includes.
#include "io/robot/sdf_include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "io/format/file_bytes.hpp"
#include "io/robot/resource_path.hpp"
#include "io/robot/sdf_reader.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

// Returns the file in a model's folder: model.sdf, or the one that model.config names.
fs::path file_in(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return folder;
  if (fs::exists(folder / "model.sdf", ignored)) return folder / "model.sdf";
  const Result<std::string> text = read_bytes(folder / "model.config");
  if (!text) return folder / "model.sdf";
  const Result<XmlNode> config = parse_xml(*text, (folder / "model.config").string());
  const XmlNode* sdf = config ? config->child("sdf") : nullptr;
  return folder / (sdf ? sdf->text : "model.sdf");
}

// Gazebo's ground is 100 m wide and has the coefficient 100, of which the smaller of two surfaces
// counts; here the plane has no end, and SDF's default coefficient.
constexpr const char* kGroundPlane =
    "<sdf version='1.5'><model name='ground_plane'><static>true</static><link name='link'>"
    "<collision name='collision'><geometry><plane><normal>0 0 1</normal></plane></geometry>"
    "</collision></link></model></sdf>";
constexpr const char* kSun = "<sdf version='1.5'><light name='sun'/></sdf>";

// Returns "ground_plane" for "model://ground_plane" and for the "Ground Plane" of a server.
std::string model_name(std::string_view uri) {
  while (uri.ends_with('/')) uri.remove_suffix(1);
  std::string name(uri.substr(std::min(uri.rfind('/') + 1, uri.size())));
  for (char& letter : name)
    letter = letter == ' '                    ? '_'
             : letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32)
                                              : letter;
  return name;
}

void set_line(XmlNode& node, int line) {
  node.line = line;
  for (XmlNode& child : node.children) set_line(child, line);
}

}  // namespace

const XmlNode* model_of(const XmlNode& root) {
  for (const XmlNode& child : root.children)
    if (child.name == "model") return &child;
  return nullptr;
}

// Reads the minor version, 4 of `version="1.4"`; a file without one counts as current.
bool is_before_1_5(const XmlNode& root) {
  const std::string* version = root.attribute("version");
  int minor = 0;
  if (!version || !version->starts_with("1.")) return false;
  const auto [end, error] =
      std::from_chars(version->data() + 2, version->data() + version->size(), minor);
  return error == std::errc() && minor < 5;
}

std::optional<XmlNode> stand_in(std::string_view uri, int line) {
  const std::string name = model_name(uri);
  if (name != "ground_plane" && name != "sun") return std::nullopt;
  Result<XmlNode> root = parse_xml(name == "sun" ? kSun : kGroundPlane, "");
  if (!root) return std::nullopt;
  set_line(*root, line);
  return std::move(*root);
}

// Returns the file of the model, or nothing, after a fault, if there is none or if it is one of
// those that include it.
std::optional<fs::path> SdfReader::find_model(const XmlElement& at, const std::string& uri,
                                              const SdfFile& file) {
  const auto fault = [&](std::string message, std::string hint = {}) {
    assembly_.fault(at.place(), std::move(message), std::move(hint));
    return std::nullopt;
  };
  constexpr const char* kHint = "give its folder, or set GZ_SIM_RESOURCE_PATH";
  const auto found = find_resource(uri, file.path, options_);
  if (!found) return fault(fmt::format("no file is found for \"{}\"", uri), kHint);
  const fs::path path = file_in(*found);
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return fault(fmt::format("no model is found for \"{}\"", uri), kHint);
  for (const SdfFile* above = &file; above; above = above->includer)
    if (fs::equivalent(above->path, path, ignored))
      return fault(fmt::format("\"{}\" includes itself", uri));
  return path;
}

// Reads the included file, which becomes the last of files_ and included_. Where there is none, a
// model that Gazebo always has is made here.
bool SdfReader::load_include(const XmlElement& at, const std::string& uri, const SdfFile& file) {
  const auto found = find_resource(uri, file.path, options_);
  std::error_code ignored;
  const bool is_missing = !found || !fs::exists(file_in(*found), ignored);
  if (auto root = is_missing ? stand_in(uri, at.node.line) : std::nullopt) {
    if (model_of(*root))
      assembly_.note(at.place(), fmt::format("\"{}\" is not found: a plane without an end, mu = 1, "
                                             "stands in for it",
                                             uri));
    included_.push_back(std::make_unique<XmlNode>(std::move(*root)));
    files_.push_back(std::make_unique<SdfFile>(SdfFile{file.path, file.name, &file}));
    return true;
  }
  const auto path = find_model(at, uri, file);
  if (!path) return false;
  const Result<std::string> text = read_bytes(*path);
  Result<XmlNode> root = text ? parse_xml(*text, path->string()) : Result<XmlNode>(text.error());
  if (!root) {
    assembly_.faults.insert(assembly_.faults.end(), root.error().begin(), root.error().end());
    return false;
  }
  included_.push_back(std::make_unique<XmlNode>(std::move(root).value()));
  files_.push_back(std::make_unique<SdfFile>(
      SdfFile{*path, path->string(), &file, is_before_1_5(*included_.back())}));
  return true;
}

void SdfReader::read_include(const XmlNode& include, const SdfFile& file, const std::string& scope,
                             bool fixed) {
  const XmlElement at = element(include, file, "");
  list_others(at, {"uri", "name", "pose", "static", "placement_frame"});
  const std::string uri = child_text(at, "uri");
  if (!load_include(at, uri, file)) return;
  const XmlNode* model = model_of(*included_.back());
  if (!model && included_.back()->child("light"))
    return assembly_.note(at.place(), fmt::format("\"{}\" is a light, which is not drawn", uri));
  if (!model) return assembly_.fault(at.place(), fmt::format("\"{}\" has no model", uri));
  std::string name = child_text(at, "name");
  if (name.empty() && model->attribute("name")) name = *model->attribute("name");
  bool is_static = false;
  read_child(at, "static", is_static);
  read_model(*model, *files_.back(), {scoped(name, scope), scope, fixed || is_static}, &include);
}

}  // namespace perpend::io
