// SPDX-License-Identifier: Apache-2.0
// Finds and reads the models that an SDF file includes.
#include "io/robot/sdf_include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "io/format/file_bytes.hpp"
#include "io/robot/files/resource_path.hpp"
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

XmlNode& child_of(XmlNode& node, std::string_view name) {
  const auto at = std::ranges::find(node.children, name, &XmlNode::name);
  if (at != node.children.end()) return *at;
  node.children.push_back({.name = std::string(name), .line = node.line});
  return node.children.back();
}

void set_attribute(XmlNode& node, std::string_view key, const std::string& value) {
  const auto at =
      std::ranges::find(node.attributes, key, &std::pair<std::string, std::string>::first);
  if (at == node.attributes.end())
    node.attributes.emplace_back(key, value);
  else
    at->second = value;
}

bool is_said(const XmlNode& node, std::string_view key) {
  const std::string* value = node.attribute(key);
  return value && !value->empty();
}

// Writes `frame` wherever an element names the frame of its model.
void rename_model_frame(XmlNode& node, const std::string& frame) {
  for (auto& [key, value] : node.attributes)
    if (value == "__model__") value = frame;
  if (node.text == "__model__") node.text = frame;
  for (XmlNode& child : node.children) rename_model_frame(child, frame);
}

// Says of the parts of a model that they stand relative to `frame`, where nothing else is said.
void set_model_frame(XmlNode& model, const std::string& frame) {
  for (XmlNode& part : model.children) {
    if (part.name == "model") continue;  // has a frame of its own, but stands in this one
    rename_model_frame(part, frame);
  }
  for (XmlNode& part : model.children) {
    const bool is_frame = part.name == "frame";
    if (is_frame && !is_said(part, "attached_to")) set_attribute(part, "attached_to", frame);
    const bool has_pose = part.child("pose") != nullptr;  // an include has that of its model else
    if (part.name != "link" && part.name != "model" && !(part.name == "include" && has_pose))
      continue;
    XmlNode& pose = child_of(part, "pose");
    const std::string* in = pose.attribute("relative_to");
    if (!is_said(pose, "relative_to") || *in == "__model__")
      set_attribute(pose, "relative_to", frame);
  }
}

// Returns the first link of the model, or the one that it names; empty if it has none of its own.
std::string canonical_link(const XmlNode& model) {
  if (is_said(model, "canonical_link")) return *model.attribute("canonical_link");
  const XmlNode* link = model.child("link");
  return link && link->attribute("name") ? *link->attribute("name") : std::string();
}

void set_line(XmlNode& node, int line) {
  node.line = line;
  for (XmlNode& child : node.children) set_line(child, line);
}

}  // namespace

const XmlNode* model_of(const XmlNode& root) {
  return root.child("model");
}

XmlNode* model_of(XmlNode& root) {
  const auto at = std::ranges::find(root.children, "model", &XmlNode::name);
  return at == root.children.end() ? nullptr : &*at;
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
  const auto found = find_resource(uri, file.path, options_.packages);
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
  const auto found = find_resource(uri, file.path, options_.packages);
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

// Reads the parts of an included model as parts of the model that includes it. Its own frame stays
// under the name that the specification gives it.
void SdfReader::merge_model(XmlNode& model, const SdfFile& file, const ModelWords& words,
                            const XmlElement& include) {
  list_others(element(model, file, ""),
              {"static", "self_collide", "pose", "link", "joint", "frame", "model", "include"});
  const std::string* name = model.attribute("name");
  const std::string given = child_text(include, "name");
  const std::string frame =
      fmt::format("_merged__{}__model__", given.empty() && name ? *name : given);
  const std::string full = scoped(frame, words.scope);
  const bool placed_there = include.node.child("pose");
  add_frame(placed_there ? include : element(model, file, ""), full, words.scope, words.scope);
  if (SdfFrames::Frame* own = frames_.find(full))
    own->body = scoped(canonical_link(model), words.scope);
  set_model_frame(model, frame);
  read_model_parts(model, file, words);
  const std::string* placement = model.attribute("placement_frame");
  if (include.node.child("placement_frame"))
    placement = &include.node.child("placement_frame")->text;
  if (placement && !placement->empty()) place_by(*placement, full, words.scope, include.place());
}

void SdfReader::read_include(const XmlNode& include, const SdfFile& file, const std::string& scope,
                             bool fixed) {
  const XmlElement at = element(include, file, "");
  list_others(at, {"uri", "name", "pose", "static", "placement_frame"});
  const std::string uri = child_text(at, "uri");
  if (!load_include(at, uri, file)) return;
  XmlNode* const model = model_of(*included_.back());
  if (!model && included_.back()->child("light"))
    return assembly_.note(at.place(), fmt::format("\"{}\" is a light, which is not drawn", uri));
  if (!model) return assembly_.fault(at.place(), fmt::format("\"{}\" has no model", uri));
  std::string name = child_text(at, "name");
  if (name.empty() && model->attribute("name")) name = *model->attribute("name");
  bool is_static = false;
  read_child(at, "static", is_static);
  const std::string* merge = include.attribute("merge");
  if (merge && is_true(*merge) && !scope.empty())
    return merge_model(*model, *files_.back(), {scope, scope, fixed || is_static}, at);
  read_model(*model, *files_.back(), {scoped(name, scope), scope, fixed || is_static}, &include);
}

}  // namespace perpend::io
