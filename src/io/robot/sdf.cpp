// SPDX-License-Identifier: Apache-2.0
// Reads SDF: worlds, nested models, and frames defined relative to each other. Names are scoped,
// "model::link", if a file has more than one model.
#include "io/robot/sdf.hpp"

#include <fmt/format.h>

#include "io/robot/sdf_include.hpp"
#include "io/robot/sdf_reader.hpp"

namespace perpend::io {

namespace fs = std::filesystem;

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

// Attaches the named frames to their links.
void SdfReader::place_frames() {
  for (const SdfNamedFrame& named : named_frames_) {
    const std::size_t before = assembly_.faults.size();
    const auto pose = frames_.pose_of(named.name, assembly_);
    const std::optional<int> link = link_at(named.name);
    if (assembly_.faults.size() > before) continue;
    if (!pose)
      assembly_.fault(named.place, "stands relative to a frame that is not there");
    else if (!link)
      assembly_.fault(named.place, "is attached to a frame that is not there");
    else
      assembly_.frames.push_back(
          {named.name, *link,
           *link == kNoLink
               ? *pose
               : compose(inverse(assembly_.links[static_cast<std::size_t>(*link)].pose), *pose)});
  }
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
  place_frames();
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
  for (LinkFrame& frame : assembly_.frames) shorten(frame.name);
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
