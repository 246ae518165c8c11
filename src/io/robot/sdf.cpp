// SPDX-License-Identifier: Apache-2.0
// Reads SDF: worlds, nested models, and frames defined relative to each other. Names are scoped,
// "model::link", if a file has more than one model.
#include "io/robot/sdf.hpp"

#include <fmt/format.h>

#include <charconv>

#include "io/format/file_bytes.hpp"
#include "io/robot/resource_path.hpp"
#include "io/robot/sdf_reader.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

void SdfReader::read_include(const XmlNode& include, const SdfFile& file, const std::string& scope,
                             bool fixed) {
  const XmlElement at = element(include, file, "");
  list_others(at, {"uri", "name", "pose", "static", "placement_frame"});
  const std::string uri = child_text(at, "uri");
  const auto found = find_resource(uri, file.path, options_);
  if (!found)
    return assembly_.fault(at.place(), fmt::format("no file is found for \"{}\"", uri),
                           "give its folder, or set GZ_SIM_RESOURCE_PATH");
  const fs::path path = file_in(*found);
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return assembly_.fault(at.place(), fmt::format("no model is found for \"{}\"", uri),
                           "give its folder, or set GZ_SIM_RESOURCE_PATH");
  for (const SdfFile* above = &file; above; above = above->includer)
    if (fs::equivalent(above->path, path, ignored))
      return assembly_.fault(at.place(), fmt::format("\"{}\" includes itself", uri));
  const Result<std::string> text = read_bytes(path);
  Result<XmlNode> root = text ? parse_xml(*text, path.string()) : Result<XmlNode>(text.error());
  if (!root) {
    assembly_.faults.insert(assembly_.faults.end(), root.error().begin(), root.error().end());
    return;
  }
  included_.push_back(std::make_unique<XmlNode>(std::move(root).value()));
  files_.push_back(std::make_unique<SdfFile>(
      SdfFile{path, path.string(), &file, is_before_1_5(*included_.back())}));
  const XmlNode* model = model_of(*included_.back());
  if (!model) return assembly_.fault(at.place(), fmt::format("\"{}\" has no model", uri));
  std::string name = child_text(at, "name");
  if (name.empty() && model->attribute("name")) name = *model->attribute("name");
  bool is_static = false;
  read_child(at, "static", is_static);
  read_model(*model, *files_.back(), {scoped(name, scope), scope, fixed || is_static}, &include);
}

void SdfReader::read_world(const XmlNode& world, const SdfFile& file) {
  const XmlElement at = element(world, file, "");
  list_others(at, {"gravity", "physics", "include", "model", "frame", "joint"});
  Eigen::Vector3d gravity(0, 0, -9.8);  // SDF's default
  read_child(at, "gravity", gravity);
  double dt = 0;
  if (const XmlNode* physics = world.child("physics")) {
    list_others(at.at(*physics), {"max_step_size", "gravity"});
    if (!world.child("gravity")) read_child(at.at(*physics), "gravity", gravity);  // before SDF 1.6
    if (read_child(at.at(*physics), "max_step_size", dt) && dt > 0) assembly_.dt = dt;
  }
  assembly_.gravity = gravity;
  for (const XmlNode& part : world.children) {
    if (part.name == "include") read_include(part, file, "", false);
    if (part.name == "frame") read_frame(part, file, "");
    if (part.name == "model") {
      const std::string name = element(part, file, "").need_text("name");
      read_model(part, file, {name, "", false}, nullptr);
    }
    if (part.name == "joint") {
      const std::string name = element(part, file, "").need_text("name");
      joints_.push_back({&part, file.name, "", name, file.axes_in_model});
      add_frame(element(part, file, ""), name, "", frame_word(end_text(at.at(part), "child"), ""));
    }
  }
}

// Returns the pose in the frame of the link, even if the file gives it in another frame.
spatial::Pose SdfReader::pose_in(const Link& link, const SdfLink& words, const XmlElement& part) {
  const spatial::Pose own = read_sdf_pose(part);
  const XmlNode* node = part.node.child("pose");
  const std::string* relative = node ? node->attribute("relative_to") : nullptr;
  if (!relative || relative->empty()) return own;
  const std::string frame = frames_.resolve(*relative, words.scope);
  const auto there = frame.empty() ? std::nullopt : frames_.pose_of(frame, assembly_);
  if (there) return compose(compose(inverse(link.pose), *there), own);
  assembly_.fault(part.place_of(*node), fmt::format("no frame is named \"{}\"", *relative));
  return own;
}

void SdfReader::read_parts(Link& link, const SdfLink& words) {
  const XmlElement at = element(*words.node, *words.file, link.place.element);
  const auto pose_of = [&](const XmlElement& part) { return pose_in(link, words, part); };
  read_sdf_link(at, words.file->path, options_, pose_of, link);
}

void SdfReader::place_all() {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    Link& link = assembly_.links[i];
    const auto pose = frames_.pose_of(link.name, assembly_);
    if (pose)
      link.pose = *pose;
    else
      assembly_.fault(link.place, "stands relative to a frame that is not there");
    read_parts(link, links_[i]);
  }
  for (const SdfJoint& joint : joints_) read_joint(joint);
  read_mimics();
}

// Removes the model's name from all names, since a file of one model does not need it.
void SdfReader::shorten_names() {
  const std::string prefix = model_name_ + "::";
  const auto shorten = [&](std::string& name) {
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  };
  for (Link& link : assembly_.links) shorten(link.name);
  for (LinkJoint& joint : assembly_.joints) shorten(joint.name);
}

Assembly SdfReader::read(const XmlNode& root, const fs::path& path) {
  const SdfFile file{path, path.string(), nullptr, is_before_1_5(root)};
  assembly_.name = path.stem().string();
  if (const XmlNode* world = root.child("world")) {
    if (world->attribute("name")) assembly_.name = *world->attribute("name");
    read_world(*world, file);
  } else if (const XmlNode* model = model_of(root)) {
    model_name_ = element(*model, file, "").need_text("name");
    assembly_.name = model_name_;
    read_model(*model, file, {model_name_, "", false}, nullptr);
  } else {
    assembly_.fault({file.name, root.line, "sdf"}, "has no world and no model");
  }
  place_all();
  if (models_ == 1 && !model_name_.empty()) shorten_names();
  return std::move(assembly_);
}

Assembly read_sdf(const XmlNode& root, const fs::path& file, const RobotOptions& options) {
  return SdfReader(options).read(root, file);
}

}  // namespace perpend::io
